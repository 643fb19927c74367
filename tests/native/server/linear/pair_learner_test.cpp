// LDP-LinUCB with the parts pair: docs/spec/codebook.md, section 8.1.
#include <catch.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "client/linear_client.hpp"
#include "protocol/linear_codebook.hpp"
#include "random/split_mix64.hpp"
#include "server/linear/ldp_linucb.hpp"
#include "server/linear/linear_learner.hpp"
#include "server/linear/linear_statistics.hpp"

namespace {

using namespace ldp;

LinearExperiment pair_experiment(double epsilon, std::uint32_t dimension = 2) {
  LinearExperiment experiment;
  experiment.algorithm = Algorithm::ldp_linucb;
  experiment.dimension = dimension;
  experiment.epsilon = epsilon;
  experiment.mechanism = LinearMechanism::codebook;
  experiment.parts = ReportParts::pair;
  return experiment;
}

LinearClient client_of(const LinearExperiment& experiment) {
  return LinearClient::create(with_codebook(experiment), RewardTransform::unit(), 0, 1,
                              NormPolicy::clip, experiment.epsilon)
      .value();
}

TEST_CASE("a pair is x and y: a device states them, and sends one index") {
  LinearClient client = client_of(pair_experiment(8));
  test::SplitMix64 words(1);
  const auto decision = client.choose(std::vector<double>{0.5, -0.25}, 1, words);
  REQUIRE(decision.ok());
  const LinearAnswer& answer = decision.value().answer;
  CHECK(client.statement(answer, 0.75).value() == std::vector<double>{0.5, -0.25, 0.75});
  const LinearReport report = client.report(answer, 0.75, *decision.value().id).value();
  CHECK(report.values().size() == 1);
  CHECK(client.numbers(report).size() == 3);
}

// tests/reference/codebook.py computes the codeword and its products by itself.
TEST_CASE("a report adds the products of its codeword's numbers, in 16 bits each") {
  LinearExperiment experiment = pair_experiment(8);
  experiment.codewords = 16;
  experiment.near = 2;
  LinearStatistics sums(experiment);
  REQUIRE(sums.add(std::vector<ReceivedLinearReport>{
                       {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, 0, 0, {13}}})
              .ok());
  const std::vector<std::int64_t> expected{1,          348755625,  375628950, 404572996,
                                           -324179325, -349158926, -17359};
  CHECK(std::vector<std::int64_t>(sums.sums().begin(), sums.sums().end()) == expected);
}

// Five standard errors of each mean: a false alarm in 2e5 runs; the seed is fixed.
TEST_CASE(
    "sums of pairs give x x^T and y x without bias, and not with the beta of another epsilon") {
  constexpr int kReports = 40000;
  const LinearExperiment experiment = pair_experiment(8);
  LinearClient client = client_of(experiment);
  LinearStatistics sums(experiment);
  test::SplitMix64 words(7);
  const std::vector<double> x{0.6, -0.3};
  const double y = 0.5;
  for (int i = 0; i < kReports; ++i) {
    const auto decision = client.choose(x, 1, words);
    const auto report = client.report(decision.value().answer, y, *decision.value().id);
    const LinearReport& sent = report.value();
    REQUIRE(sums.add(ReceivedLinearReport{sent.id(), sent.snapshot(), 0, sent.values()}).ok());
  }
  const auto mean_of = [&](const GramNoise& noise, std::size_t entry, bool is_diagonal) {
    const double total = static_cast<double>(sums.sums()[1 + entry]) * noise.unit;
    return total / kReports - (is_diagonal ? noise.bias : 0);
  };
  const GramNoise noise = LdpLinUcb::create(experiment).value().noise();
  const double five = 5 * noise.diagonal * std::sqrt(2.0 / kReports);
  CHECK(std::abs(mean_of(noise, 0, true) - x[0] * x[0]) < five);
  CHECK(std::abs(mean_of(noise, 1, false) - x[0] * x[1]) < five);
  CHECK(std::abs(mean_of(noise, 2, true) - x[1] * x[1]) < five);
  CHECK(std::abs(mean_of(noise, 3, false) - y * x[0]) < five);
  CHECK(std::abs(mean_of(noise, 4, false) - y * x[1]) < five);
  const GramNoise other = LdpLinUcb::create(pair_experiment(5)).value().noise();
  CHECK(std::abs(mean_of(other, 0, true) - x[0] * x[0]) > five);
}

TEST_CASE("the noise of products is what docs/spec/codebook.md, section 8.1, has") {
  struct Row {
    double epsilon, alpha, b;  // of 5 features, at the default N and k: tests/reference/codebook.py
  };
  for (const Row& row : {Row{4, 0.997858551502, 0.692401038002},
                         {8, 0.989500338523, 0.144112472881},
                         {10, 0.998986950476, 0.0763960125099}}) {
    const GramNoise noise = LdpLinUcb::create(pair_experiment(row.epsilon, 5)).value().noise();
    CHECK(noise.gain == Approx(1 / row.alpha).epsilon(1e-11));
    CHECK(noise.bias == Approx(row.b / row.alpha).epsilon(1e-11));
    const double coordinate = std::sqrt(row.b * row.b + 4 * row.b / 5) / row.alpha;
    CHECK(noise.diagonal == Approx(coordinate).epsilon(1e-11));
  }
}

TEST_CASE("a pair is refused where its products would say nothing or nothing is proved") {
  const auto parameter_of = [](const LinearExperiment& experiment) {
    const Result<LinearLearner> learner = LinearLearner::create(experiment);
    return learner.ok() ? std::string_view{} : learner.error().parameter;
  };
  CHECK(parameter_of(pair_experiment(4)) == "");
  CHECK(parameter_of(pair_experiment(3.99)) == "epsilon");
  LinearExperiment experiment = pair_experiment(8);
  experiment.mechanism = LinearMechanism::ball;
  CHECK(parameter_of(experiment) == "parts");
  experiment = pair_experiment(8);
  experiment.parts = ReportParts::coin;
  CHECK(parameter_of(experiment) == "parts");
  experiment = pair_experiment(8);
  experiment.radius = RadiusMode::theory;
  CHECK(parameter_of(experiment) == "radius");
  // Half of all codewords near: a report says which half-space, and w w^T nothing at all.
  experiment = pair_experiment(8);
  experiment.codewords = 16;
  experiment.near = 8;
  CHECK(parameter_of(experiment) == "near");
  experiment = pair_experiment(8);
  experiment.algorithm = Algorithm::ldp_linear_moments;
  CHECK(parameter_of(experiment) == "parts");
}

TEST_CASE("learners of pairs learn, merge, save and load; sums of gram reports are refused") {
  const LinearExperiment experiment = pair_experiment(10);
  LinearClient client = client_of(experiment);
  test::SplitMix64 words(9);
  std::vector<ReceivedLinearReport> reports;
  const std::vector<double> theta{0.8, -0.4};
  for (int i = 0; i < 6000; ++i) {
    const std::vector<double> x{words.real() - 0.3, words.real() - 0.7};
    const auto decision = client.choose(x, 1, words);
    const auto report = client.report(decision.value().answer, x[0] * theta[0] + x[1] * theta[1],
                                      *decision.value().id);
    const LinearReport& sent = report.value();
    reports.push_back({sent.id(), sent.snapshot(), 0, sent.values()});
  }
  LinearLearner learner = LinearLearner::create(experiment).value();
  LinearLearner shard = learner;
  LinearLearner other = learner;
  REQUIRE(learner.ingest(reports).ok());
  REQUIRE(shard.ingest(std::span(reports).first(1000)).ok());
  REQUIRE(other.ingest(std::span(reports).subspan(1000)).ok());
  REQUIRE(shard.merge(other).ok());
  CHECK(shard.save() == learner.save());
  LinearLearner loaded = LinearLearner::create(experiment).value();
  REQUIRE(loaded.load(learner.save()).ok());
  CHECK(loaded.save() == learner.save());
  LinearExperiment gram = experiment;
  gram.parts = ReportParts::joint;
  CHECK(!LinearLearner::create(gram).value().load(learner.save()).ok());
  // Rewards below 0 count as 0, so theta is that of the rewards as they were read.
  const LinearSnapshot snapshot = learner.publish();
  CHECK(snapshot.reports == 6000);
  CHECK(snapshot.theta[0] > 0.3);
  CHECK(snapshot.theta[0] < 1);
  CHECK(snapshot.theta[1] < 0);
}

}  // namespace
