#include "server/multi_armed/rules/he_ldp_ucb_laplace.hpp"

#include "server/arms/debias.hpp"

namespace ldp {

HeLdpUcbLaplace::HeLdpUcbLaplace(const MultiArmedExperiment& experiment)
    : HeLdpUcbLaplace(implemented_laplace_epsilons(experiment.levels),
                      first_level_from(experiment.epsilon_min, experiment.levels),
                      experiment.epsilon_min) {}

HeLdpUcbLaplace::HeLdpUcbLaplace(std::vector<double> epsilons, std::size_t first_counted,
                                 double epsilon_min)
    : noises_(std::move(epsilons)),
      first_counted_(first_counted),
      inverse_square_(1 / (epsilon_min * epsilon_min)) {
  for (double& value : noises_) value = 1 / (value * value);
}

std::int32_t HeLdpUcbLaplace::forced_arm(const Statistics& statistics, double bound) const {
  const double threshold = forced_threshold(bound);
  for (std::uint32_t arm = 0; arm < statistics.arms(); ++arm) {
    if (fold(ArmCounts(statistics.of_arm(arm))).noise <= threshold) {
      return static_cast<std::int32_t>(arm);
    }
  }
  return -1;
}

}  // namespace ldp
