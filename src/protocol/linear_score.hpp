// The report of a generalized linear experiment: what its numbers are, and which release it is.
// Both sides of the wall have to agree on that. Zheng, Cai, Huang, Li, Wang 2020, Algorithm 3, and
// its repair.
//
// A device takes the score of its feedback y at the point of its snapshot: z = x . point,
// r = g(z) - y clipped to [-Cs, Cs], w = g'(z), and releases
//
//   score      [svec(w x x^T)/Q ; r x/(k Cs)]   ldp-glm-newton; ldp-glm-gloc with w = Q = 1
//   gradient   [r x/Cs]                         ldp-glm-sgd
//   published  [svec(x x^T) ; z x ; r x]        ldp-glm-published
//
// k = 3/4 balances the two blocks. What the server reads of released numbers times unit:
// W = curvature_unit() smat(first block), h = residual_unit(Cs) (last block).
#pragma once

#include <cstdint>

#include "foundation/result.hpp"
#include "privacy/ball_scale.hpp"
#include "privacy/score_scale.hpp"
#include "protocol/linear_experiment.hpp"

namespace ldp {

/// k.
inline constexpr double kScoreBalance = 0.75;

/// What the noise of one report is, in units of the released vector.
struct ScoreNoise {
  double unit = 0;   // what one step of a report's number is worth
  double sigma = 0;  // standard deviation of every coordinate in the layout svec
  // Whether numbers off the diagonal come multiplied by sqrt(2): ball and codebook.
  bool is_svec = false;
  double reach = 0;  // ball and codebook: no release is longer; else 0
};

/// All of these require a valid experiment that has a link.

/// What the released matrix is multiplied by: Q of ldp-glm-newton, else 1.
double curvature_unit(const LinearExperiment& experiment);

/// What the released residual block is multiplied by, for a snapshot with residual Cs.
double residual_unit(const LinearExperiment& experiment, double residual);

/// The shape of a Gaussian release.
ScoreShape score_shape(const LinearExperiment& experiment);

/// The Gaussian release: mechanism gaussian, ldp-glm-published included. Errors: those of
/// ScoreScale.
Result<ScoreScale> score_scale(const LinearExperiment& experiment);

/// The public bound on the Euclidean norm of a vector in the layout svec: sqrt(1 + 1/k^2) = 5/3 of
/// a score, 1 of a gradient.
double score_norm(const LinearExperiment& experiment);

/// The ball release: norm score_norm(); as many directions as
/// have the least noise. Errors: those of BallScale.
Result<BallScale> score_ball(const LinearExperiment& experiment);

/// Of any mechanism. Errors: as above.
Result<ScoreNoise> score_noise(const LinearExperiment& experiment);

}  // namespace ldp
