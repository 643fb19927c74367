// What a privacy loss means to the person who spends it. The same formulas as privacy/explanation
// in the core; in TypeScript too, because a page explains a setting before it loads anything.
import { invalidArgument, requireNumber, requireRecord } from '../internal/validate.js';
import type { Spend } from './types.js';

export interface Explanation {
  /** e^epsilon: an observer's odds about the feedback move by at most this factor, either way. */
  readonly oddsFactor: number;
  /**
   * Of a hundred yes/no answers that an observer guesses, knowing nothing beforehand, at most this
   * many right.
   */
  readonly bestGuessInHundred: number;
  /** What an observer who believed `prior` can believe at least and at most after the reports. */
  readonly posterior: readonly [low: number, high: number];
}

/**
 * Plain-number meaning of a spend (one report or the sum of several); numbers are exact, round them
 * for display. ε = 1 → odds factor 2.72, best guess 73 in a hundred, posterior 0.27 to 0.73 at
 * prior ½.
 *
 * With delta > 0 no report tells more than one that keeps to the odds factor and the posterior but
 * gives everything away with probability delta (Kairouz, Oh, Viswanath 2015); the best guess is that
 * of such a report. It need not be rarer than delta that they are passed by a little: Gaussian noise
 * of (1, 1e-5) does so with probability 1.6e-4. Throws `invalid_argument` unless 0 <= epsilon < ∞,
 * 0 <= delta < 1, 0 <= prior <= 1.
 */
export function explain(spend: Spend, prior = 0.5): Explanation {
  const given = requireRecord('spend', spend);
  const epsilon = requireNumber('spend.epsilon', given['epsilon'], 0, Number.MAX_VALUE);
  const delta =
    given['delta'] === undefined ? 0 : requireNumber('spend.delta', given['delta'], 0, 1);
  if (delta === 1) throw invalidArgument('spend.delta', delta, 'must be below 1');
  requireNumber('prior', prior, 0, 1);
  // Everything in terms of e^-epsilon in [0, 1], which cannot overflow. At prior 0 or 1 nothing can
  // be learnt.
  const shrink = Math.exp(-epsilon);
  const certain = prior === 0 || prior === 1;
  return {
    oddsFactor: Math.exp(epsilon),
    bestGuessInHundred: (100 * (1 + delta * shrink)) / (1 + shrink),
    posterior: certain
      ? [prior, prior]
      : [(prior * shrink) / (prior * shrink + (1 - prior)), prior / (prior + (1 - prior) * shrink)],
  };
}
