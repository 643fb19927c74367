// Which arm a device plays, worked out once for each snapshot, so that a decision costs a draw.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "protocol/experiment.hpp"
#include "protocol/snapshot.hpp"
#include "random/uniform.hpp"
#include "random/word_source.hpp"

namespace ldp {

class ArmChoice {
 public:
  /// Every arm alike. Requires arms >= 1.
  static ArmChoice uniform(std::uint32_t arms);

  /// What the snapshot says to a device that reports at `level` (an epsilon): the forced arm; else
  /// the incumbent, below the experiment's level_aware_from; else an arm drawn from the weights;
  /// else the arm of the largest upper confidence index, ties uniformly. Requires a valid snapshot.
  /// O(arms).
  static ArmChoice of(const Snapshot& snapshot, const Experiment& experiment, double level);

  /// One arm: O(1), from weights O(log arms). Draws nothing where there is nothing to choose.
  template <WordSource S>
  std::uint32_t operator()(S& source) const {
    if (cumulative_.empty()) {
      return arms_[static_cast<std::size_t>(uniform_below(source, arms_.size()))];
    }
    const std::uint64_t ticket = uniform_below(source, cumulative_.back());
    const auto winner = std::upper_bound(cumulative_.begin(), cumulative_.end(), ticket);
    return arms_[static_cast<std::size_t>(winner - cumulative_.begin())];
  }

 private:
  explicit ArmChoice(std::vector<std::uint32_t> arms) : arms_(std::move(arms)) {}

  static ArmChoice weighted(const std::vector<double>& weights);
  static ArmChoice leading(const Snapshot& snapshot);

  std::vector<std::uint32_t> arms_;        // to choose from; never empty
  std::vector<std::uint64_t> cumulative_;  // tickets up to and with each of them; empty: all alike
};

}  // namespace ldp
