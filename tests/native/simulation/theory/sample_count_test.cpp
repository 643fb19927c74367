// How many visitors a best-arm rule asks, against tests/reference/convex_and_reductions.py
// (allocations by bisection of the relative entropy), and against the rule itself played with exact
// means.
#include "simulation/theory/sample_count.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "catch.hpp"
#include "server/best_arm/lil_ucb.hpp"

namespace ldp {
namespace {

// docs/spec/convex-and-reductions.md, section 11.
const std::vector<double> kLinear{0.7, 0.65, 0.6, 0.55, 0.5, 0.45};
const std::vector<double> kSparse{0.7, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5};

SampleCount bits(StoppingRule rule, const std::vector<double>& means, double epsilon) {
  const double theta = std::tanh(epsilon / 2);
  return best_arm_sample_count(rule, ConfidenceBounds::of_bits(theta), theta, true, means, 0.05,
                               LilConstants::heuristic)
      .value();
}

}  // namespace

TEST_CASE("predicted counts are those of an independent program") {
  const SampleCount linear = bits(StoppingRule::kl_lucb, kLinear, 1);
  REQUIRE(linear.total == Approx(153087.60920153215).epsilon(1e-6));
  REQUIRE(linear.pulls[1] == Approx(65808.97878186882).epsilon(1e-6));
  REQUIRE(linear.pulls[5] == Approx(647.1520756349614).epsilon(1e-6));
  REQUIRE(linear.lower_bound == Approx(5958.667990779966).epsilon(1e-9));
  const SampleCount sparse = bits(StoppingRule::kl_lucb, kSparse, 1);
  REQUIRE(sparse.total == Approx(30352.98435763869).epsilon(1e-6));
  REQUIRE(sparse.lower_bound == Approx(1526.2609980630862).epsilon(1e-9));
  REQUIRE(bits(StoppingRule::successive_elimination, kLinear, 1).total ==
          Approx(171144.83112547692).epsilon(1e-6));
  REQUIRE(bits(StoppingRule::successive_elimination, kSparse, 1).total ==
          Approx(38820.2466981512).epsilon(1e-6));
  // Gaussian noise of delta 1e-5: tau/2 on a reward.
  const auto gaussian =
      best_arm_sample_count(StoppingRule::kl_lucb, ConfidenceBounds::of_gaussian(7.461263 / 2), 1,
                            false, kSparse, 0.05, LilConstants::theory);
  REQUIRE(gaussian.value().total == Approx(438854.27327419387).epsilon(1e-6));
  REQUIRE(gaussian.value().lower_bound == 0);
}

TEST_CASE("KL-LUCB played with exact means stops where it is predicted") {
  const std::vector<double> means{0.9, 0.6, 0.3};
  const double theta = std::tanh(2.0);
  const ConfidenceBounds bounds = ConfidenceBounds::of_bits(theta);
  std::vector<double> pulls(3, 1);
  for (;;) {
    std::size_t challenger = 0;
    double highest = 0;
    const auto interval = [&](std::size_t arm) {
      return bounds.interval(0.5 + (means[arm] - 0.5) * theta, pulls[arm],
                             confidence_threshold(pulls[arm], 3, 0.05));
    };
    for (std::size_t i = 1; i < 3; ++i) {
      if (interval(i).upper > highest) {
        highest = interval(i).upper;
        challenger = i;
      }
    }
    if (interval(0).lower >= highest) break;
    ++pulls[0];
    ++pulls[challenger];
  }
  const SampleCount count = bits(StoppingRule::kl_lucb, means, 4);
  // Whole pulls: at most one for each arm more.
  for (std::size_t i = 0; i < 3; ++i) REQUIRE(std::abs(pulls[i] - count.pulls[i]) <= 3);
}

TEST_CASE("arms that are alike are pulled alike, wherever the best one stands") {
  const SampleCount sorted = bits(StoppingRule::kl_lucb, {0.7, 0.6, 0.5, 0.5, 0.5}, 1);
  const SampleCount mixed = bits(StoppingRule::kl_lucb, {0.5, 0.5, 0.7, 0.5, 0.6}, 1);
  REQUIRE(mixed.total == Approx(sorted.total).epsilon(1e-12));
  REQUIRE(mixed.pulls[2] == Approx(sorted.pulls[0]).epsilon(1e-12));
  REQUIRE(mixed.pulls[4] == Approx(sorted.pulls[1]).epsilon(1e-12));
  for (const std::size_t arm : {0U, 1U, 3U}) {
    REQUIRE(mixed.pulls[arm] == Approx(sorted.pulls[4]).epsilon(1e-12));
  }
}

TEST_CASE("lil'UCB played with exact means stops where it is predicted") {
  const std::vector<double> means{0.9, 0.5, 0.2};
  const ConfidenceBounds bounds = ConfidenceBounds::of_bits(std::tanh(2.0));
  const LilUcb lil = LilUcb::create(LilConstants::heuristic, 3, 0.05);
  std::vector<double> pulls(3, 1);
  for (;;) {
    std::size_t largest = 0;
    double highest = -1;
    for (std::size_t i = 0; i < 3; ++i) {
      const double mean = 0.5 + (means[i] - 0.5) * std::tanh(2.0);
      if (mean + lil.bonus(pulls[i], bounds) > highest) {
        highest = mean + lil.bonus(pulls[i], bounds);
        largest = i;
      }
    }
    const double all = std::accumulate(pulls.begin(), pulls.end(), 0.0);
    if (lil.has_nearly_all(pulls[largest], all)) break;
    ++pulls[largest];
  }
  const double total = std::accumulate(pulls.begin(), pulls.end(), 0.0);
  // Whole pulls, as above.
  REQUIRE(std::abs(bits(StoppingRule::lil_ucb, means, 4).total - total) < 5);
}

TEST_CASE("the budget of sequential halving is that of its bound") {
  const SampleCount count = bits(StoppingRule::sequential_halving, kSparse, 1);
  const double gap = 0.2 * std::tanh(0.5);
  const double log2 = std::log2(10.0);
  const double budget = 8 * (10 / (gap * gap)) * log2 * std::log(3 * log2 / 0.05);
  REQUIRE(count.total == Approx(budget).epsilon(1e-9));
  REQUIRE(3 * log2 * std::exp(-count.total * gap * gap / (8 * 10 * log2)) == Approx(0.05));
  REQUIRE(count.pulls[0] > count.pulls[9]);
}

TEST_CASE("privacy multiplies counts by about c squared, and no rule beats the lower bound") {
  for (const auto rule : {StoppingRule::kl_lucb, StoppingRule::successive_elimination,
                          StoppingRule::lil_ucb, StoppingRule::sequential_halving}) {
    const SampleCount strong = bits(rule, kLinear, 0.5);
    const SampleCount weak = bits(rule, kLinear, 1);
    const double factor = std::pow(std::tanh(0.5) / std::tanh(0.25), 2);
    REQUIRE(strong.total / weak.total == Approx(factor).epsilon(0.15));
    REQUIRE(weak.lower_bound < weak.total);
  }
}

TEST_CASE("equal best arms are told, and so is what no mean can be") {
  const auto error_of = [](const std::vector<double>& means, double error) {
    const auto count = best_arm_sample_count(StoppingRule::kl_lucb, ConfidenceBounds::of_bits(1), 1,
                                             true, means, error, LilConstants::theory);
    REQUIRE_FALSE(count.ok());
    return count.error().parameter;
  };
  REQUIRE(error_of({0.5, 0.7, 0.7}, 0.05) == "means");
  REQUIRE(error_of({0.5, 0.5 + 1e-9}, 0.05) == "means");
  REQUIRE(error_of({0.5}, 0.05) == "means");
  REQUIRE(error_of({0.5, 1.1}, 0.05) == "means");
  REQUIRE(error_of({0.5, std::nan("")}, 0.05) == "means");
  REQUIRE(error_of({0.5, 0.6}, 0) == "errorProbability");
  REQUIRE(error_of({0.5, 0.6}, 0.6) == "errorProbability");
  // Certain outcomes are the easiest.
  const auto certain =
      best_arm_sample_count(StoppingRule::kl_lucb, ConfidenceBounds::of_bits(1), 1, true,
                            std::vector<double>{1, 0}, 0.05, LilConstants::theory);
  REQUIRE(certain.ok());
  REQUIRE(certain.value().total < 100);
}

}  // namespace ldp
