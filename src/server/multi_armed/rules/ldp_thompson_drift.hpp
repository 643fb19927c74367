// LDP Thompson sampling with change detection: what it plays is decided by DriftLearner and
// server/multi_armed/changing_arms.hpp. For the count of forgeries it estimates as Weighted LDP-UCB
// does.
#pragma once

#include "server/arms/weighted_ldp_ucb.hpp"

namespace ldp {

struct LdpThompsonDrift : WeightedLdpUcb {
  using WeightedLdpUcb::WeightedLdpUcb;
};

}  // namespace ldp
