// The largest arms, at most `most` of each group. Feasible sets are the bases of a matroid, so
// taking arms from the largest on is exact for a sum and for the smallest of them (Edmonds 1971,
// "Matroids and the Greedy Algorithm").
#pragma once

#include "oracles/oracle.hpp"

namespace ldp {

class GreedyOracle final : public SetOracle {
 public:
  /// Of kind top_k or partition. The set must outlive it.
  explicit GreedyOracle(const DecisionSet& set);
  void solve(std::span<const double> keys, std::vector<std::uint32_t>& arms) override;

 private:
  const DecisionSet& set_;
  std::vector<std::uint32_t> order_;  // [arms]
  std::vector<std::uint32_t> left_;   // [groups] how many more there may be
};

}  // namespace ldp
