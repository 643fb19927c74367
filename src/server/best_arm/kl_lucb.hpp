// KL-LUCB, Kaufmann & Kalyanakrishnan 2013, "Information Complexity in Bandit Subset Selection",
// for one arm, on what the devices send: pull the best arm so far and the rival whose upper bound
// is largest; stop once the lower bound of the one is not below the upper bound of the other.
#pragma once

#include "server/best_arm/arm_evidence.hpp"

namespace ldp {

/// Arms without observations are pulled first.
BestArmChoice choose_kl_lucb(const ArmEvidence& evidence, const ConfidenceBounds& bounds,
                             double error_probability);

}  // namespace ldp
