// Convex experiments before the scripted collector: what the page pins, what the collector answers, and
// a snapshot of each.
import {
  type AlgorithmSpec,
  type Bandit,
  type BanditOptions,
  createBandit,
  memoryLedger,
} from 'ldp-bandits';
import 'ldp-bandits/points';
import { ENDPOINT, MANIFEST, ScriptedCollector } from './client-support.js';

export type PointType = 'ldp-two-point' | 'ldp-one-point' | 'ldp-stochastic-convex';

export const BOX = { type: 'box', low: [0, -1], high: [1, 3] } as const;
const BALL = { type: 'ball', center: [1, 2, 3], radius: 2 } as const;
const SIMPLEX = { type: 'simplex', dimension: 3 } as const;
/** A triangle: x, y >= 0, x + y <= 1. */
const TRIANGLE = {
  type: 'polytope',
  normals: [
    [-1, 0],
    [0, -1],
    [1, 1],
  ],
  offsets: [0, 0, 1],
  radius: 1,
} as const;
const LINE = { type: 'box', low: [10], high: [20] } as const;

/** Every algorithm of the family, every mechanism, every kind of set. */
export const POINTS = {
  pair: { type: 'ldp-two-point', set: BOX, lipschitz: 2 },
  comparison: { type: 'ldp-two-point', set: TRIANGLE, feedback: 'comparison' },
  pairLaplace: { type: 'ldp-two-point', set: SIMPLEX, lipschitz: 2, mechanism: 'laplace' },
  one: { type: 'ldp-one-point', set: TRIANGLE, lipschitz: 1, lossLow: -1, lossHigh: 3 },
  smooth: { type: 'ldp-one-point', set: BALL, losses: 'smooth', smoothness: 1 },
  curved: {
    type: 'ldp-one-point',
    set: SIMPLEX,
    losses: 'strongly-convex-smooth',
    smoothness: 2,
    curvature: 1,
    mechanism: 'laplace',
  },
  gaussian: { type: 'ldp-one-point', set: BALL, lipschitz: 1, mechanism: 'gaussian' },
  line: { type: 'ldp-stochastic-convex', set: LINE },
} as const satisfies Record<string, AlgorithmSpec<PointType>>;
export type PointName = keyof typeof POINTS;
export const NAMES = Object.keys(POINTS) as PointName[];

/** What the collector says beside the spec: the defaults. */
const DEFAULTS: Record<PointName, object> = {
  pair: { losses: 'convex', mechanism: 'bit', feedback: 'losses', neutral: 0 },
  comparison: { losses: 'convex', mechanism: 'bit', distance: 0.25, neutral: 0 },
  pairLaplace: { losses: 'convex', feedback: 'losses', neutral: 0 },
  one: { losses: 'convex', steps: 'theory', mechanism: 'bit', neutral: 1 },
  smooth: { lossLow: 0, lossHigh: 1, steps: 'theory', mechanism: 'bit', neutral: 0.5 },
  curved: { lossLow: 0, lossHigh: 1, steps: 'theory', neutral: 0.5 },
  gaussian: {
    losses: 'convex',
    lossLow: 0,
    lossHigh: 1,
    steps: 'theory',
    delta: 1e-6,
    neutral: 0.5,
  },
  line: { lossLow: 0, lossHigh: 1, mechanism: 'bit', neutral: 0.5 },
};

export const isPair = (name: PointName) => name === 'pair' || name === 'pairLaplace';
export const isTwo = (name: PointName) => isPair(name) || name === 'comparison';
export const payloadOf = (name: PointName) =>
  ['pairLaplace', 'curved', 'gaussian'].includes(name) ? 'noisy' : 'bit';

/** Where the snapshot is. */
export const CENTRES: Record<PointName, readonly number[]> = {
  pair: [0.5, 1],
  comparison: [0.25, 0.25],
  pairLaplace: [0.25, 0.25, 0.5],
  one: [0.25, 0.25],
  smooth: [1, 2.5, 3],
  curved: [0.25, 0.25, 0.5],
  gaussian: [1, 2.5, 3],
  line: [15],
};
export const RADIUS = 0.125;

export function pointSnapshot(name: PointName, changes: object = {}): object {
  const point = CENTRES[name];
  const way =
    name === 'line'
      ? { points: [12.5, 15, 17.5], weights: [0.25, 0.25, 0.5] }
      : name === 'smooth'
        ? { point, shape: [0.5, 0, 0, 0, 0.25, 0, 0.125, 0, 0.5] }
        : name === 'curved'
          ? { point, shape: [0.125, 0, 0, 0.0625] }
          : { point, radius: RADIUS };
  return {
    v: 1,
    experiment: 'posters',
    snapshot: 12,
    reports: 100,
    ...way,
    answer: point,
    ...changes,
  };
}

/** Any spec as the collector's manifest has it: keys in the order of the catalog do not matter to it. */
export function pointCollector(name: PointName = 'pair', changes: object = {}): ScriptedCollector {
  const collector = new ScriptedCollector();
  const { labels: _, ...manifest } = MANIFEST;
  collector.manifest = {
    ...manifest,
    algorithm: { ...POINTS[name], ...DEFAULTS[name], ...changes },
    perReport: { epsilon: 1, delta: name === 'gaussian' ? 1e-6 : 0 },
  };
  collector.snapshot = pointSnapshot(name);
  return collector;
}

export type PointOptions = Partial<BanditOptions<PointType>>;

export function openPoints(
  collector: ScriptedCollector,
  name: PointName = 'pair',
  options: PointOptions = {},
): Promise<Bandit<PointType>> {
  return createBandit<PointType>({
    endpoint: ENDPOINT,
    experiment: 'posters',
    algorithm: POINTS[name],
    privacy: {
      epsilon: 1,
      epsilonTotal: 1e6,
      ...(name === 'gaussian' ? { delta: 1e-6 } : {}),
    },
    ledger: memoryLedger(),
    timeoutMs: 60_000,
    fetch: collector.fetch,
    ...options,
  });
}

/** The points of an action, one or two. */
export const pointsOf = (action: unknown): readonly Float64Array[] =>
  action instanceof Float64Array ? [action] : (action as readonly Float64Array[]);

/** A feedback of the kind that the algorithm asks for. */
export const feedbackOf = (name: PointName, first: number, second = first) =>
  isPair(name) ? ([first, second] as const) : first;

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((sum, x, i) => sum + x * (b[i] as number), 0);

/** Whether a point is in the set of an experiment, up to rounding: by the definitions. */
export function isInSet(name: PointName, point: ArrayLike<number>): boolean {
  const { set } = POINTS[name];
  const numbers = Array.from(point);
  switch (set.type) {
    case 'box':
      return numbers.every((x, i) => x >= (set.low[i] as number) && x <= (set.high[i] as number));
    case 'ball':
      return Math.hypot(...numbers.map((x, i) => x - (set.center[i] as number))) <= 2 + 1e-12;
    case 'simplex':
      return numbers.every((x) => x >= 0) && Math.abs(numbers.reduce((a, b) => a + b) - 1) < 1e-12;
    case 'polytope':
      return set.normals.every((row, i) => dot(row, numbers) <= (set.offsets[i] as number) + 1e-12);
  }
}
