// The store over Durable Objects, with objects in the real workerd and the store's own half in Node, where a
// test can stop it between any two messages.
import { type AggregateStore, memoryStore, type Publication } from 'ldp-bandits/server';
import { durableObjectStore } from 'ldp-bandits/server/durable-object';
import { storeCases } from 'ldp-bandits/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleWorker, objectsAt, request, type Sent, temporaryFolder } from './support.js';
import { type Bundle, type Running, startWorkerd } from './workerd.js';

const folder = temporaryFolder();
let built: Bundle;
let workerd: Running;
beforeAll(async () => {
  built = bundleWorker(folder.path);
  workerd = await startWorkerd(built, `${folder.path}/disk`);
}, 60_000);
afterAll(async () => {
  await workerd.kill();
  folder.remove();
});

const base = () => workerd.base;
let stores = 0;
const prefixes = new WeakMap<object, string>();
const open = (prefix = `${++stores}:`, shards = 4): AggregateStore => {
  const store = durableObjectStore(objectsAt(base, prefix), { shards });
  prefixes.set(store, prefix);
  return store;
};

// Both halves are in workerd here; Node knows only what the cases are called.
const cases = storeCases({ create: memoryStore, reopen: memoryStore, another: memoryStore });
describe.each([1, 4])(
  'durableObjectStore with %i shards, in workerd, as an AggregateStore',
  (shards) => {
    test.each(cases.map(({ name }, number) => ({ name, number })))('$name', async (one) => {
      const response = await request(`${base()}/cases/${shards}/${one.number}`);
      expect(await response.json()).toEqual({ name: one.name, failure: null });
    });
  },
);

const SIZE = 1200;
const EPOCH = { experiment: 'demo', snapshot: 1 };

function item(n: number, index = n % SIZE, value = 1n) {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(Math.imul(n, 2654435761) >>> 0, 0);
  bytes.writeUInt32LE(n, 12);
  const indices = Uint32Array.of(index);
  const delta = { schema: 's', size: SIZE, indices, values: BigInt64Array.of(value) };
  return { id: bytes.toString('base64url'), delta };
}

const many = (count: number, from = 0) => Array.from({ length: count }, (_, i) => item(from + i));

function publication(snapshot: number, opened = 0, folded = 0): Publication {
  const revision = `of ${snapshot}`;
  return { snapshot, open: opened, folded, revision, state: new TextEncoder().encode(revision) };
}

const totalOf = async (store: AggregateStore, snapshot = 1) =>
  (await store.read({ ...EPOCH, snapshot }))?.reports ?? 0n;

const refused = { code: 'store_conflict' };

/** Dies at message number `at`: before it is sent, or once the object has done it. */
function dying(prefix: string, at: number, isDone: boolean) {
  let sent = 0;
  const log: Sent[] = [];
  const objects = objectsAt(base, prefix, async (message, send) => {
    if (sent++ === at) {
      if (isDone) await send();
      throw new Error('killed');
    }
    if (sent > at + 1) throw new Error('killed before');
    log.push(message);
    return send();
  });
  return { store: durableObjectStore(objects), log };
}

describe('a store of shards', () => {
  test('spreads reports over all of its shards', async () => {
    const counts = new Map<string, number>();
    const objects = objectsAt(base, `${++stores}:`, (sent, send) => {
      if (sent.operation === 'commit') counts.set(sent.name, (counts.get(sent.name) ?? 0) + 1);
      return send();
    });
    const store = durableObjectStore(objects, { shards: 4 });
    await store.publish('demo', null, publication(1));
    for (const one of many(40)) await store.commit(EPOCH, [one]);
    expect([...counts.keys()].sort()).toEqual([0, 1, 2, 3].map((shard) => `demo/shard/${shard}`));
    expect([...counts.values()].reduce((a, b) => a + b)).toBe(40);
    expect(await totalOf(store)).toBe(40n);
  });

  // Telling four shards, the look before and the swap are six messages.
  for (const isDone of [false, true]) {
    const when = isDone ? 'after' : 'before';
    test(`a publisher that dies ${when} any of its messages loses no report and counts none twice`, async () => {
      for (let at = 0; at < 6; at++) {
        const prefix = `${++stores}:`;
        const store = open(prefix);
        await store.publish('demo', null, publication(1));
        await store.publish('demo', 1, publication(2));
        let acknowledged = (await store.commit(EPOCH, many(20))).accepted;
        const { store: doomed } = dying(prefix, at, isDone);
        await expect(doomed.publish('demo', 2, publication(3, 2))).rejects.toMatchObject({
          code: 'transport',
          retryable: true,
        });

        // Reports go on, into the epoch that is closed here, there, or nowhere.
        for (const one of many(20, 100)) {
          const late = await store.commit(EPOCH, [one]).catch((error: unknown) => {
            expect(error).toMatchObject(refused);
            return { accepted: 0 };
          });
          acknowledged += late.accepted;
        }
        const head = await store.head('demo');
        const next = head?.snapshot === 3 ? 3 : 2;
        expect(await store.publish('demo', next, publication(next + 1, 2))).toBe(true);
        // Closed now, so these are what a publisher folds.
        expect(await totalOf(store)).toBe(BigInt(acknowledged));
        await expect(store.commit(EPOCH, [item(999)])).rejects.toMatchObject(refused);
        expect(await totalOf(store)).toBe(BigInt(acknowledged));
      }
    });
  }

  test('of publishers at once one wins, and what they close is closed at every shard', async () => {
    const store = open();
    await store.publish('demo', null, publication(1));
    await store.publish('demo', 1, publication(2));
    const writers = many(120).map((one) =>
      store.commit(EPOCH, [one]).then(
        ({ accepted }) => accepted,
        (error: unknown) => {
          expect(error).toMatchObject(refused);
          return 0;
        },
      ),
    );
    const publishers = Array.from({ length: 4 }, () => store.publish('demo', 2, publication(3, 2)));
    const won = await Promise.all(publishers);
    const read = await totalOf(store);
    const acknowledged = (await Promise.all(writers)).reduce<number>((a, b) => a + b, 0);
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(read).toBe(BigInt(acknowledged));
    expect(await totalOf(store)).toBe(read);
  });

  test('counts the ids of an epoch over all shards, however unevenly they fall', async () => {
    const store = open();
    const limit = { maxIds: 40 };
    await store.publish('demo', null, publication(1));
    let accepted = 0;
    for (const one of many(60)) {
      accepted += await store.commit(EPOCH, [one], limit).then(
        (result) => result.accepted,
        (error: unknown) => {
          expect(error).toMatchObject({ code: 'store_conflict', details: { maxIds: 40 } });
          return 0;
        },
      );
    }
    expect(accepted).toBe(40);
    expect(await totalOf(store)).toBe(40n);
  });

  test('a message that comes late takes nothing back', async () => {
    const prefix = `${++stores}:`;
    const held: (() => Promise<unknown>)[] = [];
    const slow = durableObjectStore(
      objectsAt(base, prefix, async (sent, send) => {
        if (sent.operation === 'close') held.push(send);
        return send();
      }),
    );
    await slow.publish('demo', null, publication(1));
    await slow.publish('demo', 1, publication(2, 1));
    await slow.publish('demo', 2, publication(3, 3));
    await slow.commit({ ...EPOCH, snapshot: 3 }, many(8));
    for (const send of held) await send();
    expect(await totalOf(slow, 3)).toBe(8n);
    await expect(slow.commit({ ...EPOCH, snapshot: 2 }, [item(1)])).rejects.toMatchObject(refused);
  });

  test('a shard needs not be told of an epoch that has been published', async () => {
    const [one, other] = [open('told:'), open('told:')];
    await one.publish('demo', null, publication(1));
    await other.commit(EPOCH, many(8));
    for (let n = 1; n < 6; n++) await one.publish('demo', n, publication(n + 1));
    // `other` has looked at snapshot 1 last.
    await other.commit({ ...EPOCH, snapshot: 6 }, many(8));
    expect(await totalOf(one, 6)).toBe(8n);
  });

  test('reads an epoch whole, or not at all, while it is folded', async () => {
    const store = open();
    await store.publish('demo', null, publication(1));
    await store.commit(EPOCH, many(40));
    await store.publish('demo', 1, publication(2, 2));
    const reads = Array.from({ length: 10 }, () => totalOf(open(prefixes.get(store))));
    await store.publish('demo', 2, publication(3, 3, 2));
    await store.publish('demo', 3, publication(4, 4, 3));
    for (const read of await Promise.all(reads)) expect([0n, 40n]).toContain(read);
    expect(await store.read(EPOCH)).toBeNull();
  });

  test('an experiment that begins anew halfway is as it was or begun anew, and so it is when repeated', async () => {
    const anew = publication(9, 9, 9);
    for (let at = 1; at < 6; at++) {
      const prefix = `${++stores}:`;
      const store = open(prefix);
      await store.publish('demo', null, publication(1));
      await store.commit(EPOCH, many(20));
      await expect(dying(prefix, at, false).store.publish('demo', 1, anew)).rejects.toMatchObject({
        code: 'transport',
      });
      const snapshot = (await store.head('demo'))?.snapshot;
      expect([snapshot, await totalOf(store)]).toEqual(snapshot === 1 ? [1, 20n] : [9, 0n]);
      expect(await store.publish('demo', 1, anew)).toBe(snapshot === 1);
      const epoch = { ...EPOCH, snapshot: 9 };
      expect((await store.commit(epoch, many(20))).accepted).toBe(20);
      expect((await store.commit(epoch, many(20))).duplicate).toBe(20);
      await expect(store.commit(EPOCH, many(1))).rejects.toMatchObject({ code: 'store_conflict' });
    }
  });

  test('an experiment keeps its number of shards, whatever a later collector asks for', async () => {
    const prefix = `${++stores}:`;
    const [four, two] = [open(prefix, 4), open(prefix, 2)];
    await four.publish('demo', null, publication(1));
    await four.commit(EPOCH, many(20));
    expect((await two.commit(EPOCH, many(20))).duplicate).toBe(20);
    expect(await totalOf(two)).toBe(20n);
  });

  test('a batch over several shards that breaks off is completed by the same batch', async () => {
    const prefix = `${++stores}:`;
    const store = open(prefix);
    const batch = many(20);
    await store.publish('demo', null, publication(1));
    // A look, four messages that ask, and the first two of four that add.
    const { store: doomed } = dying(prefix, 7, false);
    await expect(doomed.commit(EPOCH, batch)).rejects.toMatchObject({ code: 'transport' });
    const { accepted, duplicate } = await store.commit(EPOCH, batch);
    expect(accepted + duplicate).toBe(20);
    expect(duplicate).toBeGreaterThan(0);
    expect(await totalOf(store)).toBe(20n);
  });

  test('keeps a state of several megabytes, and sums of 131,072 arms', async () => {
    const store = open();
    const state = new Uint8Array(5_000_001).map((_, i) => i % 251);
    await store.publish('demo', null, { ...publication(1), state });
    expect(Buffer.from((await store.latest('demo'))?.state ?? []).equals(state)).toBe(true);
    const size = 131_072;
    const one = item(1);
    const indices = Uint32Array.of(0, 511, 512, size - 1);
    const delta = { schema: 's', size, indices, values: BigInt64Array.of(1n, 2n, 3n, -4n) };
    await store.commit(EPOCH, [{ ...one, delta }]);
    const { sums } = (await store.read(EPOCH)) ?? { sums: new BigInt64Array() };
    expect([sums[0], sums[511], sums[512], sums[size - 1], sums.length]).toEqual([
      1n,
      2n,
      3n,
      -4n,
      size,
    ]);
  });

  test('what was answered is there after kill -9 of workerd, and the retry is a duplicate', async () => {
    const prefix = `${++stores}:`;
    const store = open(prefix);
    await store.publish('demo', null, publication(1));
    await store.commit(EPOCH, many(30));
    await workerd.kill();
    await expect(store.commit(EPOCH, [item(77)])).rejects.toMatchObject({
      code: 'transport',
      retryable: true,
    });
    workerd = await startWorkerd(built, `${folder.path}/disk`);
    const again = open(prefix);
    expect((await again.commit(EPOCH, many(30))).duplicate).toBe(30);
    expect(await totalOf(again)).toBe(30n);
    expect(await again.latest('demo')).toEqual(publication(1));
  });

  test('writes as many rows as docs/edge.md says', async () => {
    const written = async (size: number) =>
      (await request(`${base()}/rows/4/${size}`)).json() as Promise<Record<string, number>>;
    // An id, the number of reports, a chunk of sums; and two for the table of ids of each shard.
    expect(await written(1)).toEqual({ commits: 100 * 3 + 8, publication: 8 });
    expect(await written(50)).toEqual({ commits: 100 + 2 * 4 * 2 + 8, publication: 8 });
  });

  test('says what is missing where a binding is', () => {
    const missing = undefined as never;
    expect(() => durableObjectStore(missing)).toThrow(/namespace.*wrangler\.toml/);
    const objects = objectsAt(base, 'x');
    expect(() => durableObjectStore(objects, { shards: 0 })).toThrow(/shards/);
    expect(() => durableObjectStore(objects, { shard: 4 } as never)).toThrow(/shard/);
  });
});

test('the memory store gives the same answers to the same calls', async () => {
  const calls = async (store: AggregateStore) => [
    await store.publish('demo', null, publication(1)),
    await store.commit(EPOCH, [...many(9), item(3)]),
    await store.read(EPOCH),
    await store.publish('demo', 1, publication(2, 2)),
    await store.commit(EPOCH, [item(50)]).catch(({ details }) => details),
    await store.publish('demo', 2, publication(3, 3, 2)),
    await store.read(EPOCH),
    await store.head('demo'),
  ];
  expect(await calls(open())).toEqual(await calls(memoryStore()));
});
