// What a privacy loss means to the visitor who spends it, in plain numbers.
// Wasserman, Zhou 2010 (hypothesis-testing view); Kairouz, Oh, Viswanath 2015.
#pragma once

#include "foundation/result.hpp"

namespace ldp {

struct Explanation {
  /// e^epsilon: no observer's odds about the feedback move by more than this factor, either way.
  /// Infinity above epsilon = 709.7.
  double odds_factor = 1;

  /// Of a hundred yes/no answers that an observer guesses, knowing nothing beforehand, at most this
  /// many right: 100 (e^epsilon + delta)/(1 + e^epsilon).
  double best_guess_in_hundred = 50;

  /// What an observer who believed `prior` can believe at most and at least after the report.
  double posterior_low = 0.5;
  double posterior_high = 0.5;
};

/// Explains a loss of (epsilon, delta) (one report or the sum of several) by what an observer
/// learns whose probability for "yes" was `prior`. With delta > 0 no report tells more than one
/// that keeps to the odds factor and the posterior but gives everything away with probability delta
/// (Kairouz, Oh, Viswanath 2015); the best guess is that of such a report. Real noise may pass both
/// by a little more often than delta: Gaussian noise of (1, 1e-5) with probability 1.6e-4.
/// Errors: invalid_argument unless 0 <= epsilon < infinity, 0 <= prior <= 1 and 0 <= delta < 1.
Result<Explanation> explain(double epsilon, double prior = 0.5, double delta = 0);

}  // namespace ldp
