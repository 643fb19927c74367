// The public parameters of a convex bandit, fixed before the first report: the set of points that
// may be played, what is known of the losses, and what one report says. Both sides of the wall
// hold the same ConvexExperiment. All reports have one epsilon. Spec: Zheng et al. 2020, algorithms
// 1 (one point) and 2 (two points).
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "protocol/catalog.generated.hpp"
#include "protocol/convex_set.hpp"
#include "protocol/scalar_mechanism.hpp"
#include "protocol/schema.generated.hpp"

namespace ldp {

/// A parameter that the algorithm does not take has the value given here as its default.
struct ConvexExperiment {
  Algorithm algorithm = Algorithm::ldp_two_point;
  ConvexSet set;
  double epsilon = 0;  // of one report, [2^-10, 128]; of a Gaussian one up to 16
  ScalarMechanism mechanism = ScalarMechanism::bit;
  double delta = 0;  // of one Gaussian report; else 0
  ConvexLosses losses = ConvexLosses::convex;
  double loss_low = 0;        // one point, stochastic: losses are clamped to [loss_low, loss_high]
  double loss_high = 1;       // on the device
  double lipschitz = 0;       // > 0: one point L, two points G; comparison: 0
  double smoothness = 0;      // > 0 for smooth losses (beta); else 0
  double curvature = 0;       // > 0 for strongly convex losses (mu); else 0
  std::uint64_t horizon = 0;  // reports expected, 0..kMaximumHorizon; 0: doubling
  ConvexSteps steps = ConvexSteps::theory;
  ConvexFeedback feedback = ConvexFeedback::losses;  // two points only
  double distance =
      kDefaultDistance;  // comparison only: of each point from the middle, in inner radii

  bool operator==(const ConvexExperiment&) const = default;
};

constexpr bool is_smooth(ConvexLosses losses) {
  return losses == ConvexLosses::smooth || losses == ConvexLosses::strongly_convex_smooth;
}

constexpr bool is_strongly_convex(ConvexLosses losses) {
  return losses == ConvexLosses::strongly_convex || losses == ConvexLosses::strongly_convex_smooth;
}

/// Whether a snapshot has a matrix in place of a radius: the learners that shape their exploration
/// by a barrier, st and hl.
constexpr bool has_shape(const ConvexExperiment& experiment) {
  return experiment.algorithm == Algorithm::ldp_one_point && is_smooth(experiment.losses);
}

/// Whether a polytope has an inside is for convex_centre to say.
/// Errors: invalid_argument, naming `algorithm`, `set`, `epsilon`, `mechanism`, `delta`, `losses`,
/// `lossLow`, `lossHigh`, `lipschitz`, `smoothness`, `curvature`, `horizon`, `steps`, `feedback` or
/// `distance`.
Status validate(const ConvexExperiment& experiment);

}  // namespace ldp
