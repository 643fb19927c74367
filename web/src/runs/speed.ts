/**
 * How fast this device plays rounds, for an estimate before a run starts: from the last run of the same
 * thing, otherwise from a short test.
 */
import { signal } from '@preact/signals';
import type { SimulationSpec } from 'ldp-bandits/simulation';
import { Job, roundsOf } from './job.js';
import { enqueue, running } from './queue.js';

const KEY = 'ldp-lab-speed';
const TESTS = {
  arms: 'test',
  linear: 'test of linear worlds',
  combinatorial: 'test of worlds of slates',
} as const;
/** Of anything shorter most is starting, not playing. */
const SHORTEST_MS = 50;
/** Rounds per second by what was run. */
const rates = signal<Readonly<Record<string, number>>>(load());

const size = { version: 1, seed: 'speed', record: { points: 20, scale: 'log' } } as const;

/** Twenty arms and three learners, as most figures have, for a fraction of a second. */
const armsTest: SimulationSpec = {
  ...size,
  horizon: 20_000,
  replicates: 16,
  environment: { type: 'bernoulli', means: Array.from({ length: 20 }, (_, arm) => 0.9 - arm / 50) },
  runs: [
    { label: 'ucb1', policy: { type: 'ucb1' } },
    { label: 'bits', policy: { type: 'he-ldp-ucb-bernoulli' }, epsilon: 2 },
    { label: 'noise', policy: { type: 'he-ldp-ucb-laplace' }, epsilon: 2 },
  ],
};

/** A hundred arms that are described by five numbers each: a round costs many times as much. */
const linearTest: SimulationSpec = {
  ...size,
  horizon: 1_000,
  replicates: 8,
  environment: { type: 'linear', dimension: 5, arms: 100, contexts: 'fresh' },
  runs: [
    { label: 'linucb', policy: { type: 'oful' } },
    { label: 'noise', policy: { type: 'ldp-linucb' }, epsilon: 1 },
    { label: 'online', policy: { type: 'online-ldp-linucb', learner: 'ogd' }, epsilon: 1 },
  ],
};

/** Twenty arms of which four are played: what is best has to be found anew in every round. */
const combinatorialTest: SimulationSpec = {
  ...size,
  horizon: 10_000,
  replicates: 8,
  environment: {
    type: 'combinatorial',
    set: { type: 'top-k', arms: 20, choose: 4 },
    means: Array.from({ length: 20 }, (_, arm) => 0.9 - arm / 50),
  },
  runs: [
    { label: 'cucb', policy: { type: 'cucb' } },
    { label: 'bits', policy: { type: 'cucb-ldp-bit' }, epsilon: 1 },
    { label: 'draws', policy: { type: 'combinatorial-thompson' }, epsilon: 1 },
  ],
};

/** What decides how long a round takes, where nothing was run yet. */
export type World = keyof typeof TESTS;

export function worldOf(specs: readonly { readonly spec: SimulationSpec }[]): World {
  const types = specs.map(({ spec }) => spec.environment.type);
  if (types.includes('linear')) return 'linear';
  return types.includes('combinatorial') ? 'combinatorial' : 'arms';
}

/** Milliseconds, or null while nothing was measured. `key` names what is run. */
export function estimateMs(key: string, rounds: number, world: World): number | null {
  const rate = rates.value[key] ?? rates.value[TESTS[world]];
  return rate === undefined ? null : (rounds / rate) * 1000;
}

/** What the estimate rests on, for people. */
export function basisOf(key: string, world: World): string {
  if (rates.value[key] !== undefined) return 'Times are those of the last run on this device.';
  if (rates.value[TESTS[world]] !== undefined)
    return 'Times are estimates from a short test on this device.';
  return 'How long that takes on this device is being measured.';
}

export function learnSpeed(key: string, job: Job): void {
  if (job.state.value !== 'done' || job.tookMs < SHORTEST_MS) return;
  rates.value = { ...rates.value, [key]: (job.progress.value.total / job.tookMs) * 1000 };
  save();
}

/** Plays the tests once, unless the visitor is quicker. */
export async function testSpeed(): Promise<void> {
  const tests = { arms: armsTest, linear: linearTest, combinatorial: combinatorialTest };
  for (const [world, test] of Object.entries(tests)) {
    const key = TESTS[world as World];
    if (rates.value[key] !== undefined || running.value) continue;
    // The first run pays for compiling; the second is the measurement.
    for (const spec of [{ ...test, replicates: 2 }, test]) {
      const job = new Job('speed test', [{ name: 'test', spec }]);
      await enqueue(job);
      if (roundsOf(spec) === roundsOf(test)) learnSpeed(key, job);
    }
  }
}

function load(): Readonly<Record<string, number>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const entries = Object.entries(Object(stored)).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > 0,
    );
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

function save(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(rates.value));
  } catch {
    // No storage: the estimate holds until the page is closed.
  }
}
