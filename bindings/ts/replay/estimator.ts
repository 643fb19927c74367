// What a replayed policy would have earned, from the logged rows on which it agreed with the log,
// and how sure that is.

import { selfNormalised } from '../internal/mean-interval.js';

/** Every interval here has level 95 %. */
const kAlpha = 0.05;

export interface Estimate {
  /** Agreements between policy and log, repeats counted. */
  readonly matched: number;
  /**
   * (sum w)^2 / sum w^2 over distinct logged rows: the number of equally weighted rows that would
   * say as much. Of slates, over distinct visitors.
   */
  readonly effectiveSamples: number;
  /** Sum of the rewards of the agreements, unweighted. */
  readonly reward: number;
  /** Mean reward a decision; NaN without agreements. */
  readonly mean: number;
  /** Linearised standard error of the weighted mean, with the logged row as the unit. */
  readonly standardError: number;
  /** The 95 % interval that `evaluate` gives of SNIPS (docs/spec/off-policy.md, section 3.3); [0, 1] without agreements. */
  readonly low: number;
  readonly high: number;
}

export interface Difference {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** True if the 95 % interval of the difference contains 0. */
  readonly withinNoise: boolean;
}

/**
 * Replay estimator of Li, Chu, Langford and Wang 2011 (Algorithm 2): an agreement counts, every
 * other row is skipped. Each agreement weighs 1/propensity, self-normalised (Swaminathan and
 * Joachims 2015), which on a uniform log is the plain mean.
 *
 * The logged row is the unit of the standard error. Passing over the log again reuses the same
 * rewards, so repeated agreements on one row add to its weight and not to the number of
 * observations.
 */
export class ReplayEstimator {
  readonly #weights: Float64Array;
  readonly #rewards: Float64Array;
  readonly #visitor: Uint32Array | undefined;
  #matched = 0;
  #reward = 0;

  /** `visitor`: of each row, where several are of one visitor, who is then the unit in their place. */
  constructor(rewards: Float64Array, visitor?: Uint32Array) {
    this.#weights = new Float64Array(rewards.length);
    this.#rewards = rewards;
    this.#visitor = visitor;
  }

  /** `propensity` in (0, 1]: the probability with which the log showed this arm on this row. */
  add(row: number, propensity: number): void {
    this.#weights[row] = (this.#weights[row] ?? 0) + 1 / propensity;
    this.#matched += 1;
    this.#reward += this.#rewards[row] ?? 0;
  }

  estimate(): Estimate {
    const weights = this.#byVisitor((weight) => weight);
    const earned = this.#byVisitor((weight, reward) => weight * reward);
    const sums = { w: 0, wy: 0, ww: 0, wwy: 0, wwyy: 0, largest: 0 };
    weights.forEach((weight, unit) => {
      const gain = earned[unit] ?? 0;
      sums.w += weight;
      sums.wy += gain;
      sums.ww += weight * weight;
      sums.wwy += weight * gain;
      sums.wwyy += gain * gain;
      if (weight > sums.largest) sums.largest = weight;
    });
    const { w, wy, ww, wwy, wwyy } = sums;
    const mean = wy / w;
    const spread = Math.max(0, wwyy - 2 * mean * wwy + mean * mean * ww);
    return {
      matched: this.#matched,
      effectiveSamples: w === 0 ? 0 : (w / ww) * w,
      reward: this.#reward,
      mean,
      standardError: Math.sqrt(spread) / w,
      ...(w === 0 ? { low: 0, high: 1 } : selfNormalised(sums, kAlpha)),
    };
  }

  /** A sum over the rows of each visitor. */
  #byVisitor(of: (weight: number, reward: number) => number): Float64Array {
    const sums = new Float64Array(this.#weights.length);
    this.#weights.forEach((weight, row) => {
      const unit = this.#visitor?.[row] ?? row;
      sums[unit] = (sums[unit] ?? 0) + of(weight, this.#rewards[row] ?? 0);
    });
    return sums;
  }
}

/**
 * a - b with the 95 % interval of Newcombe 1998 (method 10), which combines the two
 * intervals. It takes the two estimates as independent; two policies replayed on one log share
 * rows, which makes the true interval rather narrower than wider.
 */
export function difference(a: Estimate, b: Estimate): Difference {
  if (a.matched === 0 || b.matched === 0)
    return { difference: Number.NaN, low: -1, high: 1, withinNoise: true };
  const d = a.mean - b.mean;
  const low = d - Math.hypot(a.mean - a.low, b.high - b.mean);
  const high = d + Math.hypot(a.high - a.mean, b.mean - b.low);
  return { difference: d, low, high, withinNoise: low <= 0 && high >= 0 };
}
