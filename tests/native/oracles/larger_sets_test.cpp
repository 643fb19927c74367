// Oracles on sets that are too large for all subsets, against other methods: an assignment over
// sets of right nodes, Bellman and Ford's repeated relaxation, Prim's tree.
#include <algorithm>
#include <limits>
#include <utility>

#include "catch.hpp"
#include "oracles/oracle.hpp"
#include "oracles/set_reward.hpp"
#include "oracles/small_sets.hpp"
#include "oracles/super_arm.hpp"

namespace ldp {
namespace {

using test::Arms;
using test::below;
using test::SplitMix64;

constexpr double kNever = -std::numeric_limits<double>::infinity();

/// What the oracle's super arm is worth; it must be one.
double solve(Oracle& oracle, const std::vector<double>& weights) {
  Arms arms;
  oracle.solve(weights, arms);
  REQUIRE(check_super_arm(oracle.set(), arms).ok());
  return reward(oracle.set(), weights, arms);
}

std::vector<double> random_means(SplitMix64& random, std::uint32_t arms) {
  return test::clipped(test::random_weights(random, arms));
}

/// The best matching of the left nodes in order, for every set of right nodes that are taken.
double best_matching(const DecisionSet& set, const std::vector<double>& weights) {
  std::vector<double> best(std::size_t{1} << set.right, kNever);
  best[0] = 0;
  for (std::uint32_t left = 0; left < set.nodes; ++left) {
    std::vector<double> next(best.size(), kNever);
    for (std::uint32_t taken = 0; taken < best.size(); ++taken) {
      if (best[taken] == kNever) continue;
      for (std::uint32_t arm = 0; arm < set.arms; ++arm) {
        const std::uint32_t node = 1U << set.to[arm];
        if (set.from[arm] != left || (taken & node) != 0) continue;
        next[taken | node] = std::max(next[taken | node], best[taken] + weights[arm]);
      }
    }
    best = next;
  }
  return *std::max_element(best.begin(), best.end());
}

TEST_CASE("a matching of up to eight nodes is the best, however few the edges") {
  SplitMix64 random(1);
  for (int i = 0; i < 300; ++i) {
    DecisionSet set;
    set.kind = SetKind::matching;
    set.nodes = 2 + below(random, 7);
    set.right = set.nodes + below(random, 3);
    const std::uint32_t share = 3 + below(random, 8);  // tenths of the edges that there may be
    for (std::uint32_t left = 0; left < set.nodes; ++left) {
      for (std::uint32_t right = 0; right < set.right; ++right) {
        if (right != left && below(random, 10) >= share) continue;
        set.from.push_back(left);
        set.to.push_back(right);
      }
    }
    set.arms = static_cast<std::uint32_t>(set.from.size());
    Oracle oracle = std::move(Oracle::create(set, random.next())).value();
    for (int round = 0; round < 5; ++round) {
      const std::vector<double> weights = random_means(random, set.arms);
      REQUIRE(solve(oracle, weights) == Approx(best_matching(set, weights)).margin(1e-7));
    }
  }
}

/// The value of the best path, by relaxing every edge as often as there are nodes.
double best_path(const DecisionSet& set, const std::vector<double>& weights) {
  std::vector<double> value(set.nodes, kNever);
  value[set.source] = set.reward == SetReward::minimum ? 1 : 0;
  for (std::uint32_t round = 0; round < set.nodes; ++round) {
    for (std::uint32_t arm = 0; arm < set.arms; ++arm) {
      const double before = value[set.from[arm]];
      const double after = set.reward == SetReward::minimum ? std::min(before, weights[arm])
                           : set.reward == SetReward::cost  ? before + weights[arm] - 1
                                                            : before + weights[arm];
      value[set.to[arm]] = std::max(value[set.to[arm]], after);
    }
  }
  return value[set.target];
}

TEST_CASE("a path through forty nodes is the best, with cycles and without") {
  for (const SetReward kind : {SetReward::sum, SetReward::minimum, SetReward::cost}) {
    SplitMix64 random(2 + static_cast<std::uint64_t>(kind));
    int solved = 0;
    for (int i = 0; i < 150; ++i) {
      DecisionSet set;
      set.kind = SetKind::path;
      set.reward = kind;
      set.nodes = 5 + below(random, 36);
      set.arms = 4 * set.nodes;
      set.target = set.nodes - 1;
      const bool acyclic = kind == SetReward::sum || i % 2 == 0;
      for (std::uint32_t arm = 0; arm < set.arms; ++arm) {
        std::uint32_t from = below(random, set.nodes);
        std::uint32_t to = (from + 1 + below(random, set.nodes - 1)) % set.nodes;
        if (acyclic && from > to) std::swap(from, to);
        set.from.push_back(from);
        set.to.push_back(to);
      }
      Result<Oracle> oracle = Oracle::create(set, random.next());
      REQUIRE(oracle.ok() == (best_path(set, std::vector<double>(set.arms)) > kNever));
      if (!oracle.ok()) continue;
      ++solved;
      for (int round = 0; round < 5; ++round) {
        const std::vector<double> weights = random_means(random, set.arms);
        REQUIRE(solve(oracle.value(), weights) == Approx(best_path(set, weights)).margin(1e-7));
      }
    }
    REQUIRE(solved > 100);
  }
}

/// Prim's tree grows from node 0.
double best_tree(const DecisionSet& set, const std::vector<double>& weights) {
  std::vector<bool> in(set.nodes);
  in[0] = true;
  double sum = 0;
  double least = 1;
  for (std::uint32_t i = 1; i < set.nodes; ++i) {
    std::uint32_t best = set.arms;
    for (std::uint32_t arm = 0; arm < set.arms; ++arm) {
      if (in[set.from[arm]] == in[set.to[arm]]) continue;
      if (best == set.arms || weights[arm] > weights[best]) best = arm;
    }
    in[set.from[best]] = in[set.to[best]] = true;
    sum += weights[best];
    least = std::min(least, weights[best]);
  }
  return set.reward == SetReward::minimum ? least : sum;
}

TEST_CASE("a tree over thirty nodes is the best, of few edges and of many") {
  SplitMix64 random(6);
  for (int i = 0; i < 200; ++i) {
    DecisionSet set;
    set.kind = SetKind::spanning_tree;
    set.reward = i % 2 == 0 ? SetReward::sum : SetReward::minimum;
    set.nodes = 3 + below(random, 28);
    for (std::uint32_t node = 1; node < set.nodes; ++node) {
      set.from.push_back(node);
      set.to.push_back(below(random, node));
    }
    for (std::uint32_t more = below(random, 150); more > 0; --more) {
      const std::uint32_t from = below(random, set.nodes);
      set.from.push_back(from);
      set.to.push_back((from + 1 + below(random, set.nodes - 1)) % set.nodes);
    }
    set.arms = static_cast<std::uint32_t>(set.from.size());
    Oracle oracle = std::move(Oracle::create(set, random.next())).value();
    for (int round = 0; round < 5; ++round) {
      const std::vector<double> weights = random_means(random, set.arms);
      REQUIRE(solve(oracle, weights) == Approx(best_tree(set, weights)).margin(1e-7));
    }
  }
}

// The largest sets that validate() lets through are solved in time that a server has.
TEST_CASE("four thousand arms are no trouble") {
  SplitMix64 random(7);
  DecisionSet matching;
  matching.kind = SetKind::matching;
  matching.nodes = matching.right = 64;
  matching.arms = kMaximumSetArms;
  for (std::uint32_t arm = 0; arm < matching.arms; ++arm) {
    matching.from.push_back(arm / 64);
    matching.to.push_back(arm % 64);
  }
  DecisionSet tree;
  tree.kind = SetKind::spanning_tree;
  tree.nodes = 4096;
  tree.arms = 4095;
  for (std::uint32_t arm = 0; arm < tree.arms; ++arm) {
    tree.from.push_back(arm);
    tree.to.push_back(arm + 1);
  }
  DecisionSet line = tree;
  line.kind = SetKind::path;
  line.target = 4095;
  DecisionSet cycle = line;
  cycle.reward = SetReward::cost;
  cycle.from.push_back(4095);
  cycle.to.push_back(0);
  cycle.arms = 4096;
  for (const DecisionSet& set : {matching, tree, line, cycle}) {
    Oracle oracle = std::move(Oracle::create(set, 1)).value();
    const std::vector<double> weights = random_means(random, set.arms);
    Arms arms;
    oracle.solve(weights, arms);
    REQUIRE(check_super_arm(set, arms).ok());
    REQUIRE(arms.size() == oracle.largest());
  }
}

}  // namespace
}  // namespace ldp
