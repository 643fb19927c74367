// Nodes one by one, each time the one that adds most to the expected number of right nodes covered:
// at least 1 - 1/e of the optimum. Nemhauser, Wolsey, Fisher 1978, "An Analysis of Approximations
// for Maximizing Submodular Set Functions I", theorem 4.1.
#pragma once

#include "oracles/graph.hpp"
#include "oracles/oracle.hpp"

namespace ldp {

/// O(choose edges).
class CoverageOracle final : public SetOracle {
 public:
  /// Of kind coverage. The set must outlive it.
  CoverageOracle(const DecisionSet& set, std::uint64_t public_seed);
  void solve(std::span<const double> keys, std::vector<std::uint32_t>& arms) override;

 private:
  const DecisionSet& set_;
  EdgesAt edges_;               // of each left node
  std::vector<double> ties_;    // [left]
  std::vector<double> missed_;  // [right] probability that no node chosen covers it
  std::vector<bool> chosen_;    // [left]
};

}  // namespace ldp
