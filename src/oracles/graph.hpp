// Graphs for the oracles: the edges at each node, a topological order, and connected pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace ldp {

/// The edges at each node, by one of their ends, ascending.
class EdgesAt {
 public:
  /// `ends` [edges] < nodes.
  EdgesAt(std::uint32_t nodes, std::span<const std::uint32_t> ends)
      : first_(std::size_t{nodes} + 1), edges_(ends.size()) {
    for (const std::uint32_t node : ends) ++first_[node + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    std::vector<std::uint32_t> next(first_);
    for (std::uint32_t edge = 0; edge < ends.size(); ++edge) edges_[next[ends[edge]]++] = edge;
  }

  std::span<const std::uint32_t> operator[](std::uint32_t node) const {
    return std::span<const std::uint32_t>(edges_).subspan(first_[node],
                                                          first_[node + 1] - first_[node]);
  }

 private:
  std::vector<std::uint32_t> first_;  // [nodes + 1]
  std::vector<std::uint32_t> edges_;
};

/// The nodes, each before those that its edges lead to; fewer than all if there is a cycle.
std::vector<std::uint32_t> topological_order(std::uint32_t nodes,
                                             std::span<const std::uint32_t> from,
                                             std::span<const std::uint32_t> to);

/// Which nodes are in one piece. Tarjan 1975, "Efficiency of a Good but Not Linear Set Union
/// Algorithm", with path halving.
class Pieces {
 public:
  explicit Pieces(std::uint32_t nodes) : parent_(nodes) { separate(); }

  void separate() { std::iota(parent_.begin(), parent_.end(), 0U); }

  /// Whether they were in two pieces.
  bool join(std::uint32_t a, std::uint32_t b) {
    a = piece(a);
    b = piece(b);
    parent_[a] = b;
    return a != b;
  }

 private:
  std::uint32_t piece(std::uint32_t node) {
    while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
    return node;
  }

  std::vector<std::uint32_t> parent_;
};

}  // namespace ldp
