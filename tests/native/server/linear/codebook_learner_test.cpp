// Devices and server of codebook experiments together: docs/spec/codebook.md.
#include <algorithm>
#include <catch.hpp>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "client/linear_client.hpp"
#include "protocol/linear_codebook.hpp"
#include "random/split_mix64.hpp"
#include "server/linear/linear_learner.hpp"
#include "server/linear/linear_statistics.hpp"

namespace {

using namespace ldp;

LinearExperiment codebook(Algorithm algorithm, double epsilon) {
  LinearExperiment experiment;
  experiment.algorithm = algorithm;
  experiment.dimension = 3;
  experiment.epsilon = epsilon;
  experiment.mechanism = LinearMechanism::codebook;
  return experiment;
}

const std::vector<Algorithm> kAlgorithms{Algorithm::ldp_linear_moments, Algorithm::ldp_linucb,
                                         Algorithm::ldp_glm_newton, Algorithm::ldp_glm_gloc,
                                         Algorithm::ldp_glm_sgd};

LinearClient client_of(const LinearExperiment& experiment) {
  return LinearClient::create(with_codebook(experiment), RewardTransform::unit(), 0, 1,
                              NormPolicy::clip, experiment.epsilon)
      .value();
}

const std::vector<double> kRows{0.1, 0.5, 0.2, 0.75, 0.25, 0.5, 0.3, 0.2, 0.1};

ReceivedLinearReport received(const LinearReport& report) {
  return {report.id(), report.snapshot(), report.part(), report.values()};
}

std::vector<ReceivedLinearReport> reports_of(const LinearExperiment& experiment, int count,
                                             double feedback, std::uint64_t seed) {
  LinearClient client = client_of(experiment);
  test::SplitMix64 words(seed);
  std::vector<ReceivedLinearReport> reports;
  for (int i = 0; i < count; ++i) {
    const auto decision = client.choose(kRows, 3, words);
    REQUIRE(decision.ok());
    const auto report = client.report(decision.value().answer, feedback, *decision.value().id);
    REQUIRE(report.ok());
    reports.push_back(received(report.value()));
  }
  return reports;
}

TEST_CASE("a device draws the id of a codebook report, and both its reports have it") {
  for (const Algorithm algorithm : kAlgorithms) {
    LinearClient client = client_of(codebook(algorithm, 1));
    test::SplitMix64 words(1);
    const auto first = client.choose(kRows, 3, words);
    const auto second = client.choose(kRows, 3, words);
    REQUIRE(first.ok());
    REQUIRE(first.value().id.has_value());
    CHECK(*first.value().id != *second.value().id);
    const ReportId id = *first.value().id;
    const auto answer = client.report(first.value().answer, 1, id);
    CHECK(answer.value().encode() == client.report(first.value().answer, 1, id).value().encode());
    CHECK(client.neutral_report(first.value(), id).encode().size() ==
          answer.value().encode().size());
    // What is sealed comes back: the rank, and what the value is made of. No direction.
    const auto unsealed = LinearAnswer::unseal(first.value().answer.seal());
    REQUIRE(unsealed.ok());
    CHECK(unsealed.value().noise.numbers().size() == 1);
    CHECK(client.report(unsealed.value(), 1, id).value().encode() == answer.value().encode());
  }
}

TEST_CASE("a device refuses a codebook that costs more than its page pinned") {
  const LinearExperiment experiment = with_codebook(codebook(Algorithm::ldp_linear_moments, 1));
  const auto client =
      LinearClient::create(experiment, RewardTransform::unit(), 0, 1, NormPolicy::clip, 0.99);
  REQUIRE(!client.ok());
  CHECK(client.error().code == ErrorCode::manifest_mismatch);
}

TEST_CASE("a device is told the codebook: it refuses one that leaves a number to the default") {
  for (const Algorithm algorithm : kAlgorithms) {
    const LinearExperiment full = with_codebook(codebook(algorithm, 1));
    const auto refused_by = [](const LinearExperiment& experiment) {
      const auto client =
          LinearClient::create(experiment, RewardTransform::unit(), 0, 1, NormPolicy::clip, 1);
      return client.ok() ? std::string_view{} : client.error().parameter;
    };
    CHECK(refused_by(full) == "");
    LinearExperiment other = full;
    other.near = 0;
    CHECK(refused_by(other) == "near");
    other = full;
    other.codewords = 0;
    CHECK(refused_by(other) == "codewords");
  }
}

// docs/spec/codebook.md, section 7: unit = L/(32767 m). The device does not know m.
TEST_CASE("a device shows the codeword of a report at the length L") {
  const LinearExperiment experiment = with_codebook(codebook(Algorithm::ldp_linear_moments, 1));
  for (const std::uint32_t part : {0u, 1u}) {
    const CodebookScale scale = codebook_scale(experiment, part).value();
    CHECK(client_of(experiment).unit(part) == Approx(scale.unit() * scale.mean()).epsilon(1e-14));
  }
}

TEST_CASE("a state of mechanism ball, once the default, is refused, and the error names it") {
  for (const Algorithm algorithm : kAlgorithms) {
    LinearExperiment ball = codebook(algorithm, 1);
    ball.mechanism = LinearMechanism::ball;
    const std::vector<std::uint8_t> saved = LinearLearner::create(ball).value().save();
    CHECK(LinearLearner::create(ball).value().load(saved).ok());
    const Status status = LinearLearner::create(codebook(algorithm, 1)).value().load(saved);
    CHECK(status.error().code == ErrorCode::manifest_mismatch);
    CHECK(status.error().parameter == "mechanism");
    // Of another experiment besides.
    ball.epsilon = 2;
    const std::vector<std::uint8_t> foreign = LinearLearner::create(ball).value().save();
    CHECK(LinearLearner::create(codebook(algorithm, 1)).value().load(foreign).error().parameter ==
          "state");
  }
}

TEST_CASE("a sealed rank that no codebook has is refused") {
  LinearClient client = client_of(codebook(Algorithm::ldp_linucb, 1));
  test::SplitMix64 words(2);
  auto decision = client.choose(kRows, 3, words);
  for (const std::int32_t rank : {-1, 256}) {
    decision.value().answer.noise = PreparedVector::restored({rank});
    CHECK(!client.report(decision.value().answer, 1, *decision.value().id).ok());
  }
}

TEST_CASE("order and shards of codebook reports leave no trace in the sums") {
  for (const Algorithm algorithm : kAlgorithms) {
    const LinearExperiment experiment = codebook(algorithm, 2);
    std::vector<ReceivedLinearReport> reports = reports_of(experiment, 200, 1, 3);
    LinearStatistics one(experiment);
    REQUIRE(one.add(reports).ok());
    LinearStatistics shard(experiment);
    LinearStatistics other(experiment);
    std::reverse(reports.begin(), reports.end());
    for (std::size_t i = 0; i < reports.size(); ++i) {
      REQUIRE((i % 3 == 0 ? shard : other).add({&reports[i], 1}).ok());
    }
    REQUIRE(shard.merge(other).ok());
    CHECK(shard == one);
    LinearStatistics loaded(experiment);
    REQUIRE(loaded.assign(one.sums()).ok());
    CHECK(loaded == one);
    // The terms of a report are what it adds.
    LinearTerms terms;
    one.append_terms(reports[0], terms);
    LinearStatistics single(experiment);
    REQUIRE(single.add({reports.data(), 1}).ok());
    for (std::size_t i = 0; i < terms.indices.size(); ++i) {
      CHECK(single.sums()[terms.indices[i]] == terms.values[i]);
    }
  }
}

TEST_CASE("sums of other codebooks are not merged, and no index beyond is added") {
  LinearExperiment experiment = codebook(Algorithm::ldp_linucb, 1);
  experiment.codewords = 64;
  LinearStatistics sums(experiment);
  experiment.codewords = 128;
  CHECK(!sums.merge(LinearStatistics(experiment)).ok());
  CHECK(!sums.add(std::vector<ReceivedLinearReport>{{{}, 0, 0, {64}}}).ok());
  CHECK(!sums.add(std::vector<ReceivedLinearReport>{{{}, 0, 0, {-1}}}).ok());
  CHECK(sums.add(std::vector<ReceivedLinearReport>{{{}, 0, 0, {63}}}).ok());
}

// Per coordinate 5 standard errors: a false alarm in 1e5 runs; the seed is fixed.
TEST_CASE("sums of codebook reports times the unit are the sum of the vectors") {
  const LinearExperiment experiment = codebook(Algorithm::ldp_linucb, 4);
  const std::vector<ReceivedLinearReport> reports = reports_of(experiment, 4000, 1, 5);
  LinearStatistics sums(experiment);
  REQUIRE(sums.add(reports).ok());
  const CodebookScale scale = codebook_scale(experiment, 0).value();
  LinearClient client = client_of(experiment);
  test::SplitMix64 words(5);
  std::vector<double> expected(9);
  for (int i = 0; i < 4000; ++i) {
    const auto decision = client.choose(kRows, 3, words);
    const std::vector<double> v = client.statement(decision.value().answer, 1).value();
    for (std::size_t k = 0; k < v.size(); ++k) expected[k] += v[k];
  }
  const double error = std::sqrt(scale.variance() * 4000);
  for (std::size_t k = 0; k < expected.size(); ++k) {
    CHECK(std::abs(static_cast<double>(sums.of_part(0)[1 + k]) * scale.unit() - expected[k]) <
          5 * error);
  }
}

TEST_CASE("codebook learners publish, save and load, and equal learners save equal bytes") {
  for (const Algorithm algorithm : kAlgorithms) {
    const LinearExperiment experiment = codebook(algorithm, 2);
    LinearLearner learner = LinearLearner::create(experiment).value();
    REQUIRE(learner.ingest(reports_of(experiment, 300, 1, 7)).ok());
    const std::vector<std::uint8_t> saved = learner.save();
    LinearLearner loaded = LinearLearner::create(experiment).value();
    REQUIRE(loaded.load(saved).ok());
    CHECK(loaded.save() == saved);
    const LinearSnapshot snapshot = learner.publish();
    CHECK(snapshot.reports == 300);
    for (const double number : snapshot.theta) CHECK(std::isfinite(number));
    LinearExperiment other = with_codebook(experiment);
    CHECK(LinearLearner::create(other).value().load(saved).ok());
    other.near -= 1;
    CHECK(!LinearLearner::create(other).value().load(saved).ok());
  }
}

}  // namespace
