// HeLDP-UCB-L, as published: Ren, Zhou, Liu, Shroff 2020, "Multi-Armed Bandits with Local
// Differential Privacy", section 4, with discrete Laplace noise on a grid of 1/1024 in place of the
// continuous one (its moment generating function is no larger, so every radius stays valid).
//
// Reports of levels below epsilon_min are discarded (their rounds still count). With x =
// payload/1024 and A = sum e^-2, over the N reports of an arm that remain:
//   mean = (sum x)/N,   width = sqrt(1/(2 N)) + sqrt(8 A)/N.
// The tail bound behind the width holds only once A > epsilon_min^-2 L(t). Arms that are not there
// yet are forced, lowest position first. The listing reads A and the index before it computes them;
// the values after round t - 1 are meant, and the threshold is looked at again every round as L(t)
// grows.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "privacy/laplace_scale.hpp"
#include "server/arms/arm_estimate.hpp"
#include "server/learner/statistics.hpp"

namespace ldp {

class HeLdpUcbLaplace {
 public:
  /// The sums over one arm's reports that were not discarded.
  struct Sums {
    double count = 0;   // N
    double reward = 0;  // S = sum x
    double noise = 0;   // A = sum e^-2
  };

  /// The experiment must be valid. e is the epsilon of the noise that the devices really draw.
  explicit HeLdpUcbLaplace(const MultiArmedExperiment& experiment);
  /// e of every level; levels below the position `first_counted` are discarded.
  HeLdpUcbLaplace(std::vector<double> epsilons, std::size_t first_counted, double epsilon_min);

  [[nodiscard]] Sums fold(ArmCounts arm) const;
  /// Adds one report: level < number of levels, the payload as it travels.
  void add(Sums& sums, std::size_t level, std::int32_t payload) const;
  [[nodiscard]] static ArmEstimate estimate(const Sums& sums);
  [[nodiscard]] ArmEstimate estimate(ArmCounts arm) const { return estimate(fold(arm)); }

  /// An arm must be played as long as its A is at most this; `bound` is L(t).
  [[nodiscard]] double forced_threshold(double bound) const { return inverse_square_ * bound; }

  /// The lowest arm that must be played, or -1.
  [[nodiscard]] std::int32_t forced_arm(const Statistics& statistics, double bound) const;

 private:
  std::vector<double> noises_;  // e^-2 per level
  std::size_t first_counted_;
  double inverse_square_;  // epsilon_min^-2
};

inline HeLdpUcbLaplace::Sums HeLdpUcbLaplace::fold(ArmCounts arm) const {
  Sums sums;
  for (std::size_t level = first_counted_; level < noises_.size(); ++level) {
    sums.count += arm.count(level);
    sums.reward += arm.total(level) * (1.0 / kRewardGrid);
    sums.noise += arm.count(level) * noises_[level];
  }
  return sums;
}

inline void HeLdpUcbLaplace::add(Sums& sums, std::size_t level, std::int32_t payload) const {
  if (level < first_counted_) return;
  sums.count += 1;
  sums.reward += payload * (1.0 / kRewardGrid);
  sums.noise += noises_[level];
}

inline ArmEstimate HeLdpUcbLaplace::estimate(const Sums& sums) {
  if (sums.count == 0) return {};
  return {sums.reward / sums.count,
          std::sqrt(0.5 / sums.count) + std::sqrt(8 * sums.noise) / sums.count};
}

}  // namespace ldp
