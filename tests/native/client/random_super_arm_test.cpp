#include "client/random_super_arm.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "oracles/enumeration.hpp"
#include "oracles/super_arm.hpp"
#include "protocol/decision_sets.hpp"
#include "random/split_mix64.hpp"

using namespace ldp;
using namespace ldp::test;

namespace {

std::uint32_t below(SplitMix64& random, std::uint32_t n) {
  return static_cast<std::uint32_t>(uniform_below(random, n));
}

// A small set of any kind but custom; it may allow nothing.
DecisionSet some_set(SplitMix64& random) {
  DecisionSet set;
  set.kind = static_cast<SetKind>(below(random, 8));
  const auto edges = [&](std::uint32_t tails, std::uint32_t heads, bool loops) {
    for (std::uint32_t tail = 0; tail < tails; ++tail) {
      for (std::uint32_t head = 0; head < heads; ++head) {
        if ((!loops && tail == head) || below(random, 3) == 0) continue;
        if (set.kind == SetKind::spanning_tree && tail > head) continue;
        set.from.push_back(tail);
        set.to.push_back(head);
      }
    }
    set.arms = static_cast<std::uint32_t>(set.from.size());
  };
  switch (set.kind) {
    case SetKind::top_k:
      set.arms = 1 + below(random, 6);
      set.choose = 1 + below(random, set.arms);
      break;
    case SetKind::partition:
      set.arms = 2 + below(random, 5);
      set.choose = 1 + below(random, set.arms);
      set.most = {1 + below(random, 3), 1 + below(random, 3)};
      for (std::uint32_t arm = 0; arm < set.arms; ++arm) set.group.push_back(below(random, 2));
      break;
    case SetKind::path:
    case SetKind::spanning_tree:
      set.nodes = 2 + below(random, 3);
      set.target = set.kind == SetKind::path ? set.nodes - 1 : 0;
      if (set.kind == SetKind::path) set.reward = SetReward::minimum;
      edges(set.nodes, set.nodes, false);
      break;
    case SetKind::matching:
      set.nodes = 1 + below(random, 3);
      set.right = set.nodes + below(random, 2);
      edges(set.nodes, set.right, true);
      break;
    case SetKind::coverage:
    case SetKind::influence:
      set.reward = set.kind == SetKind::coverage ? SetReward::coverage : SetReward::influence;
      set.nodes = 2 + below(random, 2);
      set.right = set.kind == SetKind::coverage ? 3 : 0;
      edges(set.nodes, 3, set.kind == SetKind::coverage);
      set.choose = 1 + below(random, set.nodes);
      break;
    case SetKind::list:
    case SetKind::custom:
      set.arms = 4;
      set.ends = {2, 3, 6};
      set.members = {0, 2, 1, 1, 2, 3};
      break;
  }
  return set;
}

}  // namespace

TEST_CASE("a super arm is found for every order of the arms, or for none if there is none") {
  SplitMix64 random(17);
  int feasible = 0;
  int empty = 0;
  for (int i = 0; i < 4'000; ++i) {
    const DecisionSet set = some_set(random);
    if (!validate(set).ok()) continue;
    const Result<SuperArms> family = enumerate(set);
    CAPTURE(static_cast<int>(set.kind), set.arms, set.choose);
    if (!family.ok()) {
      ++empty;
      for (int j = 0; j < 5; ++j) CHECK(random_super_arm(set, random).empty());
      continue;
    }
    ++feasible;
    for (int j = 0; j < 5; ++j) {
      const std::vector<std::uint32_t> arms = random_super_arm(set, random);
      REQUIRE(check_super_arm(set, arms).ok());
      REQUIRE(position_of(family.value(), arms) < family.value().size());
    }
  }
  CHECK(feasible > 1'000);
  CHECK(empty > 100);
}

TEST_CASE("subsets of a top-k set and super arms of a list are drawn alike") {
  const DecisionSet subsets = test::top_k(5, 2);
  const DecisionSet list = test::list_of(4, {{0, 2}, {1}, {1, 2, 3}, {3}});
  SplitMix64 random(5);
  for (const DecisionSet* set : {&subsets, &list}) {
    constexpr int kDraws = 10'000;
    std::map<std::vector<std::uint32_t>, int> counts;
    for (int i = 0; i < kDraws; ++i) ++counts[random_super_arm(*set, random)];
    const double expected = kDraws / static_cast<double>(enumerate(*set).value().size());
    CHECK(counts.size() == enumerate(*set).value().size());
    double chi_square = 0;
    for (const auto& [arms, count] : counts) {
      chi_square += std::pow(count - expected, 2) / expected;
    }
    // At most nine degrees of freedom: a false alarm of 1e-7.
    CHECK(chi_square < 50);
  }
}

TEST_CASE("every path, tree and matching of a small graph can be drawn") {
  DecisionSet path = test::graph(SetKind::path, 4, {0, 0, 1, 2, 1}, {1, 2, 3, 3, 2});
  path.reward = SetReward::minimum;
  path.target = 3;
  DecisionSet tree = path;
  tree.kind = SetKind::spanning_tree;
  tree.target = 0;
  DecisionSet matching =
      test::bipartite(SetKind::matching, 2, 3, {0, 0, 0, 1, 1, 1}, {0, 1, 2, 0, 1, 2});
  SplitMix64 random(5);
  for (const DecisionSet* set : {&path, &tree, &matching}) {
    std::set<std::vector<std::uint32_t>> seen;
    for (int i = 0; i < 2'000; ++i) seen.insert(random_super_arm(*set, random));
    CHECK(seen.size() == enumerate(*set).value().size());
  }
}

TEST_CASE("of a custom set the device plays the super arm to fall back on") {
  SplitMix64 random(5);
  CHECK(random_super_arm(test::custom(5, 3, {1, 4}), random) == std::vector<std::uint32_t>{1, 4});
}
