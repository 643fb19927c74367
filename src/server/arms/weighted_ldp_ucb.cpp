#include "server/arms/weighted_ldp_ucb.hpp"

#include "server/arms/debias.hpp"

namespace ldp {

WeightedLdpUcb::WeightedLdpUcb(const Experiment& experiment)
    : WeightedLdpUcb(implemented_thetas(experiment.levels)) {}

}  // namespace ldp
