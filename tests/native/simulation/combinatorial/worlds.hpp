// The worlds of docs/spec/combinatorial.md, section 7.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulation/combinatorial/combinatorial_world.hpp"

namespace ldp::test {

struct NamedWorld {
  std::string name;
  CombinatorialEnvironment environment;
  double optimum;  // as stated there
  double gap;      // to the second best super arm; 0: not stated
};

// A 4x4 grid with moves to the right and down, 24 edges from corner to corner; those of the path
// R D R D R D have the mean `good`.
inline CombinatorialEnvironment grid_world(SetReward reward, double good, double other) {
  CombinatorialEnvironment world;
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

inline CombinatorialEnvironment top_k_world(std::uint32_t arms, std::uint32_t choose) {
  CombinatorialEnvironment world;
  world.set.arms = arms;
  world.set.choose = choose;
  world.means.assign(arms, 0.5);
  for (std::uint32_t arm = 0; arm < choose; ++arm) world.means[arm] = 0.8;
  return world;
}

// Five disjoint paths of `length` arms, each of which works or fails as a whole.
inline CombinatorialEnvironment k_path_world(std::uint32_t length) {
  CombinatorialEnvironment world;
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

inline CombinatorialEnvironment dp_hard_world() {
  CombinatorialEnvironment world;
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

inline CombinatorialEnvironment tree_world() {
  CombinatorialEnvironment world;
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

inline CombinatorialEnvironment matching_world() {
  CombinatorialEnvironment world;
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

inline CombinatorialEnvironment coverage_world() {
  CombinatorialEnvironment world;
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

inline CombinatorialEnvironment influence_world() {
  CombinatorialEnvironment world;
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
  CombinatorialEnvironment bottleneck = grid_world(SetReward::minimum, 0.8, 0.5);
  bottleneck.together.assign(24, 0);
  return {{"topk", top_k_world(20, 4), 3.2, 0.3},
          {"kpath", k_path_world(4), 2, 0.8},
          {"dphard", dp_hard_world(), 2, 0.8},
          {"bneck", bottleneck, 0.8, 0.3},
          {"sp", grid_world(SetReward::sum, 0.7, 0.4), 4.2, 0.6},
          {"mst", tree_world(), 4.0, 0.3},
          {"match", matching_world(), 4.0, 0.6},
          {"pmc", coverage_world(), 6.0, 1.5}};
}

}  // namespace ldp::test
