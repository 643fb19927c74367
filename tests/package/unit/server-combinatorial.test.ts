// A collector of slates: what it says, what it takes, what it stores, what it publishes.
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { memoryStore } from 'ldp-bandits/server';
import { indexedDbStore } from 'ldp-bandits/server/service-worker';
import { describe, expect, test } from 'vitest';
import {
  answer,
  CARDS,
  EXPERIMENTS,
  isSlate,
  NAMES,
  type Slate,
  slateCollectorOver,
  slateSnapshotOf,
} from './server-combinatorial-support.js';
import { testContract } from './server-family-contract.js';
import { collectorOver, post, reportId } from './server-support.js';

const first = ({ slates }: { slates: readonly Slate[] }) => slates[0] as Slate;

// Two ways from 0 to 3.
const EDGES = [
  [0, 1],
  [1, 3],
  [0, 2],
  [2, 3],
] as const;
const PAIRS = [
  [0, 0],
  [1, 1],
  [0, 1],
  [1, 0],
] as const;

describe.each(NAMES)('an experiment of %s', (name) => {
  test('says what is protected and which slates there are, every default filled in', async () => {
    await using collector = await slateCollectorOver({}, name);
    const manifest = collector.manifest(name);
    expect(manifest).toMatchObject({ protects: 'feedback', perReport: { epsilon: 1, delta: 0 } });
    expect(manifest.algorithm).toMatchObject({
      set: { ...CARDS, reward: 'sum' },
      rewards: { type: 'unit' },
      neutral: 0,
    });
    expect('oracle' in manifest).toBe(false);
  });

  test('publishes slates of the set, each with what is to be reported of it', async () => {
    await using collector = await slateCollectorOver({ publishEvery: { reports: 5 } }, name);
    const snapshot = await slateSnapshotOf(collector, name);
    expect(snapshot).toMatchObject({ v: 1, experiment: name, snapshot: 1, reports: 0 });
    expect(Object.keys(snapshot)).toEqual([
      'v',
      'experiment',
      'snapshot',
      'reports',
      'mean',
      'width',
      'slates',
      'forgeries',
    ]);
    // Nothing is known yet.
    const named = name === 'sum' ? 8 : 6;
    expect(snapshot.mean).toEqual(Array(named).fill(0));
    expect(snapshot.width).toEqual(Array(named).fill(null));
    expect(snapshot.slates).toHaveLength(5);
    const saysReported = !['all', 'coins'].includes(name);
    for (const slate of snapshot.slates) {
      expect(isSlate(slate.arms)).toBe(true);
      expect('reported' in slate).toBe(saysReported);
      if (name === 'sum') expect(slate.reported).toBeLessThan(8);
      else if (saysReported) expect(slate.arms).toContain(slate.reported);
    }
  });

  test('makes a slate for each decision that an epoch is expected to have, at most 64', async () => {
    for (const [publishEvery, count] of [
      [{ reports: 1 }, 1],
      [{ reports: 1000 }, 64],
      [{ ms: 1000 }, 64],
    ] as const) {
      await using collector = await slateCollectorOver({ publishEvery }, name);
      expect((await slateSnapshotOf(collector, name)).slates).toHaveLength(count);
    }
  });

  test('learns from answers to its slates', async () => {
    await using collector = await slateCollectorOver({ publishEvery: { reports: 6 } }, name);
    for (let epoch = 1; epoch <= 3; epoch++) {
      const { slates, snapshot } = await slateSnapshotOf(collector, name);
      const bodies = slates.map((slate) => answer(name, slate, { snapshot }));
      const response = await collector.fetch(post(`[${bodies}]`, name));
      expect(await response.json()).toEqual({ accepted: 6, duplicate: 0 });
    }
    const { snapshot, reports, mean, width } = await slateSnapshotOf(collector, name);
    expect({ snapshot, reports }).toEqual({ snapshot: 4, reports: 18 });
    expect(width.some((value) => value !== null)).toBe(true);
    for (const [i, value] of mean.entries()) expect(value === 0).toBe(width[i] === null);
  });

  testContract(name, {
    open: slateCollectorOver,
    snapshotOf: slateSnapshotOf,
    report: (_, shown, fields) => answer(name, first(shown), fields),
    another: (_, shown, i) =>
      answer(name, first(shown), { snapshot: shown.snapshot, value: (i * 7) % 3 === 0 ? 1 : 0 }),
  });
});

test('two collectors over one store publish the same slates', async () => {
  const store = memoryStore();
  const options = { store, publishEvery: { reports: 4 } };
  await using one = await slateCollectorOver(options);
  await using two = await slateCollectorOver(options);
  for (let i = 0; i < 24; i++) {
    const [taker, other] = i % 2 === 0 ? [one, two] : [two, one];
    // The other one may be publishing still: its answer waits for that.
    const shown = await slateSnapshotOf(other, 'thompson');
    expect(await slateSnapshotOf(taker, 'thompson')).toEqual(shown);
    const slate = shown.slates[i % shown.slates.length] as Slate;
    const body = answer('thompson', slate, { snapshot: shown.snapshot, value: i % 2 });
    expect((await taker.fetch(post(body, 'thompson'))).status).toBe(202);
  }
  const { reports } = await slateSnapshotOf(one, 'thompson');
  expect(reports).toBeGreaterThan(0);
});

test('an answer to the slates of a store that was emptied costs the epoch, not the experiment', async () => {
  const store = memoryStore();
  // What a collector does that has not seen yet that the snapshots are numbered anew.
  let stray = true;
  const commit: typeof store.commit = (epoch, batch, options) => {
    const size = (batch[0]?.delta.size ?? 0) as number;
    const moved = batch.map(({ id, delta }) => ({
      id,
      delta: { ...delta, indices: delta.indices.map((index) => (index + size / 2) % size) },
    }));
    return store.commit(epoch, stray ? moved : batch, options);
  };
  const emptied = new Proxy(store, {
    get: (target, key) => {
      if (key === 'commit') return commit;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const told: [string, unknown][] = [];
  await using collector = await slateCollectorOver(
    {
      store: emptied,
      publishEvery: { reports: 1 },
      onError: ({ message }, where) => void told.push([message, where]),
    },
    'bit',
  );
  const send = async (snapshot: number) => {
    const shown = await slateSnapshotOf(collector, 'bit');
    expect(shown.snapshot).toBe(snapshot);
    const body = answer('bit', first(shown), { snapshot });
    expect((await collector.fetch(post(body, 'bit'))).status).toBe(202);
  };
  await send(1);
  stray = false;
  await send(2);
  await send(3);
  expect(await slateSnapshotOf(collector, 'bit')).toMatchObject({ snapshot: 4, reports: 2 });
  // The operator is told once, although every publication meets these reports.
  expect(told).toEqual([
    [
      'The reports to snapshot 1 are about slates that it did not have, and are not counted. Was the store emptied under this collector?',
      { experiment: 'bit', operation: 'publication' },
    ],
  ]);
});

test('an arm without a report has no mean for the operator', async () => {
  await using collector = await slateCollectorOver({}, 'bit');
  const { options } = await collector.results('bit');
  expect(options?.map(({ mean }) => mean)).toEqual([null, null, null, null, null, null]);
});

test('cards have names, one for each arm', async () => {
  const labels = ['tea', 'coffee', 'cake', 'bread', 'plum', 'pear'];
  await using collector = await collectorOver({
    experiments: { demo: { ...EXPERIMENTS.thompson, labels } as never },
  });
  expect(collector.manifest('demo').labels).toEqual(labels);
});

test('a set that is spelt out is the same experiment as its defaults', async () => {
  const digests = await Promise.all(
    [CARDS, { ...CARDS, reward: 'sum' }, Object.fromEntries(Object.entries(CARDS).reverse())].map(
      async (set) => {
        const algorithm = { type: 'cucb-ldp-bit', set } as never;
        const experiments = { demo: { algorithm, perReport: { epsilon: 1 } } };
        await using collector = await collectorOver({ experiments });
        return collector.manifest('demo').digest;
      },
    ),
  );
  expect(new Set(digests).size).toBe(1);
});

describe.each([
  {
    set: 'path',
    algorithm: {
      type: 'combinatorial-thompson',
      set: { type: 'path', nodes: 4, edges: EDGES, source: 0, target: 3 },
    },
  },
  {
    set: 'matching',
    algorithm: {
      type: 'combinatorial-thompson',
      set: { type: 'matching', left: 2, right: 2, edges: PAIRS },
    },
  },
] as const)('forged reports against a $set', ({ algorithm }) => {
  test('are counted once every arm of a slate is known: the more reports, the more it takes', async () => {
    await using collector = await collectorOver({
      experiments: { demo: { algorithm, perReport: { epsilon: 1 } } },
      publishEvery: { reports: 40 },
    });
    expect((await collector.snapshot('demo')).forgeries).toBeNull();
    const counts: (number | null)[] = [];
    for (let epoch = 1; epoch <= 8; epoch++) {
      const { slates, snapshot } = await slateSnapshotOf(collector, 'demo');
      const bodies = slates.map((slate) =>
        answer('bit', slate, { snapshot, value: (slate.reported ?? 0) < 2 ? 1 : 0 }),
      );
      expect((await collector.fetch(post(`[${bodies}]`, 'demo'))).status).toBe(202);
      counts.push((await collector.snapshot('demo')).forgeries);
    }
    const last = counts.at(-1) ?? 0;
    expect(last).toBeGreaterThan(5);
    expect(last).toBeGreaterThan(counts[0] ?? 0);
    expect((await collector.results('demo')).forgeries).toBe(last);
  });
});

describe('what is stored of an answer to a slate', () => {
  test('is a count and a total of one arm, or of each, and a random id', async () => {
    await using collector = await slateCollectorOver({
      store: indexedDbStore('slates'),
      publishEvery: { reports: 2 },
    });
    for (const name of ['bit', 'all'] as const) {
      const slate = first(await slateSnapshotOf(collector, name));
      const body = answer(name, slate, { id: reportId(5), value: 1 });
      expect((await collector.fetch(post(body, name, { cookie: 'who=me' }))).status).toBe(202);
    }
    const database = await openDB('slates');
    expect(await database.getAllKeys('ids')).toEqual([
      ['all', 1, reportId(5)],
      ['bit', 1, reportId(5)],
    ]);
    const [all, bit] = (await database.getAll('sums')) as BigInt64Array[];
    database.close();
    expect(Array.from(bit ?? [], Number).filter((value) => value !== 0)).toEqual([1, 1]);
    // Three arms, and how many reports there were.
    expect(Array.from(all ?? [], Number).filter((value) => value !== 0)).toEqual(Array(7).fill(1));
  });

  test('adds up only with what is of the same set', async () => {
    const store = memoryStore();
    const open = (set: object) =>
      collectorOver({
        store,
        experiments: {
          demo: { algorithm: { type: 'cucb-ldp-bit', set } as never, perReport: { epsilon: 1 } },
        },
      });
    await using first = await open(CARDS);
    expect(first.manifest('demo').algorithm.type).toBe('cucb-ldp-bit');
    await expect(open({ ...CARDS, choose: 2 })).rejects.toMatchObject({ code: 'store_conflict' });
    await using again = await open({ ...CARDS, reward: 'sum' });
    expect(again.manifest('demo')).toEqual(first.manifest('demo'));
  });
});
