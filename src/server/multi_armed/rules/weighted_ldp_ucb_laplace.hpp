// Weighted LDP-UCB on rewards with Laplace noise: HeLDP-UCB-L (Ren, Zhou, Liu, Shroff 2020) with
// inverse-variance weights in place of the threshold and one bound for reward and noise together.
//
// A reward less its mean is sub-Gaussian with proxy 1/4, and ln E exp(z Lap(1/e)) <= z^2/(e^2 - z
// e) (the discrete noise on the grid of 1/1024 has no larger moment generating function). With w =
// 8 e^2/(e^2 + 8), W = sum w, S = sum w x and M the largest w/e of an arm's reports x, Bernstein's
// inequality gives mu <= S/W + 2 sqrt(L/W) + M L/W with probability at least 1 - e^-L:
//   mean = S/W,   width = 2/sqrt(W),   tilt = M/W.
// For a single level the radius is sqrt((1 + 8/e^2) L/(2 N)) + L/(e N). There is no forced phase,
// because the term linear in L says what the square root does not: the noise has a heavier tail.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "privacy/laplace_scale.hpp"
#include "server/arms/arm_estimate.hpp"

namespace ldp {

class WeightedLdpUcbLaplace {
 public:
  static constexpr bool kHasTilt = true;

  /// The sums over one arm's reports.
  struct Sums {
    double weight = 0;   // W = sum w
    double reward = 0;   // S = sum w x
    double largest = 0;  // M = max w/e
  };

  /// The experiment must be valid. e is the epsilon of the noise that the devices really draw.
  explicit WeightedLdpUcbLaplace(const MultiArmedExperiment& experiment);
  /// e of every level, each positive.
  explicit WeightedLdpUcbLaplace(const std::vector<double>& epsilons);

  [[nodiscard]] Sums fold(ArmCounts arm) const;
  /// Adds one report: level < number of levels, the payload as it travels.
  void add(Sums& sums, std::size_t level, std::int32_t payload) const;
  [[nodiscard]] static ArmEstimate estimate(const Sums& sums);
  [[nodiscard]] ArmEstimate estimate(ArmCounts arm) const { return estimate(fold(arm)); }

 private:
  struct Level {
    double weight;   // w
    double largest;  // w/e
  };

  std::vector<Level> levels_;
};

inline WeightedLdpUcbLaplace::Sums WeightedLdpUcbLaplace::fold(ArmCounts arm) const {
  Sums sums;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    const double count = arm.count(level);
    if (count == 0) continue;  // so that nothing but reports counts in the maximum
    const double weight = levels_[level].weight;
    sums.weight += weight * count;
    sums.reward += weight * (arm.total(level) * (1.0 / kRewardGrid));
    sums.largest = std::max(sums.largest, levels_[level].largest);
  }
  return sums;
}

inline void WeightedLdpUcbLaplace::add(Sums& sums, std::size_t level, std::int32_t payload) const {
  const double weight = levels_[level].weight;
  sums.weight += weight;
  sums.reward += weight * (payload * (1.0 / kRewardGrid));
  sums.largest = std::max(sums.largest, levels_[level].largest);
}

inline ArmEstimate WeightedLdpUcbLaplace::estimate(const Sums& sums) {
  if (sums.weight == 0) return {};
  return {sums.reward / sums.weight, 2 / std::sqrt(sums.weight), sums.largest / sums.weight};
}

}  // namespace ldp
