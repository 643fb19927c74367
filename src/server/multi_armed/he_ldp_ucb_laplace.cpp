#include "server/multi_armed/he_ldp_ucb_laplace.hpp"

#include "server/multi_armed/debias.hpp"

namespace ldp {

HeLdpUcbLaplace::HeLdpUcbLaplace(const Experiment& experiment)
    : noises_(implemented_laplace_epsilons(experiment)),
      first_counted_(first_counted_level(experiment)),
      inverse_square_(1 / (experiment.epsilon_min * experiment.epsilon_min)) {
  for (double& value : noises_) value = 1 / (value * value);
}

}  // namespace ldp
