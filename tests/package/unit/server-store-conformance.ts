// What every AggregateStore must do, whatever database is behind it. A store passes if it gets
// through `describeAggregateStore`; nothing here knows an implementation.
import type { AggregateStore, BatchItem, Publication } from 'ldp-bandits/server';
import { describe, expect, test } from 'vitest';

export interface StoreUnderTest {
  readonly name: string;
  /** An empty store. */
  readonly create: () => Promise<AggregateStore>;
  /** A second connection to the same data, after the first was let go without a goodbye. Absent: not durable. */
  readonly reopen?: (store: AggregateStore) => Promise<AggregateStore>;
}

const SCHEMA = 'test/1 arms=2';
const SIZE = 2500;
const EPOCH = { experiment: 'demo', snapshot: 1 };

/** Of 16 bytes, as devices draw them: another one for each text. */
function idOf(text: string): string {
  return btoa(text.padEnd(16).slice(0, 16))
    .replace(/=+$/, '')
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

function item(text: string, ...terms: (readonly [index: number, value: bigint])[]): BatchItem {
  return {
    id: idOf(text),
    delta: {
      schema: SCHEMA,
      size: SIZE,
      indices: Uint32Array.from(terms, ([index]) => index),
      values: BigInt64Array.from(terms, ([, value]) => value),
    },
  };
}

function publication(
  snapshot: number,
  open = 0,
  folded = 0,
  text = `state ${snapshot}`,
): Publication {
  return { snapshot, open, folded, revision: `of ${text}`, state: new TextEncoder().encode(text) };
}

/** What the store says without reading the state. */
async function headAgrees(store: AggregateStore): Promise<void> {
  const { state: _, ...head } = (await store.latest('demo')) as Publication;
  expect(await store.head('demo')).toEqual(head);
}

async function nonZero(store: AggregateStore, epoch = EPOCH) {
  const statistics = await store.read(epoch);
  if (statistics === null) return null;
  expect(statistics.sums.length).toBe(SIZE);
  const sums: Record<number, bigint> = {};
  for (const [index, value] of statistics.sums.entries()) if (value !== 0n) sums[index] = value;
  return { reports: statistics.reports, sums };
}

export function describeAggregateStore({ name, create, reopen }: StoreUnderTest): void {
  const published = async () => {
    const store = await create();
    expect(await store.publish('demo', null, publication(1))).toBe(true);
    return store;
  };

  describe(`${name} as an AggregateStore`, () => {
    test('is empty at first', async () => {
      await using store = await create();
      expect(await store.head('demo')).toBeNull();
      expect(await store.latest('demo')).toBeNull();
      expect(await store.read(EPOCH)).toBeNull();
    });

    test('says what is newest without its state, also while others publish', async () => {
      await using store = await published();
      await headAgrees(store);
      await store.publish('demo', 1, publication(2, 1, 0));
      await headAgrees(store);
      expect(await store.head('other')).toBeNull();
      await store.publish('other', null, publication(7, 7, 7));
      expect(await store.head('other')).toEqual({
        snapshot: 7,
        open: 7,
        folded: 7,
        revision: 'of state 7',
      });
      await headAgrees(store);
    });

    test('takes as many ids per epoch as the caller allows; duplicates need no room', async () => {
      await using store = await published();
      const full = { code: 'store_conflict', retryable: true, details: { problem: 'epoch_full' } };
      const limit = { maxIds: 3 };
      await store.commit(EPOCH, [item('a', [0, 1n]), item('b', [0, 1n])], limit);
      const two = [item('c', [0, 1n]), item('d', [0, 1n])];
      await expect(store.commit(EPOCH, two, limit)).rejects.toMatchObject(full);
      expect((await nonZero(store))?.reports).toBe(2n);
      const last = [item('a', [0, 1n]), item('c', [0, 1n]), item('c', [0, 1n])];
      expect(await store.commit(EPOCH, last, limit)).toMatchObject({ accepted: 1, duplicate: 2 });
      const again = await store.commit(EPOCH, [item('b', [0, 1n])], limit);
      expect(again).toMatchObject({ accepted: 0, duplicate: 1 });
      const fresh = store.commit(EPOCH, [item('e', [0, 1n])], limit);
      await expect(fresh).rejects.toMatchObject(full);
      expect((await nonZero(store))?.reports).toBe(3n);
      // The next epoch has room, and so has this one for a caller that allows more.
      await store.publish('demo', 1, publication(2));
      await store.commit({ ...EPOCH, snapshot: 2 }, [item('e', [0, 1n])], limit);
      await store.commit(EPOCH, [item('e', [0, 1n])], { maxIds: 4 });
      expect((await nonZero(store))?.reports).toBe(4n);
    });

    test('adds sparse deltas exactly, beyond what a double can count', async () => {
      await using store = await published();
      const huge = 2n ** 62n;
      await store.commit(EPOCH, [item('a', [0, 1n], [2499, huge])]);
      await store.commit(EPOCH, [item('b', [2499, 1n - huge], [1024, -7n]), item('c', [0, 1n])]);
      expect(await nonZero(store)).toEqual({ reports: 3n, sums: { 0: 2n, 1024: -7n, 2499: 1n } });
    });

    test('keeps experiments and epochs apart', async () => {
      await using store = await published();
      await store.publish('demo', 1, publication(2));
      await store.publish('other', null, publication(1));
      await store.commit(EPOCH, [item('a', [0, 1n])]);
      await store.commit({ ...EPOCH, snapshot: 2 }, [item('a', [0, 2n])]);
      await store.commit({ ...EPOCH, experiment: 'other' }, [item('a', [0, 4n])]);
      expect(await nonZero(store)).toEqual({ reports: 1n, sums: { 0: 1n } });
      expect(await nonZero(store, { ...EPOCH, snapshot: 2 })).toEqual({
        reports: 1n,
        sums: { 0: 2n },
      });
      expect(await nonZero(store, { ...EPOCH, experiment: 'other' })).toEqual({
        reports: 1n,
        sums: { 0: 4n },
      });
    });

    test('counts an id once, within a batch and between batches, and says which came again', async () => {
      await using store = await published();
      expect(
        await store.commit(EPOCH, [item('a', [0, 1n]), item('b', [0, 1n]), item('a', [0, 1n])]),
      ).toEqual({
        accepted: 2,
        duplicate: 1,
        duplicates: [2],
      });
      expect(
        await store.commit(EPOCH, [item('b', [0, 1n]), item('c', [0, 1n]), item('a', [0, 1n])]),
      ).toEqual({
        accepted: 1,
        duplicate: 2,
        duplicates: [0, 2],
      });
      expect(await nonZero(store)).toEqual({ reports: 3n, sums: { 0: 3n } });
    });

    test('takes an empty batch for what it is', async () => {
      await using store = await published();
      const result = { accepted: 0, duplicate: 0, duplicates: [] };
      expect(await store.commit(EPOCH, [])).toEqual(result);
      expect(await store.read(EPOCH)).toBeNull();
    });

    test('loses nothing when many commit at once', async () => {
      await using store = await published();
      const results = await Promise.all(
        Array.from({ length: 100 }, (_, i) =>
          store.commit(EPOCH, [item(`own ${i}`, [i, 1n]), item(`shared ${i % 10}`, [2000, 1n])]),
        ),
      );
      expect(results.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(110);
      const { reports, sums } = (await nonZero(store)) ?? { reports: 0n, sums: {} };
      expect(reports).toBe(110n);
      expect(sums[2000]).toBe(10n);
      expect(Object.keys(sums)).toHaveLength(101);
    });

    test('refuses reports of epochs that are closed or not there yet, and stays as it was', async () => {
      await using store = await create();
      const conflict = expect.objectContaining({ code: 'store_conflict' });
      await expect(store.commit(EPOCH, [item('a', [0, 1n])])).rejects.toEqual(conflict);
      await store.publish('demo', null, publication(1));
      await store.publish('demo', 1, publication(2));
      await store.publish('demo', 2, publication(3, 2));
      for (const snapshot of [0, 1, 4, 99]) {
        const refused = store.commit({ ...EPOCH, snapshot }, [item('a', [0, 1n])]);
        await expect(refused).rejects.toEqual(conflict);
        expect(await store.read({ ...EPOCH, snapshot })).toBeNull();
      }
      for (const snapshot of [2, 3])
        await store.commit({ ...EPOCH, snapshot }, [item('a', [0, 1n])]);
    });

    test('refuses a whole batch if one delta does not fit', async () => {
      await using store = await published();
      await store.commit(EPOCH, [item('a', [5, 2n ** 63n - 1n])]);
      const before = await nonZero(store);
      const { delta } = item('x', [5, 1n]);
      const bad: BatchItem[] = [
        item('overflow', [5, 1n]),
        { id: idOf('schema'), delta: { ...delta, schema: 'other' } },
        { id: idOf('size'), delta: { ...delta, size: SIZE + 1 } },
        { id: idOf('index'), delta: { ...delta, indices: Uint32Array.of(SIZE) } },
        { id: idOf('length'), delta: { ...delta, values: BigInt64Array.of(1n, 1n) } },
      ];
      for (const one of bad) {
        const refused = store.commit(EPOCH, [item('good', [0, 1n]), one]);
        await expect(refused).rejects.toMatchObject({ code: 'invalid_argument' });
        expect(await nonZero(store)).toEqual(before);
      }
      expect((await store.commit(EPOCH, [item('good', [0, 1n])])).accepted).toBe(1);
    });

    test('adds nothing when aborted before', async () => {
      await using store = await published();
      const reason = new Error('enough');
      const signal = AbortSignal.abort(reason);
      await expect(store.commit(EPOCH, [item('a', [0, 1n])], { signal })).rejects.toBe(reason);
      expect(await store.read(EPOCH)).toBeNull();
    });

    test('adds all or nothing when aborted meanwhile', async () => {
      await using store = await published();
      const controller = new AbortController();
      const { signal } = controller;
      const outcome = store
        .commit(EPOCH, [item('a', [0, 1n]), item('b', [0, 1n])], { signal })
        .then(
          ({ accepted }) => accepted,
          () => 0,
        );
      await Promise.resolve();
      controller.abort();
      const accepted = await outcome;
      expect((await store.read(EPOCH))?.reports ?? 0n).toBe(BigInt(accepted));
    });

    test('publishes by compare-and-swap: of many, one wins', async () => {
      await using store = await published();
      const won = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          store.publish('demo', 1, publication(2, 0, 0, `by ${i}`)),
        ),
      );
      expect(won.filter(Boolean)).toHaveLength(1);
      const winner = won.indexOf(true);
      expect(await store.latest('demo')).toEqual(publication(2, 0, 0, `by ${winner}`));
      expect(await store.publish('demo', null, publication(3))).toBe(false);
      expect(await store.publish('demo', 1, publication(3))).toBe(false);
      expect((await store.latest('demo'))?.snapshot).toBe(2);
    });

    test('refuses publications that would lose reports', async () => {
      await using store = await published();
      await store.publish('demo', 1, publication(5, 3, 0));
      const before = await store.latest('demo');
      for (const next of [
        publication(5, 3, 0), // not newer
        publication(4, 3, 0),
        publication(6, 2, 0), // reopens
        publication(6, 7, 0), // closes the newest
        publication(6, 5, 4), // folds an epoch that was open until now
        publication(6, 3, 5),
        publication(6.5, 3, 0),
        publication(-1, 3, 0),
      ]) {
        await expect(store.publish('demo', 5, next)).rejects.toMatchObject({
          code: 'invalid_argument',
        });
      }
      expect(await store.latest('demo')).toEqual(before);
    });

    test('forgets ids when an epoch closes, and its sums when it is folded', async () => {
      await using store = await published();
      await store.commit(EPOCH, [item('a', [0, 1n], [1999, 5n])]);
      await store.publish('demo', 1, publication(2, 2, 0));
      expect(await nonZero(store)).toEqual({ reports: 1n, sums: { 0: 1n, 1999: 5n } });
      await store.commit({ ...EPOCH, snapshot: 2 }, [item('a', [7, 1n])]);
      await store.publish('demo', 2, publication(3, 2, 2));
      expect(await store.read(EPOCH)).toBeNull();
      expect(await nonZero(store, { ...EPOCH, snapshot: 2 })).toEqual({
        reports: 1n,
        sums: { 7: 1n },
      });
    });

    test('hands out copies: what a caller does with them changes nothing', async () => {
      await using store = await published();
      const state = new TextEncoder().encode('state 2');
      await store.publish('demo', 1, { ...publication(2), state });
      state.fill(0);
      (await store.latest('demo'))?.state.fill(0);
      expect(await store.latest('demo')).toEqual(publication(2));
      await store.commit(EPOCH, [item('a', [0, 1n])]);
      (await store.read(EPOCH))?.sums.fill(9n);
      expect(await nonZero(store)).toEqual({ reports: 1n, sums: { 0: 1n } });
    });

    test('forgets one experiment and leaves the others', async () => {
      await using store = await published();
      await store.publish('other', null, publication(1));
      for (const experiment of ['demo', 'other'])
        await store.commit({ ...EPOCH, experiment }, [item('a', [0, 1n], [2000, 3n])]);
      await store.forget('demo');
      expect(await store.head('demo')).toBeNull();
      expect(await store.latest('demo')).toBeNull();
      expect(await store.read(EPOCH)).toBeNull();
      expect((await nonZero(store, { ...EPOCH, experiment: 'other' }))?.reports).toBe(1n);
      await store.forget('demo');
      // Begun anew, with ids that it knew before.
      expect(await store.publish('demo', null, publication(1))).toBe(true);
      expect((await store.commit(EPOCH, [item('a', [1, 1n])])).accepted).toBe(1);
      expect(await nonZero(store)).toEqual({ reports: 1n, sums: { 1: 1n } });
    });

    if (!reopen) return;
    test('keeps what it has answered when its process dies', async () => {
      const store = await published();
      await store.commit(EPOCH, [item('a', [0, 1n]), item('b', [2000, 3n])]);
      await using again = await reopen(store);
      expect(await again.latest('demo')).toEqual(publication(1));
      expect(await nonZero(again)).toEqual({ reports: 2n, sums: { 0: 1n, 2000: 3n } });
      expect((await again.commit(EPOCH, [item('a', [0, 1n])])).duplicate).toBe(1);
    });
  });
}
