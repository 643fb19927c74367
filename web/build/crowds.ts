/**
 * Runs a page's crowd through its collector at build time, at every privacy level, and keeps what the collector
 * learnt: so the page has real numbers before its first visitor. The collector is the one of the demo, in memory,
 * without waiting.
 */
import { type Collector, createCollector, memoryStore } from 'ldp-bandits/server';
import { createSimulator, type SimulationSpec } from 'ldp-bandits/simulation';
import { type AlgorithmType, type Bandit, createBandit, memoryLedger } from 'ldp-bandits/url';
import { type Point, thin } from '../src/chart/series.js';
import {
  AT_ONCE,
  COLLECT_PATH,
  PUBLISH_EVERY,
  RETENTION,
  type Stop,
  timed,
} from '../src/shared/experiment.js';
import type { Pinned } from '../src/shared/levels.js';

/** Never resolved: the bandits of a crowd hand their requests to the collector. */
const ENDPOINT = `https://site.invalid/${COLLECT_PATH}/`;
const LONGEST_WINDOW_MS = 86_400_000;

interface Crowd<T extends AlgorithmType, Snapshot, Item> {
  readonly levels: Pinned<T> & {
    readonly stops: readonly Stop[];
    table(): Parameters<typeof timed<object, object>>[0];
  };
  /** One visitor's decision and answer, and what was lost by it. */
  choose(bandit: Bandit<T>): Promise<number>;
  readonly visitors: number | ((stop: Stop) => number);
  /** Visitors until the next snapshot, after `done`; absent: as often as the demo's collector publishes. */
  epochOf?(done: number): number;
  /** What is kept of each epoch: at most this many items. */
  readonly kept: number;
  readonly first?: Item;
  note(newest: Snapshot, done: number, lost: number): Item;
  /** No more visitors are needed. */
  enough?(newest: Snapshot): boolean;
}

export async function runCrowds<T extends AlgorithmType, Snapshot, Item>(
  crowd: Crowd<T, Snapshot, Item>,
) {
  const { levels, epochOf } = crowd;
  const collector = await createCollector({
    experiments: timed(levels.table(), AT_ONCE) as Parameters<
      typeof createCollector
    >[0]['experiments'],
    store: memoryStore(),
    basePath: `/${COLLECT_PATH}`,
    // Published on each request where the loop says when an epoch ends.
    publishEvery: epochOf ? { reports: Number.MAX_SAFE_INTEGER, ms: 0 } : PUBLISH_EVERY,
    retention: RETENTION,
  });
  const states: Record<string, string> = {};
  const snapshots: Record<string, Snapshot> = {};
  const past: Record<string, readonly Item[]> = {};
  for (const stop of levels.stops) {
    const id = levels.id(stop);
    past[id] = await runCrowd(crowd, stop, collector);
    snapshots[id] = await newestSnapshot(id, collector);
    states[id] = Buffer.from(await collector.export(id)).toString('base64');
  }
  await collector[Symbol.asyncDispose]();
  return { states, snapshots, past };
}

/**
 * Every report has randomness of its own, so one client for all visitors draws what as many clients would. Budgets
 * play no part here.
 */
async function runCrowd<T extends AlgorithmType, Snapshot, Item>(
  crowd: Crowd<T, Snapshot, Item>,
  stop: Stop,
  collector: Collector,
): Promise<readonly Item[]> {
  const { levels, choose, first } = crowd;
  const visitors = typeof crowd.visitors === 'number' ? crowd.visitors : crowd.visitors(stop);
  const experiment = levels.id(stop);
  const bandit = await createBandit({
    endpoint: ENDPOINT,
    experiment,
    algorithm: levels.algorithm,
    privacy: { epsilon: stop, epsilonTotal: 1e6 },
    ledger: memoryLedger(),
    fetch: collector.fetch,
    responseWindowMs: LONGEST_WINDOW_MS,
    maxDelayMs: 0,
  });
  const past: Item[] = first === undefined ? [] : [first];
  let lost = 0;
  for (let done = 0; done < visitors; ) {
    await bandit.refresh();
    const epoch = Math.min(visitors - done, crowd.epochOf?.(done) ?? PUBLISH_EVERY.reports);
    const each = await Promise.all(Array.from({ length: epoch }, () => choose(bandit)));
    const { accepted } = await bandit.flush();
    if (accepted !== epoch) throw new Error(`${experiment}: ${accepted} of ${epoch} reports taken`);
    done += epoch;
    lost += each.reduce((sum, one) => sum + one, 0);
    const newest = await newestSnapshot<Snapshot>(experiment, collector);
    past.push(crowd.note(newest, done, lost));
    if (crowd.enough?.(newest)) break;
  }
  await bandit[Symbol.asyncDispose]();
  return thin(past, crowd.kept);
}

/** What every page would be given now. */
async function newestSnapshot<Snapshot>(id: string, collector: Collector): Promise<Snapshot> {
  const response = await collector.fetch(new Request(new URL(`${id}/snapshot`, ENDPOINT)));
  return (await response.json()) as Snapshot;
}

/** For a crowd of which the regret is kept. */
export const REGRET = {
  kept: 40,
  first: [0, 0] as Point,
  note: (_newest: unknown, done: number, lost: number): Point => [done, tenths(lost)],
} as const;

/** A learner that reads every answer in the clear, on the same truth: the library's own simulator. */
export async function readInTheClear(
  what: Pick<SimulationSpec, 'seed' | 'environment' | 'runs'>,
): Promise<readonly Point[]> {
  const simulator = await createSimulator();
  const { curves } = await simulator.run({
    version: 1,
    horizon: 50_000,
    replicates: 40,
    record: { points: 60, scale: 'log' },
    ...what,
  }).result;
  await simulator[Symbol.asyncDispose]();
  const curve = curves[0];
  if (!curve) throw new Error(`${what.seed}: the simulator gave no curve`);
  return [[0, 0], ...Array.from(curve.t, (t, i): Point => [t, tenths(curve.mean[i] ?? 0)])];
}

const tenths = (value: number) => Math.round(value * 10) / 10;
