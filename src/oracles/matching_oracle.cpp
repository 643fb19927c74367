#include "oracles/matching_oracle.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "oracles/public_coins.hpp"

namespace ldp {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr std::uint32_t kNone = ~std::uint32_t{0};

}  // namespace

MatchingOracle::MatchingOracle(const DecisionSet& set)
    : set_(set),
      edges_(set.nodes, set.from),
      left_price_(set.nodes),
      right_price_(set.right),
      node_(set.nodes),
      arm_(set.right),
      slack_(set.right),
      via_(set.right),
      is_closed_(set.right) {
  closed_.reserve(set.right);
}

// The cost of an edge is 1 + kTieBreak - key >= 0, and cost - left price - right price is never
// negative, nor anything but 0 on an edge of the matching.
bool MatchingOracle::augment(std::uint32_t row, std::span<const double> keys) {
  std::fill(slack_.begin(), slack_.end(), kInfinite);
  std::fill(is_closed_.begin(), is_closed_.end(), false);
  closed_.clear();
  std::uint32_t left = row;
  for (;;) {
    for (const std::uint32_t edge : edges_[left]) {
      const std::uint32_t node = set_.to[edge];
      if (is_closed_[node]) continue;
      const double cost = 1 + kTieBreak - keys[edge] - left_price_[left] - right_price_[node];
      if (cost >= slack_[node]) continue;
      slack_[node] = cost;
      via_[node] = edge;
    }
    double least = kInfinite;
    std::uint32_t best = kNone;
    for (std::uint32_t node = 0; node < set_.right; ++node) {
      if (is_closed_[node] || slack_[node] >= least) continue;
      least = slack_[node];
      best = node;
    }
    if (best == kNone) return false;  // no augmenting path from this node
    left_price_[row] += least;
    for (const std::uint32_t node : closed_) {
      left_price_[set_.from[arm_[node]]] += least;
      right_price_[node] -= least;
    }
    for (std::uint32_t node = 0; node < set_.right; ++node) {
      if (!is_closed_[node]) slack_[node] -= least;
    }
    closed_.push_back(best);
    is_closed_[best] = true;
    if (arm_[best] == kNone) {
      // Along the path, every left node moves on to the node that the path found for it.
      for (std::uint32_t node = best;;) {
        const std::uint32_t mover = set_.from[via_[node]];
        arm_[node] = via_[node];
        std::swap(node, node_[mover]);
        if (mover == row) return true;
      }
    }
    left = set_.from[arm_[best]];
  }
}

void MatchingOracle::solve(std::span<const double> keys, std::vector<std::uint32_t>& arms) {
  std::fill(left_price_.begin(), left_price_.end(), 0.0);
  std::fill(right_price_.begin(), right_price_.end(), 0.0);
  std::fill(arm_.begin(), arm_.end(), kNone);
  arms.clear();
  for (std::uint32_t row = 0; row < set_.nodes; ++row) {
    if (!augment(row, keys)) return;
  }
  for (const std::uint32_t node : node_) arms.push_back(arm_[node]);
  std::sort(arms.begin(), arms.end());
}

}  // namespace ldp
