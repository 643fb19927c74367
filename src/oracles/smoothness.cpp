#include "oracles/smoothness.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "oracles/graph.hpp"
#include "oracles/super_arm.hpp"

namespace ldp {
namespace {

/// The most nodes that any one node can reach, itself counted.
double largest_reach(const DecisionSet& set) {
  const EdgesAt leaving(set.nodes, set.from);
  std::size_t largest = 0;
  for (std::uint32_t node = 0; node < set.nodes; ++node) {
    std::vector<bool> seen(set.nodes);
    std::vector<std::uint32_t> queue(1, node);
    seen[node] = true;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const std::uint32_t edge : leaving[queue[i]]) {
        if (seen[set.to[edge]]) continue;
        seen[set.to[edge]] = true;
        queue.push_back(set.to[edge]);
      }
    }
    largest = std::max(largest, queue.size());
  }
  return static_cast<double>(largest);
}

/// A list with super arms of several lengths has averages over the shortest, too.
double shortest_super_arm(const DecisionSet& set) {
  if (set.kind != SetKind::list) return set.choose;
  std::uint32_t shortest = set.ends.front();
  for (std::size_t i = 1; i < set.ends.size(); ++i) {
    shortest = std::min(shortest, set.ends[i] - set.ends[i - 1]);
  }
  return shortest;
}

}  // namespace

Smoothness smoothness(const DecisionSet& set) {
  const double largest = largest_super_arm(set);
  switch (set.reward) {
    case SetReward::mean:
      return {1 / shortest_super_arm(set), 1};
    case SetReward::minimum:
      return {1, 1};
    case SetReward::influence: {
      // An edge that fires or not matters only if its tail is reached, and then by no more nodes
      // than its head can reach.
      const double reach = largest_reach(set);
      return {reach, reach * set.arms};
    }
    default:  // sums of arms; coverage, whose derivatives are all 1 where all means are 0
      return {1, largest};
  }
}

}  // namespace ldp
