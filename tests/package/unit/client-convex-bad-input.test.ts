// Points that are none: feedback of other shapes, sets that are empty or have no end, servers that lie.
// Every one is refused by its place, and a private value is never in a message.
import type { Bandit, LdpError, ReportOutcome } from 'ldp-bandits';
import { describe, expect, test } from 'vitest';
import {
  BOX,
  openPoints,
  POINTS,
  type PointName,
  pointCollector,
  pointSnapshot,
} from './client-convex-support.js';
import { failure, refusedFeedback } from './client-support.js';
import { badArgument, mismatch } from './refusals.js';

/** So odd that it would be found in a message. */
const SECRET = 0.123456789;

const NOT_ONE: readonly unknown[] = [
  ...[undefined, null, NaN, Infinity, -Infinity, `${SECRET}`, 1n, {}, [SECRET], true],
];
const NOT_TWO: readonly (readonly [string, unknown])[] = [
  ['feedback', SECRET],
  ['feedback', undefined],
  ['feedback', [SECRET]],
  ['feedback', [SECRET, 0, 0]],
  ['feedback', { 0: SECRET, 1: 0, length: 2 }],
  ['feedback', new Float32Array(2)],
  ['feedback[0]', [NaN, SECRET]],
  ['feedback[1]', [SECRET, Infinity]],
  ['feedback[1]', [SECRET, `${SECRET}`]],
  ['feedback[1]', new Array(2).fill(SECRET, 0, 1)],
];

async function refusal(bandit: Bandit, reward: () => Promise<ReportOutcome>): Promise<LdpError> {
  const error = await refusedFeedback(bandit as never, reward);
  expect(`${error.message} ${JSON.stringify(error.details)} ${error.stack}`).not.toContain(
    `${SECRET}`,
  );
  return error;
}

describe('a feedback that is none leaves the decision open', () => {
  test.each(['one', 'comparison', 'line', 'smooth'] as const)('%s: one number', async (name) => {
    const bandit = await openPoints(pointCollector(name), name);
    const decision = bandit.choose();
    for (const wrong of NOT_ONE) {
      const error = await refusal(bandit as never, () => decision.reward(wrong as never));
      expect(error).toMatchObject(badArgument('feedback'));
    }
    expect((await decision.reward(0.5)).status).toBe('queued');
  });

  test('two losses', async () => {
    const bandit = await openPoints(pointCollector('pair'));
    const decision = bandit.choose();
    for (const [parameter, wrong] of NOT_TWO) {
      const error = await refusal(bandit as never, () => decision.reward(wrong as never));
      expect(error).toMatchObject(badArgument(parameter));
    }
    expect((await decision.reward([0.5, 0.25])).status).toBe('queued');
  });

  test('a context has no place', async () => {
    const bandit = await openPoints(pointCollector('pair'));
    expect(() => (bandit.choose as (x: unknown) => unknown)([1])).toThrow('context');
  });
});

const SETS: readonly (readonly [string, unknown])[] = [
  ['algorithm.set', undefined],
  ['algorithm.set', [1, 2]],
  ['algorithm.set.type', { type: 'cube', low: [0], high: [1] }],
  ['algorithm.set.low', { type: 'box', high: [1] }],
  ['algorithm.set.high', { type: 'box', low: [0, 0], high: [1] }],
  ['algorithm.set.high[1]', { type: 'box', low: [0, 0], high: [1, 0] }],
  ['algorithm.set.high[0]', { type: 'box', low: [0], high: [Infinity] }],
  ['algorithm.set.low[0]', { type: 'box', low: [NaN], high: [1] }],
  ['algorithm.set.low[0]', { type: 'box', low: ['0'], high: [1] }],
  ['algorithm.set.radius', { ...BOX, radius: 1 }],
  ['algorithm.set.low', { type: 'box', low: Array(33).fill(0), high: Array(33).fill(1) }],
  ['algorithm.set.radius', { type: 'ball', center: [0], radius: 0 }],
  ['algorithm.set.radius', { type: 'ball', center: [0] }],
  ['algorithm.set.center', { type: 'ball', center: [], radius: 1 }],
  ['algorithm.set.dimension', { type: 'simplex', dimension: 1 }],
  ['algorithm.set.dimension', { type: 'simplex', dimension: 2.5 }],
  ['algorithm.set.normals', { type: 'polytope', normals: [], offsets: [], radius: 1 }],
  [
    'algorithm.set.normals[1]',
    { type: 'polytope', normals: [[1], [0]], offsets: [1, 1], radius: 1 },
  ],
  [
    'algorithm.set.normals[1]',
    { type: 'polytope', normals: [[1], [1, 1]], offsets: [1, 1], radius: 1 },
  ],
  ['algorithm.set.offsets', { type: 'polytope', normals: [[1], [-1]], offsets: [1], radius: 1 }],
];

const polytope = (normals: number[][], offsets: number[], radius = 1) => ({
  type: 'polytope',
  normals,
  offsets,
  radius,
});

describe('what is no convex set is refused before anything is fetched', () => {
  test.each(SETS)('%s %#', async (parameter, set) => {
    const algorithm = { ...POINTS.pair, set } as never;
    expect(await failure(openPoints(pointCollector(), 'pair', { algorithm }))).toMatchObject(
      badArgument(parameter),
    );
  });

  test.each([
    ['no inside', 'drop or loosen', polytope([[1], [-1]], [0, -1])],
    [
      'only an edge',
      'drop or loosen',
      polytope(
        [
          [1, 0],
          [-1, 0],
          [0, 1],
          [0, -1],
        ],
        [1, -1, 1, 1],
      ),
    ],
    ['no end', 'add rows', polytope([[1], [1]], [1, 2])],
    [
      'no end in one direction',
      'add rows',
      polytope(
        [
          [1, 0],
          [-1, 0],
        ],
        [1, 1],
      ),
    ],
    ['a radius that is too small', 'larger radius', polytope([[1], [-1]], [5, 5], 2)],
  ])('a polytope with %s: %s', async (_, advice, set) => {
    const algorithm = { ...POINTS.pair, set } as never;
    const collector = pointCollector('pair', { set });
    const error = (await failure(openPoints(collector, 'pair', { algorithm }))) as LdpError;
    expect(error).toMatchObject(badArgument('set'));
    expect(error.message).toContain(advice);
  });
});

describe('parameters that do not fit together are refused by name', () => {
  const { pair, one, smooth, comparison, line, gaussian } = POINTS;
  const without = (spec: object, name: string) =>
    Object.fromEntries(Object.entries(spec).filter(([key]) => key !== name));
  test.each([
    ['lipschitz', without(pair, 'lipschitz')],
    ['lipschitz', without(one, 'lipschitz')],
    ['lipschitz', { ...pair, lipschitz: 0 }],
    ['lipschitz', { ...comparison, lipschitz: 1 }],
    ['lipschitz', { ...line, lipschitz: 1 }],
    ['smoothness', without(smooth, 'smoothness')],
    ['smoothness', { ...one, smoothness: 1 }],
    ['curvature', { ...smooth, curvature: 1 }],
    ['curvature', { ...pair, losses: 'strongly-convex' }],
    ['smoothness', { ...smooth, losses: 'strongly-convex-smooth', curvature: 2 }],
    ['losses', { ...pair, losses: 'smooth' }],
    ['losses', { ...comparison, losses: 'strongly-convex', curvature: 1 }],
    ['distance', { ...pair, distance: 0.25 }],
    ['distance', { ...comparison, distance: 0.6 }],
    ['delta', { ...one, delta: 1e-6 }],
    ['delta', { ...gaussian, delta: 0.2 }],
    ['lossHigh', { ...one, lossLow: 3 }],
    ['lossLow', { ...one, lossLow: NaN }],
    ['lossLow', { ...pair, lossLow: 0 }],
    ['mechanism', { ...pair, mechanism: 'ball' }],
    ['neutral', { ...pair, neutral: Infinity }],
    ['set', { ...line, set: BOX }],
    ['set', { ...line, set: { type: 'simplex', dimension: 2 } }],
    ['levels', { ...pair, levels: [1] }],
    ['rewards', { ...pair, rewards: { type: 'unit' } }],
  ])('%s %#', async (name, algorithm) => {
    const options = { algorithm: algorithm as never };
    expect(await failure(openPoints(pointCollector(), 'pair', options))).toMatchObject(
      badArgument(`algorithm.${name}`),
    );
  });
});

const LIES: readonly (readonly [string, PointName, object])[] = [
  ['snapshot.point', 'pair', { point: [0.5, 4] }],
  ['snapshot.point', 'pair', { point: [0.5] }],
  ['snapshot.point[1]', 'pair', { point: [0.5, null] }],
  ['snapshot.point[0]', 'pair', { point: ['0.5', 1] }],
  ['snapshot.point', 'pairLaplace', { point: [0.25, 0.25, 0.25] }],
  ['snapshot.radius', 'pair', { radius: 0.51 }],
  ['snapshot.radius', 'pair', { radius: -0.1 }],
  ['snapshot.radius', 'pair', { radius: 0 }],
  ['snapshot.radius', 'pair', { radius: null }],
  ['snapshot.radius', 'comparison', { point: [0.45, 0.45] }],
  ['snapshot.shape', 'pair', { shape: [1, 0, 0, 1] }],
  ['snapshot.shape', 'smooth', { shape: [2, 0, 0, 0, 2, 0, 0, 0, 2] }],
  ['snapshot.shape', 'smooth', { shape: [0.5, 0, 0, 0.5] }],
  ['snapshot.radius', 'smooth', { radius: 0.1 }],
  ['snapshot.shape', 'curved', { shape: [0.5, 0, 0, 0.5] }],
  ['snapshot.points', 'line', { points: [9, 15, 17] }],
  ['snapshot.points', 'line', { points: [15, 12, 17] }],
  ['snapshot.points', 'line', { points: [12, 15] }],
  ['snapshot.weights', 'line', { weights: [0.5, 0.5, 0.5] }],
  ['snapshot.weights', 'line', { weights: [1.5, -0.5, 0] }],
  ['snapshot.answer', 'pair', { answer: [0.5, 4] }],
  ['snapshot.answer', 'pair', { answer: [0.5] }],
  ['snapshot.surface', 'one', { surface: { slope: [0, 0], curvature: [0, 0, 0] } }],
  ['snapshot.surface.curvature', 'pair', { surface: { slope: [0, 0], curvature: [0, 0] } }],
  ['snapshot.surface', 'pair', { surface: 3 }],
  ['snapshot.surface.peak', 'pair', { surface: { slope: [0, 0], curvature: [0, 0, 0], peak: 1 } }],
  ['snapshot.arms', 'pair', { arms: 3 }],
  ['snapshot.reports', 'pair', { reports: -1 }],
  ['snapshot.experiment', 'pair', { experiment: 'other' }],
];

describe('a snapshot that leads out of the set, or is none, is refused, and the old one stays', () => {
  test.each(LIES)('%s of %s %#', async (field, name, lie) => {
    const collector = pointCollector(name);
    const bandit = await openPoints(collector, name);
    collector.snapshot = pointSnapshot(name, { snapshot: 13, ...lie });
    expect(await failure(bandit.refresh())).toMatchObject(mismatch(field));
    expect(bandit.snapshot.id).toBe(12);
    expect(bandit.choose().policy).toBe('snapshot');
  });
});
