#include "oracles/tree_oracle.hpp"

#include <algorithm>
#include <numeric>

namespace ldp {
namespace {

// From one round to the next few weights change, and few edges another place: then insertion is
// nearly linear. Of many edges a bad case would be too slow.
constexpr std::size_t kInsertionSort = 64;

}  // namespace

TreeOracle::TreeOracle(const DecisionSet& set) : set_(set), order_(set.arms), pieces_(set.nodes) {
  std::iota(order_.begin(), order_.end(), 0U);
}

void TreeOracle::solve(std::span<const double> keys, std::vector<std::uint32_t>& arms) {
  const auto before = [keys](std::uint32_t a, std::uint32_t b) {
    return keys[a] > keys[b] || (keys[a] == keys[b] && a < b);
  };
  if (order_.size() > kInsertionSort) {
    std::sort(order_.begin(), order_.end(), before);
  } else {
    for (std::size_t i = 1; i < order_.size(); ++i) {
      const std::uint32_t edge = order_[i];
      std::size_t slot = i;
      for (; slot > 0 && before(edge, order_[slot - 1]); --slot) order_[slot] = order_[slot - 1];
      order_[slot] = edge;
    }
  }
  pieces_.separate();
  arms.clear();
  for (const std::uint32_t edge : order_) {
    if (pieces_.join(set_.from[edge], set_.to[edge])) arms.push_back(edge);
    if (arms.size() + 1 == set_.nodes) break;
  }
  if (arms.size() + 1 < set_.nodes) arms.clear();  // in pieces
  std::sort(arms.begin(), arms.end());
}

}  // namespace ldp
