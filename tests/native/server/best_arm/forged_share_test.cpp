// A stated share of forged reports: the bounds allow for it, and the error probability holds.
#include <cstdint>
#include <vector>

#include "catch.hpp"
#include "random/split_mix64.hpp"
#include "server/best_arm/best_arm_learner.hpp"
#include "server/best_arm/confidence_bounds.hpp"

namespace ldp {
namespace {

BestArmExperiment experiment_of(Algorithm algorithm, double share) {
  BestArmExperiment experiment;
  experiment.algorithm = algorithm;
  experiment.arms = 2;
  experiment.epsilon = 4;
  experiment.forged_share = share;
  if (algorithm == Algorithm::ldp_sequential_halving) experiment.maximum_pulls = 1'000'000;
  return experiment;
}

struct Verdict {
  bool is_ever_wrong = false;
  bool is_right_at_last = false;
};

// Arm 0 is the best one. Of every ten reports about an arm the last `forged` are forged: zeros
// about arm 0, ones about arm 1, so that the share is kept at every look.
Verdict watch(const BestArmExperiment& experiment, const std::vector<double>& means, int forged,
              int looks, std::uint64_t seed) {
  const double theta = ConfidenceBounds::of(experiment).reward(1) - 0.5;  // 1/(2 theta)
  test::SplitMix64 random(seed);
  BestArmLearner learner = BestArmLearner::create(experiment).value();
  Verdict verdict;
  for (int look = 0; look < looks; ++look) {
    std::vector<std::int64_t> sums;
    for (std::int64_t arm = 0; arm < 2; ++arm) {
      const double one = 0.5 + (means[static_cast<std::size_t>(arm)] - 0.5) / (2 * theta);
      std::int64_t ones = 0;
      for (int i = 0; i < 200; ++i) {
        const bool is_forged = i % 10 >= 10 - forged;
        ones += is_forged ? arm : (random.real() < one ? 1 : 0);
      }
      sums.insert(sums.end(), {200, ones});
    }
    Statistics statistics(reports_of(experiment));
    REQUIRE(statistics.assign(sums).ok());
    REQUIRE(learner.ingest(0, statistics).ok());
    const BestArmState best = learner.publish().best;
    verdict.is_ever_wrong |= best.certified && best.answer != 0;
    verdict.is_right_at_last = best.certified && best.answer == 0;
  }
  return verdict;
}

// 1,000 runs with errorProbability 0.05, looked at 20 times each. If a wrong answer were certified
// with probability 0.05 exactly, more than 80 of 1,000 would be wrong in 1 of 80,000 suites (normal
// tail at 4.4 deviations); seeds are fixed.
TEST_CASE(
    "with a stated share of forgers a wrong answer is certified within the error probability") {
  int wrong = 0;
  int wrong_without = 0;
  for (std::uint64_t run = 0; run < 1000; ++run) {
    const std::vector<double> means{0.6, 0.5};
    const auto allowed = experiment_of(Algorithm::ldp_kl_lucb, 0.2);
    const auto trusting = experiment_of(Algorithm::ldp_kl_lucb, 0);
    wrong += watch(allowed, means, 2, 20, run).is_ever_wrong ? 1 : 0;
    wrong_without += watch(trusting, means, 2, 20, run).is_ever_wrong ? 1 : 0;
  }
  CHECK(wrong <= 80);
  CHECK(wrong_without > 900);  // the same forgers, and bounds that trust every report
}

TEST_CASE("every best-arm rule keeps to the stated share, and still certifies a clear answer") {
  for (const Algorithm rule : {Algorithm::ldp_kl_lucb, Algorithm::ldp_successive_elimination,
                               Algorithm::ldp_lil_ucb, Algorithm::ldp_sequential_halving}) {
    int wrong = 0;
    int right = 0;
    for (std::uint64_t run = 0; run < 40; ++run) {
      wrong += watch(experiment_of(rule, 0.2), {0.6, 0.5}, 2, 20, run).is_ever_wrong ? 1 : 0;
      right += watch(experiment_of(rule, 0.1), {0.9, 0.2}, 1, 20, run).is_right_at_last ? 1 : 0;
    }
    CHECK(wrong <= 12);  // of 40 with probability 0.05 each: more in 1 of a million suites
    CHECK(right == 40);
  }
}

TEST_CASE(
    "bounds for a share of forgers lie around those without, and are those for a share of 0") {
  const ConfidenceBounds bits = ConfidenceBounds::of_bits(0.8);
  const ConfidenceBounds none = bits.with_forged(0, 0, 1);
  const ConfidenceBounds some = bits.with_forged(0.1, 0, 1);
  for (const double mean : {0.0, 0.05, 0.5, 0.97, 1.0}) {
    CHECK(none.upper(mean, 300, 8) == bits.upper(mean, 300, 8));
    CHECK(none.lower(mean, 300, 8) == bits.lower(mean, 300, 8));
    CHECK(some.upper(mean, 300, 8) >= bits.upper(mean, 300, 8));
    CHECK(some.lower(mean, 300, 8) <= bits.lower(mean, 300, 8));
    CHECK(some.upper(mean, 300, 8) <= 1);
    CHECK(some.lower(mean, 300, 8) >= 0);
  }
  // 900 honest ones at 0.5, and 100 forged: the honest mean stays within the bounds.
  CHECK(some.upper(0.45, 1000, 0) == Approx(0.5));
  CHECK(some.lower(0.55, 1000, 0) == Approx(0.5));
  // Integers: by their range.
  const ConfidenceBounds noisy = ConfidenceBounds::of_laplace(1).with_forged(0.01, -45, 46);
  CHECK(noisy.upper((0.99 * 0.5 - 0.45), 1000, 0) == Approx(0.5));
  CHECK(noisy.lower((0.99 * 0.5 + 0.46), 1000, 0) == Approx(0.5));
}

}  // namespace
}  // namespace ldp
