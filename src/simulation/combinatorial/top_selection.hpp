// The K largest of m weights that have all changed, as in a round of Thompson sampling: one pass
// over the arms, most of which need one comparison with the K-th.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "oracles/public_coins.hpp"

namespace ldp {

/// Always the super arm that Oracle::solve gives for the same weights and seed.
class TopSelection {
 public:
  /// Beyond it a comparison sort is faster than insertion.
  static constexpr std::uint32_t kMost = 64;

  /// 1 <= choose <= min(arms, kMost).
  TopSelection(std::uint32_t arms, std::uint32_t choose, std::uint64_t public_seed)
      : ties_(arms), keys_(choose), chosen_(choose) {
    for (std::uint32_t arm = 0; arm < arms; ++arm) {
      ties_[arm] = kTieBreak * public_uniform(public_seed, arm);
    }
  }

  /// `weights` [arms] in [0, 1]; ascending arms, valid until the next call.
  std::span<const std::uint32_t> operator()(std::span<const double> weights) {
    const auto arms = static_cast<std::uint32_t>(ties_.size());
    const auto choose = static_cast<std::uint32_t>(keys_.size());
    for (std::uint32_t arm = 0; arm < choose; ++arm) insert(arm, arm, weights[arm] + ties_[arm]);
    for (std::uint32_t arm = choose; arm < arms; ++arm) {
      const double key = weights[arm] + ties_[arm];
      // Of equal keys the first arm wins, as everywhere.
      if (key > keys_.back()) insert(choose - 1, arm, key);
    }
    std::sort(chosen_.begin(), chosen_.end());
    return chosen_;
  }

 private:
  // Puts an arm at its place among the first `end`, which are in decreasing order.
  void insert(std::size_t end, std::uint32_t arm, double key) {
    for (; end > 0 && keys_[end - 1] < key; --end) {
      keys_[end] = keys_[end - 1];
      chosen_[end] = chosen_[end - 1];
    }
    keys_[end] = key;
    chosen_[end] = arm;
  }

  std::vector<double> ties_;
  std::vector<double> keys_;
  std::vector<std::uint32_t> chosen_;
};

}  // namespace ldp
