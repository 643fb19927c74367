// How many forged reports would change the best super arm of a matroid: top-k sets, partitions and
// spanning trees, where it is the one that taking arms from the largest mean on gives.
//
// A basis is that one if and only if no arm outside comes before an arm that it could replace
// (Edmonds 1971, "Matroids and the Greedy Algorithm"). So a changed answer has one such swap, for
// which reports about its two arms are enough, and all others were needless: the fewest over all
// swaps of what passes the one arm over the other is exact, where a report is about one arm. Where
// a report speaks of many arms at once, each of n reports moves each of the two arms once at most:
// the fewest n with which that passes is a lower bound, and attained where one slate can have both.
#pragma once

#include <cstdint>
#include <optional>

#include "foundation/uint128.hpp"
#include "protocol/decision_set.hpp"
#include "server/forgeries/forgeries.hpp"

namespace ldp {

/// Of a set of kind top_k, partition or spanning_tree, which must be valid, with one arm each in
/// `arms`. The first of equal means comes first; arms without reports have none. `at_once`: a
/// report may be about all arms of a slate. None: the arms with reports have no super arm, there is
/// no swap, or 2^40 reports would not do. O(arms K) comparisons at worst.
[[nodiscard]] std::optional<std::uint64_t> fewest_swap_forgeries(const ForgeableArms<int128>& arms,
                                                                 const DecisionSet& set,
                                                                 bool at_once);
[[nodiscard]] std::optional<std::uint64_t> fewest_swap_forgeries(const ForgeableArms<double>& arms,
                                                                 const DecisionSet& set,
                                                                 bool at_once);

}  // namespace ldp
