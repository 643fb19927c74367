// HeLDP-UCB-B, as published: Ren, Zhou, Liu, Shroff 2020, "Multi-Armed Bandits with Local
// Differential Privacy", section 4, with e^epsilon where Curator 3 prints epsilon.
//
// Reports of levels below epsilon_min are discarded (their rounds still count). With g the unbiased
// estimate of the reward and beta = 1/theta^2, over the N reports of an arm that remain:
//   mean = (sum g)/N,   width = sqrt((sum beta)/2)/N.
// There is no forced phase, and the mean may leave [0, 1]: clipping it would bias the index.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "server/arms/arm_estimate.hpp"

namespace ldp {

class HeLdpUcbBernoulli {
 public:
  /// The sums over one arm's reports that were not discarded.
  struct Sums {
    double count = 0;   // N
    double reward = 0;  // S = sum g
    double noise = 0;   // B = sum beta
  };

  /// The experiment must be valid. theta is the implemented one, 1 - 2 p0.
  explicit HeLdpUcbBernoulli(const MultiArmedExperiment& experiment);
  /// theta of every level; levels below the position `first_counted` are discarded.
  HeLdpUcbBernoulli(std::vector<double> thetas, std::size_t first_counted)
      : thetas_(std::move(thetas)), first_counted_(first_counted) {}

  [[nodiscard]] Sums fold(ArmCounts arm) const;
  /// Adds one report: level < number of thetas, bit 0 or 1.
  void add(Sums& sums, std::size_t level, std::int32_t bit) const;
  [[nodiscard]] static ArmEstimate estimate(const Sums& sums);
  [[nodiscard]] ArmEstimate estimate(ArmCounts arm) const { return estimate(fold(arm)); }

 private:
  std::vector<double> thetas_;
  std::size_t first_counted_;
};

inline HeLdpUcbBernoulli::Sums HeLdpUcbBernoulli::fold(ArmCounts arm) const {
  Sums sums;
  for (std::size_t level = first_counted_; level < thetas_.size(); ++level) {
    const double theta = thetas_[level];
    const double count = arm.count(level);
    const double surplus = 2 * arm.total(level) - count;  // ones minus zeros
    sums.count += count;
    sums.reward += 0.5 * (count + surplus / theta);
    sums.noise += count / (theta * theta);
  }
  return sums;
}

inline void HeLdpUcbBernoulli::add(Sums& sums, std::size_t level, std::int32_t bit) const {
  if (level < first_counted_) return;
  const double theta = thetas_[level];
  sums.count += 1;
  sums.reward += 0.5 + 0.5 * (2 * bit - 1) / theta;
  sums.noise += 1 / (theta * theta);
}

inline ArmEstimate HeLdpUcbBernoulli::estimate(const Sums& sums) {
  if (sums.count == 0) return {};
  return {sums.reward / sums.count, std::sqrt(0.5 * sums.noise) / sums.count};
}

}  // namespace ldp
