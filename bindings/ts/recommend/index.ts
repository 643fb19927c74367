// ldp-bandits/recommend: from words about a page to an algorithm, what it will cost in visitors, and the code.
// Plain arithmetic: loads no WebAssembly.
import type { AlgorithmSpec } from '../client/types.js';
import { codeOf, type RecommendedCode } from './code.js';
import { type Alternative, pick } from './pick.js';
import { type Price, predictPrice, sufficientEpsilon } from './price.js';
import { completeSituation, type Situation } from './situation.js';

export { predictedVisitors, type TestTerms } from './stopping.js';
export type { Alternative, Price, RecommendedCode, Situation };

export interface Recommendation {
  /** For `createBandit` and for the collector's `experiments`. */
  readonly algorithm: AlgorithmSpec;
  /** Why this one: a sentence each. */
  readonly why: readonly string[];
  readonly price: Price;
  /**
   * The smallest epsilon, to a hundredth, at which the visitors would suffice; null if none does.
   * Not advice to take it.
   */
  readonly sufficientEpsilon: number | null;
  /** What to know before it is used: a sentence each. */
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
    warnings: [...warnings, ...aboutPrice(complete.epsilon, price, sufficient)],
    alternatives,
    code: codeOf(algorithm, complete),
  };
}

/** epsilon at which nobody who looks at a report is left in real doubt: odds move by a factor of 150. */
const LARGE_EPSILON = 5;

function aboutPrice(epsilon: number, price: Price, sufficient: number | null): readonly string[] {
  const warnings: string[] = [];
  const count = (n: number) => Math.ceil(n).toLocaleString('en');
  if (!price.enough)
    warnings.push(
      sufficient === null
        ? `Too few visitors: about ${count(price.withoutPrivacy)} are needed even without privacy. Look for a larger difference, offer less to choose from, or wait longer.`
        : `Too few visitors: about ${count(price.visitors)} are needed at epsilon ${epsilon}. Offer less to choose from, look for a larger difference, or wait longer; a weaker promise, epsilon ${sufficient}, would do too.`,
    );
  if (epsilon > LARGE_EPSILON)
    warnings.push(
      `At epsilon ${epsilon} a report gives nearly everything away: whoever sees it guesses a yes or no right ${(100 / (1 + Math.exp(-epsilon))).toFixed(1)} times in a hundred.`,
    );
  return warnings;
}
