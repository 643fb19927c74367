#include "server/arms/weighted_ldp_ucb.hpp"

#include "server/arms/debias.hpp"

namespace ldp {

WeightedLdpUcb::WeightedLdpUcb(const MultiArmedExperiment& experiment)
    : WeightedLdpUcb(implemented_thetas(experiment.levels)) {}

}  // namespace ldp
