// LDP-Tsallis-INF: what it plays is decided by SequentialLearner and server/arms/tsallis_inf.hpp.
// For display, and for the count of forgeries, it estimates as Weighted LDP-UCB does.
#pragma once

#include "server/arms/weighted_ldp_ucb.hpp"

namespace ldp {

struct LdpTsallisInf : WeightedLdpUcb {
  using WeightedLdpUcb::WeightedLdpUcb;
};

}  // namespace ldp
