// What the package promises about one report of a point of a convex set, one number about its loss, and the
// inputs on which the promise is tested. A report also names the direction in which the point lies, by a
// public word that was drawn before the loss existed: it must not depend on the loss at all.

import { bytesOf } from './bytes.mjs';
import { alternating, constant } from './claims.mjs';
import { kPairFamilies, kReportFamilies } from './event-families.mjs';

const kGrid = 1024; // units of a noisy report for v from -1 to 1

/** Which direction a report names, whatever it says of the loss. */
const directionEvents = () =>
  [0, 1, 2, 3].map((residue) => ({
    label: `direction's word mod 4 = ${residue}`,
    contains: (s, i) => s.directions[i] === residue,
  }));
/** And both together, which is what leaves. */
const reportEvents = () =>
  [0, 1, 2, 3].flatMap((residue) =>
    [0, 1].map((bit) => ({
      label: `direction's word mod 4 = ${residue}, value mod 2 = ${bit}`,
      contains: (s, i) => s.directions[i] === residue && (s.values[i] & 1) === bit,
    })),
  );

const kFamilies = [
  ...kReportFamilies,
  { name: 'direction', events: directionEvents, width: 1 },
  { name: 'direction and value', events: reportEvents, width: 1 },
];

function comparisonsOf(low, high, [below, above]) {
  const compare = (label, a, b) => ({
    label,
    inputs: [constant(a), constant(b)],
    families: kFamilies,
  });
  return [
    compare(`${low} against ${high}`, low, high),
    compare(`${below} against ${above} (beyond the bounds)`, below, above),
    compare(`no answer against ${high}`, undefined, high),
    {
      label: `${low},${low} against ${low},${high}`,
      inputs: [constant(low), alternating(low, high)],
      families: kPairFamilies,
    },
  ];
}

/** The columns of a sample, and how a body becomes a row of them. */
const kReading = {
  columns: (count) => ({ values: new Int32Array(count), directions: new Uint8Array(count) }),
  read(sample, i, { bit, noisy, coin, arm }) {
    sample.values[i] = bit ?? noisy;
    sample.directions[i] = coin === undefined ? arm : bytesOf(coin)[0] & 3;
  },
};

const kSquare = { type: 'box', low: [0, 0], high: [1, 1] };

/** Algorithms, the least and the largest feedback, and what is beyond them. `neutral`: what silence means. */
const kKinds = {
  'one point': {
    algorithm: { type: 'ldp-one-point', set: kSquare, lipschitz: 1, neutral: 0 },
    ends: [0, 1],
    outside: [-2, 3],
    neutral: 0,
    snapshot: { point: [0.5, 0.5], radius: 0.25, answer: [0.5, 0.5] },
  },
  'three points': {
    algorithm: {
      ...{ type: 'ldp-stochastic-convex', set: { type: 'box', low: [0], high: [1] } },
      neutral: 0,
    },
    ends: [0, 1],
    outside: [-2, 3],
    neutral: 0,
    snapshot: { points: [0.25, 0.5, 0.75], weights: [0.25, 0.5, 0.25], answer: [0.5] },
  },
  // With radius 1/4 and slope 1 two losses differ by at most 1/2.
  'two points': {
    algorithm: { type: 'ldp-two-point', set: kSquare, lipschitz: 1 },
    ends: [
      [0, 0.5],
      [0.5, 0],
    ],
    outside: [
      [0, 1.5],
      [1.5, 0],
    ],
    neutral: [0, 0],
    snapshot: { point: [0.5, 0.5], radius: 0.25, answer: [0.5, 0.5] },
  },
  comparison: {
    algorithm: {
      ...{ type: 'ldp-two-point', set: kSquare },
      ...{ feedback: 'comparison', neutral: 1 },
    },
    // The first is preferred: v = -1.
    ends: [1, -1],
    outside: [3, -3],
    neutral: 1,
    snapshot: { point: [0.5, 0.5], radius: 0.125, answer: [0.5, 0.5] },
  },
};

/**
 * @typedef {{mechanism: string, epsilon: number, delta?: number, loss: 'epsilon' | 'mu', claimed: number,
 *   algorithm: object, snapshot: object, comparisons: object[], inputs: [unknown, unknown],
 *   centres: [number, number], columns: Function, read: Function}} PointClaim
 * @param {keyof typeof kKinds} kind
 * @returns {PointClaim}
 */
function pointClaim(kind, noise, centres, properties) {
  const { algorithm, ends, outside, neutral, snapshot } = kKinds[kind];
  const { delta } = properties;
  const mechanism = noise === 'bit' ? {} : { mechanism: noise, ...(delta && { delta }) };
  return {
    ...kReading,
    mechanism: `${kind}, ${noise}`,
    loss: 'epsilon',
    claimed: properties.epsilon,
    algorithm: { ...algorithm, ...mechanism },
    snapshot,
    centres,
    inputs: [neutral, ends[1]],
    comparisons: comparisonsOf(...ends, outside),
    ...properties,
  };
}

export const pointBitClaim = (kind, epsilon) => pointClaim(kind, 'bit', [0, 1], { epsilon });

export const pointLaplaceClaim = (kind, epsilon) =>
  pointClaim(kind, 'laplace', [0, kGrid], { epsilon, scale: kGrid / epsilon });

/** mu = 1/kappa of claims.mjs; the grid is 2^26. */
export const pointGaussianClaim = (kind) =>
  pointClaim(kind, 'gaussian', [0, 2 ** 26], {
    ...{ epsilon: 4, delta: 1e-6 },
    ...{ loss: 'mu', claimed: 1 / 1.1935185871579852 },
  });

export const kPointClaims = [
  ...[1, 2].map((epsilon) => pointBitClaim('comparison', epsilon)),
  pointBitClaim('one point', 1),
  pointBitClaim('two points', 1),
  pointBitClaim('three points', 1),
  pointLaplaceClaim('one point', 1),
  pointLaplaceClaim('two points', 1),
  pointGaussianClaim('one point'),
  pointGaussianClaim('two points'),
];
