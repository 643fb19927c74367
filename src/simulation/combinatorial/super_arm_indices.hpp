// The largest of the indices of all super arms, of which a report changes a few. Ties as in
// server/combinatorial/super_arm_index.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "oracles/public_coins.hpp"

namespace ldp {

class SuperArmIndices {
 public:
  /// All are infinite: the coins decide.
  SuperArmIndices(std::size_t positions, std::uint64_t public_seed)
      : coins_(positions), indices_(positions, std::numeric_limits<double>::infinity()) {
    for (std::size_t i = 0; i < positions; ++i) coins_[i] = public_uniform(public_seed, i);
  }

  [[nodiscard]] std::size_t size() const { return indices_.size(); }

  /// The index without its tie-breaking coin.
  void set(std::size_t position, double index) {
    indices_[position] = index + kTieBreak * coins_[position];
  }

  [[nodiscard]] std::size_t largest() const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < indices_.size(); ++i) {
      const bool is_tie = indices_[i] == indices_[best] && coins_[i] > coins_[best];
      if (indices_[i] > indices_[best] || is_tie) best = i;
    }
    return best;
  }

 private:
  std::vector<double> coins_;
  std::vector<double> indices_;
};

}  // namespace ldp
