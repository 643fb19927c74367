// What the package promises about one report of a slate, and the inputs on which the promise is tested: all
// patterns of reactions to three arms. A report names one arm, or is about all of them; the promise is
// about the whole of it, so the arm that it names must not depend on the reactions at all.

import { alternating, constant, pureLoss } from './claims.mjs';
import { kPairFamilies, kReportFamilies, kSlateFamilies, slateRatio } from './event-families.mjs';

const kArms = [0, 1, 2];
/** What a visitor may do with a slate of three: nothing, click one, ..., click all. */
export const kPatterns = Array.from({ length: 8 }, (_, bits) =>
  kArms.map((arm) => (bits >> arm) & 1),
);
const [kNone] = kPatterns;
const kAll = kPatterns.at(-1);

const named = (pattern) => pattern?.join('') ?? 'no answer';

/** All pairs of patterns, each once: a bound is in both directions. */
export const kPairs = kPatterns.flatMap((a, i) => kPatterns.slice(i + 1).map((b) => [a, b]));

/** @param {(pair: readonly [number[], number[]]) => object[]} familiesFor */
function comparisonsOf(familiesFor, pairs, pairFamilies) {
  const compare = (a, b) => ({
    label: `${named(a)} against ${named(b)}`,
    inputs: [constant(a), constant(b)],
    families: familiesFor([a ?? kNone, b]),
  });
  const beyond = [kNone.map(() => -2), kAll.map(() => 3)];
  return [
    ...pairs.map(([a, b]) => compare(a, b)),
    compare(undefined, kAll),
    {
      label: `${beyond.map(named).join(' against ')} (outside the range)`,
      inputs: beyond.map(constant),
      families: familiesFor([kNone, kAll]),
    },
    {
      label: `${named(kNone)} twice against ${named(kNone)}, ${named(kAll)}`,
      inputs: [constant(kNone), alternating(kNone, kAll)],
      families: pairFamilies,
    },
  ];
}

const withSet = (algorithm) => ({ set: { type: 'top-k', arms: 3, choose: 3 }, ...algorithm });

/** A public snapshot of slates [0, 1, 2], one for each of `reported`; undefined: the device draws the arm. */
const snapshotOf = (reported) => ({
  v: 1,
  experiment: 'audit',
  snapshot: 1,
  reports: 0,
  mean: kArms.map(() => 0),
  width: kArms.map(() => null),
  slates: reported.map((arm) => ({ arms: kArms, ...(arm !== undefined && { reported: arm }) })),
});

/**
 * @typedef {object} SlateClaim as Claim of claims.mjs, and
 * @property {object} snapshot what decisions are made from in the module; through the public API a collector
 *   says it
 * @property {(count: number) => object} columns of a sample, beside those of the wire
 * @property {(sample: object, index: number, report: object) => void} read puts a report into them
 * @property {readonly [number[], number[]][]} equals patterns between which nothing at all may differ
 */
const scalarColumns = (count) => ({
  values: new Int32Array(count),
  coordinates: new Int32Array(count),
});

/** @returns {SlateClaim} one bit about one arm, which the report names: both are judged together */
function bitClaim(mechanism, algorithm, epsilon, reported) {
  return {
    ...pureLoss(mechanism, epsilon),
    algorithm: withSet(algorithm),
    snapshot: snapshotOf(reported),
    inputs: [kNone, kAll],
    silence: undefined,
    centres: [0, 1],
    comparisons: comparisonsOf(() => kSlateFamilies, kPairs, kPairFamilies),
    equals: [],
    columns: scalarColumns,
    read(sample, index, { arm, bit }) {
      sample.values[index] = 2 * arm + bit;
      sample.coordinates[index] = arm;
    },
  };
}

/** The arm stands in the snapshot: three slates, one for each. */
export const namedBitClaim = (epsilon) =>
  bitClaim('bit, arm of the snapshot', { type: 'combinatorial-thompson' }, epsilon, kArms);

/** The device draws it. */
export const drawnBitClaim = (epsilon) =>
  bitClaim('bit, arm drawn', { type: 'cucb-ldp-bit', coordinate: 'uniform' }, epsilon, [undefined]);

/**
 * An integer about arm 1: patterns that agree there must look alike in everything.
 *
 * @returns {SlateClaim}
 */
export function coordinateClaim(epsilon) {
  const differs = ([a, b]) => a[1] !== b[1];
  return {
    ...pureLoss('Laplace, one arm', epsilon),
    algorithm: withSet({ type: 'cucb-ldp2' }),
    snapshot: snapshotOf([1]),
    inputs: [kNone, kAll],
    silence: undefined,
    centres: [0, 1024],
    comparisons: comparisonsOf(() => kReportFamilies, kPairs.filter(differs), kPairFamilies),
    equals: kPairs.filter((pair) => !differs(pair)),
    columns: scalarColumns,
    read(sample, index, { arm, noisy }) {
      sample.values[index] = noisy;
      sample.coordinates[index] = arm;
    },
  };
}

/**
 * Integers about all arms, each with a third of epsilon: judged by the likelihood ratio of each pair.
 *
 * @returns {SlateClaim}
 */
export function wholeSlateClaim(epsilon) {
  return {
    ...pureLoss('Laplace, all arms', epsilon),
    algorithm: withSet({ type: 'cucb-ldp1' }),
    snapshot: snapshotOf([undefined]),
    inputs: [kNone, kAll],
    silence: undefined,
    centres: [0, 3 * 1024],
    comparisons: comparisonsOf((pair) => slateRatio(pair, 1024), kPairs, kPairFamilies),
    equals: [],
    columns: (count) => ({
      values: new Int32Array(count),
      ...Object.fromEntries(kArms.map((arm) => [`noisy${arm}`, new Int32Array(count)])),
    }),
    read(sample, index, { noisy }) {
      sample.values[index] = noisy[0] + noisy[1] + noisy[2];
      for (const arm of kArms) sample[`noisy${arm}`][index] = noisy[arm];
    },
  };
}

/** @returns {SlateClaim} one bit about a third of the sum */
export function sumClaim(epsilon) {
  const total = (pattern) => pattern.reduce((sum, outcome) => sum + outcome);
  return {
    ...bitClaim('bit, sum', { type: 'cucb-ldp-sum' }, epsilon, [0]),
    snapshot: { ...snapshotOf([0]), mean: [0], width: [null] },
    equals: kPairs.filter(([a, b]) => total(a) === total(b)),
  };
}

export const kSlateClaims = [
  namedBitClaim(1),
  namedBitClaim(4),
  drawnBitClaim(1),
  coordinateClaim(1),
  wholeSlateClaim(1),
  wholeSlateClaim(4),
  sumClaim(1),
];
