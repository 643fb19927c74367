// ldp-bandits/recommend: from words about a page to an algorithm, what it will cost in visitors, and the code.
// Plain arithmetic: loads no WebAssembly.
import { explain } from '../client/explain.js';
import type { AlgorithmSpec } from '../client/types.js';
import { codeOf, type RecommendedCode } from './code.js';
import { type Alternative, pick } from './pick.js';
import { type Price, predictPrice, sufficientEpsilon } from './price.js';
import {
  type CompleteSituation,
  completeSituation,
  isByContext,
  type Situation,
} from './situation.js';

export { advisedEpoch, predictedVisitors, priceOf, type TestTerms } from './visitors.js';
export type { Alternative, Price, RecommendedCode, Situation };

export interface Recommendation {
  /**
   * For `createBandit` and for the collector's `experiments`. With fewer visitors than `price.least` it is no advice:
   * no private learner learns more than a little, and `why` and the first of `warnings` say so.
   */
  readonly algorithm: AlgorithmSpec;
  /** Why this one: a sentence each. */
  readonly why: readonly string[];
  readonly price: Price;
  /**
   * The smallest epsilon, to a hundredth, at which the visitors would suffice; null if none does.
   * Not advice to take it.
   */
  readonly sufficientEpsilon: number | null;
  /** What to know before it is used: a sentence each. Too few visitors come first. */
  readonly warnings: readonly string[];
  readonly alternatives: readonly Alternative[];
  readonly code: RecommendedCode;
}

/**
 * The algorithm for a situation, with its parameters, its predicted price in visitors and the code to
 * paste.
 *
 * @throws {LdpError} `invalid_argument` with `details.parameter`, what was given and what is allowed.
 * @example
 * const { algorithm, price, code } = recommend({
 *   choose: 'one', see: 'click', options: 3, goal: 'decide', visitors: 50_000, epsilon: 1,
 * });
 */
export function recommend(situation: Situation): Recommendation {
  const complete = completeSituation(situation);
  const { algorithm, why, warnings, alternatives } = pick(complete);
  const price = predictPrice(complete);
  const sufficient = sufficientEpsilon(complete);
  return {
    algorithm,
    why,
    price,
    sufficientEpsilon: sufficient,
    warnings: [
      ...(price.enough ? [] : [tooFew(complete, price, sufficient)]),
      ...warnings,
      ...(complete.epsilon > LARGE_EPSILON ? [givesAway(complete.epsilon)] : []),
    ],
    alternatives,
    code: codeOf(algorithm, complete),
  };
}

/**
 * The code to paste for an algorithm of your choice, as {@link recommend} gives it for its own.
 *
 * @param algorithm for this situation; what it holds is not checked here
 * @throws {LdpError} `invalid_argument` with `details.parameter`, if the situation cannot be.
 */
export function codeFor(algorithm: AlgorithmSpec, situation: Situation): RecommendedCode {
  return codeOf(algorithm, completeSituation(situation));
}

/** epsilon at which a report leaves an observer no real doubt: odds move by a factor of 150. */
const LARGE_EPSILON = 5;

const givesAway = (epsilon: number) =>
  `At epsilon ${epsilon} a report gives nearly everything away: it changes anyone’s odds of guessing an answer by at most ${explain({ epsilon, delta: 0 }).texts.odds} times.`;

function tooFew(situation: CompleteSituation, price: Price, sufficient: number | null): string {
  const { epsilon, visitors } = situation;
  const about = (count: number) => `about ${Number(count.toPrecision(2)).toLocaleString('en')}`;
  const less = lessOf(situation);
  const remedy = `Look for a larger difference, ${less}or wait longer`;
  if (visitors < price.least)
    return `Too few visitors: no private learner of this learns more than a little below ${about(price.least)} at epsilon ${epsilon}, and to learn well takes ${about(price.visitors)}. ${remedy}.`;
  if (price.withoutPrivacy > visitors)
    return `Too few visitors: ${about(price.withoutPrivacy)} are needed even without privacy. ${remedy}.`;
  const needed = `Too few visitors: ${about(price.visitors)} are needed at epsilon ${epsilon}`;
  // Some reports are noisy at any epsilon: they say less than the feedback itself.
  if (sufficient === null) return `${needed}, and no weaker promise would do. ${remedy}.`;
  return sufficient > LARGE_EPSILON
    ? `${needed}. ${remedy}; only a promise as weak as epsilon ${sufficient}, which gives nearly everything away, would do too.`
    : `${needed}. ${remedy}; a weaker promise, epsilon ${sufficient}, would do too.`;
}

/** What there could be less of. */
function lessOf(situation: CompleteSituation): string {
  const { choose, options, shown, features, numbers } = situation;
  if (choose === 'number') return numbers > 1 ? 'tune fewer numbers at once, ' : '';
  if (isByContext(situation)) return features > 2 ? 'describe options by fewer features, ' : '';
  return options > (choose === 'set' ? shown + 1 : 2) ? 'offer less to choose from, ' : '';
}
