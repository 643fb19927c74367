// Sequential halving, Karnin, Koren & Somekh 2013, on what the devices send: a budget of T pulls in
// ceil(log2 K) rounds. In each of them every arm that is left gets floor(T/(left rounds)) pulls;
// then the better half of them, by the means of all their observations so far, goes on.
//
// The sizes of the halves follow from K alone, so the number of arms that are left says which round
// it is.
#pragma once

#include <cstdint>
#include <vector>

#include "server/best_arm/arm_evidence.hpp"

namespace ldp {

/// How many pulls an arm has by the end of the round in which `left` of `arms` arms are left.
std::uint64_t pulls_after_round(std::uint64_t budget, std::uint32_t arms, std::uint32_t left);

/// The better ceil(n/2) of n arms, increasing; of equal means the smaller number. An arm without
/// observations counts as the worst.
std::vector<std::uint32_t> better_half(const ArmEvidence& evidence,
                                       const std::vector<std::uint32_t>& left);

/// Ends as many rounds as are over. To be pulled: the arms that are left and have not all their
/// pulls. Once the pulls of all arms reach the budget, the best of the arms left is the answer.
BestArmChoice choose_by_halving(const ArmEvidence& evidence, std::uint64_t budget,
                                const std::vector<std::uint32_t>& left);

}  // namespace ldp
