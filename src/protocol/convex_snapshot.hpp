// The one message that crosses the wall from the server to the devices of a convex experiment:
// where to look next, and what has been learnt so far, the same for all devices. It is a function
// of reports alone. A server that lies in it chooses bad points, no more: what a device plays lies
// in the set that its page pinned, and what a report costs does not depend on it.
#pragma once

#include <cstdint>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/convex_ellipsoid.hpp"
#include "protocol/convex_experiment.hpp"

namespace ldp {

/// A device draws a direction u, uniform on the unit sphere of the hull, and plays
/// point + radius u, or point + M u where there is a shape; of two-point experiments point +-
/// radius u, the first with plus. The stochastic learner has no point: a device plays one of
/// `points`, drawn from `weights`.
struct ConvexSnapshot {
  std::uint32_t id = 0;
  std::uint64_t reports = 0;    // ingested so far
  std::vector<double> point{};  // [d]; [] of the stochastic learner
  double radius = 0;            // > 0 where there is neither a shape nor points
  std::vector<double> shape{};  // M [h][h] row by row, h = hull_dimension, where has_shape; else []
  std::vector<double> points{};   // [3] of the stochastic learner, ascending; else []
  std::vector<double> weights{};  // [3] >= 0 with sum 1 of the stochastic learner; else []
  std::vector<double> answer{};   // [d] what to use when the experiment ends now
  /// What the gradients say of the mean loss near the answer a: slope . (x - a) + (x - a) . C (x -
  /// a)/2. Two points only, for show; both [] where there is none yet.
  std::vector<double> slope{};      // [d]
  std::vector<double> curvature{};  // the upper triangle of C [d][d], row by row

  bool operator==(const ConvexSnapshot&) const = default;
};

/// The algorithm whose snapshots have points.
constexpr bool has_points(const ConvexExperiment& experiment) {
  return experiment.algorithm == Algorithm::ldp_stochastic_convex;
}

/// Checks a snapshot from an untrusted server against the experiment that the page pinned: that all
/// numbers are finite and that nothing a device can play is outside the set.
/// Errors: invalid_argument, naming `reports`, `point`, `radius`, `shape`, `points`, `weights`,
/// `answer` or `surface`.
Status validate(const ConvexSnapshot& snapshot, const ConvexExperiment& experiment);

}  // namespace ldp
