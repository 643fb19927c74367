// A collector of contextual experiments: what it says, what it stores, what it publishes.
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { memoryStore } from 'ldp-bandits/server';
import { indexedDbStore, installCollector } from 'ldp-bandits/server/service-worker';
import { describe, expect, test } from 'vitest';
import { testContract } from './server-family-contract.js';
import {
  EXPERIMENTS,
  type LinearName,
  linearCollectorOver,
  linearSnapshotOf,
  NAMES,
  PARTS,
  sendable,
  vector,
} from './server-linear-support.js';
import { post } from './server-support.js';

describe.each(NAMES)('an experiment of %s', (name) => {
  test('says that context and feedback are protected, with every default filled in', async () => {
    await using collector = await linearCollectorOver();
    const manifest = collector.manifest(name);
    expect(manifest).toMatchObject({ protects: 'context-and-feedback', experiment: name });
    expect(manifest.algorithm).toMatchObject({ norm: 1, norms: 'clip', rewards: { type: 'unit' } });
    const isGaussian = ['gaussian', 'pair', 'combiner'].includes(name);
    expect(manifest.perReport).toEqual({ epsilon: 1, delta: isGaussian ? 1e-6 : 0 });
    expect('delta' in manifest.algorithm).toBe(isGaussian);
    expect('calibration' in manifest.algorithm).toBe(isGaussian);
  });

  test('takes reports of every part, and publishes a snapshot of the right shape', async () => {
    await using collector = await linearCollectorOver({ publishEvery: { ms: 0 } });
    const before = await linearSnapshotOf(collector, name);
    expect(before).toMatchObject({ v: 1, experiment: name, snapshot: 1, reports: 0 });
    for (const part of PARTS[name].keys()) {
      const response = await collector.fetch(post(vector(name, { part }), name));
      expect(response.status, await response.clone().text()).toBe(202);
      expect(await response.json()).toEqual({ accepted: 1, duplicate: 0 });
    }
    const after = await linearSnapshotOf(collector, name);
    expect(after).toMatchObject({ snapshot: 2, reports: PARTS[name].length });
    expect(after.theta).toHaveLength(2);
    if (after.factor) expect(after.factor).toHaveLength(3);
    const numbers = [...after.theta, ...(after.factor ?? []), after.radius];
    expect(numbers.every(Number.isFinite)).toBe(true);
    expect(after.radius).toBeGreaterThanOrEqual(0);
    // Nothing else is said: no arm, no mean reward of one.
    const known = ['v', 'experiment', 'snapshot', 'reports', 'theta', 'factor', 'radius'];
    expect([...known, 'exploration', 'base', 'forgeries']).toEqual(
      expect.arrayContaining(Object.keys(after)),
    );
  });

  testContract(name, {
    open: linearCollectorOver,
    snapshotOf: linearSnapshotOf,
    report: (_, _shown, fields) => vector(name, fields),
    another(_, { snapshot }, i) {
      const part = i % PARTS[name].length;
      const length = PARTS[name][part]?.[1] ?? 0;
      const numbers = Array.from({ length }, (_, k) => ((i * 37 + k * 101) % 401) - 200);
      return vector(name, { snapshot, part, values: sendable(name, part, numbers) });
    },
  });
});

describe('what is stored of a noisy vector', () => {
  // Directions of the ball have the length 32767, up to the rounding of their numbers.
  const values = [32_765, -2, 300, -4, 5];
  const others = [-20, 16_384, 10, 28_377, -50];

  test('is the sum of its numbers', async () => {
    const store = memoryStore();
    await using collector = await linearCollectorOver({ store, publishEvery: { reports: 100 } });
    for (const numbers of [values, others]) {
      const body = vector('ball', { values: numbers });
      expect((await collector.fetch(post(body, 'ball'))).status).toBe(202);
    }
    const { sums, reports } = (await store.read({ experiment: 'ball', snapshot: 1 })) ?? {};
    expect(reports).toBe(2n);
    // The count comes first.
    expect(sums).toEqual(BigInt64Array.of(2n, 32_745n, 16_382n, 310n, 28_373n, -45n));
  });

  test('of an online learner, is the sum of the products of its rounded numbers', async () => {
    const store = memoryStore();
    await using collector = await linearCollectorOver({ store, publishEvery: { reports: 100 } });
    // Multiples of 256 are exact: x = (3, -2), y = 7; x = (-1, 4), y = 1.
    for (const numbers of [
      [768, -512, 1792],
      [-256, 1024, 256],
    ]) {
      const body = vector('pair', { values: numbers });
      expect((await collector.fetch(post(body, 'pair'))).status).toBe(202);
    }
    const { sums } = (await store.read({ experiment: 'pair', snapshot: 1 })) ?? {};
    const [count, ...totals] = Array.from(sums ?? [], Number);
    expect(count).toBe(2);
    // The upper triangle of x x', then y x, then y: (9, -6, 4), (21, -14), 7 and (1, -4, 16), (-1, 4), 1.
    expect(totals).toEqual([10, -10, 20, 20, -10, 8]);
  });

  test('is nothing but sums and a random id, in IndexedDB too', async () => {
    await using collector = await linearCollectorOver({ store: indexedDbStore('vectors') });
    const body = vector('ball', { values });
    const response = await collector.fetch(post(body, 'ball', { cookie: 'who=me' }));
    expect(response.status).toBe(202);
    const database = await openDB('vectors');
    const { id } = JSON.parse(body);
    expect(await database.getAllKeys('ids')).toEqual([['ball', 1, id]]);
    expect(await database.getAll('epochs')).toEqual([
      { schema: 'linear/1 gram ball dimension=2 epsilon=1', size: 6, reports: 1n },
    ]);
    expect(await database.getAll('sums')).toEqual([
      BigInt64Array.of(1n, 32_765n, -2n, 300n, -4n, 5n),
    ]);
    database.close();
  });

  test('adds up only with what has the same units', async () => {
    const store = memoryStore();
    const open = (changes: object) => {
      const { gaussian } = EXPERIMENTS;
      const algorithm = { ...gaussian?.algorithm, ...changes } as never;
      return linearCollectorOver({
        store,
        experiments: { gaussian: { algorithm, perReport: { epsilon: 1 } } },
      });
    };
    await using first = await open({});
    await first.fetch(post(vector('gaussian'), 'gaussian'));
    await expect(open({ delta: 1e-5 })).rejects.toMatchObject({ code: 'store_conflict' });
    await expect(open({ dimension: 3 })).rejects.toMatchObject({ code: 'store_conflict' });
  });
});

test('a Service Worker serves contextual experiments from its database', async () => {
  const listeners = new Map<string, (event: never) => void>();
  const scope = {
    registration: { scope: 'https://site.example/' },
    clients: { claim: async () => {} },
    skipWaiting: async () => {},
    addEventListener: (type: string, listener: (event: never) => void) => {
      listeners.set(type, listener);
    },
  };
  installCollector(scope, linearCollectorOver({ store: indexedDbStore('worker') }));
  const fetch = async (path: string, init?: RequestInit) => {
    let answer: Promise<Response> | null = null;
    const request = new Request(`https://site.example/collector/${path}`, init);
    const respondWith = (response: Promise<Response>) => {
      answer = response;
    };
    listeners.get('fetch')?.({ request, respondWith, waitUntil: () => {} } as never);
    return (await answer) as Response | null;
  };
  const name: LinearName = 'moments';
  const headers = { 'content-type': 'application/json' };
  const sent = await fetch(`${name}/reports`, { method: 'POST', headers, body: vector(name) });
  expect(sent?.status).toBe(202);
  expect(await (await fetch(`${name}/snapshot`))?.json()).toMatchObject({ experiment: name });
});
