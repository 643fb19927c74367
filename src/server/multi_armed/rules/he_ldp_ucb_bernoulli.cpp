#include "server/multi_armed/rules/he_ldp_ucb_bernoulli.hpp"

#include "server/arms/debias.hpp"

namespace ldp {

HeLdpUcbBernoulli::HeLdpUcbBernoulli(const MultiArmedExperiment& experiment)
    : HeLdpUcbBernoulli(implemented_thetas(experiment.levels),
                        first_level_from(experiment.epsilon_min, experiment.levels)) {}

}  // namespace ldp
