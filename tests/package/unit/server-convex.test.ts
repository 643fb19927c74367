// A collector of convex experiments: what it says, what it takes, what it stores, what it publishes.
import 'fake-indexeddb/auto';
import { createBandit, memoryLedger } from 'ldp-bandits';
import 'ldp-bandits/points';
import { type Collector, type CollectorOptions, memoryStore } from 'ldp-bandits/server';
import { describe, expect, test } from 'vitest';
import {
  feedbackOf,
  isInSet,
  NAMES,
  POINTS,
  type PointName,
  payloadOf,
  pointsOf,
} from './client-convex-support.js';
import { failure } from './client-support.js';
import { badArgument } from './refusals.js';
import { collectorOver, ORIGIN, post, reportId, snapshotOf } from './server-support.js';

const EXPERIMENTS = Object.fromEntries(
  NAMES.map((name) => [
    name,
    {
      algorithm: POINTS[name],
      perReport: { epsilon: 1, ...(name === 'gaussian' ? { delta: 1e-6 } : {}) },
    },
  ]),
) as unknown as CollectorOptions['experiments'];

const over = (name: PointName, options: Partial<CollectorOptions> = {}) =>
  collectorOver({
    experiments: { [name]: EXPERIMENTS[name] } as CollectorOptions['experiments'],
    ...options,
  });

interface Body {
  readonly snapshot: number;
  readonly reports: number;
  readonly point?: readonly number[];
  readonly points?: readonly number[];
  readonly answer: readonly number[];
}

const pointSnapshotOf = (collector: Collector, name: PointName) =>
  snapshotOf<Body>(collector, name);

const COIN = 'AAECAwQFBgc';

function body(name: PointName, changes: object = {}): string {
  const where = name === 'line' ? { arm: 1, level: 0 } : { coin: COIN };
  const fields = { v: 1, id: reportId(1), snapshot: 1, ...where, [payloadOf(name)]: 1 };
  return JSON.stringify({ ...fields, ...changes });
}

const open = (name: PointName, collector: Collector) =>
  createBandit({
    endpoint: ORIGIN,
    experiment: name,
    algorithm: POINTS[name],
    privacy: { epsilon: 1, epsilonTotal: 1e6, ...(name === 'gaussian' ? { delta: 1e-6 } : {}) },
    ledger: memoryLedger(),
    timeoutMs: 60_000,
    fetch: collector.fetch,
  });

describe.each(NAMES)('an experiment of %s', (name) => {
  test('manifest, snapshots and reports are understood on both sides', async () => {
    await using collector = await over(name, { publishEvery: { reports: 10 } });
    expect(collector.manifest(name)).toMatchObject({ protects: 'feedback' });
    await using bandit = await open(name, collector);
    const points = new Set<string>();
    for (let epoch = 0; epoch < 4; epoch++) {
      for (let i = 0; i < 10; i++) {
        const decision = bandit.choose();
        for (const point of pointsOf(decision.action)) expect(isInSet(name, point)).toBe(true);
        const outcome = await decision.reward(feedbackOf(name, 0.9, 0.1) as never);
        expect(outcome.status).toBe('queued');
      }
      expect(await bandit.flush()).toMatchObject({ accepted: 10, pending: 0 });
      const snapshot = await pointSnapshotOf(collector, name);
      expect(snapshot).toMatchObject({ snapshot: epoch + 2, reports: 10 * (epoch + 1) });
      expect(isInSet(name, snapshot.answer)).toBe(true);
      points.add(`${snapshot.point ?? snapshot.points}`);
      // The device refuses what would lead it out of the set.
      expect((await bandit.refresh()).id).toBe(epoch + 2);
    }
    // Gradients move a point; three points stay until an epoch of theirs is over.
    if (name !== 'line') expect(points.size).toBe(4);
  });

  test('a report that no device sends is refused, by its field', async () => {
    await using collector = await over(name, { publishEvery: { reports: 100 } });
    const say = async (changes: object) => {
      const response = await collector.fetch(post(body(name, changes), name));
      return `${response.status} ${(await response.text()).slice(0, 400)}`;
    };
    expect(await say({})).toMatch(/^202/);
    if (name === 'line') expect(await say({ arm: 3 })).toMatch(/^400.*arm/s);
    else expect(await say({ coin: 'AAECAwQFBgd' })).toMatch(/^400.*coin/s);
    expect(await say({ [payloadOf(name)]: 0.5 })).toMatch(/^400/);
    expect(await say({ snapshot: 9, id: reportId(2) })).toMatch(/^4/);
    expect((await pointSnapshotOf(collector, name)).snapshot).toBe(1);
  });

  test('another collector on the same store goes on where the first one was', async () => {
    const store = memoryStore();
    const bodies: Body[] = [];
    for (const part of [0, 1]) {
      await using collector = await over(name, { store, publishEvery: { reports: 3 } });
      for (let i = 0; i < 3; i++) {
        const { snapshot } = await pointSnapshotOf(collector, name);
        const id = reportId(10 * part + i);
        const response = await collector.fetch(post(body(name, { id, snapshot }), name));
        expect(response.status).toBe(202);
      }
      bodies.push(await pointSnapshotOf(collector, name));
    }
    expect(bodies.map(({ snapshot, reports }) => [snapshot, reports])).toEqual([
      [2, 3],
      [3, 6],
    ]);
  });
});

test('a snapshot of two points has what its page needs, and nothing else', async () => {
  await using collector = await over('pair');
  const snapshot = await pointSnapshotOf(collector, 'pair');
  expect(Object.keys(snapshot)).toEqual([
    ...['v', 'experiment', 'snapshot', 'reports', 'point', 'radius', 'answer', 'forgeries'],
  ]);
  expect(snapshot.point).toEqual([0.5, 1]);
});

test('points have no names, an oracle and shares of visitors have no place', async () => {
  const given = EXPERIMENTS['pair'] as object;
  const wrong = [
    ['labels', { labels: ['a', 'b'] }],
    ['oracle', { oracle: () => [0] }],
    ['learner', { learner: () => [1] }],
    ['serve', { serve: 'distribution' }],
    ['perReport.delta', { perReport: { epsilon: 1, delta: 1e-6 } }],
  ] as const;
  for (const [name, change] of wrong) {
    const experiments = { pair: { ...given, ...change } } as never;
    expect(await failure(collectorOver({ experiments }))).toMatchObject(
      badArgument(`experiments.pair.${name}`),
    );
  }
});

test('a polytope that is none is refused by the collector too', async () => {
  const set = { type: 'polytope', normals: [[1], [-1]], offsets: [0, -1], radius: 1 } as const;
  const experiments = {
    pair: { algorithm: { ...POINTS.pair, set }, perReport: { epsilon: 1 } },
  };
  expect(await failure(collectorOver({ experiments }))).toMatchObject({
    code: 'invalid_argument',
    message: expect.stringContaining('no inside'),
  });
});

test('more open epochs than points are remembered for cannot be asked for', async () => {
  expect(await failure(over('pair', { retention: 65 }))).toMatchObject(badArgument('retention'));
});

test('visitors who prefer what is nearer lead the answer there', async () => {
  // Comparisons of 800 visitors whose best point is (0.6, 0.2) of the triangle, one noisy bit each.
  // The middle of the set is 0.3 away. Of 200 such runs the median ended 0.09 away, the last 0.16: by the
  // tail of a Rayleigh law through these two, 0.25 is a false alarm of 1e-5.
  const experiments = {
    comparison: { algorithm: POINTS.comparison, perReport: { epsilon: 4 } },
  };
  await using collector = await collectorOver({ experiments, publishEvery: { reports: 100 } });
  await using bandit = await createBandit({
    endpoint: ORIGIN,
    experiment: 'comparison',
    algorithm: POINTS.comparison,
    privacy: { epsilon: 4, epsilonTotal: 1e6 },
    ledger: memoryLedger(),
    timeoutMs: 60_000,
    fetch: collector.fetch,
  });
  const loss = (point: ArrayLike<number>) =>
    Math.hypot((point[0] as number) - 0.6, (point[1] as number) - 0.2);
  for (let epoch = 0; epoch < 8; epoch++) {
    for (let i = 0; i < 100; i++) {
      const decision = bandit.choose();
      const [first, second] = pointsOf(decision.action) as [Float64Array, Float64Array];
      await decision.reward(loss(first) < loss(second) ? 1 : -1);
    }
    await bandit.flush();
    await bandit.refresh();
  }
  const { answer } = await pointSnapshotOf(collector, 'comparison');
  expect(loss(answer)).toBeLessThan(0.25);
});
