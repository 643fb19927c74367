// Invalid decision sets are refused before any code computes with them: one fault at a time, each
// with its own reason.
#include "protocol/decision_set.hpp"

#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "protocol/decision_sets.hpp"

namespace ldp {
namespace {

using Arms = std::vector<std::uint32_t>;

DecisionSet top_k() { return test::top_k(5, 2); }

DecisionSet partition() { return test::partition({0, 0, 1, 1}, {1, 1}, 2); }

DecisionSet path() {
  DecisionSet set = test::graph(SetKind::path, 3, {0, 1, 0}, {1, 2, 1});  // two ways from 0 to 1
  set.target = 2;
  return set;
}

DecisionSet tree() {
  DecisionSet set = path();
  set.kind = SetKind::spanning_tree;
  set.target = 0;
  return set;
}

DecisionSet matching() {
  return test::bipartite(SetKind::matching, 2, 2, {0, 0, 1, 1}, {0, 1, 0, 1});
}

DecisionSet coverage() {
  DecisionSet set = matching();
  set.kind = SetKind::coverage;
  set.reward = SetReward::coverage;
  set.choose = 1;
  return set;
}

DecisionSet influence() {
  DecisionSet set = path();
  set.kind = SetKind::influence;
  set.reward = SetReward::influence;
  set.to = {1, 2, 2};
  set.target = 0;
  set.choose = 1;
  return set;
}

DecisionSet list() { return test::list_of(5, {{0, 1}, {1, 4}, {2}}); }

DecisionSet custom() {
  DecisionSet set = test::custom(5, 3, {1, 3});
  set.alpha = 0.5;
  set.beta = 0.9;
  return set;
}

/// The reason for which `set` is refused once `spoil` has been at it; "" if it is not.
std::string refusal(DecisionSet set, const std::function<void(DecisionSet&)>& spoil) {
  REQUIRE(validate(set).ok());
  spoil(set);
  const Status status = validate(set);
  if (status.ok()) return "";
  REQUIRE(status.error().code == ErrorCode::invalid_argument);
  REQUIRE(status.error().parameter == "set");
  return std::string(status.error().reason);
}

bool says(const std::string& reason, std::string_view word) {
  return reason.find(word) != std::string::npos;
}

TEST_CASE("a decision set has arms, within limits") {
  const auto arms = [](std::uint32_t number) {
    return refusal(top_k(), [number](DecisionSet& set) { set.arms = number; });
  };
  REQUIRE(says(arms(0), "1 to 4096 arms"));
  REQUIRE(says(arms(4097), "1 to 4096 arms"));
  REQUIRE(arms(4096).empty());
  REQUIRE(says(arms(1), "choose"));
}

TEST_CASE("choose is at least 1 and at most what there is to choose from") {
  for (const DecisionSet& set : {top_k(), partition(), coverage(), influence(), custom()}) {
    for (const std::uint32_t choose : {0U, 6U}) {
      REQUIRE_FALSE(refusal(set, [choose](DecisionSet& it) { it.choose = choose; }).empty());
    }
  }
}

TEST_CASE("a reward belongs to certain types") {
  const auto with = [](DecisionSet set, SetReward reward) {
    return refusal(std::move(set), [reward](DecisionSet& it) { it.reward = reward; });
  };
  REQUIRE(with(top_k(), SetReward::mean).empty());
  REQUIRE(with(list(), SetReward::minimum).empty());
  REQUIRE(with(path(), SetReward::cost).empty());
  REQUIRE(says(with(top_k(), SetReward::cost), "no such reward"));
  REQUIRE(says(with(tree(), SetReward::mean), "no such reward"));
  REQUIRE(says(with(matching(), SetReward::minimum), "no such reward"));
  REQUIRE(says(with(coverage(), SetReward::sum), "no such reward"));
  REQUIRE(says(with(influence(), SetReward::coverage), "no such reward"));
  REQUIRE(says(with(custom(), SetReward::mean), "no such reward"));
  REQUIRE(says(refusal(top_k(), [](DecisionSet& set) { set.kind = static_cast<SetKind>(9); }),
               "no such type"));
  REQUIRE(says(with(top_k(), static_cast<SetReward>(6)), "no such reward"));
}

TEST_CASE("every arm of a partition has a group, and the groups have room for a super arm") {
  REQUIRE(says(refusal(partition(), [](DecisionSet& set) { set.group.pop_back(); }), "each arm"));
  REQUIRE(
      says(refusal(partition(), [](DecisionSet& set) { set.group[0] = 2; }), "entries of most"));
  REQUIRE(says(refusal(partition(), [](DecisionSet& set) { set.choose = 3; }), "room"));
  REQUIRE(says(refusal(partition(), [](DecisionSet& set) { set.most[0] = 0; }), "room"));
  // A group cannot give more arms than it has.
  REQUIRE(says(refusal(partition(),
                       [](DecisionSet& set) {
                         set.most = {9, 1};
                         set.choose = 4;
                       }),
               "room"));
}

TEST_CASE("edges lead between nodes, one for each arm") {
  for (const DecisionSet& set : {path(), tree(), matching(), coverage(), influence()}) {
    REQUIRE(says(refusal(set, [](DecisionSet& it) { it.from.pop_back(); }), "for each arm"));
    REQUIRE(says(refusal(set, [](DecisionSet& it) { it.to.push_back(0); }), "for each arm"));
    REQUIRE(says(refusal(set, [](DecisionSet& it) { it.from[1] = 3; }), "must name nodes"));
    REQUIRE(says(refusal(set, [](DecisionSet& it) { it.to[1] = 3; }), "must name nodes"));
    REQUIRE(says(refusal(set, [](DecisionSet& it) { it.nodes = 4097; }), "4096"));
    REQUIRE(says(refusal(set, [](DecisionSet& it) { it.nodes = 0; }), "4096"));
  }
  for (const DecisionSet& set : {path(), tree(), influence()}) {
    REQUIRE(says(refusal(set, [](DecisionSet& it) { it.to[0] = it.from[0]; }), "to itself"));
  }
  REQUIRE(says(refusal(matching(), [](DecisionSet& set) { set.right = 0; }), "right"));
}

TEST_CASE(
    "two edges between the same nodes are two arms of a path or a tree, and a fault elsewhere") {
  REQUIRE(validate(path()).ok());
  REQUIRE(validate(tree()).ok());
  for (const DecisionSet& set : {matching(), coverage(), influence()}) {
    REQUIRE(says(refusal(set,
                         [](DecisionSet& it) {
                           it.from[1] = it.from[0];
                           it.to[1] = it.to[0];
                         }),
                 "twice"));
  }
}

TEST_CASE("a path leads from one node to another") {
  REQUIRE(says(refusal(path(), [](DecisionSet& set) { set.source = 3; }), "source"));
  REQUIRE(says(refusal(path(), [](DecisionSet& set) { set.target = 3; }), "target"));
  REQUIRE(says(refusal(path(), [](DecisionSet& set) { set.source = 2; }), "another node"));
}

TEST_CASE("every left node has an edge, and can be matched by count") {
  for (const DecisionSet& set : {matching(), coverage()}) {
    REQUIRE(says(refusal(set, [](DecisionSet& it) { it.nodes = 3; }), "must have an edge"));
  }
  REQUIRE(says(refusal(matching(),
                       [](DecisionSet& set) {
                         set.nodes = 3;
                         set.from = {0, 1, 2, 2};
                       }),
               "not be more than right"));
}

TEST_CASE("seeds are nodes with an edge") {
  REQUIRE(refusal(influence(), [](DecisionSet& set) { set.choose = 2; }).empty());
  REQUIRE(says(refusal(influence(), [](DecisionSet& set) { set.choose = 3; }), "choose"));
}

TEST_CASE("a list has super arms, ascending, none twice") {
  const auto with = [](Arms members, Arms ends) {
    return refusal(list(), [&](DecisionSet& set) {
      set.members = members;
      set.ends = ends;
    });
  };
  REQUIRE(says(with({}, {}), "1 to 4096"));
  REQUIRE(says(with({0}, Arms(4097, 1)), "1 to 4096"));
  REQUIRE(says(with({0, 1}, {1}), "lists of arms"));
  REQUIRE(says(with({0, 1, 2}, {2, 1, 3}), "lists of arms"));
  REQUIRE(says(with({0, 1}, {0, 2}), "must have an arm"));
  REQUIRE(says(with({0, 5}, {2}), "must name arms"));
  REQUIRE(says(with({1, 0}, {2}), "ascending"));
  REQUIRE(says(with({1, 1}, {2}), "ascending"));
  REQUIRE(says(with({0, 1, 2, 0, 1}, {2, 3, 5}), "super arm twice"));
}

TEST_CASE("a custom set has a super arm to fall back on and shares in (0, 1]") {
  REQUIRE(says(refusal(custom(), [](DecisionSet& set) { set.members.clear(); }), "have an arm"));
  REQUIRE(says(refusal(custom(), [](DecisionSet& set) { set.members = {3, 5}; }), "name arms"));
  REQUIRE(says(refusal(custom(), [](DecisionSet& set) { set.choose = 1; }), "fallback"));
  for (const double share : {0.0, -0.5, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
    REQUIRE(says(refusal(custom(), [share](DecisionSet& set) { set.alpha = share; }), "alpha"));
    REQUIRE(says(refusal(custom(), [share](DecisionSet& set) { set.beta = share; }), "beta"));
  }
}

}  // namespace
}  // namespace ldp
