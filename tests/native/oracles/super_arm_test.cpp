// What is a super arm, how many there are, and how large.
#include "oracles/super_arm.hpp"

#include <string>

#include "catch.hpp"
#include "oracles/enumeration.hpp"
#include "oracles/optimum.hpp"
#include "oracles/oracle.hpp"
#include "oracles/small_sets.hpp"
#include "protocol/decision_sets.hpp"

namespace ldp {
namespace {

using test::Arms;
using test::SplitMix64;

void check_kind(SetKind kind, SetReward reward) {
  SplitMix64 random(500 + static_cast<std::uint64_t>(kind) * 10 + static_cast<unsigned>(reward));
  for (int i = 0; i < 400; ++i) {
    const DecisionSet set = test::random_set(random, kind, reward, 7);
    if (!validate(set).ok()) continue;
    std::vector<Arms> expected;
    std::size_t largest = 0;
    for (std::uint32_t mask = 1; mask < 1U << set.arms; ++mask) {
      const Arms arms = test::arms_of(mask);
      const bool is_one = test::is_super_arm(set, mask);
      const Status status = check_super_arm(set, arms);
      REQUIRE(status.ok() == is_one);
      if (!status.ok()) REQUIRE(status.error().parameter == "arms");
      if (!is_one) continue;
      expected.push_back(arms);
      largest = std::max(largest, arms.size());
    }
    const Result<SuperArms> all = enumerate(set);
    REQUIRE(all.ok() == !expected.empty());
    if (expected.empty()) continue;
    if (kind != SetKind::list) std::sort(expected.begin(), expected.end());
    REQUIRE(all.value().size() == expected.size());
    REQUIRE(enumerate(set, expected.size()).ok());
    REQUIRE_FALSE(enumerate(set, expected.size() - 1).ok());
    for (std::size_t position = 0; position < expected.size(); ++position) {
      const auto arms = all.value()[position];
      if (kind != SetKind::list) REQUIRE(Arms(arms.begin(), arms.end()) == expected[position]);
      REQUIRE(position_of(all.value(), arms) == position);
    }
    const bool may_have_cycle = kind == SetKind::path && reward != SetReward::sum;
    REQUIRE(largest_super_arm(set) >= largest);
    if (!may_have_cycle) REQUIRE(largest_super_arm(set) == largest);
  }
}

TEST_CASE(
    "super arms are those of the definition, each enumerated once, and none is larger than K") {
  for (const auto& [name, kind, reward] : test::kExactKinds) {
    DYNAMIC_SECTION(name) { check_kind(kind, reward); }
  }
  DYNAMIC_SECTION("coverage") { check_kind(SetKind::coverage, SetReward::coverage); }
  DYNAMIC_SECTION("influence") { check_kind(SetKind::influence, SetReward::influence); }
}

const DecisionSet kFourOfTen = test::top_k(10, 4);

std::string refusal(const DecisionSet& set, const Arms& arms) {
  const Status status = check_super_arm(set, arms);
  return status.ok() ? "" : std::string(status.error().reason);
}

TEST_CASE("every failure of a super arm has words of its own") {
  const DecisionSet& set = kFourOfTen;
  REQUIRE(refusal(set, {0, 3, 5, 9}).empty());
  REQUIRE(refusal(set, {}) == "a super arm must have an arm");
  REQUIRE(refusal(set, {0, 3, 5, 10}) == "there is no such arm");
  REQUIRE(refusal(set, {0, 3, 3, 5}) == "an arm must not be there twice");
  REQUIRE(refusal(set, {0, 5, 3, 9}) == "arms must be in ascending order");
  REQUIRE(refusal(set, {0, 3, 5}) == "too few arms for a super arm of this set");
  REQUIRE(refusal(set, {0, 3, 5, 7, 9}) == "too many arms for a super arm of this set");
  REQUIRE(check_super_arm(set, Arms{0, 3, 5, 10}).error().value == 10);

  const DecisionSet tree = test::graph(SetKind::spanning_tree, 3, {0, 1, 2}, {1, 2, 0});
  REQUIRE(refusal(tree, {0, 1, 2}) == "not a tree: it has a cycle");

  const DecisionSet custom = test::custom(10, 4, {0});
  REQUIRE(refusal(custom, {1, 2}).empty());
  REQUIRE(refusal(custom, {1, 2, 3, 4, 5}) == "more arms than the set says at most");
}

TEST_CASE("what is too much to enumerate is refused at once") {
  const DecisionSet set = test::top_k(4096, 2048);
  REQUIRE_FALSE(enumerate(set).ok());
  REQUIRE(enumerate(set).error().parameter == "set");
  // 14 left nodes. All partial matchings fail at the last one: no edge leads to the last right one.
  DecisionSet matching;
  matching.kind = SetKind::matching;
  matching.nodes = 14;
  matching.right = 14;
  for (std::uint32_t left = 0; left < 14; ++left) {
    for (std::uint32_t right = 0; right < 13; ++right) {
      matching.from.push_back(left);
      matching.to.push_back(right);
    }
  }
  matching.arms = static_cast<std::uint32_t>(matching.from.size());
  REQUIRE(validate(matching).ok());
  REQUIRE_FALSE(enumerate(matching).ok());
  REQUIRE_FALSE(optimum(kFourOfTen, std::vector<double>(10, 0.5)).value().arms.empty());
}

}  // namespace
}  // namespace ldp
