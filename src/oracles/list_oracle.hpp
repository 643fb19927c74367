// The best super arm of a list, by looking at each.
#pragma once

#include "oracles/oracle.hpp"

namespace ldp {

class ListOracle final : public SetOracle {
 public:
  /// Of kind list. The set must outlive it.
  explicit ListOracle(const DecisionSet& set) : set_(set) {}
  void solve(std::span<const double> keys, std::vector<std::uint32_t>& arms) override;

 private:
  const DecisionSet& set_;
};

}  // namespace ldp
