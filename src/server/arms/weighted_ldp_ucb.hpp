// Weighted LDP-UCB, the default: UCB on one-bit reports of any level, weighted by inverse variance.
//
// A bit y of level e gives the unbiased estimate g = (1 + (2 y - 1)/theta)/2 of the reward, in an
// interval of length 1/theta, theta = tanh(e/2). With weights w Hoeffding's inequality bounds the
// weighted mean by exp(-2 b^2 (sum w)^2 / sum(w^2/theta^2)), which by Cauchy-Schwarz is smallest
// for w = theta^2. Then W = sum theta^2 is the number of equivalent non-private samples:
//   mean = (sum theta^2 g)/W,   width = sqrt(1/(2 W)).
// No threshold and no discard: a useless report has no weight. The width is never larger than that
// of HeLDP-UCB-B (Ren et al. 2020) with any threshold, and equal to it for a single level.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "server/arms/arm_estimate.hpp"

namespace ldp {

class WeightedLdpUcb {
 public:
  /// The sums over one arm's reports.
  struct Sums {
    double weight = 0;  // W = sum theta^2
    double reward = 0;  // S = sum theta^2 g
  };

  /// The experiment must be valid. theta is the implemented one, 1 - 2 p0.
  explicit WeightedLdpUcb(const MultiArmedExperiment& experiment);
  /// theta of every level, each in (0, 1].
  explicit WeightedLdpUcb(std::vector<double> thetas) : thetas_(std::move(thetas)) {}

  [[nodiscard]] Sums fold(ArmCounts arm) const;
  /// Adds one report: level < number of thetas, bit 0 or 1.
  void add(Sums& sums, std::size_t level, std::int32_t bit) const;
  [[nodiscard]] static ArmEstimate estimate(const Sums& sums);
  [[nodiscard]] ArmEstimate estimate(ArmCounts arm) const { return estimate(fold(arm)); }

 private:
  std::vector<double> thetas_;
};

inline WeightedLdpUcb::Sums WeightedLdpUcb::fold(ArmCounts arm) const {
  Sums sums;
  for (std::size_t level = 0; level < thetas_.size(); ++level) {
    const double theta = thetas_[level];
    const double count = arm.count(level);
    const double surplus = 2 * arm.total(level) - count;  // ones minus zeros
    sums.weight += theta * theta * count;
    sums.reward += 0.5 * theta * (theta * count + surplus);
  }
  return sums;
}

inline void WeightedLdpUcb::add(Sums& sums, std::size_t level, std::int32_t bit) const {
  const double theta = thetas_[level];
  sums.weight += theta * theta;
  sums.reward += 0.5 * theta * (theta + (2 * bit - 1));
}

inline ArmEstimate WeightedLdpUcb::estimate(const Sums& sums) {
  if (sums.weight == 0) return {};
  return {sums.reward / sums.weight, std::sqrt(0.5 / sums.weight)};
}

}  // namespace ldp
