// How many visitors a best-arm rule will ask before it stops, from the means of the arms alone: the
// smallest allocation of pulls at which it stops if every observed mean is the true one. An
// observation is a bit of a report, or a noisy reward; a bit's means are closer together by tanh
// (epsilon/2), which is what privacy costs here.
//
//   KL-LUCB                 as many pulls of the best arm as of all others together, whose upper
//                           bounds are the same q: the largest q that is below the best one's lower
//   successive elimination  an arm is pulled as often as the best one until its upper bound is
//                           below the best one's lower bound
//   lil'UCB                 all indices the same, at the level where the best arm has 1 + lambda
//                           times the pulls of all others
//   duel                    the nats that its threshold, its tilts and the wait for the last rival
//                           cost, over what a report earns in the duel that earns least, on
//                           average over the levels of a menu, and two epochs (half a one of two
//                           arms): docs/spec/best-arm.md, section 8
//   sequential halving      no rule that stops: the budget T at which its bound on the error
//                           probability, 3 log2 K exp(-T/(32 V H2 log2 K)), is what was asked for
// docs/spec/convex-and-reductions.md, section 4. The expected count of a run is above this where
// the noise makes the rule wait for its worst moment, by a few per cent at realistic counts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "protocol/best_arm_experiment.hpp"
#include "server/best_arm/confidence_bounds.hpp"
#include "simulation/schema.generated.hpp"

namespace ldp {

struct SampleCount {
  std::vector<double> pulls{};  // [arms]
  double total = 0;
  /// No rule that errs with at most this probability on the same observations has a smaller mean
  /// count: the sum over arms of kl(error, 1 - error)/kl of what it must tell apart (Kaufmann,
  /// Cappe, Garivier 2016, lemma 1). For bits, and raw rewards that are bits; else 0, not known.
  double lower_bound = 0;
};

/// One level of a menu: a share of the reports, and by how much they shrink differences of means.
struct LevelShare {
  double share = 1;
  double theta = 1;
};

/// epoch: reports an epoch, of the duel only; 0: a fiftieth of the count, which is advised.
/// menu: of the duel only: the levels of its bits, with shares that sum to 1, in place of `theta`;
/// empty: all reports have that one.
/// means: [arms] in [0, 1], 2..4096 of them, with one best. theta: by which a report shrinks
/// differences of means: tanh(epsilon/2) of bits, else 1. is_bit: observations are bits; the duel
/// has no other. Errors: invalid_argument, naming `means`, `errorProbability` ((0, 1/2]) or `rule`;
/// `population` for a menu with another rule, or whose thetas or shares are none.
Result<SampleCount> best_arm_sample_count(StoppingRule rule, const ConfidenceBounds& bounds,
                                          double theta, bool is_bit, std::span<const double> means,
                                          double error_probability, LilConstants constants,
                                          double epoch = 0, std::span<const LevelShare> menu = {});

}  // namespace ldp
