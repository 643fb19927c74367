#include "server/multi_armed/he_ldp_ucb_laplace.hpp"

#include <cmath>

#include "privacy/laplace_scale.hpp"
#include "server/multi_armed/debias.hpp"

namespace ldp {

HeLdpUcbLaplace::HeLdpUcbLaplace(const Experiment& experiment)
    : noises_(implemented_laplace_epsilons(experiment)),
      first_counted_(first_counted_level(experiment)),
      inverse_square_(1 / (experiment.epsilon_min * experiment.epsilon_min)) {
  for (double& value : noises_) value = 1 / (value * value);
}

HeLdpUcbLaplace::Sums HeLdpUcbLaplace::fold(ArmCounts arm) const {
  Sums sums;
  for (std::size_t level = first_counted_; level < noises_.size(); ++level) {
    sums.count += arm.count(level);
    sums.reward += arm.total(level) * (1.0 / kRewardGrid);
    sums.noise += arm.count(level) * noises_[level];
  }
  return sums;
}

ArmEstimate HeLdpUcbLaplace::estimate(const Sums& sums) {
  if (sums.count == 0) return {};
  return {sums.reward / sums.count,
          std::sqrt(0.5 / sums.count) + std::sqrt(8 * sums.noise) / sums.count};
}

}  // namespace ldp
