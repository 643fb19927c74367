// The matching of every left node with the largest sum: the Hungarian method with potentials, one
// shortest augmenting path for each left node. Kuhn 1955, "The Hungarian Method for the Assignment
// Problem"; Jonker, Volgenant 1987, "A Shortest Augmenting Path Algorithm for Dense and Sparse
// Linear Assignment Problems".
#pragma once

#include "oracles/graph.hpp"
#include "oracles/oracle.hpp"

namespace ldp {

/// O(left (edges + left right)) at worst.
class MatchingOracle final : public SetOracle {
 public:
  /// Of kind matching. The set must outlive it.
  explicit MatchingOracle(const DecisionSet& set);
  void solve(std::span<const double> keys, std::vector<std::uint32_t>& arms) override;

 private:
  bool augment(std::uint32_t row, std::span<const double> keys);

  const DecisionSet& set_;
  EdgesAt edges_;                      // of each left node
  std::vector<double> left_price_;     // [left]
  std::vector<double> right_price_;    // [right]
  std::vector<std::uint32_t> node_;    // [left] the right node that it is matched with
  std::vector<std::uint32_t> arm_;     // [right] whose edge matches the node; kNone: none does
  std::vector<double> slack_;          // [right] what is left to pay on the shortest path to it
  std::vector<std::uint32_t> via_;     // [right] the last edge of that path
  std::vector<std::uint32_t> closed_;  // right nodes whose path is known
  std::vector<bool> is_closed_;        // [right]
};

}  // namespace ldp
