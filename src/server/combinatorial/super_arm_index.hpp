// Choosing among super arms that can be enumerated: by the joint index of their arms (LDP2-E), or
// by what was reported about each of them as a whole (sum reports).
//
// The joint index of S is sum_S mean_i + sqrt(La/2 sum_S 1/W_i), over |S| where the reward is the
// mean; it is not clipped. With one coordinate of a visitor reported, the reports about different
// arms are of different people: their errors are independent whatever the joint law of one person's
// outcomes, and add in quadrature. That takes a factor of K off the regret of per-arm indices.
#pragma once

#include <cstdint>
#include <span>

#include "oracles/enumeration.hpp"
#include "protocol/decision_set.hpp"

namespace ldp {

/// The position of the super arm with the largest joint index at round t. `mean`, `weight`: [arms].
/// One with an arm of weight 0 comes before all others; ties by the public coins of the positions.
[[nodiscard]] std::uint32_t largest_joint_index(const SuperArms& all, SetReward reward,
                                                std::span<const double> mean,
                                                std::span<const double> weight, double t,
                                                std::uint64_t public_seed);

/// The position with the largest mean + sqrt(La/(2 W)) at round t. `mean`, `weight`: [super arms].
/// Weight 0 and ties as above.
[[nodiscard]] std::uint32_t largest_sum_index(std::span<const double> mean,
                                              std::span<const double> weight, double t,
                                              std::uint64_t public_seed);

}  // namespace ldp
