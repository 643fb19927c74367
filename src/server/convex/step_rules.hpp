// The exploration radius and the step size of all convex learners
// (docs/spec/convex-and-reductions.md, sections 6 and 7), with the second moment S^2 of the noisy
// loss in place of the squared range. Flaxman, Kalai, McMahan 2005 (fkm); Agarwal, Dekel, Xiao 2010
// (scfkm and two points); Saha, Tewari 2011 (st); Hazan, Levy 2014 (hl).
//
// An epoch of n reports is one step with the sum of their gradient estimates. In the proof of every
// one of these learners the squared (local) norms of the steps add up, and for n independent
// estimates g with E|g|^2 <= S1^2 and |E g| <= G
//   E|sum g|^2 <= n S1^2 + n (n - 1) G^2 = n (S1^2 + (n - 1) G^2),
// so T reports in epochs of n cost what T single reports of the second moment S1^2 + (n - 1) G^2
// cost, and that stands under the root of the step; n = 1 gives the spec. G is the Lipschitz
// constant for fkm, scfkm and two points. For st and hl, in the local norm of the barrier, the mean
// gradient is at most 2B/(1 - delta_s), since a convex function that varies by 2B has no larger
// slope at the centre of an ellipsoid of that size, and at most B sqrt(d)/delta_s, since
// E|u.e| <= 1/sqrt(d): G is the smaller one. The steps 1/(mu t) need no change: t counts reports.
//
// Without a horizon T doubles: stage k has 2^k 1000 reports, and the learner goes on from where it
// is, sums and clock included, with the stage's radius and step.
#pragma once

#include <cstdint>

#include "protocol/convex_experiment.hpp"
#include "server/convex/convex_domain.hpp"
#include "server/convex/scalar_noise.hpp"

namespace ldp {

/// Reports of the first stage when the horizon is not known.
inline constexpr std::uint64_t kFirstStage = 1000;

/// What the steps depend on. Lengths in units of the set, losses in units of the losses.
struct ConvexProblem {
  double dimension = 1;          // d of the hull
  double inner = 1;              // r
  double outer = 1;              // R
  double barrier_parameter = 1;  // nu
  bool is_two_point = false;
  ConvexLosses losses = ConvexLosses::convex;
  double half_range = 0.5;  // B; two points: unused
  double lipschitz = 1;     // L, of two points G; comparisons: 1/(2 radius), see of()
  double smoothness = 1;    // beta
  double curvature = 1;     // mu
  double radius = 0;        // comparisons: how far each point is from the middle; else 0
  bool is_practical = false;
  ScalarNoise noise = ScalarNoise::none();

  /// Of a comparison v is itself minus the preference, so its G is one over the distance of the two
  /// points: the slope is in units of preference.
  static ConvexProblem of(const ConvexExperiment& experiment, const ConvexDomain& domain,
                          const ScalarNoise& noise);

  /// s: the root of the second moment of r. Of two points with added noise v is f's slope along a
  /// direction, whose mean square is about 1/d: noise + min(1, 3/d).
  [[nodiscard]] double scale() const;
  /// What r is a multiple of in a gradient estimate: B, or G.
  [[nodiscard]] double unit() const { return is_two_point ? lipschitz : half_range; }
  [[nodiscard]] bool has_shape() const { return !is_two_point && is_smooth(losses); }
};

struct StepRules {
  double horizon = 0;      // T of this stage
  double radius = 0;       // rho; 0 with a shape
  double shrink = 0;       // xi = rho/r; 0 with a shape
  double shape = 1;        // delta_s of st; hl: 1
  double step = 0;         // eta of epochs of one report before its cap; 0: 1/(mu t)
  double first = 0;        // S1^2: second moment of one gradient estimate (in the local norm)
  double mean = 0;         // G: of the mean gradient (in the local norm)
  double clip = 0;         // st, hl: M_z/B, what |r| is cut to; else 0
  double clip_growth = 0;  // by how much more the sum of another report may be
  double cap = 0;          // st, hl: eta |sum r u| is at most this; else 0
  /// The radius or the step met its cap: the bounds say nothing at this horizon.
  bool is_capped = false;

  /// eta for an epoch of n >= 1 reports.
  [[nodiscard]] double step_of(double n) const;
  /// With a clip, what |sum r u| of n reports is cut to: M_z/B for one; for more, what n mean
  /// gradients and the root of n deviations are. With the cap of step_of(n) no step is longer than
  /// 1/4 in the local norm, whatever came.
  [[nodiscard]] double clip_of(double n) const;
};

/// The rules for T reports, T >= 1; below 3 those of 3, since ln T must be positive. Caps
/// (docs/spec/convex-and-reductions.md, section 6): rho <= r/2; eta |g| <= 1/4 in the local norm.
[[nodiscard]] StepRules step_rules(const ConvexProblem& problem, double horizon);

/// The T that holds after `reports` reports: the horizon, or the length of the current stage if
/// the horizon is 0.
[[nodiscard]] double stage_horizon(std::uint64_t horizon, std::uint64_t reports);

/// x^(1/3) and x^(1/4), x >= 0, with the same bits everywhere.
[[nodiscard]] double cube_root(double x);
[[nodiscard]] double fourth_root(double x);

}  // namespace ldp
