// Lower bound on the privacy loss of a randomiser from samples alone. It can refute a claim and can
// never prove one. The samples are split in three: the first quarter proposes events, the second
// selects the best of each family in each direction, the second half alone is judged, so that the
// search costs nothing but a Bonferroni factor for the few events that reach the judge.

import { epsilonLowerBound, muLowerBound } from './clopper-pearson.mjs';

/** @typedef {import('./event-families.mjs').Sample} Sample */

const slice = (sample, from, to) =>
  Object.fromEntries(
    Object.entries(sample).map(([name, column]) => [name, column.subarray(from, to)]),
  );

/** Every part has an even number of reports, so that pairs stay pairs. */
function split(sample) {
  const quarter = 2 * Math.floor(sample.values.length / 8);
  return {
    propose: slice(sample, 0, quarter),
    select: slice(sample, quarter, 2 * quarter),
    judge: slice(sample, 2 * quarter, 4 * quarter),
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

const swapped = ({ hits, trials }) => ({
  hits: [hits[1], hits[0]],
  trials: [trials[1], trials[0]],
});

/** Direction 0 bounds what P0 is above P1, direction 1 what P1 is above P0. */
const inDirection = (counted, direction) => (direction === 0 ? counted : swapped(counted));

const bound = (loss, { hits, trials }, alpha) => kLowerBounds[loss](hits, trials, alpha);

/**
 * @param {readonly {name: string, width: number, events: Function}[]} families
 * @param {readonly [Sample, Sample]} samples outputs under two neighbouring inputs
 * @param {{loss: 'epsilon' | 'mu', centres: readonly number[], scale?: number}} context what the auditor
 *   knows of the mechanism, and what its loss is measured by
 * @param {readonly number[]} alphas error probabilities of ONE bound, one result for each
 * @returns {{bounds: number[], family: string, event: string, judged?: {hits: number[], trials: number[]}}} largest
 *   bound over families and directions, and how often its event was counted, the likelier input first; 0 (which
 *   bounds every loss) where nothing was found
 */
export function empiricalLoss(families, samples, context, alphas) {
  const parts = samples.map(split);
  const both = (part) => [parts[0][part], parts[1][part]];
  let best = { bounds: alphas.map(() => 0), family: '-', event: '-' };
  for (const family of families) {
    const proposals = family.events(both('propose'), context);
    const selected = proposals.map((event) => count(event, family, both('select')));
    for (const direction of [0, 1]) {
      let winner = -1;
      let promise = -Infinity;
      selected.forEach((counted, index) => {
        const value = bound(context.loss, inDirection(counted, direction), alphas[0]);
        if (value > promise) [winner, promise] = [index, value];
      });
      if (winner < 0) continue;
      const counted = count(proposals[winner], family, both('judge'));
      const judged = inDirection(counted, direction);
      const bounds = alphas.map((alpha) => bound(context.loss, judged, alpha));
      if (bounds[0] > best.bounds[0]) {
        best = { bounds, family: family.name, event: proposals[winner].label, judged };
      }
    }
  }
  return best;
}
