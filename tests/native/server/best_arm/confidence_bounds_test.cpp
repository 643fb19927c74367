#include "server/best_arm/confidence_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "catch.hpp"
#include "privacy/gaussian_scale.hpp"
#include "privacy/laplace_scale.hpp"
#include "privacy/randomized_response.hpp"
#include "random/split_mix64.hpp"
#include "server/arms/bernoulli_divergence.hpp"
#include "server/best_arm/arm_evidence.hpp"

namespace ldp {
namespace {

TEST_CASE("the budgets of all numbers of pulls together leave the error probability") {
  // sum over n of e^-x(n), of K arms: the sum to N, and for the rest an integral from both sides.
  constexpr double kError = 0.05;
  constexpr int kArms = 6;
  constexpr int kTerms = 1000;
  double sum = 0;
  for (int n = 1; n <= kTerms; ++n)
    sum += kArms * std::exp(-confidence_threshold(n, kArms, kError));
  const double density = kError / kZetaOfThreshold;
  const double above = density * std::pow(kTerms, -0.1) / 0.1;
  const double below = density * std::pow(kTerms + 1, -0.1) / 0.1;
  CHECK(sum + below < kError);
  CHECK(sum + above > kError);
}

TEST_CASE("threshold and bounds of a Bernoulli mean are the reference values") {
  const double x = confidence_threshold(1000, 6, 0.05);
  CHECK(x == Approx(14.745408347549310).margin(1e-8));
  const auto bits = ConfidenceBounds::of_bits(0.5);
  const ConfidenceInterval interval = bits.interval(0.55, 1000, x);
  CHECK(interval.upper == Approx(0.6338364776347892).margin(1e-8));
  CHECK(interval.lower == Approx(0.4642147986270835).margin(1e-8));
  CHECK(1000 * bernoulli_divergence(0.55, interval.upper) == Approx(x).epsilon(1e-9));
  CHECK(1000 * bernoulli_divergence(0.55, interval.lower) == Approx(x).epsilon(1e-9));
  CHECK(bits.reward(0.55) == Approx(0.6));
}

TEST_CASE("noisy rewards have a sub-Gaussian or a sub-gamma bound") {
  // By hand: V = 1/4 + 1, x = 8, n = 100: sqrt(2 * 1.25 * 0.08) = sqrt(0.2).
  const auto gaussian = ConfidenceBounds::of_gaussian(1);
  CHECK(gaussian.upper(0.5, 100, 8) == Approx(0.5 + std::sqrt(0.2)));
  CHECK(gaussian.lower(0.5, 100, 8) == Approx(0.5 - std::sqrt(0.2)));
  // V = 1/4 + 2/4 = 3/4, C = 1/2: sqrt(2 * 0.75 * 0.08) + 0.04.
  const auto laplace = ConfidenceBounds::of_laplace(2);
  CHECK(laplace.variance() == 0.75);
  CHECK(laplace.scale() == 0.5);
  CHECK(laplace.upper(0.5, 100, 8) == Approx(0.5 + std::sqrt(0.12) + 0.04));
}

TEST_CASE("the bounds are those of the noise that devices really draw") {
  BestArmExperiment experiment;
  experiment.arms = 3;
  experiment.epsilon = 1;
  const double theta = RandomizedResponse::create(1).value().theta();
  CHECK(theta == Approx(std::tanh(0.5)).epsilon(1e-12));
  CHECK(ConfidenceBounds::of(experiment).reward(0.5 + 0.25 * theta) == Approx(0.75));
  experiment.mechanism = ScalarMechanism::laplace;
  const double epsilon = LaplaceScale::create(1, kRewardGrid).value().epsilon();
  CHECK(ConfidenceBounds::of(experiment).scale() == 1 / epsilon);
  experiment.mechanism = ScalarMechanism::gaussian;
  experiment.delta = 1e-5;
  const double sigma = GaussianScale::create(1, 1e-5).value().sigma();
  // tau of docs/spec/convex-and-reductions.md, section 12, is for [-1, 1].
  CHECK(sigma == Approx(7.461263 / 2).epsilon(1e-3));
  CHECK(ConfidenceBounds::of(experiment).variance() == 0.25 + sigma * sigma);
}

// Two arms, one of them better by 0.3, pulled by turns: a run is misled if it ever states an error
// of at most 0.2 for the worse one. Each of 400 independent runs may with probability 0.2: 80 +- 8.
// More than 112 would be four standard errors away, a false alarm in 3 of 100,000.
TEST_CASE("the error that is stated holds at all times, however often one looks") {
  const auto bounds = ConfidenceBounds::of_bits(1);
  test::SplitMix64 random(20200607);
  int misled = 0;
  int right = 0;
  for (int run = 0; run < 400; ++run) {
    double ones[2] = {0, 0};
    bool is_misled = false;
    ArmEvidence evidence{{0, 0}, {0, 0}};
    for (int n = 1; n <= 250; ++n) {
      ones[0] += random.real() < 0.35 ? 1 : 0;
      ones[1] += random.real() < 0.65 ? 1 : 0;
      evidence = {{double(n), double(n)}, {ones[0] / n, ones[1] / n}};
      if (evidence.mean[0] <= evidence.mean[1] || n % 5 > 0) continue;
      is_misled = is_misled || smallest_error(evidence, bounds, 0, {0, 1}) <= 0.2;
    }
    misled += is_misled ? 1 : 0;
    right += smallest_error(evidence, bounds, 1, {0, 1}) < 1 ? 1 : 0;
  }
  CHECK(misled <= 112);
  CHECK(right > 0);  // so the statement is not empty
}

TEST_CASE("at the smallest error the bounds just touch") {
  const ArmEvidence evidence{{900, 1000, 800}, {0.4, 0.62, 0.45}};
  const auto bounds = ConfidenceBounds::of_bits(1);
  const double error = smallest_error(evidence, bounds, 1, {0, 1, 2});
  REQUIRE(error > 1e-12);
  REQUIRE(error < 0.5);
  const auto intervals = intervals_of(evidence, bounds, error);
  CHECK(intervals[1].lower ==
        Approx(std::max(intervals[0].upper, intervals[2].upper)).epsilon(1e-9));
  CHECK(smallest_error(evidence, bounds, 1, {1, 2}) == error);  // arm 0 is not the closest one
  CHECK(smallest_error(evidence, bounds, 1, {0, 1}) < error);
  CHECK(smallest_error(evidence, bounds, 2, {0, 1, 2}) == 1);  // not the best one
  CHECK(smallest_error(evidence, bounds, -1, {0, 1, 2}) == 1);
  CHECK(smallest_error(evidence, bounds, 1, {1}) == 0);
  const ArmEvidence unpulled{{900, 1000, 0}, {0.4, 0.62, 0}};
  CHECK(smallest_error(unpulled, bounds, 1, {0, 1, 2}) == 1);
}

}  // namespace
}  // namespace ldp
