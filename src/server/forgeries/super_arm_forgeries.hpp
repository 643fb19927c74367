// How many forged reports would change the best super arm, at least: of sets that are no matroids
// (paths, matchings, lists), where the reward is a sum, a mean or a cost of the means. What no
// fewer reports do between two super arms: forged_margin.hpp.
//
// Where super arms can be looked at one by one, the bound is the smallest over all rivals. Where an
// exact oracle finds them, it is asked at one price for the rival that comes closest: every other
// super arm leaves out some arm of the best one, so it is the best of those that the oracle finds
// without each of its arms. At any price the answer is a bound. The next price is that which is
// worst for all rivals found so far, until no better bound can come of it.
#pragma once

#include <cstdint>
#include <optional>

#include "oracles/enumeration.hpp"
#include "oracles/oracle.hpp"
#include "server/forgeries/forgeries.hpp"

namespace ldp {

/// No fewer forged reports change which super arm is best by the estimated means, clipped to [0,
/// 1]; equally good ones count as changed. At least 1. Arms without reports have no mean, and a
/// super arm with one of them is none. Reports are about one arm each. None: no super arm has
/// reports about all of its arms, there is no other one, or 2^40 reports would not do.
/// `reward`: sum, mean or cost.
[[nodiscard]] std::optional<std::uint64_t> least_forgeries(const ForgeableArms<double>& arms,
                                                           SetReward reward, const SuperArms& all);

/// The same of an exact oracle, of kind path or matching, whose reward is a sum or a cost. Calls it
/// 1 + 6 K times at most.
[[nodiscard]] std::optional<std::uint64_t> least_forgeries(const ForgeableArms<double>& arms,
                                                           Oracle& oracle);

}  // namespace ldp
