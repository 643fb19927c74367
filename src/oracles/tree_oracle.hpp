// The spanning tree with the largest sum, which is also one whose worst edge is best. Kruskal 1956,
// "On the Shortest Spanning Subtree of a Graph and the Traveling Salesman Problem".
#pragma once

#include "oracles/graph.hpp"
#include "oracles/oracle.hpp"

namespace ldp {

class TreeOracle final : public SetOracle {
 public:
  /// Of kind spanning_tree. The set must outlive it.
  explicit TreeOracle(const DecisionSet& set);
  void solve(std::span<const double> keys, std::vector<std::uint32_t>& arms) override;

 private:
  const DecisionSet& set_;
  std::vector<std::uint32_t> order_;  // the edges, the largest first
  Pieces pieces_;
};

}  // namespace ldp
