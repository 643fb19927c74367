#include "oracles/path_oracle.hpp"

#include <algorithm>
#include <limits>

#include "oracles/public_coins.hpp"

namespace ldp {
namespace {

constexpr double kUnreached = -std::numeric_limits<double>::infinity();
constexpr std::uint32_t kNoEdge = ~std::uint32_t{0};

}  // namespace

PathOracle::PathOracle(const DecisionSet& set)
    : set_(set),
      leaving_(set.nodes, set.from),
      value_(set.nodes),
      via_(set.nodes),
      settled_(set.nodes) {
  const std::vector<std::uint32_t> nodes = topological_order(set.nodes, set.from, set.to);
  if (nodes.size() < set.nodes) {
    heap_.reserve(std::size_t{set.arms} + 1);
    return;
  }
  for (const std::uint32_t node : nodes) {
    const auto edges = leaving_[node];
    order_.insert(order_.end(), edges.begin(), edges.end());
  }
}

double PathOracle::extended(double value, double key) const {
  switch (set_.reward) {
    case SetReward::minimum:
      return std::min(value, key);
    case SetReward::cost:
      return value + (key - (1 + kTieBreak));  // never positive
    default:
      return value + key;
  }
}

// A worst edge is shared by many paths: of those, the one with the larger last edge.
bool PathOracle::improves(std::uint32_t edge, double value, std::span<const double> keys) const {
  const std::uint32_t head = set_.to[edge];
  if (value != value_[head]) return value > value_[head];
  return via_[head] != kNoEdge && keys[edge] > keys[via_[head]];
}

void PathOracle::follow_order(std::span<const double> keys) {
  for (const std::uint32_t edge : order_) {
    const double before = value_[set_.from[edge]];
    if (before == kUnreached) continue;
    const double value = extended(before, keys[edge]);
    if (!improves(edge, value, keys)) continue;
    value_[set_.to[edge]] = value;
    via_[set_.to[edge]] = edge;
  }
}

void PathOracle::follow_best(std::span<const double> keys) {
  std::fill(settled_.begin(), settled_.end(), false);
  heap_.assign(1, {value_[set_.source], set_.source});
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end());
    const std::uint32_t node = heap_.back().node;
    heap_.pop_back();
    if (settled_[node]) continue;
    if (node == set_.target) return;
    settled_[node] = true;
    for (const std::uint32_t edge : leaving_[node]) {
      const std::uint32_t head = set_.to[edge];
      const double value = extended(value_[node], keys[edge]);
      if (settled_[head] || !improves(edge, value, keys)) continue;
      value_[head] = value;
      via_[head] = edge;
      heap_.push_back({value, head});
      std::push_heap(heap_.begin(), heap_.end());
    }
  }
}

void PathOracle::solve(std::span<const double> keys, std::vector<std::uint32_t>& arms) {
  std::fill(value_.begin(), value_.end(), kUnreached);
  std::fill(via_.begin(), via_.end(), kNoEdge);
  value_[set_.source] =
      set_.reward == SetReward::minimum ? std::numeric_limits<double>::infinity() : 0;
  if (order_.empty()) {
    follow_best(keys);
  } else {
    follow_order(keys);
  }
  arms.clear();
  if (via_[set_.target] == kNoEdge) return;
  for (std::uint32_t node = set_.target; node != set_.source; node = set_.from[via_[node]]) {
    arms.push_back(via_[node]);
  }
  std::sort(arms.begin(), arms.end());
}

}  // namespace ldp
