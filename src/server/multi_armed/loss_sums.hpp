// The losses of every arm by the reports of one epoch, in integers.
//
// All reports of an epoch were drawn from the same weights, so what a report adds depends on its
// arm, its level and its bit alone. Each such addition is rounded once, to a multiple of 2^-24, and
// counted: the sums are exact, whatever the order, the sharding and the moment of the reports. What
// is rounded off is at most 2^-25 a report, which is nothing beside the noise of its bit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/uint128.hpp"
#include "protocol/multi_armed_experiment.hpp"
#include "server/learner/statistics.hpp"

namespace ldp {

/// Units of a loss of 1.
inline constexpr std::int64_t kLossUnits = std::int64_t{1} << 24;

/// No report adds more than this, in units, to the losses of an arm. An arm of weight below 2^-38
/// counts as if it had that: an honest device hardly ever draws it, and a forged report of it
/// cannot blow up a sum.
inline constexpr std::int64_t kLargestLoss = std::int64_t{1} << 62;

/// [arms], in units.
using LossSums = std::vector<int128>;

class LossRule {
 public:
  /// The experiment must be valid, of a sequential learner and of bits.
  explicit LossRule(const MultiArmedExperiment& experiment);

  /// The loss in [0, 1] that a bit of this level stands for. The mean is 1/2 + theta (1/2 - reward)
  /// with the theta of the smallest level for all of them, so that reports of a menu of levels
  /// estimate one and the same loss.
  [[nodiscard]] double loss(std::size_t level, bool bit) const {
    return bit ? 0.5 - half_range_[level] : 0.5 + half_range_[level];
  }

  /// Adds what the reports `sums` say, whose arms were drawn from `weights` at round `round`.
  void add(const Statistics& sums, std::span<const double> weights, double round,
           LossSums& losses) const;

  /// The weights at round `round` >= 1: [arms], not negative, sum 1.
  [[nodiscard]] std::vector<double> weights(const LossSums& losses, double round) const;

 private:
  [[nodiscard]] double baseline(double weight, double round) const;

  bool is_exp3_;
  LossEstimator estimator_;
  std::vector<double> half_range_;  // per level: smallest theta / (2 theta)
};

}  // namespace ldp
