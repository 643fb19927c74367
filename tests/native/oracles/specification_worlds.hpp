// The worlds of docs/spec/combinatorial.md, section 7, for the tests of oracles/ and, as
// environments, of simulation/.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/decision_set.hpp"

namespace ldp::test {

struct SetWorld {
  DecisionSet set;
  std::vector<double> means;
  std::vector<std::uint32_t> together;  // arms with the same number share their luck; empty: none

  /// A copy, for what names these parts as a simulation does.
  template <class Environment>
  operator Environment() const {
    return {set, means, together};
  }
};

struct NamedWorld {
  std::string name;
  SetWorld environment;
  double optimum;         // as stated there
  double gap;             // to the second best super arm; 0: not stated
  std::uint32_t largest;  // super arm
};

// A 4x4 grid with moves to the right and down, 24 edges from corner to corner; those of the path
// R D R D R D have the mean `good`.
inline SetWorld grid_world(SetReward reward, double good, double other) {
  SetWorld world;
  DecisionSet& set = world.set;
  set.kind = SetKind::path;
  set.reward = reward;
  set.nodes = 16;
  set.target = 15;
  for (std::uint32_t y = 0; y < 4; ++y) {
    for (std::uint32_t x = 0; x < 4; ++x) {
      const std::uint32_t node = 4 * y + x;
      const auto move = [&](std::uint32_t to, bool is_good) {
        set.from.push_back(node);
        set.to.push_back(to);
        world.means.push_back(is_good ? good : other);
      };
      if (x < 3) move(node + 1, x == y);
      if (y < 3) move(node + 4, x == y + 1);
    }
  }
  set.arms = static_cast<std::uint32_t>(set.from.size());
  return world;
}

inline SetWorld top_k_world(std::uint32_t arms, std::uint32_t choose) {
  SetWorld world;
  world.set.arms = arms;
  world.set.choose = choose;
  world.means.assign(arms, 0.5);
  for (std::uint32_t arm = 0; arm < choose; ++arm) world.means[arm] = 0.8;
  return world;
}

// Five disjoint paths of `length` arms, each of which works or fails as a whole.
inline SetWorld k_path_world(std::uint32_t length) {
  SetWorld world;
  world.set.kind = SetKind::list;
  world.set.arms = 5 * length;
  for (std::uint32_t arm = 0; arm < 5 * length; ++arm) {
    world.set.members.push_back(arm);
    world.means.push_back(arm < length ? 0.5 : 0.3);
    world.together.push_back(arm / length);
    if ((arm + 1) % length == 0) world.set.ends.push_back(arm + 1);
  }
  return world;
}

inline SetWorld dp_hard_world() {
  SetWorld world;
  world.set.kind = SetKind::list;
  world.set.arms = 20;
  world.means.assign(20, 0.3);
  for (std::uint32_t arm = 0; arm < 4; ++arm) world.means[arm] = 0.5;
  for (std::uint32_t arm = 0; arm < 20; ++arm) {
    world.together.push_back(arm >= 4 && arm < 7 ? 4 : arm);
  }
  world.set.members = {0, 1, 2, 3};
  world.set.ends = {4};
  for (std::uint32_t last = 7; last < 20; ++last) {
    for (const std::uint32_t arm : {4U, 5U, 6U, last}) world.set.members.push_back(arm);
    world.set.ends.push_back(static_cast<std::uint32_t>(world.set.members.size()));
  }
  return world;
}

inline SetWorld tree_world() {
  SetWorld world;
  world.set.kind = SetKind::spanning_tree;
  world.set.nodes = 6;
  for (std::uint32_t a = 0; a < 6; ++a) {
    for (std::uint32_t b = a + 1; b < 6; ++b) {
      world.set.from.push_back(a);
      world.set.to.push_back(b);
      world.means.push_back(b == a + 1 ? 0.8 : 0.5);
    }
  }
  world.set.arms = 15;
  return world;
}

inline SetWorld matching_world() {
  SetWorld world;
  world.set.kind = SetKind::matching;
  world.set.nodes = 5;
  world.set.right = 5;
  world.set.arms = 25;
  for (std::uint32_t arm = 0; arm < 25; ++arm) {
    world.set.from.push_back(arm / 5);
    world.set.to.push_back(arm % 5);
    world.means.push_back(arm / 5 == arm % 5 ? 0.8 : 0.5);
  }
  return world;
}

inline SetWorld coverage_world() {
  SetWorld world;
  world.set.kind = SetKind::coverage;
  world.set.reward = SetReward::coverage;
  world.set.nodes = 8;
  world.set.right = 10;
  world.set.choose = 2;
  world.set.arms = 40;
  for (std::uint32_t arm = 0; arm < 40; ++arm) {
    world.set.from.push_back(arm / 5);
    world.set.to.push_back(arm % 10);  // (5 u + j) mod 10
    world.means.push_back(arm < 10 ? 0.6 : 0.3);
  }
  return world;
}

inline SetWorld influence_world() {
  SetWorld world;
  world.set.kind = SetKind::influence;
  world.set.reward = SetReward::influence;
  world.set.nodes = 24;
  world.set.choose = 2;
  world.set.arms = 40;
  for (std::uint32_t edge = 0; edge < 20; ++edge) {
    world.set.from.push_back(edge / 5);
    world.set.to.push_back(4 + edge);
    world.means.push_back(edge < 10 ? 0.5 : 0.15);
  }
  for (std::uint32_t leaf = 0; leaf < 20; ++leaf) {
    world.set.from.push_back(4 + leaf);
    world.set.to.push_back(4 + leaf / 5 * 5 + (leaf + 1) % 5);
    world.means.push_back(0.2);
  }
  return world;
}

// All but influence, whose oracle takes milliseconds.
inline std::vector<NamedWorld> quick_worlds() {
  SetWorld bottleneck = grid_world(SetReward::minimum, 0.8, 0.5);
  bottleneck.together.assign(24, 0);
  return {{"topk", top_k_world(20, 4), 3.2, 0.3, 4},
          {"kpath", k_path_world(4), 2, 0.8, 4},
          {"dphard", dp_hard_world(), 2, 0.8, 4},
          {"bneck", bottleneck, 0.8, 0.3, 6},
          {"sp", grid_world(SetReward::sum, 0.7, 0.4), 4.2, 0.6, 6},
          {"mst", tree_world(), 4.0, 0.3, 5},
          {"match", matching_world(), 4.0, 0.6, 5},
          {"pmc", coverage_world(), 6.0, 1.5, 10}};
}

}  // namespace ldp::test
