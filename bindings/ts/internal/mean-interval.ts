/** Intervals of weighted means that rare rewards leave honest (docs/spec/off-policy.md, section 3.3). */
import { betaQuantile } from './beta.js';

export interface Ends {
  readonly low: number;
  readonly high: number;
}

/** Mean and variance of an estimate, from a log with one more row. */
export interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/** Sums over rows of weight w and reward y. */
export interface WeighedSums {
  readonly w: number;
  readonly wy: number;
  readonly ww: number;
  readonly wwy: number;
  readonly wwyy: number;
  /** The largest w. */
  readonly largest: number;
}

/**
 * From 0 to `most`. Each end is a quantile of the beta law for as many equal rows as give a mean with the moments of the estimate and one more row: without reward for
 * the lower end, with the greatest for the upper one. Of equal weights and bits it is the interval of Clopper and Pearson.
 */
export function intervalOf(moments: (reward: 0 | 1) => Moments, alpha: number, most = 1): Ends {
  const without = moments(0);
  const withOne = moments(1);
  // An estimate outside of its range is taken as one standard deviation within: it is as sure as its variance says.
  const inside = most - Math.sqrt(without.variance);
  const outside = Math.sqrt(withOne.variance);
  return {
    low: quantile(alpha / 2, Math.min(without.mean, inside), without.variance, most),
    high: quantile(1 - alpha / 2, Math.max(withOne.mean, outside), withOne.variance, most),
  };
}

function quantile(p: number, mean: number, variance: number, most: number): number {
  const mu = mean / most;
  if (!(mu > 0)) return 0;
  if (mu >= 1) return most;
  if (!(variance > 0)) return mean; // as near to it as numbers are
  const rows = (mu * (1 - mu)) / (variance / most / most);
  return most * betaQuantile(p, mu * rows, (1 - mu) * rows);
}

/** Of the self-normalised mean, sum of w y over sum of w. */
export function selfNormalised(
  { w, wy, ww, wwy, wwyy, largest }: WeighedSums,
  alpha: number,
): Ends {
  return intervalOf((reward) => {
    const total = w + largest;
    const mean = (wy + largest * reward) / total;
    const added = largest * (reward - mean);
    const squares = Math.max(0, wwyy - 2 * mean * wwy + mean * mean * ww) + added * added;
    return { mean, variance: squares / total / total };
  }, alpha);
}
