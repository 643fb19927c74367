// The best path: the largest sum (acyclic graphs), the smallest cost, or the widest, whose worst
// edge is best. All three follow one recursion over the value of the best path to a node; where the
// graph has no cycle in topological order, else, since an edge never improves a cost or a width,
// from the best node on (Dijkstra 1959, "A Note on Two Problems in Connexion with Graphs").
#pragma once

#include "oracles/graph.hpp"
#include "oracles/oracle.hpp"

namespace ldp {

class PathOracle final : public SetOracle {
 public:
  /// Of kind path; without cycles if its reward is a sum. The set must outlive it.
  explicit PathOracle(const DecisionSet& set);
  void solve(std::span<const double> keys, std::vector<std::uint32_t>& arms) override;

 private:
  struct Label {
    double value;
    std::uint32_t node;
    bool operator<(const Label& other) const {
      return value < other.value || (value == other.value && node > other.node);
    }
  };

  [[nodiscard]] double extended(double value, double key) const;
  bool improves(std::uint32_t edge, double value, std::span<const double> keys) const;
  void follow_order(std::span<const double> keys);
  void follow_best(std::span<const double> keys);

  const DecisionSet& set_;
  EdgesAt leaving_;
  std::vector<std::uint32_t> order_;  // the edges in topological order; empty if there is a cycle
  std::vector<double> value_;         // [nodes] of the best path from the source
  std::vector<std::uint32_t> via_;    // [nodes] its last edge
  std::vector<bool> settled_;         // [nodes]
  std::vector<Label> heap_;
};

}  // namespace ldp
