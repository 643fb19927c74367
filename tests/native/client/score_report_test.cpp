// The device's half of generalized linear bandits.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "catch.hpp"
#include "client/linear_client.hpp"
#include "client/score_message.hpp"
#include "protocol/linear_score.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

constexpr ReportId kAnyId{1, 2, 3};
const std::vector<double> kOneRow{0.6, 0.8};

LinearExperiment glm(Algorithm algorithm, LinearMechanism mechanism, Link link = Link::logistic) {
  LinearExperiment experiment;
  experiment.algorithm = algorithm;
  experiment.dimension = 2;
  experiment.epsilon = 1;
  experiment.mechanism = mechanism;
  if (mechanism == LinearMechanism::gaussian) experiment.delta = 1e-5;
  experiment.link = link;
  if (is_unbounded(link)) experiment.largest = 2;
  return experiment;
}

std::vector<LinearExperiment> all_score_experiments() {
  std::vector<LinearExperiment> all;
  for (const Algorithm algorithm :
       {Algorithm::ldp_glm_newton, Algorithm::ldp_glm_gloc, Algorithm::ldp_glm_sgd}) {
    all.push_back(glm(algorithm, LinearMechanism::ball));
    all.push_back(glm(algorithm, LinearMechanism::gaussian));
  }
  all.push_back(glm(Algorithm::ldp_glm_published, LinearMechanism::gaussian));
  return all;
}

LinearClient score_client(const LinearExperiment& experiment, double neutral = 0) {
  return LinearClient::create(experiment, RewardTransform::unit(), neutral, 1, NormPolicy::clip,
                              experiment.epsilon, 1e-5)
      .value();
}

// docs/spec/generalized-linear.md, section 8: th = (.3, .4).
LinearSnapshot golden_snapshot() {
  LinearSnapshot snapshot;
  snapshot.id = 7;
  snapshot.theta = {0.3, 0.4};
  snapshot.residual = 0.6224593312018546;
  return snapshot;
}

PreparedLinearDecision decide(LinearClient& client, std::uint64_t seed = 1) {
  SplitMix64 random(seed);
  return client.choose(kOneRow, 1, random).value();
}

}  // namespace

TEST_CASE("a score states the golden vector of the specification") {
  const std::vector<double> golden{0.3384053456, 0.6381032390, 0.6016095032, -0.4852245278,
                                   -0.6469660370};
  LinearClient ball = score_client(glm(Algorithm::ldp_glm_newton, LinearMechanism::ball));
  REQUIRE(ball.set_snapshot(golden_snapshot()).ok());
  const std::vector<double> stated = ball.statement(decide(ball).answer, 1).value();
  double squares = 0;
  for (std::size_t i = 0; i < golden.size(); ++i) {
    CHECK(stated[i] == Approx(golden[i]).epsilon(1e-8));
    squares += stated[i] * stated[i];
  }
  CHECK(std::sqrt(squares) == Approx(1.2400144399934925).epsilon(1e-12));

  LinearClient gaussian = score_client(glm(Algorithm::ldp_glm_newton, LinearMechanism::gaussian));
  REQUIRE(gaussian.set_snapshot(golden_snapshot()).ok());
  const PreparedLinearDecision decision = decide(gaussian);
  const std::vector<double> true_entries = gaussian.statement(decision.answer, 1).value();
  const auto released = gaussian.report(decision.answer, 1, kAnyId).value().values();
  for (std::size_t i = 0; i < golden.size(); ++i) {
    const double entry = i == 1 ? golden[i] / std::sqrt(2) : golden[i];
    CHECK(true_entries[i] == Approx(entry).epsilon(1e-8));
    const double noise = decision.answer.noise.numbers()[i];
    CHECK((released[i] - noise) * gaussian.unit(0) == Approx(entry).margin(4e-4));
  }
}

TEST_CASE("what each generalized linear algorithm says is what its learner reads") {
  LinearSnapshot snapshot = golden_snapshot();
  const double residual = 1 / (1 + std::exp(-0.5)) - 1;
  for (const LinearExperiment& experiment : all_score_experiments()) {
    LinearClient client = score_client(experiment);
    REQUIRE(client.set_snapshot(snapshot).ok());
    const std::vector<double> stated = client.statement(decide(client).answer, 1).value();
    CAPTURE(static_cast<int>(experiment.algorithm), static_cast<int>(experiment.mechanism));
    REQUIRE(stated.size() == parts(experiment)[0].length);
    // The last block is the score, in units that both sides know.
    const double unit = residual_unit(experiment, snapshot.residual);
    CHECK(stated[stated.size() - 2] * unit == Approx(residual * 0.6));
    CHECK(stated[stated.size() - 1] * unit == Approx(residual * 0.8));
    if (experiment.algorithm == Algorithm::ldp_glm_sgd) continue;
    const double slope = experiment.algorithm == Algorithm::ldp_glm_newton ? 0.2350037122015945 : 1;
    CHECK(stated[0] * curvature_unit(experiment) == Approx(slope * 0.36));
    if (experiment.algorithm != Algorithm::ldp_glm_published) continue;
    CHECK(stated[3] == Approx(0.5 * 0.6));
    CHECK(stated[4] == Approx(0.5 * 0.8));
  }
}

TEST_CASE("feedback beyond the range of the link counts as its nearer end") {
  const std::vector<Link> links{Link::identity, Link::logistic, Link::probit, Link::poisson};
  const std::vector<double> lows{-2, 0, 0, 0};
  const std::vector<double> highs{2, 1, 1, 2};
  for (std::size_t i = 0; i < links.size(); ++i) {
    for (const LinearMechanism mechanism : {LinearMechanism::ball, LinearMechanism::gaussian}) {
      LinearClient client = score_client(glm(Algorithm::ldp_glm_newton, mechanism, links[i]));
      const LinearAnswer answer = decide(client).answer;
      const auto said = [&](double y) { return client.report(answer, y, kAnyId).value().values(); };
      CAPTURE(i, static_cast<int>(mechanism));
      CHECK(said(highs[i] + 0.5) == said(highs[i]));
      CHECK(said(1e300) == said(highs[i]));
      CHECK(said(lows[i] - 0.5) == said(lows[i]));
      CHECK(said(-1e300) == said(lows[i]));
      for (const double bad :
           {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        const auto refused = client.report(answer, bad, kAnyId);
        REQUIRE_FALSE(refused.ok());
        CHECK(refused.error().parameter == "reward");
        CHECK(refused.error().value == 0);
      }
    }
  }
}

TEST_CASE("a residual beyond the snapshot's bound is clipped, and counts as that bound") {
  LinearSnapshot snapshot = golden_snapshot();
  snapshot.residual = 0.1;  // a server that lies
  const LinearExperiment experiment = glm(Algorithm::ldp_glm_newton, LinearMechanism::gaussian);
  LinearClient client = score_client(experiment);
  REQUIRE(client.set_snapshot(snapshot).ok());
  const std::vector<double> stated = client.statement(decide(client).answer, 1).value();
  CHECK(std::hypot(stated[3], stated[4]) == Approx(4.0 / 3));
}

TEST_CASE("a score is taken where the snapshot of its decision said, whatever has come since") {
  LinearClient client = score_client(glm(Algorithm::ldp_glm_published, LinearMechanism::gaussian));
  LinearSnapshot snapshot = golden_snapshot();
  REQUIRE(client.set_snapshot(snapshot).ok());
  const LinearAnswer answer = decide(client).answer;
  const std::vector<double> before = client.statement(answer, 1).value();
  snapshot.id = 8;
  snapshot.point = {-0.6, 0.1};
  snapshot.residual = 0.65;
  REQUIRE(client.set_snapshot(snapshot).ok());
  CHECK(client.statement(answer, 1).value() == before);
  CHECK(client.report(answer, 1, kAnyId).value().snapshot() == 7);
  const std::vector<double> now = client.statement(decide(client).answer, 1).value();
  CHECK(now[3] == Approx((-0.36 + 0.08) * 0.6));  // at the point, not at theta
}

TEST_CASE("without a snapshot the score is taken at 0, under number 0") {
  LinearClient client = score_client(glm(Algorithm::ldp_glm_newton, LinearMechanism::gaussian));
  const LinearAnswer answer = decide(client).answer;
  CHECK(answer.snapshot == 0);
  const std::vector<double> stated = client.statement(answer, 1).value();
  CHECK(stated[0] == Approx(0.36));                       // g'(0) is the largest slope
  CHECK(stated[3] == Approx(-0.5 / (0.75 * 0.5) * 0.6));  // g(0) - 1 at its bound
}

TEST_CASE("a score costs what it says, and a published one what it truly keeps") {
  for (const LinearExperiment& experiment : all_score_experiments()) {
    const Guarantee guarantee = score_client(experiment).guarantee();
    CHECK(guarantee.epsilon() <= 1);
    const bool is_published = experiment.algorithm == Algorithm::ldp_glm_published;
    CHECK((guarantee.epsilon() < 0.3) == is_published);
    CHECK(guarantee.delta() <= experiment.delta);
  }
  // Identity with feedback up to 4: five times the residual that the published noise is for.
  LinearExperiment false_claim =
      glm(Algorithm::ldp_glm_published, LinearMechanism::gaussian, Link::identity);
  false_claim.largest = 4;
  REQUIRE(validate(false_claim).ok());
  const auto refused =
      LinearClient::create(false_claim, RewardTransform::unit(), 0, 1, NormPolicy::clip, 1, 1e-5);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::manifest_mismatch);
  CHECK(refused.error().parameter == "epsilon");
  CHECK(refused.error().value > 1.2);
}

TEST_CASE("a sealed score comes back as it was; one of another client is refused") {
  std::vector<LinearClient> clients;
  for (const LinearExperiment& experiment : all_score_experiments()) {
    clients.push_back(score_client(experiment));
    REQUIRE(clients.back().set_snapshot(golden_snapshot()).ok());
  }
  for (std::size_t own = 0; own < clients.size(); ++own) {
    const LinearAnswer answer = decide(clients[own]).answer;
    const LinearAnswer again = LinearAnswer::unseal(answer.seal()).value();
    CHECK(clients[own].report(again, 0.5, kAnyId).value().values() ==
          clients[own].report(answer, 0.5, kAnyId).value().values());
    for (std::size_t other = 0; other < clients.size(); ++other) {
      // newton and gloc are alike in all but their weights.
      if (answer.noise.numbers().size() == decide(clients[other]).answer.noise.numbers().size()) {
        continue;
      }
      CHECK_FALSE(clients[other].report(answer, 1, kAnyId).ok());
    }
  }
}

TEST_CASE("silence is what the neutral feedback would be, clamped to the link's range") {
  const LinearExperiment experiment = glm(Algorithm::ldp_glm_sgd, LinearMechanism::gaussian);
  LinearClient zero = score_client(experiment, 0);
  LinearClient one = score_client(experiment, 1);
  LinearClient five = score_client(experiment, 5);
  const auto silence = [](LinearClient& client) {
    return client.neutral_report(decide(client), kAnyId).values();
  };
  CHECK(silence(five) == silence(one));
  // (g(0) - 0)/Cs - (g(0) - 1)/Cs = 2 at Cs = 1/2.
  CHECK((silence(zero)[0] - silence(one)[0]) * zero.unit(0) == Approx(2 * 0.6).margin(2e-3));
}

TEST_CASE("reports of scores average to what they state, without a bias") {
  for (const LinearMechanism mechanism : {LinearMechanism::ball, LinearMechanism::gaussian}) {
    LinearExperiment experiment = glm(Algorithm::ldp_glm_newton, mechanism);
    experiment.epsilon = 8;  // four directions of the ball
    LinearClient client = score_client(experiment);
    REQUIRE(client.set_snapshot(golden_snapshot()).ok());
    const double sigma = score_noise(experiment).value().sigma;
    SplitMix64 random(4);
    constexpr int kReports = 20'000;
    std::vector<double> sum(5);
    std::vector<double> truth;
    for (int i = 0; i < kReports; ++i) {
      const auto decision = client.choose(kOneRow, 1, random).value();
      truth = client.statement(decision.answer, 1).value();
      const auto released = client.report(decision.answer, 1, kAnyId).value().values();
      for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += released[j] * client.unit(0);
    }
    for (std::size_t j = 0; j < sum.size(); ++j) {
      // Six standard deviations, and what is rounded off.
      CHECK(std::abs(sum[j] / kReports - truth[j]) < 6 * sigma / std::sqrt(kReports) + 4e-4);
    }
  }
}
