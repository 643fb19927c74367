/**
 * How fast this device plays rounds, for an estimate before a run starts: from the last run of the same
 * thing, otherwise from a short test.
 */
import { signal } from '@preact/signals';
import type { SimulationSpec } from 'ldp-bandits/simulation';
import { Job, roundsOf } from './job.js';
import { enqueue, running } from './queue.js';

const KEY = 'ldp-lab-speed';
const TEST = 'test';
/** Of anything shorter most is starting, not playing. */
const SHORTEST_MS = 50;
/** Rounds per second by what was run. */
const rates = signal<Readonly<Record<string, number>>>(load());

/** Twenty arms and three learners, as most figures have, for a fraction of a second. */
const testSpec: SimulationSpec = {
  version: 1,
  seed: 'speed',
  horizon: 20_000,
  replicates: 16,
  environment: { type: 'bernoulli', means: Array.from({ length: 20 }, (_, arm) => 0.9 - arm / 50) },
  runs: [
    { label: 'ucb1', policy: { type: 'ucb1' } },
    { label: 'bits', policy: { type: 'he-ldp-ucb-bernoulli' }, epsilon: 2 },
    { label: 'noise', policy: { type: 'he-ldp-ucb-laplace' }, epsilon: 2 },
  ],
  record: { points: 20, scale: 'log' },
};

/** Milliseconds, or null while nothing was measured. `key` names what is run. */
export function estimateMs(key: string, rounds: number): number | null {
  const rate = rates.value[key] ?? rates.value[TEST];
  return rate === undefined ? null : (rounds / rate) * 1000;
}

/** What the estimate rests on, for people. */
export function basisOf(key: string): string {
  if (rates.value[key] !== undefined) return 'Times are those of the last run on this device.';
  if (rates.value[TEST] !== undefined)
    return 'Times are estimates from a short test on this device.';
  return 'How long that takes on this device is being measured.';
}

export function learnSpeed(key: string, job: Job): void {
  if (job.state.value !== 'done' || job.tookMs < SHORTEST_MS) return;
  rates.value = { ...rates.value, [key]: (job.progress.value.total / job.tookMs) * 1000 };
  save();
}

/** Plays the test once, unless the visitor is quicker. */
export async function testSpeed(): Promise<void> {
  if (rates.value[TEST] !== undefined || running.value) return;
  // The first run pays for compiling; the second is the measurement.
  for (const spec of [{ ...testSpec, replicates: 2 }, testSpec]) {
    const job = new Job('speed test', [{ name: 'test', spec }]);
    await enqueue(job);
    if (roundsOf(spec) === roundsOf(testSpec)) learnSpeed(TEST, job);
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
