// How noisy reports are: of a codebook, the default of every learner of features (docs/spec/defaults.md, section 3, rule 5);
// of a window, the default for graded values (docs/spec/graded.md).
import { bisect } from './bisect.js';
import type { CompleteSituation } from './situation.js';

/** A codebook has 4,096 codewords at most: above this epsilon its reports say no more. */
const MOST_EPSILON = 11.5;

/**
 * The variance 1/s^2 of the noise of a report in any direction, in units of pi/2: coth(epsilon/2)^2 for small epsilon. What is
 * sent has the length 1, its mean no more: s^2 is features + 1 at most.
 */
export const noiseOf = ({ features, epsilon }: CompleteSituation): number =>
  2 / Math.PI / Math.min(bestMean(Math.min(epsilon, MOST_EPSILON)) ** 2, features + 1);

/**
 * The s with s = A phi(s)/(1 + A Q(s)), A = e^epsilon - 1, phi and Q of the normal law; epsilon at most 12. In D numbers,
 * of which there are many, the best mechanism of pure epsilon sends a direction whose mean has the length s/sqrt(D)
 * (docs/spec/codebook.md, section 7).
 */
function bestMean(epsilon: number): number {
  const odds = Math.expm1(epsilon);
  return bisect(0, 4, (s) => {
    const phi = Math.exp((-s * s) / 2) / Math.sqrt(2 * Math.PI);
    // Q(s) = 1/2 - phi (s + s^3/3 + s^5/15 + ...): up to 4 its relative error is below 1e-11.
    let series = 1;
    for (let n = 101; n > 1; n -= 2) series = 1 + (s * s * series) / n;
    const tail = 0.5 - phi * s * series;
    return s >= odds * (phi - s * tail);
  });
}

/**
 * Visitors, one report each, below which no learner of features here has learnt more than a little: d^3 times {@link noiseOf},
 * where the noise of all reports together is as large as what they say (docs/spec/defaults.md, section 3).
 */
export const leastByContext = (situation: CompleteSituation): number =>
  Math.ceil(situation.features ** 3 * noiseOf(situation));

/**
 * The variance of the noise of a window report about values whose mean square distance from 1/2 is `distance`: the variance of
 * docs/spec/graded.md, section 3, on a grid without steps. 0 for an epsilon of Infinity; epsilon is 1 at least.
 */
export function windowNoise(epsilon: number, distance: number): number {
  if (epsilon > 100) return 0;
  const odds = Math.exp(epsilon);
  // With the least worst variance.
  const length = bisect(0, 1, (l) => (odds * l * l) ** 2 + 2 * odds * l * (l * l - 1) >= 1);
  const outside = 1 / (1 + odds * length);
  const inside = 1 - outside;
  const uniform = (inside * length ** 2 + outside) / 12;
  const middle = uniform + (outside * length * (length + 1)) / 4;
  const end = uniform + (inside * outside * (length + 1) ** 2) / 4;
  return (middle + 4 * (end - middle) * distance) / (inside - outside * length) ** 2;
}
