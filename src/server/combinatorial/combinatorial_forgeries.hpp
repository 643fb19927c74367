// How many forged reports would change the best slate by the estimated means: selects the count in
// server/forgeries/ that applies to an experiment.
//
//   sum reports; top-k sets                   exact: one arm passes another (forgeries.hpp)
//   partitions, spanning trees                exact: one swap (swaps.hpp)
//   paths, matchings, lists; sum, mean, cost  no fewer than this (super_arm_forgeries.hpp)
//
// A report of CUCB-LDP1 is about all K arms of a slate: for it all counts are lower bounds. There
// is no count where the best slate is not unique: by the worst arm (paths and lists of the reward
// minimum) many are equally good and coins choose; oracles of coverage and influence are
// approximate, so forged reports may change what they find, not what is best; and the oracle of a
// custom set is the collector's.
#pragma once

#include <cstdint>
#include <optional>

#include "oracles/enumeration.hpp"
#include "oracles/oracle.hpp"
#include "protocol/combinatorial_experiment.hpp"
#include "server/learner/statistics.hpp"

namespace ldp {

/// `coordinates` is what was reported, of a valid experiment. `oracle` and `all`, of its set, as
/// the learner has them: null where it has none. None: as above, there is no answer yet or no
/// other, or 2^40 reports would not do.
[[nodiscard]] std::optional<std::uint64_t> combinatorial_forgeries(
    const CombinatorialExperiment& experiment, const Statistics& coordinates, Oracle* oracle,
    const SuperArms* all);

}  // namespace ldp
