// What the package promises about one report of a linear contextual bandit, a noisy vector, and the
// inputs on which the promise is tested. An input is what one visitor has: the features of one arm, x, or
// of several, rows, and the reward y (undefined: no answer), or what it is for each arm.
//
// A vector is turned into one number before it is judged, and which number decides what the audit can
// see. For Gaussian noise it is the likelihood ratio of the two inputs, a weighted sum. For the ball it
// is on which side of either input the released direction lies: between the two sides the ratio is
// exactly e^epsilon, however close the inputs are.

import { alternating, constant, pureLoss } from './claims.mjs';
import { kVectorFamilies, kVectorPairFamilies } from './event-families.mjs';

/** @typedef {{x: readonly number[], y: number | undefined}} OneArm */
/** @typedef {OneArm | {rows: readonly number[][], y: ((arm: number) => number) | undefined}} Input */
/** @typedef {(numbers: Int32Array, part: string | undefined) => number} Project */

const kSine = Math.sqrt(3) / 2;
const kQuarter = Math.SQRT1_2;

/** Two unit vectors of cosine -1/2 with reward 1: the Gram matrices that lie furthest apart. */
const kFurthest = {
  // Mirror images in an axis: the matrices differ off the diagonal only.
  'off the diagonal': [
    [kSine, 0.5, 0],
    [-kSine, 0.5, 0],
  ],
  // The same turned by 45 degrees: they differ on the diagonal only.
  'on the diagonal': [
    [(kSine - 0.5) * kQuarter, (kSine + 0.5) * kQuarter, 0],
    [(-kSine - 0.5) * kQuarter, (-kSine + 0.5) * kQuarter, 0],
  ],
};
/** Cosine -1/4: where noise that is too small off the diagonal shows most. */
const kSkew = [
  [Math.sqrt(0.625), Math.sqrt(0.375), 0],
  [-Math.sqrt(0.625), Math.sqrt(0.375), 0],
];

export const times = (factor, vector) => vector.map((entry) => factor * entry);
const dot = (a, b) => a.reduce((sum, entry, i) => sum + entry * b[i], 0);
export const minus = (a, b) => a.map((entry, i) => entry - b[i]);

/** What the device does before anything else, for features beyond the bound of 1. */
export const intoBall = (x) => times(1 / Math.max(1, Math.hypot(...x)), x);
const rewardOf = ({ y }) => Math.min(1, Math.max(0, y ?? 0));

/** (x x^T, y x): the upper triangle row by row, `off` times what is off the diagonal, then the vector. */
export function gramMessage(input, off) {
  const x = intoBall(input.x);
  const upper = x.flatMap((a, i) => x.slice(i).map((b, j) => (j === 0 ? 1 : off) * a * b));
  return [...upper, ...times(rewardOf(input), x)];
}

export const pairMessage = (input) => [...intoBall(input.x), rewardOf(input)];

/** The likelihood ratio, scaled so that its noise is a released number's. @returns {Project} */
export function ratio(shift, weights) {
  const weighted = shift.map((entry, i) => entry * weights[i]);
  const length = Math.sqrt(dot(shift, weighted));
  const direction =
    length === 0 ? weighted.map((_, i) => (i === 0 ? 1 : 0)) : times(1 / length, weighted);
  return (numbers) => Math.round(dot(direction, numbers));
}

/** 2 on the first input's side only, -2 on the second's, else 0. @returns {Project} */
export const between = (first, second) => (numbers) =>
  Math.sign(dot(first, numbers)) - Math.sign(dot(second, numbers));

export const withReward = (x, y) => ({ x, y });

/**
 * @param {string} label
 * @param {readonly [Input, Input]} inputs
 * @param {(inputs: readonly [Input, Input]) => Project} projectFor
 */
const compare = (label, [first, second], projectFor) => ({
  label,
  inputs: [constant(first), constant(second)],
  families: kVectorFamilies,
  project: projectFor([first, second]),
});

/** Half as long again, and a reward three times as large. */
function beyondBounds({ x, rows, y }) {
  if (x) return withReward(times(1.5, x), 3 * y);
  return { rows: rows.map((row) => times(1.5, row)), y: (arm) => 3 * y(arm) };
}

function comparisonsOf(extremes, projectFor) {
  const [[, [first, second]]] = extremes;
  const silence = [{ ...first, y: undefined }, first];
  return [
    ...extremes.map(([label, inputs]) => compare(label, inputs, projectFor)),
    // What is beyond the bound of the norm, and a reward beyond 1, are brought to it.
    compare('beyond the bounds', [beyondBounds(first), beyondBounds(second)], projectFor),
    compare('no answer against 1', silence, projectFor),
    {
      label: 'twice the same against two',
      inputs: [constant(first), alternating(first, second)],
      families: kVectorPairFamilies,
      project: projectFor([first, second]),
    },
  ];
}

/** Equal inputs, and silence against what it stands for. */
const nullsOf = ([first]) => ({
  inputs: [{ ...first, y: 0 }, first],
  silence: { ...first, y: undefined },
});

/**
 * @typedef {{mechanism: string, epsilon: number, delta?: number, loss: 'epsilon' | 'mu', claimed: number,
 *   algorithm: object, pinned?: number, snapshot?: object, comparisons: object[], project: Project}} VectorClaim
 *   `pinned`: the epsilon that the page allows, where the published noise keeps less than it claims;
 *   `snapshot`: what decisions are made from, where that matters
 */
export function vectorClaim(properties, extremes, projectFor) {
  const [[, inputs]] = extremes;
  const comparisons = comparisonsOf(extremes, projectFor);
  return { ...properties, ...nullsOf(inputs), comparisons, project: comparisons[0].project };
}

export const gramExtremes = () => [
  ...Object.entries(kFurthest).map(([label, [x, z]]) => [
    `cosine -1/2, ${label}`,
    [withReward(x, 1), withReward(z, 1)],
  ]),
  ['cosine -1/4, off the diagonal', kSkew.map((x) => withReward(x, 1))],
  ['opposite', [withReward([0, 0, 1], 1), withReward([0, 0, -1], 1)]],
];

/** 1/mu, to 50 digits elsewhere: what (epsilon, delta) needs per unit of sensitivity (Balle, Wang 2018). */
const kKappas = new Map([
  ['1,0.00001', 3.7306316348159418],
  ['4,0.000001', 1.1935185871579852],
  ['10,0.00001', 0.4998886197090085],
  ['10,0.1', 0.28181207212613935],
]);
export const muOf = (epsilon, delta) =>
  1 / kKappas.get(`${epsilon},${delta.toFixed(6).replace(/0+$/, '')}`);

/** @returns {VectorClaim} (x x^T, y x), three features, discrete Gaussian noise */
export function gramClaim(epsilon, delta) {
  const algorithm = { type: 'ldp-linucb', dimension: 3, mechanism: 'gaussian', delta };
  const weights = [1, 2, 2, 1, 2, 1, 1, 1, 1];
  return vectorClaim(
    {
      mechanism: 'Gram matrix',
      epsilon,
      delta,
      loss: 'mu',
      claimed: muOf(epsilon, delta),
      algorithm,
    },
    gramExtremes(),
    ([first, second]) => ratio(minus(gramMessage(first, 1), gramMessage(second, 1)), weights),
  );
}

/** (x, y): unit vectors that are opposite, rewards at the two ends. */
const pairExtremes = () => [
  ['opposite', [withReward([0.6, 0, 0.8], 1), withReward([-0.6, 0, -0.8], 0)]],
  ['the features alone', [withReward([0, 1, 0], 1), withReward([0, -1, 0], 1)]],
];
const pairRatio = ([first, second]) =>
  ratio(minus(pairMessage(first), pairMessage(second)), [1, 1, 1, 1]);

/** @returns {VectorClaim} (x, y), three features, discrete Gaussian noise */
export function pairClaim(epsilon, delta) {
  const algorithm = { type: 'online-ldp-linucb', dimension: 3, delta };
  return vectorClaim(
    { mechanism: 'pair', epsilon, delta, loss: 'mu', claimed: muOf(epsilon, delta), algorithm },
    pairExtremes(),
    pairRatio,
  );
}

/**
 * The paper's noise, 2 sqrt(2 ln(1.25/delta))/epsilon on x and on y. At (10, 1e-5) it keeps (11.95, 1e-5),
 * which the page must have allowed.
 *
 * @returns {VectorClaim}
 */
export function publishedPairClaim() {
  const [epsilon, delta] = [10, 1e-5];
  const algorithm = { type: 'online-ldp-linucb', dimension: 3, delta, calibration: 'published' };
  const claimed = (Math.sqrt(5) * epsilon) / (2 * Math.sqrt(2 * Math.log(1.25 / delta)));
  return vectorClaim(
    { mechanism: 'pair, published', epsilon, delta, loss: 'mu', claimed, algorithm, pinned: 11.95 },
    pairExtremes(),
    pairRatio,
  );
}

/** @returns {VectorClaim} (x x^T, y x) of three features as a direction of nine numbers, delta 0 */
export function ballClaim(epsilon) {
  return vectorClaim(
    {
      ...pureLoss('l2 ball', epsilon),
      algorithm: { type: 'ldp-linucb', dimension: 3, mechanism: 'ball' },
    },
    gramExtremes(),
    (inputs) => between(...inputs.map((input) => gramMessage(input, Math.SQRT2))),
  );
}

/** Two arms that are opposite, and a reward of 1 for one of them: the moment is x/2, whichever is chosen. */
export const opposed = (x, best) => ({
  rows: [x, times(-1, x)],
  y: (arm) => (arm === best ? 1 : 0),
});
/** At a right angle, in feature space and as matrices x x^T. */
export const kCorners = [
  [0.6, 0, 0.8],
  [0.8, 0, -0.6],
];

export const momentOf = ({ rows: [row], y }) => times((y?.(0) ?? 0) - 0.5, row);

/**
 * (y - 1/2) times the centred features of the chosen arm, which is drawn uniformly.
 *
 * @returns {VectorClaim}
 */
export function momentClaim(epsilon) {
  const [x, z] = kCorners;
  return vectorClaim(
    {
      ...pureLoss('moment', epsilon),
      algorithm: { type: 'ldp-linear-moments', dimension: 3, mechanism: 'ball' },
    },
    [
      ['the other arm’s reward', [opposed(x, 0), opposed(x, 1)]],
      ['other features', [opposed(x, 0), opposed(z, 0)]],
    ],
    // Above epsilon 3 the release is a sum of directions: how far it goes tells more than its side.
    ([first, second]) => ratio(minus(momentOf(first), momentOf(second)), [1, 1, 1]),
  );
}

/**
 * How the arms lie, from who does not explore: a public snapshot says who does.
 *
 * @returns {VectorClaim}
 */
export function designClaim(epsilon) {
  const designOf = ({ rows: [row] }) => gramMessage(withReward(row, 0), Math.SQRT2).slice(0, 6);
  return vectorClaim(
    {
      ...pureLoss('design', epsilon),
      algorithm: { type: 'ldp-linear-moments', dimension: 3, mechanism: 'ball' },
      snapshot: { theta: [0, 0, 0] },
    },
    [['other features', kCorners.map((x) => opposed(x, 0))]],
    // Above epsilon 3 as momentClaim.
    ([first, second]) =>
      epsilon > 3
        ? ratio(minus(designOf(first), designOf(second)), new Array(6).fill(1))
        : between(designOf(first), designOf(second)),
  );
}

export const kVectorClaims = [
  ...[0.5, 1, 4].map(ballClaim),
  ...[1, 4].map(momentClaim),
  designClaim(1),
  gramClaim(1, 1e-5),
  gramClaim(4, 1e-6),
  gramClaim(10, 0.1),
  pairClaim(4, 1e-6),
  pairClaim(10, 0.1),
  publishedPairClaim(),
];
