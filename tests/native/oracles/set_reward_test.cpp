// Rewards against their definitions, the worlds of docs/spec/combinatorial.md, section 7, and the
// smoothness constants.
#include "oracles/set_reward.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "catch.hpp"
#include "oracles/enumeration.hpp"
#include "oracles/optimum.hpp"
#include "oracles/oracle.hpp"
#include "oracles/small_sets.hpp"
#include "oracles/smoothness.hpp"
#include "oracles/specification_worlds.hpp"
#include "oracles/super_arm.hpp"

namespace ldp {
namespace {

using test::Arms;
using test::SplitMix64;

std::vector<double> random_means(SplitMix64& random, std::uint32_t arms) {
  return test::clipped(test::random_weights(random, arms));
}

std::vector<test::KindOfSet> all_kinds() {
  std::vector<test::KindOfSet> kinds(test::kExactKinds);
  kinds.push_back({"coverage", SetKind::coverage, SetReward::coverage});
  kinds.push_back({"influence", SetKind::influence, SetReward::influence});
  return kinds;
}

TEST_CASE("the reward of a super arm is the one of the definition") {
  SplitMix64 random(1);
  for (const auto& [name, kind, reward_kind] : all_kinds()) {
    INFO(name);
    for (int i = 0; i < 300; ++i) {
      const DecisionSet set = test::random_set(random, kind, reward_kind, 8);
      if (!validate(set).ok()) continue;
      RewardFunction function(set);
      const std::vector<double> mean = random_means(random, set.arms);
      for (const std::uint32_t mask : test::all_super_arms(set)) {
        const Arms arms = test::arms_of(mask);
        const double expected = test::plain_reward(set, mean, mask);
        REQUIRE(function(mean, arms) == Approx(expected).margin(1e-12));
        REQUIRE(reward(set, mean, arms) == function(mean, arms));
      }
    }
  }
}

// By hand: with hub seeds a leaf stays inactive if no run of lengths 0..4 of its predecessors
// fires; p = 1 - P(all fail), the same for every leaf, by inclusion: 0.5 (1 + .1 + .01 + .001 +
// .0001).
TEST_CASE("the specification's two hubs have influence 7.555, and are the best seeds") {
  // 4 hubs with 5 leaves each; a leaf leads on to the next leaf of its hub.
  const auto [set, mean, together] = test::influence_world();
  Arms first_two(10);
  for (std::uint32_t arm = 0; arm < 10; ++arm) first_two[arm] = arm;
  REQUIRE(reward(set, mean, first_two) == Approx(7.5555).margin(5e-4));
  const Result<Optimum> best = optimum(set, mean);
  REQUIRE(best.ok());
  REQUIRE(best.value().arms == first_two);
  Oracle oracle = std::move(Oracle::create(set, 5)).value();
  Arms arms;
  oracle.solve(mean, arms);
  REQUIRE(arms == first_two);
}

// Beyond 20 uncertain edges 10,000 worlds are the law: the same number for ever, and by Hoeffding
// within 24 sqrt(ln(2e9)/(2 10^4)) < 0.79 of the truth but for a chance of 1e-9; in fact far
// nearer.
TEST_CASE("with many uncertain edges the influence is that of fixed worlds, near the exact one") {
  auto [set, mean, together] = test::influence_world();
  Arms first_two(10);
  for (std::uint32_t arm = 0; arm < 10; ++arm) first_two[arm] = arm;
  const double exact = reward(set, mean, first_two);
  // A leaf that leads to a third hub, whose edges never fire, is one uncertain edge more and one
  // node that is active with a probability that is easy: none.
  set.from.push_back(4);
  set.to.push_back(2);
  set.arms = 41;
  mean.push_back(1e-12);
  const double sampled = reward(set, mean, first_two);
  REQUIRE(sampled != exact);
  REQUIRE(sampled == Approx(exact).margin(0.05));
  REQUIRE(reward(set, mean, first_two) == sampled);
}

TEST_CASE("the specification's worlds have the optima, gaps and sizes that it states") {
  for (const auto& [name, environment, best, gap, largest] : test::quick_worlds()) {
    INFO(name);
    const auto& [set, mean, together] = environment;
    const Result<Optimum> found = optimum(set, mean);
    REQUIRE(found.ok());
    REQUIRE(found.value().value == Approx(best).epsilon(1e-12));
    REQUIRE(largest_super_arm(set) == largest);
    const Result<SuperArms> all = enumerate(set, 10'000);
    REQUIRE(all.ok());
    double first = -1e9;
    double second = -1e9;
    for (std::size_t position = 0; position < all.value().size(); ++position) {
      const double value = reward(set, mean, all.value()[position]);
      first = std::max(first, value);
      if (value < best - 1e-9) second = std::max(second, value);
    }
    REQUIRE(first == Approx(best).epsilon(1e-12));
    REQUIRE(best - second == Approx(gap).epsilon(1e-9));
  }
}

TEST_CASE("no reward changes faster than its smoothness constants say") {
  SplitMix64 random(4);
  for (const auto& [name, kind, reward_kind] : all_kinds()) {
    INFO(name);
    for (int i = 0; i < 200; ++i) {
      const DecisionSet set = test::random_set(random, kind, reward_kind, 7);
      if (!Oracle::create(set, 0).ok()) continue;
      const Smoothness constants = smoothness(set);
      REQUIRE(constants.b1 <= constants.binf);
      const std::vector<double> mu = random_means(random, set.arms);
      const std::vector<double> nu = random_means(random, set.arms);
      for (const std::uint32_t mask : test::all_super_arms(set)) {
        const Arms arms = test::arms_of(mask);
        // Influence is about all edges, the others about those of the super arm.
        const Arms about = kind == SetKind::influence ? test::arms_of((1U << set.arms) - 1) : arms;
        double total = 0;
        double largest = 0;
        for (const std::uint32_t arm : about) {
          total += std::abs(mu[arm] - nu[arm]);
          largest = std::max(largest, std::abs(mu[arm] - nu[arm]));
        }
        const double change = std::abs(reward(set, mu, arms) - reward(set, nu, arms));
        REQUIRE(change <= constants.b1 * total + 1e-12);
        REQUIRE(change <= constants.binf * largest + 1e-12);
      }
    }
  }
}

// The search is over the corner at which all means are 0 or 1: there rewards change fastest.
TEST_CASE("the smoothness constants are the smallest, where that is promised") {
  SplitMix64 random(5);
  constexpr double kStep = 1e-6;
  for (const auto& [name, kind, reward_kind] : all_kinds()) {
    if (kind == SetKind::influence || (kind == SetKind::path && reward_kind != SetReward::sum)) {
      continue;
    }
    INFO(name);
    for (int i = 0; i < 100; ++i) {
      const DecisionSet set = test::random_set(random, kind, reward_kind, 6);
      if (!validate(set).ok()) continue;
      const std::vector<std::uint32_t> all = test::all_super_arms(set);
      if (all.empty()) continue;
      double fastest_one = 0;
      double fastest_all = 0;
      const std::vector<double> zero(set.arms);
      for (const std::uint32_t mask : all) {
        const Arms arms = test::arms_of(mask);
        std::vector<double> moved = zero;
        for (const std::uint32_t arm : arms) moved[arm] = kStep;
        const double change = reward(set, moved, arms) - reward(set, zero, arms);
        fastest_all = std::max(fastest_all, change / kStep);
        for (const std::uint32_t arm : arms) {
          std::vector<double> high(set.arms, reward_kind == SetReward::minimum ? 1.0 : 0.0);
          std::vector<double> low = high;
          high[arm] = kStep;
          low[arm] = 0;
          const double one = reward(set, high, arms) - reward(set, low, arms);
          fastest_one = std::max(fastest_one, one / kStep);
        }
      }
      const Smoothness constants = smoothness(set);
      REQUIRE(fastest_one == Approx(constants.b1).epsilon(1e-4));
      REQUIRE(fastest_all == Approx(constants.binf).epsilon(1e-4));
    }
  }
}

}  // namespace
}  // namespace ldp
