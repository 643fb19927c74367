#include "server/multi_armed/weighted_ldp_ucb.hpp"

#include "server/multi_armed/debias.hpp"

namespace ldp {

WeightedLdpUcb::WeightedLdpUcb(const Experiment& experiment)
    : WeightedLdpUcb(implemented_thetas(experiment.levels)) {}

}  // namespace ldp
