// Exact binomial confidence bounds (Clopper and Pearson 1934) and the lower bounds on the loss that
// follow from two of them (Nasr et al. 2023, "Tight auditing", section 2). No normal approximation:
// the events that convict a broken randomiser are those that happen once in a hundred thousand.

import betaQuantile from '@stdlib/stats-base-dists-beta-quantile';
import { normalQuantile } from './normal-quantile.mjs';

/**
 * @param {number} hits successes, 0..trials
 * @param {number} trials at least 1
 * @param {number} alpha probability in (0,1) that the bound lies above the true probability
 * @returns {number} one-sided lower confidence bound on the success probability
 */
export function lowerBound(hits, trials, alpha) {
  return hits === 0 ? 0 : betaQuantile(alpha, hits, trials - hits + 1);
}

/** One-sided upper confidence bound; computed from the failures, so that 1 - alpha is never formed. */
export function upperBound(hits, trials, alpha) {
  return 1 - lowerBound(trials - hits, trials, alpha);
}

/**
 * Lower confidence bound on epsilon from one event: `hits[0]` of `trials[0]` outputs fell into it
 * under one input, `hits[1]` of `trials[1]` under the other. For a pure epsilon-LDP randomiser the
 * result exceeds epsilon with probability at most alpha.
 *
 * @returns {number} -Infinity when the event never happened under the first input
 */
export function epsilonLowerBound(hits, trials, alpha) {
  return Math.log(
    lowerBound(hits[0], trials[0], alpha / 2) / upperBound(hits[1], trials[1], alpha / 2),
  );
}

/**
 * Lower confidence bound on mu, the separation of the two unit normal laws that are as hard to tell
 * apart (Dong, Roth, Su 2022, "Gaussian differential privacy"). Under mu-GDP every event has
 * P(E | v) <= Phi(mu + Phi^-1(P(E | v'))), so for Gaussian noise of sensitivity mu the result exceeds mu
 * with probability at most alpha. Tested as one number, because (epsilon, delta) at one delta says
 * little: with half the noise of (1, 1e-5) ten million reports show no epsilon above 1.8.
 *
 * @returns {number} -Infinity when the event never happened under the first input
 */
export function muLowerBound(hits, trials, alpha) {
  return (
    normalQuantile(lowerBound(hits[0], trials[0], alpha / 2)) -
    normalQuantile(upperBound(hits[1], trials[1], alpha / 2))
  );
}

const reversed = ([first, second]) => [second, first];

/**
 * Where the loss that one event shows lies, on the scale of a claim: each end is wrong with probability at most
 * alpha. The upper end is no bound on the loss of the mechanism, of which another event may show more.
 *
 * @param {'epsilon' | 'mu'} loss
 * @returns {{low: number, middle: number, high: number}} -Infinity and Infinity where nothing was counted
 */
export function lossInterval(loss, { hits, trials }, alpha) {
  const [first, second] = hits.map((count, side) => count / trials[side]);
  const swap = [reversed(hits), reversed(trials), alpha];
  return loss === 'epsilon'
    ? {
        low: epsilonLowerBound(hits, trials, alpha),
        middle: Math.log(first / second),
        high: -epsilonLowerBound(...swap),
      }
    : {
        low: muLowerBound(hits, trials, alpha),
        middle: normalQuantile(first) - normalQuantile(second),
        high: -muLowerBound(...swap),
      };
}
