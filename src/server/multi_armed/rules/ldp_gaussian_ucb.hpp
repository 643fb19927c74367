// UCB on rewards with Gaussian noise, with inverse-variance weights.
//
// A report x of noise variance s^2 is sub-Gaussian around its mean with proxy v = 1/4 + s^2: the
// reward is in [0, 1], and the discrete Gaussian on a grid is sub-Gaussian with proxy s^2 (Canonne,
// Kamath, Steinke 2020, "The Discrete Gaussian for Differential Privacy", section 2). With w = 1/v,
// W = sum w and S = sum w x:
//   mean = S/W,   width = sqrt(2/W).
// Every level has a grid of its own, 2^-k, fine enough beside its noise: see gaussian_scale.hpp.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "server/arms/arm_estimate.hpp"

namespace ldp {

class LdpGaussianUcb {
 public:
  /// The sums over one arm's reports.
  struct Sums {
    double weight = 0;  // W = sum w
    double reward = 0;  // S = sum w x
  };

  /// What a payload of one level stands for.
  struct Level {
    double unit;       // of the integers: 2^-k of a reward
    double deviation;  // s, in rewards
  };

  /// The experiment must be valid. The levels are those that the devices really draw noise for.
  explicit LdpGaussianUcb(const MultiArmedExperiment& experiment);
  explicit LdpGaussianUcb(const std::vector<Level>& levels);

  [[nodiscard]] Sums fold(ArmCounts arm) const;
  /// Adds one report: level < number of levels, the payload as it travels.
  void add(Sums& sums, std::size_t level, std::int32_t payload) const;
  [[nodiscard]] static ArmEstimate estimate(const Sums& sums);
  [[nodiscard]] ArmEstimate estimate(ArmCounts arm) const { return estimate(fold(arm)); }

 private:
  struct Terms {
    double weight;  // w
    double slope;   // w times the unit
  };

  std::vector<Terms> levels_;
};

inline LdpGaussianUcb::Sums LdpGaussianUcb::fold(ArmCounts arm) const {
  Sums sums;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    sums.weight += levels_[level].weight * arm.count(level);
    sums.reward += levels_[level].slope * arm.total(level);
  }
  return sums;
}

inline void LdpGaussianUcb::add(Sums& sums, std::size_t level, std::int32_t payload) const {
  sums.weight += levels_[level].weight;
  sums.reward += levels_[level].slope * payload;
}

inline ArmEstimate LdpGaussianUcb::estimate(const Sums& sums) {
  if (sums.weight == 0) return {};
  return {sums.reward / sums.weight, std::sqrt(2 / sums.weight)};
}

}  // namespace ldp
