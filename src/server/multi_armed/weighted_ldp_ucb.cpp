#include "server/multi_armed/weighted_ldp_ucb.hpp"

#include <cmath>

#include "server/multi_armed/debias.hpp"

namespace ldp {

WeightedLdpUcb::WeightedLdpUcb(const Experiment& experiment)
    : thetas_(implemented_thetas(experiment)) {}

WeightedLdpUcb::Sums WeightedLdpUcb::fold(ArmCounts arm) const {
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

ArmEstimate WeightedLdpUcb::estimate(const Sums& sums) {
  if (sums.weight == 0) return {};
  return {sums.reward / sums.weight, std::sqrt(0.5 / sums.weight)};
}

}  // namespace ldp
