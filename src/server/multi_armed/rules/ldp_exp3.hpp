// LDP-EXP3: what it plays is decided by SequentialLearner and server/arms/exp3.hpp. For display,
// and for the count of forgeries, it estimates as Weighted LDP-UCB does.
#pragma once

#include "server/arms/weighted_ldp_ucb.hpp"

namespace ldp {

struct LdpExp3 : WeightedLdpUcb {
  using WeightedLdpUcb::WeightedLdpUcb;
};

}  // namespace ldp
