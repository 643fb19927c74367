// Successive elimination, Even-Dar, Mannor & Mansour 2006, on what the devices send: pull all arms
// that are left equally often; an arm whose upper bound is below the lower bound of another one is
// dropped for good; stop when one is left.
#pragma once

#include <vector>

#include "server/best_arm/arm_evidence.hpp"

namespace ldp {

/// `left`: the arms that were left before, increasing and at least one.
BestArmChoice choose_by_elimination(const ArmEvidence& evidence, const ConfidenceBounds& bounds,
                                    double error_probability,
                                    const std::vector<std::uint32_t>& left);

}  // namespace ldp
