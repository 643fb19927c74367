// A best-arm experiment from the first visitor to the end, over the real collector and real pages, and
// what of it survives a move.
import { type Bandit, createBandit, memoryLedger } from 'ldp-bandits';
import { type Collector, type CollectorOptions, memoryStore } from 'ldp-bandits/server';
import { expect, test } from 'vitest';
import {
  collectorOver,
  get,
  ORIGIN,
  post,
  report,
  type SnapshotBody,
  snapshotOf,
} from './server-support.js';

interface BestSnapshot extends SnapshotBody {
  readonly best: {
    readonly answer: number | null;
    readonly certified: boolean;
    readonly error: number;
    readonly lower: readonly number[];
    readonly upper: readonly number[];
    readonly left: readonly number[];
  };
  readonly ended?: true;
}

const ALGORITHM = { type: 'ldp-kl-lucb', arms: 3 } as const;
const LABELS = ['city', 'sea', 'forest'];

const openCollector = (algorithm: object = ALGORITHM, options: Partial<CollectorOptions> = {}) =>
  collectorOver({
    experiments: { demo: { algorithm, perReport: { epsilon: 1 }, labels: LABELS } } as never,
    publishEvery: { ms: 0 },
    ...options,
  });

const shown = (collector: Collector) => snapshotOf(collector) as Promise<BestSnapshot>;

/** `each` reports of every arm, so many of a hundred of them ones. */
async function deliver(
  collector: Collector,
  onesInHundred: readonly number[],
  each = 100,
): Promise<void> {
  const { snapshot } = await shown(collector);
  const bodies = onesInHundred.flatMap((ones, arm) =>
    Array.from({ length: each }, (_, i) => report({ snapshot, arm, bit: i % 100 < ones ? 1 : 0 })),
  );
  const response = await collector.fetch(post(`[${bodies.join()}]`));
  expect(response.status, await response.text()).toBe(202);
}

test('the first snapshot knows nothing: every arm alike, no answer', async () => {
  await using collector = await openCollector();
  expect(await shown(collector)).toEqual({
    v: 1,
    experiment: 'demo',
    snapshot: 1,
    reports: 0,
    scale: 1,
    mean: [null, null, null],
    width: [null, null, null],
    forced: null,
    weights: [1 / 3, 1 / 3, 1 / 3],
    best: {
      answer: null,
      certified: false,
      error: 1,
      lower: [0, 0, 0],
      upper: [1, 1, 1],
      left: [0, 1, 2],
    },
  });
});

test('it pulls the leader and its closest rival, and says with how much doubt one could stop', async () => {
  await using collector = await openCollector();
  await deliver(collector, [40, 60, 55]);
  const { best, weights, mean, ended } = await shown(collector);
  expect(weights).toEqual([0, 0.5, 0.5]);
  expect(best).toMatchObject({ answer: 1, certified: false, error: 1, left: [0, 1, 2] });
  expect(ended).toBeUndefined();
  // A bit of mean 0.6 at epsilon 1 stands for 1/2 + 0.1 / tanh(1/2).
  expect(mean[1]).toBeCloseTo(0.5 + 0.1 / Math.tanh(0.5), 9);
  await deliver(collector, [30, 66, 44], 500);
  const later = (await shown(collector)).best;
  expect(later.error).toBeGreaterThan(0.05);
  expect(later.error).toBeLessThan(1);
});

test('the end is for ever: no late report, no other collector, no move undoes it', async () => {
  const store = memoryStore();
  await using collector = await openCollector(ALGORITHM, { store });
  await deliver(collector, [30, 70, 30], 500);
  const end = await shown(collector);
  expect(end).toMatchObject({ ended: true, weights: [0, 1, 0], best: { answer: 1 } });
  expect(end.best.certified).toBe(true);
  expect(end.best.error).toBeLessThanOrEqual(0.05);
  await deliver(collector, [100, 0, 100], 1000);
  const { best, weights, ended, mean } = await shown(collector);
  expect({ answer: best.answer, weights, ended }).toEqual({
    answer: 1,
    weights: [0, 1, 0],
    ended: true,
  });
  expect(mean).not.toEqual(end.mean);
  await using second = await openCollector(ALGORITHM, { store });
  expect((await shown(second)).ended).toBe(true);
  const state = await collector.export('demo');
  await using moved = await openCollector(ALGORITHM, { initialState: () => state });
  await deliver(moved, [100, 0, 100], 1000);
  expect(await shown(moved)).toMatchObject({ ended: true, best: { answer: 1, certified: true } });
});

test('arms that were dropped stay dropped in another collector', async () => {
  const algorithm = { type: 'ldp-successive-elimination', arms: 3 };
  await using collector = await openCollector(algorithm);
  await deliver(collector, [55, 60, 10]);
  expect((await shown(collector)).best.left).toEqual([0, 1]);
  const state = await collector.export('demo');
  await using moved = await openCollector(algorithm, { initialState: () => state });
  await deliver(moved, [55, 60, 100], 200);
  expect((await shown(moved)).best.left).toEqual([0, 1]);
});

test('two orders of arrival and two collectors publish the same bytes', async () => {
  const bodies = Array.from({ length: 90 }, (_, i) =>
    report({ arm: i % 3, bit: (i * 7) % 11 < 5 + (i % 3) ? 1 : 0 }),
  );
  const published = async (order: readonly string[]) => {
    const store = memoryStore();
    await using one = await openCollector(ALGORITHM, { store, publishEvery: { reports: 1e6 } });
    await using two = await openCollector(ALGORITHM, { store, publishEvery: { ms: 0 } });
    for (const [i, body] of order.entries()) await (i % 2 ? one : two).fetch(post(body));
    return (await two.fetch(get('/demo/snapshot'))).text();
  };
  const [first, second] = [await published(bodies), await published([...bodies].reverse())];
  const { snapshot: _, ...learnt } = JSON.parse(first);
  const { snapshot: __, ...again } = JSON.parse(second);
  expect(again).toEqual(learnt);
});

test('pages find the best arm, are told so, and go silent', async () => {
  const algorithm = { type: 'ldp-kl-lucb', arms: 3, maximumPulls: 20_000 } as const;
  await using collector = await collectorOver({
    experiments: { demo: { algorithm, perReport: { epsilon: 4 } } },
    publishEvery: { reports: 60 },
  });
  const means = [0.1, 0.9, 0.2];
  await using bandit = (await createBandit({
    endpoint: ORIGIN,
    experiment: 'demo',
    algorithm,
    privacy: { epsilon: 4, epsilonTotal: 1e6 },
    ledger: memoryLedger(),
    maxDelayMs: 0,
    fetch: collector.fetch,
  })) as Bandit<'ldp-kl-lucb'>;
  let visits = 0;
  while (!bandit.snapshot.best?.ended && visits < 3000) {
    for (let i = 0; i < 60; i++, visits++) {
      const decision = bandit.choose();
      await decision.reward(Math.random() < (means[decision.action] as number) ? 1 : 0);
    }
    await bandit.flush();
    await bandit.refresh();
  }
  // With gaps of 0.7 it takes some 100 reports; wrong with probability 0.05 at most, in truth far less.
  expect(bandit.snapshot.best).toMatchObject({ answer: 1, certified: true, ended: true });
  const { reports } = bandit.snapshot;
  const decision = bandit.choose();
  expect(decision.action).toBe(1);
  expect(await decision.reward(1)).toMatchObject({ reason: 'experiment_ended' });
  await bandit.flush();
  expect((await bandit.refresh()).reports).toBe(reports);
});
