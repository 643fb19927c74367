// The one message that crosses the wall from the server to the devices of a linear experiment, or
// of a generalized linear one: what has been learnt so far, the same for all devices. It is a
// function of reports alone, and nothing in it can loosen the privacy of a report: a server that
// lies in it chooses bad arms, no more.
#pragma once

#include <cstdint>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/linear_experiment.hpp"

namespace ldp {

/// What a device plays: with probability `exploration`, by a coin that has nothing to do with its
/// data, an arm drawn uniformly; else an arm with the largest <theta, x> + radius ||F x||, ties
/// uniformly.
struct LinearSnapshot {
  std::uint32_t id = 0;
  std::uint64_t reports = 0;    // ingested so far
  std::vector<double> theta{};  // [d] estimate of the parameter
  /// [d (d + 1)/2] lower triangle F, row by row, V^-1 = F^T F; or [] = no width.
  std::vector<double> factor{};
  double radius = 0;       // >= 0
  double exploration = 0;  // in [0, 1]
  std::uint32_t base = 0;  // the combiner: which of its learners this is
  /// Links only. [d], at most S long: where a report takes its score; or [] = at theta, which must
  /// then be at most S long.
  std::vector<double> point{};
  /// Links only: Cs, what residuals are clipped to and divided by, in (0, C]: the link's
  /// residual_bound_at(|point|).
  double residual = 0;
};

/// Where a report of a link's experiment takes its score: `point`, or theta.
inline const std::vector<double>& point_of(const LinearSnapshot& snapshot) {
  return snapshot.point.empty() ? snapshot.theta : snapshot.point;
}

/// What a device of a link's experiment uses before it has a snapshot, as number 0: theta = 0.
LinearSnapshot first_linear_snapshot(const LinearExperiment& experiment);

/// How much longer than S a point may be, as a factor: it is made of rounded numbers.
inline constexpr double kPointTolerance = 1 + 1e-9;

/// The most base learners that a combiner has.
inline constexpr std::uint32_t kMaximumBases = 16;

/// Larger numbers are refused: with smaller ones no score of a device overflows.
inline constexpr double kLargestSnapshotNumber = 1e100;

/// Checks a snapshot from an untrusted server against the experiment that the page pinned.
/// Errors: invalid_argument, naming the field.
Status validate(const LinearSnapshot& snapshot, const LinearExperiment& experiment);

}  // namespace ldp
