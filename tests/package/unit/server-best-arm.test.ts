// A best-arm experiment from the first visitor to the end, over the real collector and real pages, and
// what of it survives a move.
import { type Bandit, createBandit, memoryLedger } from 'ldp-bandits';
import 'ldp-bandits/best-arm';
import 'ldp-bandits/noise';
import { type Collector, type CollectorOptions, LdpError, memoryStore } from 'ldp-bandits/server';
import { expect, test } from 'vitest';
import {
  type BestSnapshotBody,
  collectorOver,
  get,
  ORIGIN,
  post,
  report,
  snapshotOf,
} from './server-support.js';

const ALGORITHM = { type: 'ldp-kl-lucb', arms: 3 } as const;
const LABELS = ['city', 'sea', 'forest'];

const openCollector = (algorithm: object = ALGORITHM, options: Partial<CollectorOptions> = {}) =>
  collectorOver({
    experiments: { demo: { algorithm, perReport: { epsilon: 1 }, labels: LABELS } } as never,
    publishEvery: { ms: 0 },
    ...options,
  });

const shown = (collector: Collector) => snapshotOf<BestSnapshotBody>(collector);

/**
 * `each` reports of every arm, `onesInHundred` of a hundred of them ones, all by devices that still have the
 * first snapshot: it shows every arm.
 */
async function deliver(
  collector: Collector,
  onesInHundred: readonly number[],
  each = 100,
): Promise<void> {
  const bodies = onesInHundred.flatMap((ones, arm) => reportsOf(1, arm, ones, each));
  await deliverBodies(collector, bodies);
}

function reportsOf(snapshot: number, arm: number, ones: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) =>
    report({ snapshot, arm, bit: i % 100 < ones ? 1 : 0 }),
  );
}

async function deliverBodies(collector: Collector, bodies: readonly string[]): Promise<void> {
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
    forgeries: null,
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

test('a certified answer asks a share of the devices for more, and their reports can take it back', async () => {
  await using collector = await openCollector();
  await deliver(collector, [30, 70, 30], 500);
  const certified = await shown(collector);
  expect(certified).toMatchObject({
    keep: 0.1,
    weights: [1 / 3, 1 / 3, 1 / 3],
    best: { answer: 1, certified: true },
  });
  expect(certified.ended).toBeUndefined();
  expect(certified.best.error).toBeLessThanOrEqual(0.05);
  await deliver(collector, [100, 70, 30], 500);
  const open = await shown(collector);
  expect(open.best).toMatchObject({ answer: 1, certified: false });
  expect(open.keep).toBeUndefined();
  await deliver(collector, [100, 0, 0], 1000);
  expect((await shown(collector)).best).toMatchObject({ answer: 0, certified: true });
});

test('the operator ends the test: the end survives late reports, a restart, another collector and a move', async () => {
  const store = memoryStore();
  {
    await using collector = await openCollector(ALGORITHM, { store });
    const early = await collector.end('demo').catch((error: unknown) => error);
    expect(LdpError.is(early, 'invalid_argument') && early.details).toMatchObject({
      parameter: 'experiment',
    });
    await deliver(collector, [30, 70, 30], 500);
    const info = await collector.end('demo');
    expect(info).toEqual(await collector.snapshot('demo'));
    // Once is enough.
    expect(await collector.end('demo')).toEqual(info);
    const end = await shown(collector);
    expect(end).toMatchObject({ ended: true, weights: [0, 1, 0], best: { certified: true } });
    expect(end.keep).toBeUndefined();
    await deliver(collector, [100, 0, 100], 1000);
    const later = await shown(collector);
    expect(later).toMatchObject({ ended: true, weights: [0, 1, 0], best: { answer: 1 } });
    expect(later.mean).not.toEqual(end.mean);
  }
  await using second = await openCollector(ALGORITHM, { store });
  expect(await shown(second)).toMatchObject({ ended: true, best: { answer: 1 } });
  const state = await second.export('demo');
  await using moved = await openCollector(ALGORITHM, { initialState: () => state });
  // Only the last epoch moves, and its snapshot shows the answer only.
  const { snapshot } = await shown(moved);
  await deliverBodies(moved, reportsOf(snapshot, 1, 0, 1000));
  expect(await shown(moved)).toMatchObject({ ended: true, best: { answer: 1, certified: true } });
  await second.resume('demo');
  const resumed = await shown(second);
  expect(resumed.ended).toBeUndefined();
  expect(resumed.best.answer).not.toBe(1);
});

test('the share that goes on reporting is the operator’s', async () => {
  await using collector = await collectorOver({
    experiments: {
      demo: { algorithm: ALGORITHM, perReport: { epsilon: 1 }, keepReporting: 0.25 },
    } as never,
    publishEvery: { ms: 0 },
  });
  await deliver(collector, [30, 70, 30], 500);
  expect((await shown(collector)).keep).toBe(0.25);
});

test('results say what the snapshot says of the answer, and how many reports are left', async () => {
  await using collector = await openCollector();
  expect(await collector.results('demo')).toEqual({
    snapshot: 1,
    reports: 0,
    refused: {},
    forgeries: null,
    ended: false,
    options: LABELS.map((label) => ({
      label,
      reports: 0,
      mean: null,
      low: null,
      high: null,
      share: 0,
      bounds: { low: 0, high: 1 },
    })),
    best: {
      answer: null,
      certified: false,
      error: 1,
      left: [0, 1, 2],
      reportsLeft: null,
      ended: false,
    },
  });
  await deliver(collector, [40, 60, 40], 100);
  const open = (await collector.results('demo')).best;
  expect(open?.certified).toBe(false);
  expect(open?.reportsLeft).toBeGreaterThan(100);
  await deliver(collector, [30, 70, 30], 500);
  const { best, mean, forgeries, snapshot, reports } = await shown(collector);
  const { lower, upper, ...rest } = best;
  const results = await collector.results('demo');
  expect(results).toMatchObject({
    snapshot,
    reports,
    forgeries,
    ended: false,
    options: LABELS.map((label, arm) => ({
      label,
      bounds: { low: lower[arm], high: upper[arm] },
      reports: 600,
      share: 1 / 3,
    })),
    best: { ...rest, ended: false, reportsLeft: 0, keep: 0.1 },
  });
  expect(results.options?.map((option) => option.mean)).toEqual(
    mean.map((value) => expect.closeTo(value as number, 9)),
  );
});

test('the number of forgeries turns the answer, and one less does not', async () => {
  // Of n equal arms of bits an attacker splits them: some ones for the rival, some zeros for the leader.
  const [ones, rival, each] = [70, 30, 100];
  let expected = Number.POSITIVE_INFINITY;
  for (let total = 1; expected === Number.POSITIVE_INFINITY; total++) {
    for (let up = 0; up <= total; up++) {
      const passed = (rival + up) / (each + up) - ones / (each + total - up);
      // Arm 0 wins ties against arm 1.
      if (passed >= 0) expected = total;
    }
  }
  await using collector = await openCollector();
  await deliver(collector, [rival, ones, 10]);
  expect((await shown(collector)).forgeries).toBe(expected);
  expect((await collector.snapshot('demo')).forgeries).toBe(expected);
});

test('a forged share stands in the terms, and makes bounds wider', async () => {
  const bounds = async (forgedShare?: number) => {
    const algorithm = { ...ALGORITHM, ...(forgedShare !== undefined && { forgedShare }) };
    await using collector = await openCollector(algorithm);
    await deliver(collector, [30, 70, 30], 500);
    expect(collector.manifest('demo').algorithm).toMatchObject(algorithm);
    return (await shown(collector)).best;
  };
  const [plain, none, some] = [await bounds(), await bounds(0), await bounds(0.1)];
  expect(none).toEqual(plain);
  expect(some.upper[0]).toBeGreaterThan(plain.upper[0] as number);
  expect(some.lower[1]).toBeLessThan(plain.lower[1] as number);
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

test('pages find the best arm, and go silent once the operator has ended the test', async () => {
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
    timeoutMs: 60_000,
    maxDelayMs: 0,
    fetch: collector.fetch,
  })) as Bandit<'ldp-kl-lucb'>;
  let visits = 0;
  while (!bandit.snapshot.best?.certified && visits < 3000) {
    for (let i = 0; i < 60; i++, visits++) {
      const decision = bandit.choose();
      await decision.reward(Math.random() < (means[decision.action] as number) ? 1 : 0);
    }
    await bandit.flush();
    await bandit.refresh();
  }
  // With gaps of 0.7 it takes some 100 reports; wrong with probability 0.05 at most, in truth far less.
  expect(bandit.snapshot.best).toMatchObject({ answer: 1, certified: true, ended: false });
  await collector.end('demo');
  await bandit.refresh();
  expect(bandit.snapshot.best).toMatchObject({ answer: 1, ended: true });
  const { reports } = bandit.snapshot;
  const decision = bandit.choose();
  expect(decision.action).toBe(1);
  expect(await decision.reward(1)).toMatchObject({ reason: 'experiment_ended' });
  await bandit.flush();
  expect((await bandit.refresh()).reports).toBe(reports);
});
