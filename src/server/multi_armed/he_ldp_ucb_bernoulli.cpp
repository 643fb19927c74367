#include "server/multi_armed/he_ldp_ucb_bernoulli.hpp"

#include <cmath>

#include "server/multi_armed/debias.hpp"

namespace ldp {

HeLdpUcbBernoulli::HeLdpUcbBernoulli(const Experiment& experiment)
    : HeLdpUcbBernoulli(implemented_thetas(experiment), first_counted_level(experiment)) {}

HeLdpUcbBernoulli::Sums HeLdpUcbBernoulli::fold(ArmCounts arm) const {
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

ArmEstimate HeLdpUcbBernoulli::estimate(const Sums& sums) {
  if (sums.count == 0) return {};
  return {sums.reward / sums.count, std::sqrt(0.5 * sums.noise) / sums.count};
}

}  // namespace ldp
