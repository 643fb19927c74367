#include "oracles/greedy_oracle.hpp"

#include <algorithm>
#include <numeric>

namespace ldp {

GreedyOracle::GreedyOracle(const DecisionSet& set) : set_(set), order_(set.arms) {
  std::iota(order_.begin(), order_.end(), 0U);
}

void GreedyOracle::solve(std::span<const double> keys, std::vector<std::uint32_t>& arms) {
  const auto before = [keys](std::uint32_t a, std::uint32_t b) {
    return keys[a] > keys[b] || (keys[a] == keys[b] && a < b);
  };
  const auto cut = order_.begin() + set_.choose;
  if (set_.kind == SetKind::top_k) {
    std::nth_element(order_.begin(), cut - 1, order_.end(), before);
    arms.assign(order_.begin(), cut);
  } else {
    std::sort(order_.begin(), order_.end(), before);
    left_ = set_.most;
    arms.clear();
    for (const std::uint32_t arm : order_) {
      std::uint32_t& left = left_[set_.group[arm]];
      if (left == 0) continue;
      --left;
      arms.push_back(arm);
      if (arms.size() == set_.choose) break;
    }
  }
  std::sort(arms.begin(), arms.end());
}

}  // namespace ldp
