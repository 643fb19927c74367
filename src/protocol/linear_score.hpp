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
// k = 3/4 balances the two blocks. With the parts of a coin, ldp-glm-newton only, a device releases
// one of
//
//   score      [r x/Cs]              with probability s = kScoreShare
//   curvature  [svec(w x x^T)/Q]     with probability 1 - s
//
// and the server divides what it reads by the probability of the part. Both have norm at most 1.
// What the server reads of released numbers times unit:
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

/// s. Public and the same for everybody; shares from .85 to .95 cannot be told apart, .7 loses a
/// third (docs/spec/generalized-linear.md, section 4.1).
inline constexpr double kScoreShare = 0.85;

/// Positions in parts() of an experiment with has_coin().
inline constexpr std::uint32_t kScorePart = 0;
inline constexpr std::uint32_t kCurvaturePart = 1;

/// The coin: which part a device sends that drew this uniform word. Nothing of the device can be in
/// it, since it is told nothing else.
constexpr std::uint32_t part_of_coin(std::uint64_t word) {
  return static_cast<double>(word >> 11) * 0x1p-53 < kScoreShare ? kScorePart : kCurvaturePart;
}

/// The probability of a part; 1 without a coin.
constexpr double part_share(const LinearExperiment& experiment, std::uint32_t part) {
  if (experiment.parts != ReportParts::coin) return 1;
  return part == kScorePart ? kScoreShare : 1 - kScoreShare;
}

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
/// a joint score, 1 of a gradient and of either part of a coin.
double score_norm(const LinearExperiment& experiment);

/// The ball release of a part: norm score_norm(); as many directions as
/// have the least noise. Errors: those of BallScale.
Result<BallScale> score_ball(const LinearExperiment& experiment, std::uint32_t part = kScorePart);

/// Of any mechanism. Errors: as above.
Result<ScoreNoise> score_noise(const LinearExperiment& experiment, std::uint32_t part = kScorePart);

}  // namespace ldp
