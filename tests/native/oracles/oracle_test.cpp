// Every oracle against looking at all subsets of the arms, on 10,000 random instances each.
#include "oracles/oracle.hpp"

#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "catch.hpp"
#include "oracles/influence_oracle.hpp"
#include "oracles/public_coins.hpp"
#include "oracles/small_sets.hpp"
#include "protocol/decision_sets.hpp"

namespace ldp {
namespace {

using test::Arms;
using test::SplitMix64;

constexpr int kInstances = 10'000;
constexpr double kGreedyShare = 1 - 0.36787944117144233;  // 1 - 1/e

/// What rounding and the coins of ties can cost: 1e-9 an arm.
constexpr double kTies = 2e-8;

std::uint32_t mask_of(const Arms& arms) {
  std::uint32_t mask = 0;
  for (const std::uint32_t arm : arms) mask |= 1U << arm;
  return mask;
}

struct Solved {
  DecisionSet set;
  std::vector<double> weights;  // clipped
  Arms arms;
  double value = 0;
  double best = 0;
  double alpha = 1;
  double beta = 1;
};

/// The oracle and the brute force on one random instance of a kind; an instance without a super arm
/// is an error of create(), and another is drawn.
Solved solve_random(SplitMix64& random, SetKind kind, SetReward reward, std::uint32_t limit) {
  for (;;) {
    Solved solved;
    solved.set = test::random_set(random, kind, reward, limit);
    const std::vector<std::uint32_t> all = test::all_super_arms(solved.set);
    if (!validate(solved.set).ok()) {  // a partition without room
      REQUIRE(all.empty());
      continue;
    }
    Result<Oracle> oracle = Oracle::create(solved.set, random.next());
    REQUIRE(oracle.ok() == !all.empty());
    if (!oracle.ok()) {
      REQUIRE(oracle.error().parameter == "set");
      continue;
    }
    const std::vector<double> weights = test::random_weights(random, solved.set.arms);
    oracle.value().solve(weights, solved.arms);
    solved.weights = test::clipped(weights);
    solved.alpha = oracle.value().alpha();
    solved.beta = oracle.value().beta();
    const std::uint32_t mask = mask_of(solved.arms);
    REQUIRE(test::arms_of(mask) == solved.arms);  // ascending
    REQUIRE(test::is_super_arm(solved.set, mask));
    REQUIRE(solved.arms.size() <= oracle.value().largest());
    solved.value = test::plain_reward(solved.set, solved.weights, mask);
    solved.best = -1e9;
    for (const std::uint32_t other : all) {
      solved.best = std::max(solved.best, test::plain_reward(solved.set, solved.weights, other));
    }
    return solved;
  }
}

TEST_CASE("an exact oracle finds the best of all subsets") {
  for (const auto& [name, kind, reward] : test::kExactKinds) {
    DYNAMIC_SECTION(name) {
      SplitMix64 random(static_cast<std::uint64_t>(kind) * 100 + static_cast<unsigned>(reward));
      for (int i = 0; i < kInstances; ++i) {
        const Solved solved = solve_random(random, kind, reward, 7);
        REQUIRE(solved.alpha == 1);
        REQUIRE(solved.beta == 1);
        REQUIRE(solved.value <= solved.best + 1e-12);
        REQUIRE(solved.value >= solved.best - kTies);
      }
    }
  }
}

TEST_CASE("greedy coverage keeps its share, and is not exact") {
  SplitMix64 random(1);
  int exact = 0;
  for (int i = 0; i < kInstances; ++i) {
    const Solved solved = solve_random(random, SetKind::coverage, SetReward::coverage, 9);
    REQUIRE(solved.alpha == Approx(kGreedyShare).epsilon(1e-15));
    REQUIRE(solved.beta == 1);
    REQUIRE(solved.value >= solved.alpha * solved.best - kTies);
    exact += solved.value >= solved.best - kTies ? 1 : 0;
  }
  REQUIRE(exact > kInstances / 2);
  REQUIRE(exact < kInstances);
}

// Three rows of nine right nodes are the best choice of three. Two baits take three, then two, of
// every row: greedy gets 9 + 6 + 4 = 27 (1 - (2/3)^3), the least that it can for three nodes.
TEST_CASE("greedy coverage is as bad as its theory on the instance that is made for it") {
  DecisionSet set;
  set.kind = SetKind::coverage;
  set.reward = SetReward::coverage;
  set.nodes = 5;
  set.right = 27;
  set.choose = 3;
  const auto add = [&set](std::uint32_t from, std::uint32_t to) {
    set.from.push_back(from);
    set.to.push_back(to);
  };
  for (std::uint32_t cell = 0; cell < 27; ++cell) add(cell / 9, cell);
  for (std::uint32_t row = 0; row < 3; ++row) {
    for (std::uint32_t column = 0; column < 3; ++column) add(3, 9 * row + column);
    for (std::uint32_t column = 3; column < 5; ++column) add(4, 9 * row + column);
  }
  set.arms = static_cast<std::uint32_t>(set.from.size());
  std::vector<double> weights(set.arms, 1);
  std::fill_n(weights.begin(), 27, 0.9999);  // so that the baits are a little better
  Result<Oracle> oracle = Oracle::create(set, 7);
  REQUIRE(oracle.ok());
  Arms arms;
  oracle.value().solve(weights, arms);
  std::set<std::uint32_t> chosen;
  std::set<std::uint32_t> covered;
  for (const std::uint32_t arm : arms) {
    chosen.insert(set.from[arm]);
    covered.insert(set.to[arm]);
  }
  REQUIRE(chosen.count(3) + chosen.count(4) == 2);
  REQUIRE(covered.size() == 19);
  REQUIRE(19.0 / 27 == Approx(1 - 8.0 / 27));
  REQUIRE(oracle.value().alpha() < 19.0 / 27);
}

TEST_CASE("reverse-reachable sets find seeds of nearly the largest exact influence") {
  SplitMix64 random(2);
  double allowed = 0;  // failures that beta grants
  int failures = 0;
  int nearly_best = 0;
  for (int i = 0; i < kInstances; ++i) {
    const Solved solved = solve_random(random, SetKind::influence, SetReward::influence, 5);
    REQUIRE(solved.alpha == Approx(kGreedyShare - 0.1).epsilon(1e-12));
    REQUIRE(solved.beta == Approx(1 - 1.0 / solved.set.nodes).epsilon(1e-15));
    allowed += 1 - solved.beta;
    failures += solved.value < solved.alpha * solved.best - kTies ? 1 : 0;
    nearly_best += solved.value >= 0.95 * solved.best ? 1 : 0;
  }
  REQUIRE(failures <= allowed);
  // The proof is cautious: on graphs this small greedy is best or next to it.
  REQUIRE(failures == 0);
  REQUIRE(nearly_best > 0.995 * kInstances);
}

TEST_CASE("where sets enough for the share would be too many, less is promised, never below 0") {
  DecisionSet set;
  set.kind = SetKind::influence;
  set.reward = SetReward::influence;
  set.nodes = 4096;
  set.arms = 4095;
  set.choose = 100;
  for (std::uint32_t node = 0; node < 4095; ++node) {
    set.from.push_back(node);
    set.to.push_back(node + 1);
  }
  InfluenceOracle large(set, 0);
  REQUIRE(large.alpha() >= 0);
  REQUIRE(large.alpha() < 0.3);
  // On a line of certain edges the first seeds reach all nodes; entries are bounded, so this ends.
  Arms arms;
  large.solve(std::vector<double>(set.arms, 1), arms);
  REQUIRE(arms.size() == 100);
}

TEST_CASE("an oracle is a function of weights and public seed, whatever it solved before") {
  SplitMix64 random(3);
  for (const auto& [name, kind, reward] : test::kExactKinds) {
    INFO(name);
    for (int i = 0; i < 50; ++i) {
      const DecisionSet set = test::random_set(random, kind, reward, 9);
      const std::uint64_t seed = random.next();
      Result<Oracle> used = Oracle::create(set, seed);
      if (!used.ok()) continue;
      Arms first;
      Arms again;
      for (int round = 0; round < 20; ++round) {
        const std::vector<double> weights = test::random_weights(random, set.arms);
        Result<Oracle> fresh = Oracle::create(set, seed);
        used.value().solve(weights, first);
        fresh.value().solve(weights, again);
        REQUIRE(first == again);
      }
    }
  }
}

// Indices that are clipped tie at 1 for thousands of rounds. Over 6,000 seeds every arm is then
// chosen as often as every other; the seeds are fixed, so this is no random test.
TEST_CASE("ties are broken by public coins, not by the order of the arms") {
  const DecisionSet set = test::top_k(12, 3);
  std::vector<double> counts(12);
  const std::vector<double> weights(12, 1.7);
  Arms arms;
  for (std::uint64_t seed = 0; seed < 6'000; ++seed) {
    Oracle::create(set, seed).value().solve(weights, arms);
    for (const std::uint32_t arm : arms) ++counts[arm];
  }
  double chi_square = 0;
  for (const double count : counts) chi_square += (count - 1500) * (count - 1500) / 1500;
  REQUIRE(chi_square < 31.3);  // 11 degrees of freedom: 0.001
}

TEST_CASE("coins of ties are too small to outweigh a difference that a report makes") {
  const DecisionSet set = test::top_k(50, 1);
  std::vector<double> weights(50, 0.5);
  weights[31] += 2 * kTieBreak;
  Arms arms;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Oracle::create(set, seed).value().solve(weights, arms);
    REQUIRE(arms == Arms{31});
  }
}

TEST_CASE("an oracle that is moved keeps its set") {
  const DecisionSet set = test::top_k(3, 2);
  std::vector<Oracle> oracles;
  for (int i = 0; i < 5; ++i) oracles.push_back(std::move(Oracle::create(set, 0)).value());
  Arms arms;
  oracles[0].solve(std::vector<double>{0.1, 0.9, 0.5}, arms);
  REQUIRE(arms == Arms{1, 2});
  REQUIRE(oracles[0].set() == set);
}

TEST_CASE("who cannot have an oracle is told what to do") {
  DecisionSet path = test::graph(SetKind::path, 3, {0, 1, 2}, {1, 2, 1});
  path.target = 2;
  const auto reason = [](const DecisionSet& set) {
    return std::string(Oracle::create(set, 0).error().reason);
  };
  REQUIRE(reason(path).find("cycle") != std::string::npos);
  path.reward = SetReward::cost;
  REQUIRE(Oracle::create(path, 0).ok());
  path.from = {1, 1, 2};
  path.to = {0, 2, 1};
  REQUIRE(reason(path).find("no path") != std::string::npos);

  const DecisionSet tree = test::graph(SetKind::spanning_tree, 4, {0, 2}, {1, 3});
  REQUIRE(reason(tree).find("pieces") != std::string::npos);
  const DecisionSet matching = test::bipartite(SetKind::matching, 2, 2, {0, 1}, {1, 1});
  REQUIRE(reason(matching).find("matched") != std::string::npos);
  REQUIRE(reason(test::custom(4, 2, {0, 1})).find("collector's own") != std::string::npos);
}

}  // namespace
}  // namespace ldp
