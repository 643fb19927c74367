#include "server/linear/linear_learner.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "catch.hpp"
#include "server/learner/saved_bytes.hpp"
#include "server/linear/linear_reports.hpp"

namespace ldp {
namespace {

using test::every_linear;
using test::glm_experiment;
using test::linear_experiment;
using test::SplitMix64;

LinearLearner learner_of(const LinearExperiment& experiment) {
  Result<LinearLearner> learner = LinearLearner::create(experiment);
  REQUIRE(learner.ok());
  return std::move(learner).value();
}

bool equal(const LinearSnapshot& a, const LinearSnapshot& b) {
  return a.id == b.id && a.reports == b.reports && a.theta == b.theta && a.factor == b.factor &&
         a.radius == b.radius && a.exploration == b.exploration && a.base == b.base &&
         a.point == b.point && a.residual == b.residual;
}

// Three epochs with 40 reports each.
std::vector<std::vector<ReceivedLinearReport>> three_epochs(const LinearExperiment& experiment) {
  const test::Devices devices(experiment);
  SplitMix64 words(13);
  std::vector<std::vector<ReceivedLinearReport>> epochs(3);
  for (std::uint32_t epoch = 0; epoch < 3; ++epoch) {
    for (int n = 0; n < 40; ++n) {
      epochs[epoch].push_back(devices.report(words, epoch));
    }
  }
  return epochs;
}

TEST_CASE("a snapshot is valid for its experiment, from the first on") {
  for (const LinearExperiment& experiment : every_linear(4, 1)) {
    const test::Devices devices(experiment);
    LinearLearner learner = learner_of(experiment);
    SplitMix64 words(14);
    for (std::uint32_t epoch = 0; epoch < 10; ++epoch) {
      const LinearSnapshot snapshot = learner.publish();
      CHECK(snapshot.id == epoch + 1);
      CHECK(snapshot.reports == 7 * epoch);
      CHECK(validate(snapshot, experiment).ok());
      if (epoch == 0) CHECK(snapshot.theta == std::vector<double>(4));
      for (int n = 0; n < 7; ++n) {
        REQUIRE(learner.ingest(devices.report(words, snapshot.id)).ok());
      }
    }
  }
}

TEST_CASE("sums of an epoch are as good as its reports") {
  for (const LinearExperiment& experiment : every_linear(2, 1)) {
    LinearLearner by_reports = learner_of(experiment);
    LinearLearner by_sums = learner_of(experiment);
    std::uint32_t number = 0;
    for (const auto& epoch : three_epochs(experiment)) {
      REQUIRE(by_reports.ingest(epoch).ok());
      LinearStatistics sums(experiment);
      std::vector<std::int64_t> totals(sums.sums().size());
      LinearTerms terms;
      for (const ReceivedLinearReport& report : epoch) by_sums.append_terms(report, terms);
      for (std::size_t i = 0; i < terms.indices.size(); ++i) {
        totals[terms.indices[i]] += terms.values[i];
      }
      REQUIRE(sums.assign(totals).ok());
      REQUIRE(by_sums.ingest(number++, sums).ok());
      CHECK(equal(by_reports.publish(), by_sums.publish()));
    }
    CHECK(by_reports.save() == by_sums.save());
  }
}

void check_damaged_numbers(const LinearExperiment& experiment, std::size_t start, int least) {
  const test::Devices devices(experiment);
  LinearLearner learner = learner_of(experiment);
  SplitMix64 words(17);
  for (int n = 0; n < 20; ++n) {
    REQUIRE(learner.ingest(devices.report(words, 0)).ok());
  }
  learner.publish();
  learner.fold(1);
  const std::vector<std::uint8_t> saved = learner.save();
  // Every 8 bytes in turn become a NaN, under a right checksum: numbers refuse it, and what is no
  // number is refused or harmless.
  int refused = 0;
  for (std::size_t i = start; i + 12 < saved.size(); ++i) {
    std::vector<std::uint8_t> damaged(saved.begin(), saved.end() - 4);
    for (std::size_t k = 0; k < 8; ++k) damaged[i + k] = 0xff;
    const std::uint32_t checksum = crc32(damaged);
    for (int k = 0; k < 4; ++k) damaged.push_back(static_cast<std::uint8_t>(checksum >> (8 * k)));
    LinearLearner loaded = learner_of(experiment);
    if (!loaded.load(damaged).ok()) {
      ++refused;
      continue;
    }
    CHECK(validate(loaded.publish(), experiment).ok());
  }
  CHECK(refused > least);
}

TEST_CASE("the state of an online learner cannot be one that no reports lead to") {
  check_damaged_numbers(linear_experiment(Algorithm::online_ldp_linucb, 2, 1), 60, 100);
  // Of two features they remember 5, 8 and 2 numbers, and with each open epoch 3.
  const auto glm = [](Algorithm algorithm) {
    return glm_experiment(algorithm, 2, 1, LinearMechanism::ball);
  };
  check_damaged_numbers(glm(Algorithm::ldp_glm_newton), 120, 40);
  check_damaged_numbers(glm(Algorithm::ldp_glm_gloc), 120, 40);
  check_damaged_numbers(glm(Algorithm::ldp_glm_sgd), 120, 20);
}

TEST_CASE(
    "generalized linear: what a report adds depends on its snapshot's point, not on when it "
    "comes") {
  const LinearExperiment experiment =
      glm_experiment(Algorithm::ldp_glm_newton, 2, 1, LinearMechanism::ball);
  const test::Devices devices(experiment);
  SplitMix64 words(21);
  LinearLearner learner = learner_of(experiment);
  for (int n = 0; n < 5; ++n) REQUIRE(learner.ingest(devices.report(words, 0)).ok());
  const LinearSnapshot first = learner.publish();
  REQUIRE(first.theta != std::vector<double>(2));
  const ReceivedLinearReport at_zero = devices.report(words, 0);
  ReceivedLinearReport at_first = at_zero;
  at_first.snapshot = 1;
  LinearLearner late = learner;
  REQUIRE(late.ingest(at_zero).ok());
  REQUIRE(learner.ingest(at_first).ok());
  CHECK_FALSE(equal(late.publish(), learner.publish()));

  // A snapshot with this number and another point is another snapshot.
  LinearLearner one = learner_of(experiment);
  LinearLearner two = learner_of(experiment);
  LinearSnapshot other = first;
  other.theta[0] /= 2;
  REQUIRE(one.adopt(first).ok());
  REQUIRE(two.adopt(other).ok());
  const Status status = one.merge(two);
  REQUIRE(!status.ok());
  CHECK(status.error().parameter == "snapshot");
}

TEST_CASE("adopt takes new snapshots that the experiment could have, and no others") {
  for (const LinearExperiment& experiment : every_linear(2, 1)) {
    LinearLearner publisher = learner_of(experiment);
    LinearLearner learner = learner_of(experiment);
    const LinearSnapshot snapshot = publisher.publish();
    CHECK(learner.adopt(snapshot).ok());
    CHECK(learner.snapshot_id() == 1);
    CHECK_FALSE(learner.adopt(snapshot).ok());
    LinearSnapshot other = snapshot;
    other.id = 2;
    other.theta.push_back(0);
    CHECK_FALSE(learner.adopt(other).ok());
    other = snapshot;
    other.id = 2;
    other.base = kMaximumBases - 1;
    CHECK_FALSE(learner.adopt(other).ok());
    CHECK(learner.snapshot_id() == 1);
  }
}

TEST_CASE("scores stay finite over 100000 reports at epsilon 0.05") {
  SplitMix64 words(20);
  for (const LinearExperiment& experiment : every_linear(3, 0.05, 0.05)) {
    const test::Devices devices(experiment);
    LinearLearner learner = learner_of(experiment);
    std::uint32_t snapshot_id = 0;
    const bool is_online = experiment.algorithm != Algorithm::ldp_linucb;
    for (int n = 0; n < (is_online ? 10'000 : 100'000); ++n) {
      REQUIRE(learner.ingest(devices.report(words, snapshot_id)).ok());
      if (n % 100 != 0) continue;
      const LinearSnapshot snapshot = learner.publish();
      learner.fold(snapshot.id);
      snapshot_id = snapshot.id;
      REQUIRE(validate(snapshot, experiment).ok());  // finite, radius not negative
      const std::vector<double> x = test::random_visit(words, 3).x;
      double score = 0;
      for (std::size_t i = 0; i < 3; ++i) score += snapshot.theta[i] * x[i];
      if (!snapshot.factor.empty()) {
        score += snapshot.radius * std::sqrt(test::width_squared(snapshot.factor, x));
      }
      REQUIRE(std::abs(score) < 1e9);
    }
  }
}

}  // namespace
}  // namespace ldp
