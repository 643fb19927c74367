// Whether the arm that a report names has anything to do with the visitor's reactions: a chi-square test of
// homogeneity over all patterns of reactions. Sharper than bounds on a loss of single events, since all
// patterns and arms are looked at together.

import { kPatterns } from './slate-claims.mjs';

/** P(chi-square with `freedom` degrees of freedom > x); `freedom` even, where it is a finite sum. */
export function chiSquareTail(x, freedom) {
  let term = 1;
  let sum = 1;
  for (let k = 1; k < freedom / 2; ++k) {
    term *= x / 2 / k;
    sum += term;
  }
  return Math.exp(-x / 2) * sum;
}

/**
 * @param {readonly ArrayLike<number>[]} samples the arms named, for each pattern
 * @param {number} arms
 * @returns {{statistic: number, tail: number}} `tail`: how often chance alone gives so large a statistic
 */
export function homogeneity(samples, arms) {
  const table = samples.map((sample) => {
    const row = new Array(arms).fill(0);
    for (let i = 0; i < sample.length; ++i) row[sample[i]] += 1;
    return row;
  });
  const total = samples.reduce((sum, { length }) => sum + length, 0);
  let statistic = 0;
  for (let arm = 0; arm < arms; ++arm) {
    const share = table.reduce((sum, row) => sum + row[arm], 0) / total;
    table.forEach((row, i) => {
      const expected = share * samples[i].length;
      statistic += expected > 0 ? (row[arm] - expected) ** 2 / expected : 0;
    });
  }
  return { statistic, tail: chiSquareTail(statistic, (samples.length - 1) * (arms - 1)) };
}

/** @returns {Promise<{statistic: number, tail: number}>} of a claim whose reports name one of three arms */
export async function testCoordinate(claim, sample, reports) {
  const samples = [];
  for (const pattern of kPatterns) {
    samples.push((await sample(claim, () => pattern, reports)).coordinates);
  }
  return homogeneity(samples, 3);
}
