// ldp-thompson-drift over the real collector (docs/spec/drift.md, sections 2 and 3): alarms in the snapshot, a drop
// that is followed within an epoch, and a restart that changes no byte. And its regret beside ldp-thompson.
import { type Collector, type CollectorOptions, memoryStore } from 'ldp-bandits/server';
import { changingWorld } from 'ldp-bandits/simulation';
import { expect, test } from 'vitest';
import {
  collectorOver,
  get,
  post,
  report,
  type SnapshotBody,
  snapshotOf,
} from './server-support.js';
import { useSimulator } from './simulation-support.js';

type Shown = SnapshotBody & {
  readonly weights: number[];
  readonly alarms: number;
  readonly lastAlarm: number;
};
const shown = (collector: Collector) => snapshotOf<Shown>(collector);
const bytesOf = async (collector: Collector) =>
  (await collector.fetch(get('/demo/snapshot'))).text();

const openCollector = (arms: number, options: Partial<CollectorOptions> = {}) =>
  collectorOver({
    experiments: {
      demo: { algorithm: { type: 'ldp-thompson-drift', arms }, perReport: { epsilon: 1 } },
    },
    publishEvery: { ms: 0 },
    ...options,
  });

async function deliver(collector: Collector, bodies: readonly string[]): Promise<void> {
  const response = await collector.fetch(post(`[${bodies.join()}]`));
  expect(response.status, await response.clone().text()).toBe(202);
}

/** The three arms of section 2, reports `from` to `from` + 49 in turn. */
function epochOf(from: number, snapshot: number): string[] {
  return Array.from({ length: 50 }, (_, k) => {
    const i = from + k;
    const limit = [i < 1500 ? 750 : 200, 500, 400][i % 3] as number;
    return report({ snapshot, arm: i % 3, bit: (7919 * i) % 1000 < limit ? 1 : 0 });
  });
}

/**
 * 3,000 reports in epochs of 50; `next` gives the collector of each. The snapshots and their last bytes. If `isLate`,
 * every other report comes an epoch late.
 */
async function live(next: (epoch: number) => Promise<Collector>, isLate = false) {
  const snapshots: Shown[] = [];
  let bytes = '';
  let late: string[] = [];
  for (let epoch = 0; epoch < 60; epoch++) {
    const collector = await next(epoch);
    const { snapshot } = await shown(collector);
    const bodies = epochOf(50 * epoch, snapshot);
    await deliver(collector, [...late, ...bodies.filter((_, i) => !isLate || i % 2 === 0)]);
    late = bodies.filter((_, i) => isLate && i % 2 === 1);
    bytes = await bytesOf(collector);
    snapshots.push(JSON.parse(bytes));
  }
  return { snapshots, bytes };
}

test('the golden drop: one alarm after report 1600, followed by the next snapshot', {
  timeout: 30_000,
}, async () => {
  await using collector = await openCollector(3);
  expect(await shown(collector)).toMatchObject({ alarms: 0, lastAlarm: 0, reports: 0 });
  expect((await collector.results('demo')).changes).toEqual({ noticed: 0, last: null });
  const { snapshots } = await live(async () => collector);
  const before = snapshots[30] as Shown;
  const after = snapshots[31] as Shown;
  expect(before).toMatchObject({ reports: 1550, alarms: 0, lastAlarm: 0 });
  expect(before.weights[0]).toBeGreaterThan(0.9);
  expect(after).toMatchObject({ reports: 1600, alarms: 1, lastAlarm: 1600 });
  // The newer part of arm 0 has few ones; the others are believed less than before.
  expect(after.mean[0]).toBeLessThan(after.mean[1] as number);
  expect(after.weights[0]).toBeLessThan(0.2);
  expect(after.width[1]).toBeGreaterThan(before.width[1] as number);
  const last = snapshots.at(-1) as Shown;
  expect(last).toMatchObject({ reports: 3000, alarms: 1, lastAlarm: 1600 });
  expect((await collector.results('demo')).changes).toEqual({ noticed: 1, last: 1600 });
  // 101 ones of 500 bits, from which the rewards' mean follows.
  expect(last.mean[0]).toBeCloseTo(0.5 + (101 / 500 - 0.5) / Math.tanh(0.5), 9);
});

test.each([false, true])(
  'a restart at every epoch, and two collectors in turn, change no byte; with late reports: %s',
  { timeout: 30_000 },
  async (isLate) => {
    const every: Partial<CollectorOptions> = { retention: 3 };
    const byOne = async () => {
      await using collector = await openCollector(3, every);
      return await live(async () => collector, isLate);
    };
    const restarting = async () => {
      const store = memoryStore();
      let running: Collector | undefined;
      const lived = await live(async () => {
        await running?.[Symbol.asyncDispose]();
        running = await openCollector(3, { ...every, store });
        return running;
      }, isLate);
      await running?.[Symbol.asyncDispose]();
      return lived;
    };
    const byTwo = async () => {
      const store = memoryStore();
      await using one = await openCollector(3, { ...every, store });
      await using two = await openCollector(3, { ...every, store });
      return await live(async (epoch) => (epoch % 2 ? two : one), isLate);
    };
    const whole = await byOne();
    expect(whole.snapshots.at(-1)).toMatchObject({ alarms: 1 });
    for (const other of [await restarting(), await byTwo()]) {
      expect(other.bytes).toBe(whole.bytes);
      expect(other.snapshots).toEqual(whole.snapshots);
    }
  },
);

test('a state that moves keeps its alarms', async () => {
  await using collector = await openCollector(3);
  await live(async () => collector);
  const { snapshot: _, ...learnt } = await shown(collector);
  const state = await collector.export('demo');
  await using moved = await openCollector(3, { initialState: () => state });
  const { snapshot: __, ...again } = await shown(moved);
  expect(again).toEqual(learnt);
});

const simulator = useSimulator();

test('where the best arm drops it loses less than a third of what ldp-thompson loses', async () => {
  const { result } = simulator.run({
    version: 1,
    seed: 'drop',
    horizon: 100_000,
    replicates: 2,
    environment: changingWorld('drop'),
    runs: (['ldp-thompson-drift', 'ldp-thompson'] as const).map((type) => ({
      label: type,
      policy: { type },
      epsilon: 3,
    })),
    record: { points: 2, scale: 'linear' },
  });
  const [drift, plain] = (await result).curves.map(({ mean }) => mean.at(-1) as number);
  expect(drift).toBeLessThan((plain as number) / 3);
});
