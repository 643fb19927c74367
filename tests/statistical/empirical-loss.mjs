// Lower bound on the privacy loss of a randomiser from samples alone. It can refute a claim and can
// never prove one. The samples are split in three: the first part proposes events, the second, of equal
// size, selects the best of each family in each direction, the rest alone is judged, so that the
// search costs nothing but a Bonferroni factor for the few events that reach the judge.

import { epsilonLowerBound, muLowerBound } from './clopper-pearson.mjs';

/** @typedef {import('./event-families.mjs').Sample} Sample */

const slice = (sample, from, to) =>
  Object.fromEntries(
    Object.entries(sample).map(([name, column]) => [name, column.subarray(from, to)]),
  );

/** Every part has an even number of reports, so that pairs stay pairs; `judged` is even. */
function split(sample, judged) {
  const { length } = sample.values;
  const part = 2 * Math.floor((length - judged) / 4);
  return {
    propose: slice(sample, 0, part),
    select: slice(sample, part, 2 * part),
    judge: slice(sample, length - judged, length),
  };
}

/** Pairs may start one report late, so a part has one pair fewer than half its reports. */
const trialsOf = (family, sample) =>
  family.width === 1 ? sample.values.length : sample.values.length / 2 - 1;

function count(event, family, samples) {
  const trials = samples.map((sample) => trialsOf(family, sample));
  const hits = samples.map((sample, side) => {
    let sum = 0;
    for (let i = 0; i < trials[side]; ++i) if (event.contains(sample, i)) ++sum;
    return sum;
  });
  return { hits, trials };
}

/** By what a claim measures its loss: the epsilon of a pure mechanism, the mu of a Gaussian one. */
const kLowerBounds = { epsilon: epsilonLowerBound, mu: muLowerBound };

/** Direction 0 bounds what P0 is above P1, direction 1 what P1 is above P0. */
function bound(loss, { hits, trials }, direction, alpha) {
  return kLowerBounds[loss](ordered(hits, direction), ordered(trials, direction), alpha);
}
const ordered = (pair, direction) => (direction === 0 ? pair : [pair[1], pair[0]]);

/**
 * The event that was chosen in each family and direction, with the largest lower bound first. What is judged is
 * independent of the choice, and `alphas` are those of one bound, so bounds of all events hold at once by Bonferroni.
 *
 * @typedef {object} Found
 * @property {number[]} bounds lower bounds on the loss, one for each alpha; 0, which bounds every loss, at least
 * @property {number} upper at the first alpha, on what THIS event shows of the loss: another may show more. Infinity
 *   where one input never gave it
 * @property {[number, number]} hits of the event, first the input under which it is more likely
 * @property {[number, number]} trials
 * @property {string} family
 * @property {string} event
 *
 * @param {readonly {name: string, width: number, events: Function}[]} families
 * @param {readonly [Sample, Sample]} samples outputs under two neighbouring inputs
 * @param {{loss: 'epsilon' | 'mu', centres: readonly number[], scale?: number}} context what the auditor
 *   knows of the mechanism, and what its loss is measured by
 * @param {readonly number[]} alphas error probabilities of ONE bound, one result for each
 * @param {number} judged reports of each sample, the last ones, that are judged: even
 * @returns {Found | undefined} undefined where no family has an event
 */
export function empiricalLoss(families, samples, context, alphas, judged) {
  const parts = samples.map((sample) => split(sample, judged));
  const both = (part) => [parts[0][part], parts[1][part]];
  const { loss } = context;
  let best;
  let largest = -Infinity;
  for (const family of families) {
    const proposals = family.events(both('propose'), context);
    const selected = proposals.map((event) => count(event, family, both('select')));
    for (const direction of [0, 1]) {
      let winner = -1;
      let promise = -Infinity;
      selected.forEach((counted, index) => {
        const value = bound(loss, counted, direction, alphas[0]);
        if (winner < 0 || value > promise) [winner, promise] = [index, value];
      });
      if (winner < 0) continue;
      const { hits, trials } = count(proposals[winner], family, both('judge'));
      const bounds = alphas.map((alpha) => bound(loss, { hits, trials }, direction, alpha));
      if (best && bounds[0] <= largest) continue;
      largest = bounds[0];
      best = {
        bounds: bounds.map((value) => Math.max(0, value)),
        // What the one input is at most above the other is what the other is at least above the one, negated.
        upper: -bound(loss, { hits, trials }, 1 - direction, alphas[0]),
        ...{ hits: ordered(hits, direction), trials: ordered(trials, direction) },
        ...{ family: family.name, event: proposals[winner].label },
      };
    }
  }
  return best;
}
