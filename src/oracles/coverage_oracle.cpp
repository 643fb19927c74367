#include "oracles/coverage_oracle.hpp"

#include <algorithm>

#include "oracles/public_coins.hpp"

namespace ldp {

CoverageOracle::CoverageOracle(const DecisionSet& set, std::uint64_t public_seed)
    : set_(set),
      edges_(set.nodes, set.from),
      ties_(set.nodes),
      missed_(set.right),
      chosen_(set.nodes) {
  for (std::uint32_t node = 0; node < set.nodes; ++node) {
    ties_[node] = kTieBreak * public_uniform(public_seed, node);
  }
}

void CoverageOracle::solve(std::span<const double> keys, std::vector<std::uint32_t>& arms) {
  std::fill(missed_.begin(), missed_.end(), 1.0);
  std::fill(chosen_.begin(), chosen_.end(), false);
  arms.clear();
  for (std::uint32_t i = 0; i < set_.choose; ++i) {
    std::uint32_t best = 0;
    double largest = -1;
    for (std::uint32_t node = 0; node < set_.nodes; ++node) {
      if (chosen_[node]) continue;
      double gain = ties_[node];
      for (const std::uint32_t edge : edges_[node]) gain += missed_[set_.to[edge]] * keys[edge];
      if (gain <= largest) continue;
      largest = gain;
      best = node;
    }
    chosen_[best] = true;
    for (const std::uint32_t edge : edges_[best]) {
      missed_[set_.to[edge]] *= 1 - keys[edge];
      arms.push_back(edge);
    }
  }
  std::sort(arms.begin(), arms.end());
}

}  // namespace ldp
