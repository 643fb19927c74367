import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { memoryStore, mergeStatistics, type Statistics } from 'ldp-bandits/server';
import { indexedDbStore } from 'ldp-bandits/server/service-worker';
import { describe, expect, test } from 'vitest';
import { drawArm } from './server-shown-arms.js';
import { describeAggregateStore, describeDefinitionStore } from './server-store-conformance.js';
import { collectorOver, post, report, snapshotOf } from './server-support.js';

let databases = 0;
const names = new WeakMap<object, string>();
const open = (name: string) => {
  const store = indexedDbStore(name);
  names.set(store, name);
  return store;
};

const another = (store: object) => open(names.get(store) ?? '');

describeDefinitionStore('memoryStore', { create: memoryStore });
describeAggregateStore('indexedDbStore', {
  create: () => open(`store ${++databases}`),
  reopen: another,
  another,
});

describe('indexedDbStore', () => {
  test('writes with strict durability: answered means on the disk', async () => {
    const modes: unknown[] = [];
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
      if (mode === 'readwrite') modes.push(options?.durability);
      return transaction.call(this, stores, mode, options);
    };
    try {
      await using collector = await collectorOver({ store: open('durability') });
      await collector.fetch(post(report()));
    } finally {
      IDBDatabase.prototype.transaction = transaction;
    }
    expect(modes.length).toBeGreaterThan(1);
    expect(new Set(modes)).toEqual(new Set(['strict']));
  });

  test('stores nothing beside a report but its random id', async () => {
    await using collector = await collectorOver({ store: open('contents') });
    const headers = { cookie: 'who=me', 'user-agent': 'Browser/1', 'x-forwarded-for': '192.0.2.1' };
    const body = report({ arm: 2, bit: 1 });
    await collector.fetch(post(body, 'demo', headers));
    const database = await openDB('contents');
    const { id } = JSON.parse(body);
    expect(await database.getAllKeys('ids')).toEqual([['demo', 1, id]]);
    expect(await database.getAll('ids')).toEqual([null]);
    expect(await database.getAll('epochs')).toEqual([
      { schema: 'multi-armed/1 bit arms=3 levels=1', size: 6, reports: 1n },
    ]);
    expect(await database.getAll('sums')).toEqual([BigInt64Array.of(0n, 0n, 0n, 0n, 1n, 1n)]);
    expect([...database.objectStoreNames]).toEqual(['epochs', 'ids', 'states', 'sums', 'windows']);
    database.close();
  });

  test('lets go of its database when a page deletes it, and begins again', async () => {
    await using collector = await collectorOver({
      store: open('forgotten'),
      publishEvery: { reports: 1 },
    });
    await collector.fetch(post(report()));
    expect((await snapshotOf(collector)).reports).toBe(1);
    await deleteDB('forgotten', {
      blocked: () => {
        throw new Error('the store does not let go');
      },
    });
    expect(await snapshotOf(collector)).toMatchObject({ snapshot: 1, reports: 0 });
    expect((await collector.fetch(post(report()))).status).toBe(202);
    expect((await snapshotOf(collector)).reports).toBe(1);
  });

  test('carries a collector over the death of its worker, in the middle of everything', async () => {
    const bodies = Array.from({ length: 90 }, (_, i) => i);
    const sent: string[] = [];
    for (let life = 0; life < 6; life++) {
      // No disposal: the worker is killed. Every 202 of an earlier life must still count.
      const collector = await collectorOver({
        store: open('killed'),
        publishEvery: { reports: 4 },
        retention: 3,
      });
      for (const i of bodies.splice(0, 15)) {
        const shown = await snapshotOf(collector);
        const body = report({ snapshot: shown.snapshot, arm: drawArm(shown, i) });
        expect((await collector.fetch(post(body))).status).toBe(202);
        sent.push(body);
      }
      // A report without an answer yet: it may count or not, and its retry must not count twice.
      const shown = await snapshotOf(collector);
      const unanswered = report({ snapshot: shown.snapshot, arm: drawArm(shown, life) });
      sent.push(unanswered);
      void collector.fetch(post(unanswered));
      await new Promise((resolve) => setTimeout(resolve, life * 2));
      const next = await collectorOver({ store: open('killed'), retention: 3 });
      expect((await next.fetch(post(unanswered))).status).toBe(202);
    }
    await using last = await collectorOver({ store: open('killed'), publishEvery: { ms: 0 } });
    expect((await snapshotOf(last)).reports).toBe(sent.length);
  });

  test('says so when it was disposed, or its name is none', async () => {
    const store = open('gone');
    await store[Symbol.asyncDispose]();
    await expect(store.latest('demo')).rejects.toMatchObject({ code: 'disposed' });
    expect(() => indexedDbStore('')).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
    expect(() => indexedDbStore(7 as never)).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }),
    );
  });

  test('reports a broken database as retryable `transport`', async () => {
    const { open: original } = indexedDB;
    indexedDB.open = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    try {
      await expect(open('broken').latest('demo')).rejects.toMatchObject({
        code: 'transport',
        retryable: true,
      });
    } finally {
      indexedDB.open = original;
    }
  });
});

describe('mergeStatistics', () => {
  const of = (reports: bigint, ...sums: bigint[]): Statistics => ({
    schema: 's',
    reports,
    sums: BigInt64Array.from(sums),
  });

  test('adds, whatever the order', () => {
    const [a, b, c] = [of(1n, 1n, -4n), of(2n, 2n ** 62n, 5n), of(4n, -(2n ** 62n), 0n)];
    const all = of(7n, 1n, 1n);
    expect(mergeStatistics(mergeStatistics(a, b), c)).toEqual(all);
    expect(mergeStatistics(c, mergeStatistics(b, a))).toEqual(all);
    expect(a).toEqual(of(1n, 1n, -4n));
  });

  test('refuses what does not belong together or does not fit', () => {
    const refused = expect.objectContaining({ code: 'invalid_argument' });
    expect(() => mergeStatistics(of(1n, 1n), { ...of(1n, 1n), schema: 't' })).toThrow(refused);
    expect(() => mergeStatistics(of(1n, 1n), of(1n, 1n, 1n))).toThrow(refused);
    expect(() => mergeStatistics(of(1n, 2n ** 63n - 1n), of(1n, 1n))).toThrow(refused);
  });
});
