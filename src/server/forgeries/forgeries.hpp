// How many forged reports would change an answer: the smallest number of further reports, of the
// kind that the decoder accepts, after which other arms have the largest estimated means.
//
// An estimated mean is a ratio, value over weight, of sums over the reports of its arm, so that a
// report of level l with payload v adds (value_l(v), weight_l). To pass an arm from outside over
// one of the chosen, k forged reports raise the one and m lower the other; reports about a third
// arm are of no use. That a ratio reaches r is linear in the sums, so for each arm the best
// reports are all of one level and of one extreme payload. For a total of T = k + m, "the one
// has passed the other" is the sign of a concave quadratic in k: its largest integer value decides.
// One more forged report never hurts, so the smallest T is found by bisection. With one level and
// integer sums every step is exact; with a menu of levels it is exact but for rounding, which can
// matter between equal means only.
//
// It counts reports of any arm at any time. An attacker who may report only what the open snapshots
// show needs as many or more.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "foundation/uint128.hpp"
#include "protocol/multi_armed_experiment.hpp"
#include "server/learner/statistics.hpp"

namespace ldp {

/// What an arm's reports, or one report, add up to: the estimated mean is value / weight.
template <class Number>
struct MeanParts {
  Number value{};
  Number weight{};
};

/// What one forged report of a level can add, with its payload at the bottom and at the top.
template <class Number>
struct ForgedLevel {
  MeanParts<Number> lowest;
  MeanParts<Number> highest;
};

/// The arms of an experiment, and what may be forged. Number: int128 for sums of integers, of one
/// level; double for a menu.
template <class Number>
struct ForgeableArms {
  std::vector<MeanParts<Number>> arms;
  std::vector<ForgedLevel<Number>> levels;  // each with a positive weight
};

/// Of the counts and totals of one level: the order of the means is that of any estimate which is
/// increasing in the mean payload. The statistics must have one level.
[[nodiscard]] ForgeableArms<int128> forgeable_arms(const MultiArmedExperiment& experiment,
                                                   const Statistics& statistics);

/// The fewest forged reports after which the `chosen` arms of the largest means (the first of equal
/// ones; arms without reports have none) are not the ones they are now. None: fewer than `chosen`
/// arms have reports, there is no other arm, or 2^40 would not do.
[[nodiscard]] std::optional<std::uint64_t> fewest_forgeries(const ForgeableArms<int128>& arms,
                                                            std::size_t chosen = 1);
[[nodiscard]] std::optional<std::uint64_t> fewest_forgeries(const ForgeableArms<double>& arms,
                                                            std::size_t chosen = 1);

}  // namespace ldp
