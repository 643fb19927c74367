// Devices and server of ldp-glm-newton with the parts of a coin: docs/spec/generalized-linear.md,
// section 4.1. Golden values: tests/reference/generalized_linear.py.
#include <algorithm>
#include <catch.hpp>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "client/linear_client.hpp"
#include "protocol/linear_codebook.hpp"
#include "protocol/linear_score.hpp"
#include "random/split_mix64.hpp"
#include "server/linear/glm_learner.hpp"
#include "server/linear/linear_learner.hpp"

namespace {

using namespace ldp;

LinearExperiment newton(std::uint32_t dimension, double epsilon,
                        LinearMechanism mechanism = LinearMechanism::ball) {
  LinearExperiment experiment;
  experiment.algorithm = Algorithm::ldp_glm_newton;
  experiment.dimension = dimension;
  experiment.epsilon = epsilon;
  experiment.mechanism = mechanism;
  experiment.parts = ReportParts::coin;
  return with_codebook(experiment);  // devices are told the codebook
}

const std::vector<LinearMechanism> kPure{LinearMechanism::ball, LinearMechanism::codebook};

LinearClient client_of(const LinearExperiment& experiment) {
  return LinearClient::create(experiment, RewardTransform::unit(), 0, 1, NormPolicy::clip,
                              experiment.epsilon)
      .value();
}

// docs/spec/generalized-linear.md, section 8: x = (.6, .8), th = (.3, .4).
const std::vector<double> kOneRow{0.6, 0.8};

LinearSnapshot golden_snapshot() {
  LinearSnapshot snapshot;
  snapshot.id = 7;
  snapshot.theta = {0.3, 0.4};
  snapshot.residual = 0.6224593312018546;
  return snapshot;
}

constexpr ReportId kId{1, 2, 3};

ReportId id_of(const PreparedLinearDecision& decision) { return decision.id.value_or(kId); }

ReceivedLinearReport received(const LinearReport& report) {
  return {report.id(), report.snapshot(), report.part(), report.values()};
}

std::vector<ReceivedLinearReport> reports_of(const LinearExperiment& experiment, int count,
                                             std::uint64_t seed) {
  LinearClient client = client_of(experiment);
  test::SplitMix64 words(seed);
  std::vector<ReceivedLinearReport> reports;
  for (int i = 0; i < count; ++i) {
    const PreparedLinearDecision decision = client.choose(kOneRow, 1, words).value();
    reports.push_back(received(client.report(decision.answer, i % 2, id_of(decision)).value()));
  }
  return reports;
}

std::string refused_by(const LinearExperiment& experiment) {
  const Status status = validate(experiment);
  return status.ok() ? "" : std::string(status.error().parameter);
}

TEST_CASE("the parts of a coin belong to glm-newton without a delta") {
  for (const LinearMechanism mechanism : kPure) CHECK(refused_by(newton(2, 1, mechanism)) == "");
  CHECK(refused_by(newton(1, 1)) == "");
  CHECK(refused_by(newton(1, 1, LinearMechanism::codebook)) == "dimension");
  LinearExperiment gaussian = newton(2, 1, LinearMechanism::gaussian);
  gaussian.delta = 1e-6;
  CHECK(refused_by(gaussian) == "parts");
  LinearExperiment other = newton(2, 1);
  for (const Algorithm algorithm : {Algorithm::ldp_glm_gloc, Algorithm::ldp_glm_sgd}) {
    other.algorithm = algorithm;
    CHECK(refused_by(other) == "parts");
  }
}

TEST_CASE("one part leaves the device, with the vector that the specification has for it") {
  LinearClient client = client_of(newton(2, 1));
  REQUIRE(client.set_snapshot(golden_snapshot()).ok());
  test::SplitMix64 words(1);
  bool seen[2] = {false, false};
  for (int i = 0; i < 100; ++i) {
    const PreparedLinearDecision decision = client.choose(kOneRow, 1, words).value();
    const std::uint32_t part = decision.answer.part;
    seen[part] = true;
    const LinearReport report = client.report(decision.answer, 1, kId).value();
    REQUIRE(report.part() == part);
    REQUIRE(client.neutral_report(decision, kId).part() == part);
    const std::vector<double> stated = client.statement(decision.answer, 1).value();
    const std::vector<double> golden =
        part == kScorePart ? std::vector<double>{-0.36391839582758, -0.4852245277701067}
                           : std::vector<double>{0.3384053456, 0.6381032390, 0.6016095032};
    REQUIRE(stated.size() == golden.size());
    REQUIRE(report.values().size() == golden.size());
    for (std::size_t j = 0; j < golden.size(); ++j) {
      REQUIRE(stated[j] == Approx(golden[j]).epsilon(1e-8));
    }
    const std::string name = part == kScorePart ? "score" : "curvature";
    REQUIRE(report.encode().find(R"("part":")" + name + '"') != std::string::npos);
  }
  CHECK((seen[0] && seen[1]));
}

TEST_CASE("the coin is the first word that is drawn, and nothing of the device is in it") {
  for (const LinearMechanism mechanism : kPure) {
    LinearClient one = client_of(newton(2, 1, mechanism));
    LinearClient other = client_of(newton(2, 1, mechanism));
    REQUIRE(other.set_snapshot(golden_snapshot()).ok());
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      test::SplitMix64 first(seed);
      test::SplitMix64 second(seed);
      test::SplitMix64 words(seed);
      const std::vector<double> rows{-0.1, 0.2, 0.9, 0, 0, 0};
      const std::uint32_t part = part_of_coin(words.next());
      REQUIRE(one.choose(kOneRow, 1, first).value().answer.part == part);
      REQUIRE(other.choose(rows, 3, second).value().answer.part == part);
    }
  }
}

// False-positive rate: 1e-9 (six standard deviations, both ends).
TEST_CASE("the coin names the score with probability .85") {
  test::SplitMix64 words(2);
  constexpr int kCoins = 1'000'000;
  int scores = 0;
  for (int i = 0; i < kCoins; ++i) scores += part_of_coin(words.next()) == kScorePart ? 1 : 0;
  CHECK(std::abs(scores - 0.85 * kCoins) < 6 * std::sqrt(0.85 * 0.15 * kCoins));
  CHECK(part_of_coin(0) == kScorePart);
  CHECK(part_of_coin(~std::uint64_t{0}) == kCurvaturePart);
}

TEST_CASE("a curvature says the same with feedback and without; a score has noise of its own") {
  for (const LinearMechanism mechanism : kPure) {
    LinearClient client = client_of(newton(2, 1, mechanism));
    test::SplitMix64 words(3);
    for (int i = 0; i < 60; ++i) {
      PreparedLinearDecision decision = client.choose(kOneRow, 1, words).value();
      const bool is_score = decision.answer.part == kScorePart;
      const auto said = [&](double y) {
        return client.report(decision.answer, y, id_of(decision)).value().encode();
      };
      const std::string silence = client.neutral_report(decision, id_of(decision)).encode();
      REQUIRE(said(0).size() == silence.size());
      if (!is_score) {
        REQUIRE(said(1) == said(0));
        REQUIRE(said(1) == silence);
      }
      const PreparedVector before = PreparedVector::restored(
          {decision.answer.noise.numbers().begin(), decision.answer.noise.numbers().end()});
      REQUIRE(client.redraw(decision.answer, words).ok());
      if (!is_score) REQUIRE(said(1) == silence);
      if (is_score && mechanism == LinearMechanism::ball) {
        REQUIRE(!std::equal(before.numbers().begin(), before.numbers().end(),
                            decision.answer.noise.numbers().begin()));
      }
    }
  }
}

TEST_CASE("a report costs the epsilon of its part, and either part has the whole") {
  for (const LinearMechanism mechanism : kPure) {
    for (const double epsilon : {0.5, 1.0, 5.0, 8.0}) {
      const LinearExperiment experiment = newton(5, epsilon, mechanism);
      const double cost = client_of(experiment).guarantee().epsilon();
      CHECK(cost <= epsilon);
      CHECK(cost > 0.999 * epsilon);
      if (mechanism != LinearMechanism::ball) continue;
      for (const std::uint32_t part : {kScorePart, kCurvaturePart}) {
        CHECK(score_ball(experiment, part).value().guarantee().epsilon() == cost);
        CHECK(score_ball(experiment, part).value().norm() == 1);
      }
    }
  }
}

TEST_CASE("two parts without noise lead to the golden estimate and width") {
  const LinearExperiment experiment = newton(2, 1);
  const auto totals = [&](std::uint32_t part, std::vector<double> values) {
    std::vector<std::int64_t> steps;
    const double unit = score_noise(experiment, part).value().unit;
    for (const double value : values) steps.push_back(std::llround(value / unit));
    return steps;
  };
  // The golden vectors in a million reports of each part, against rounding.
  constexpr double kMany = 1e6;
  const auto score = totals(kScorePart, {-0.36391839582758 * kMany, -0.4852245277701067 * kMany});
  const auto curvature =
      totals(kCurvaturePart, {0.3384053456 * kMany, 0.6381032390 * kMany, 0.6016095032 * kMany});
  GlmLearner learner = GlmLearner::create(experiment).value();
  const std::vector<double> point{0.3, 0.4};
  learner.ingest_epoch(score, curvature, point, 0.6224593312018546, 1);
  LinearSnapshot snapshot;
  learner.estimate(snapshot);
  // V^-1 b alone, since a ridge of some units is nothing beside 1e6: (.6, .8) times z - r (1-s)/(s
  // w) = 0.5 + 0.3775406687981454 * 0.15/(0.85 * 0.2350037122015945), which is cut to length 1 by
  // no more than it is: 0.78350... < 1. Off that direction V has the ridge only, and b has nothing.
  const double along = 0.5 + 0.3775406687981454 * 0.15 / (0.85 * 0.2350037122015945);
  CHECK(snapshot.theta[0] == Approx(0.6 * along).epsilon(1e-4));
  CHECK(snapshot.theta[1] == Approx(0.8 * along).epsilon(1e-4));
}

TEST_CASE("width and ridge have the noise of a part, over the root of its share") {
  // d = 5, eps = 1: tests/reference/generalized_linear.py.
  const LinearExperiment experiment = newton(5, 1);
  GlmLearner learner = GlmLearner::create(experiment).value();
  const std::vector<std::int64_t> score(5);
  const std::vector<std::int64_t> curvature(15);
  const std::vector<double> point(5);
  learner.ingest_epoch(score, curvature, point, 0.5, 100);
  LinearSnapshot snapshot;
  learner.estimate(snapshot);
  CHECK(snapshot.radius == Approx(2.0463237834318475 * 10).epsilon(1e-6));
  // Nothing but the ridge c = sM sqrt(2 d t): F^T F = c^-2 I.
  CHECK(snapshot.factor[0] == Approx(1 / (1.7217469274812582 * std::sqrt(1000))).epsilon(1e-6));
}

TEST_CASE("reports of both parts add up to score and curvature of all, without a bias") {
  for (const LinearMechanism mechanism : kPure) {
    const LinearExperiment experiment = newton(2, 8, mechanism);
    LinearClient client = client_of(experiment);
    REQUIRE(client.set_snapshot(golden_snapshot()).ok());
    test::SplitMix64 words(5);
    constexpr int kReports = 20'000;
    const std::vector<double> truth[2] = {{-0.36391839582758, -0.4852245277701067},
                                          {0.3384053456, 0.6381032390, 0.6016095032}};
    std::vector<double> sums[2] = {std::vector<double>(2), std::vector<double>(3)};
    for (int i = 0; i < kReports; ++i) {
      const PreparedLinearDecision decision = client.choose(kOneRow, 1, words).value();
      const LinearReport report = client.report(decision.answer, 1, id_of(decision)).value();
      const std::vector<std::int32_t> numbers = client.numbers(report);
      for (std::size_t j = 0; j < numbers.size(); ++j) sums[report.part()][j] += numbers[j];
    }
    for (const std::uint32_t part : {kScorePart, kCurvaturePart}) {
      const ScoreNoise noise = score_noise(experiment, part).value();
      const double share = part_share(experiment, part);
      for (std::size_t j = 0; j < truth[part].size(); ++j) {
        // Six standard deviations, of noise and of the coin: false-positive rate below 1e-7.
        const double deviation = std::sqrt((noise.sigma * noise.sigma + 1) / share / kReports);
        CAPTURE(static_cast<int>(mechanism), part, j);
        CHECK(std::abs(sums[part][j] * noise.unit / share / kReports - truth[part][j]) <
              6 * deviation + 4e-4);
      }
    }
  }
}

TEST_CASE("order and shards of the two parts leave no trace") {
  for (const LinearMechanism mechanism : kPure) {
    const LinearExperiment experiment = newton(2, 2, mechanism);
    std::vector<ReceivedLinearReport> reports = reports_of(experiment, 300, 6);
    LinearLearner one = LinearLearner::create(experiment).value();
    LinearLearner shard = LinearLearner::create(experiment).value();
    LinearLearner other = LinearLearner::create(experiment).value();
    REQUIRE(one.ingest(reports).ok());
    std::reverse(reports.begin(), reports.end());
    for (std::size_t i = 0; i < reports.size(); ++i) {
      REQUIRE((i % 3 == 0 ? shard : other).ingest(reports[i]).ok());
    }
    REQUIRE(shard.merge(other).ok());
    CHECK(shard.save() == one.save());
    CHECK(shard.reports() == 300);
    LinearLearner loaded = LinearLearner::create(experiment).value();
    REQUIRE(loaded.load(one.save()).ok());
    CHECK(loaded.publish().theta == one.publish().theta);
  }
}

TEST_CASE("a state of joint reports is refused, and the error says what to name") {
  LinearExperiment joint = newton(2, 2);
  joint.parts = ReportParts::joint;
  LinearLearner old = LinearLearner::create(joint).value();
  LinearLearner learner = LinearLearner::create(newton(2, 2)).value();
  // The first byte after the header is that of the snapshot's number, whichever it is.
  for (int i = 0; i < 300; ++i) {
    const Status refused = learner.load(old.save());
    REQUIRE_FALSE(refused.ok());
    REQUIRE(refused.error().code == ErrorCode::manifest_mismatch);
    REQUIRE(std::string(refused.error().reason).find("name parts: 'joint'") != std::string::npos);
    REQUIRE_FALSE(old.load(learner.save()).ok());
    old.publish();
    learner.publish();
  }
  LinearLearner again = LinearLearner::create(joint).value();
  CHECK(again.load(old.save()).ok());
  CHECK_FALSE(again.merge(learner).ok());
}

TEST_CASE("a report of no part of the coin, or of a joint one, is refused") {
  const LinearExperiment experiment = newton(2, 1);
  LinearClient client = client_of(experiment);
  test::SplitMix64 words(7);
  const PreparedLinearDecision decision = client.choose(kOneRow, 1, words).value();
  const std::string good = client.report(decision.answer, 1, kId).value().encode();
  const auto decoded = [&](const std::string& text) {
    const std::vector<std::uint8_t> bytes(text.begin(), text.end());
    return decode_linear_report(bytes, experiment);
  };
  REQUIRE(decoded(good).ok());
  const std::size_t at = good.find(R"("part":")") + 8;
  const std::size_t end = good.find('"', at);
  for (const std::string name : {"gram", "moment", "", "Score"}) {
    const auto refused = decoded(good.substr(0, at) + name + good.substr(end));
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().parameter == "part");
  }
  const std::string other = good.substr(at, end - at) == "score" ? "curvature" : "score";
  CHECK_FALSE(decoded(good.substr(0, at) + other + good.substr(end)).ok());
  LinearExperiment joint = experiment;
  joint.parts = ReportParts::joint;
  LinearClient before = client_of(joint);
  const PreparedLinearDecision old = before.choose(kOneRow, 1, words).value();
  CHECK_FALSE(decoded(before.report(old.answer, 1, kId).value().encode()).ok());
}

}  // namespace
