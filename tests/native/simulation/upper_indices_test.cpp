#include "simulation/upper_indices.hpp"

#include <cmath>

#include "catch.hpp"
#include "random/split_mix64.hpp"
#include "simulation/index_learner.hpp"

namespace ldp {
namespace {

// The plain way to say it.
std::uint32_t lowest_best(const std::vector<ArmEstimate>& arms, double scale) {
  std::uint32_t best = 0;
  for (std::uint32_t arm = 1; arm < arms.size(); ++arm) {
    if (upper_index(arms[arm].mean, arms[arm].width, scale, arms[arm].tilt) >
        upper_index(arms[best].mean, arms[best].width, scale, arms[best].tilt)) {
      best = arm;
    }
  }
  return best;
}

TEST_CASE("the branch-free scan finds the lowest position of the largest index") {
  test::SplitMix64 random(41);
  for (int trial = 0; trial < 20'000; ++trial) {
    const auto count = static_cast<std::uint32_t>(1 + random.next() % 23);
    // Few distinct values, so that ties abound; all signs, and now and then an arm never pulled.
    const double shift = static_cast<double>(random.next() % 3) - 1;
    UpperIndices<true> indices(count);
    std::vector<ArmEstimate> arms(count);
    for (std::uint32_t arm = 0; arm < count; ++arm) {
      if (random.next() % 16 != 0) {
        arms[arm] = {shift * 2 + static_cast<double>(random.next() % 8) / 4,
                     static_cast<double>(random.next() % 4) / 8,
                     static_cast<double>(random.next() % 2) / 16};
      }
      indices.set(arm, arms[arm]);
    }
    for (const double scale : {0.0, 1.0, 3.25})
      REQUIRE(indices.best(scale) == lowest_best(arms, scale));
  }
}

TEST_CASE("indices that are all negative, zero of either sign, tiny or huge are ordered too") {
  const double values[] = {-1e300, -2, -1, -1e-310, -0.0, 0.0, 1e-310, 1, 1e300};
  for (std::size_t largest = 0; largest < std::size(values); ++largest) {
    const auto count = static_cast<std::uint32_t>(largest + 1);
    UpperIndices<true> indices(count);
    for (std::uint32_t arm = 0; arm < count; ++arm) {
      indices.set(arm, {values[largest - arm], 0});  // descending: position 0 is the largest
    }
    CHECK(values[largest - indices.best(1)] == values[largest]);
  }
}

TEST_CASE("the forced arm is the lowest whose noise is at most the threshold") {
  test::SplitMix64 random(42);
  std::vector<double> noise(9, 0.0);
  ForcedArms forced(9);
  double threshold = 0;
  int free_rounds = 0;
  for (int round = 0; round < 20'000; ++round) {
    threshold += static_cast<double>(random.next() % 8) / 1024;
    std::uint32_t expected = ForcedArms::kNone;
    for (std::uint32_t arm = 9; arm-- > 0;) {
      if (noise[arm] <= threshold) expected = arm;
    }
    REQUIRE(forced.first(threshold) == expected);
    free_rounds += expected == ForcedArms::kNone ? 1 : 0;
    const std::uint32_t arm =
        expected == ForcedArms::kNone ? static_cast<std::uint32_t>(random.next() % 9) : expected;
    noise[arm] += static_cast<double>(random.next() % 4) / 16;
    forced.set(arm, noise[arm]);
  }
  CHECK(free_rounds > 1000);
}

}  // namespace
}  // namespace ldp
