// A linear experiment before the scripted collector: what the page pins, what the collector answers,
// and a few features.
import {
  type AlgorithmSpec,
  type Bandit,
  type BanditOptions,
  createBandit,
  type Matrix,
  memoryLedger,
} from 'ldp-bandits';
import 'ldp-bandits/contexts';
import { ENDPOINT, MANIFEST, patient, ScriptedCollector } from './client-support.js';

export type LinearType =
  | 'ldp-linear-moments'
  | 'ldp-linucb'
  | 'online-ldp-linucb'
  | 'private-bandits-combiner';

export const DIMENSION = 3;

/** Every algorithm of the family that runs in a page, in every mechanism. */
export const LINEAR = {
  moments: { type: 'ldp-linear-moments', dimension: DIMENSION, mechanism: 'ball' },
  ball: { type: 'ldp-linucb', dimension: DIMENSION, mechanism: 'ball' },
  gaussian: { type: 'ldp-linucb', dimension: DIMENSION, mechanism: 'gaussian', delta: 1e-5 },
  pair: { type: 'online-ldp-linucb', dimension: DIMENSION, delta: 1e-5 },
  combiner: { type: 'private-bandits-combiner', dimension: DIMENSION, delta: 1e-5 },
} as const satisfies Record<string, AlgorithmSpec<LinearType>>;
export type LinearName = keyof typeof LINEAR;

/** What the collector says in full: the defaults are in it. */
const PUBLISHED: Record<LinearName, object> = {
  moments: { ...LINEAR.moments, spread: 1 },
  ball: { type: 'ldp-linucb', dimension: DIMENSION, mechanism: 'ball', radius: 'practical' },
  gaussian: {
    ...LINEAR.gaussian,
    calibration: 'tight',
    radius: 'practical',
  },
  pair: {
    ...LINEAR.pair,
    calibration: 'tight',
    radius: 'practical',
    learner: 'maler',
    restarts: 'never',
  },
  combiner: { ...LINEAR.combiner, calibration: 'tight', radius: 'practical', learner: 'maler' },
};
const SHARED = { norm: 1, norms: 'clip', rewards: { type: 'unit' }, neutral: 0 };

export const deltaOf = (name: LinearName): number =>
  (LINEAR[name] as { readonly delta?: number }).delta ?? 0;

/** theta = (1, 0, 0) and no width: the arm with the largest first feature. */
export const LINEAR_SNAPSHOT = {
  v: 1,
  experiment: 'posters',
  snapshot: 12,
  reports: 100,
  theta: [1, 0, 0],
  radius: 0,
};

/** Arm 1 has the largest first feature. */
export const FEATURES: Matrix = [
  [0.1, 0.5, 0.2],
  [0.9, 0.1, 0.3],
  [0.3, 0.2, 0.1],
];

export function linearCollector(
  name: LinearName = 'ball',
  changes: object = {},
): ScriptedCollector {
  const collector = new ScriptedCollector();
  const { labels: _, ...manifest } = MANIFEST;
  collector.manifest = {
    ...manifest,
    algorithm: { ...PUBLISHED[name], ...SHARED, ...changes },
    perReport: { epsilon: 1, delta: deltaOf(name) },
    protects: 'context-and-feedback',
  };
  collector.snapshot = LINEAR_SNAPSHOT;
  return collector;
}

export type LinearOptions = Partial<BanditOptions<LinearType>>;

export function openLinear(
  collector: ScriptedCollector,
  name: LinearName = 'ball',
  options: LinearOptions = {},
): Promise<Bandit<LinearType>> {
  return createBandit<LinearType>({
    endpoint: ENDPOINT,
    experiment: 'posters',
    algorithm: LINEAR[name],
    privacy: {
      epsilon: 1,
      epsilonTotal: 1e6,
      ...(deltaOf(name) > 0 ? { delta: deltaOf(name), deltaTotal: 1 } : {}),
    },
    ledger: memoryLedger(),
    ...patient(),
    fetch: collector.fetch,
    ...options,
  });
}
