/** What one caller may expect of `commit` and `read`. */
import type { BatchItem } from '../store.js';
import { equal, refuses } from './expect.js';
import type { StoreCase, StoreUnderTest } from './index.js';
import {
  base64url,
  DEMO,
  idOf,
  item,
  itemOf,
  publication,
  published as publishedBy,
  SIZE,
  sumsOf,
} from './samples.js';

const NOTHING = { accepted: 0, duplicate: 0, duplicates: [] };

export function batchCases({ create, reopen }: StoreUnderTest): StoreCase[] {
  const published = () => publishedBy(create);
  const cases: StoreCase[] = [
    {
      name: 'is empty at first',
      async run() {
        await using store = await create();
        equal(await store.head('demo'), null, 'head');
        equal(await store.latest('demo'), null, 'latest');
        equal(await store.read(DEMO), null, 'read');
      },
    },
    {
      name: 'adds deltas exactly, beyond what a double can count',
      async run() {
        await using store = await published();
        const huge = 2n ** 62n;
        await store.commit(DEMO, [item('a', [0, 1n], [2499, huge])]);
        await store.commit(DEMO, [item('b', [2499, 1n - huge], [1024, -7n]), item('c', [0, 1n])]);
        const sums = { 0: 2n, 1024: -7n, 2499: 1n };
        equal(await sumsOf(store), { reports: 3n, sums }, 'sums');
      },
    },
    {
      name: 'adds up 131,072 sums',
      async run() {
        await using store = await published();
        const size = 131_072;
        const spread = Array.from(
          { length: 64 },
          (_, k) => [k * 2048 + 7, BigInt(k - 30)] as const,
        );
        const last = [size - 1, -(2n ** 40n)] as const;
        await store.commit(DEMO, [itemOf(idOf('a'), size, [[0, 1n], ...spread, last])]);
        await store.commit(DEMO, [itemOf(idOf('b'), size, [[0, 1n], ...spread, last])]);
        const sums = Object.fromEntries(
          [[0, 1n] as const, ...spread, last].map(([i, v]) => [i, 2n * v]),
        );
        delete sums[30 * 2048 + 7];
        equal(await sumsOf(store, DEMO, size), { reports: 2n, sums }, 'sums');
      },
    },
    {
      name: 'keeps experiments and epochs apart',
      async run() {
        await using store = await published();
        await store.publish('demo', 1, publication(2));
        const others = ['other', 'Demo', 'demo ', 'd\u00e9mo'];
        for (const other of others) await store.publish(other, null, publication(1));
        await store.commit(DEMO, [item('a', [0, 1n])]);
        await store.commit({ ...DEMO, snapshot: 2 }, [item('a', [0, 2n])]);
        for (const [k, experiment] of others.entries())
          await store.commit({ experiment, snapshot: 1 }, [item('a', [0, BigInt(10 + k)])]);
        equal(await sumsOf(store), { reports: 1n, sums: { 0: 1n } }, 'sums');
        const second = await sumsOf(store, { ...DEMO, snapshot: 2 });
        equal(second, { reports: 1n, sums: { 0: 2n } }, 'sums of the second epoch');
        for (const [k, experiment] of others.entries()) {
          const found = await sumsOf(store, { experiment, snapshot: 1 });
          equal(found, { reports: 1n, sums: { 0: BigInt(10 + k) } }, `sums of ${experiment}`);
        }
      },
    },
    {
      name: 'counts an id once, within a batch and between batches, and says which came again',
      async run() {
        await using store = await published();
        equal(
          await store.commit(DEMO, [item('a', [0, 1n]), item('b', [0, 1n]), item('a', [0, 1n])]),
          { accepted: 2, duplicate: 1, duplicates: [2] },
          'the first batch',
        );
        equal(
          await store.commit(DEMO, [item('b', [0, 1n]), item('c', [0, 1n]), item('a', [0, 1n])]),
          { accepted: 1, duplicate: 2, duplicates: [0, 2] },
          'the second batch',
        );
        equal(await sumsOf(store), { reports: 3n, sums: { 0: 3n } }, 'sums');
      },
    },
    {
      name: 'tells all ids apart, those with bytes 0 and 255 and those that differ in one bit',
      async run() {
        await using store = await published();
        const zeros = '\0'.repeat(16);
        const ids = [zeros, `${'\0'.repeat(15)}\x01`, `\x01${'\0'.repeat(15)}`, '\xff'.repeat(16)];
        ids.push(`${'\xff'.repeat(15)}\xfe`, `'"\\{},;\n%_$?:--`.padEnd(16, ' '));
        const batch = ids.map((id) => itemOf(base64url(id), SIZE, [[0, 1n]]));
        equal((await store.commit(DEMO, batch)).accepted, ids.length, 'accepted');
        equal((await store.commit(DEMO, batch)).duplicate, ids.length, 'known');
      },
    },
    {
      name: 'takes an empty batch for what it is',
      async run() {
        await using store = await published();
        equal(await store.commit(DEMO, []), NOTHING, 'the result');
        equal(await store.read(DEMO), null, 'read');
      },
    },
    {
      name: 'refuses reports of epochs that are closed or not there yet, and stays as it was',
      async run() {
        await using store = await create();
        const batch = [item('a', [0, 1n])];
        await refuses(store.commit(DEMO, batch), 'store_conflict', 'before the first publication');
        await store.publish('demo', null, publication(1));
        await store.publish('demo', 1, publication(2));
        await store.publish('demo', 2, publication(3, 2));
        for (const snapshot of [0, 1, 4, 99]) {
          const epoch = { ...DEMO, snapshot };
          const refused = await refuses(
            store.commit(epoch, batch),
            'store_conflict',
            `${snapshot}`,
          );
          equal(refused.details['accepts'], [2, 3], 'details.accepts');
          equal(await store.read(epoch), null, `read of ${snapshot}`);
        }
        for (const snapshot of [2, 3])
          equal((await store.commit({ ...DEMO, snapshot }, batch)).accepted, 1, `${snapshot}`);
      },
    },
    {
      name: 'refuses a whole batch if one delta does not fit',
      async run() {
        await using store = await published();
        await store.commit(DEMO, [item('a', [5, 2n ** 63n - 1n])]);
        const before = await sumsOf(store);
        const { delta } = item('x', [5, 1n]);
        const bad: [string, BatchItem][] = [
          ['overflow', item('overflow', [5, 1n])],
          ['schema', { id: idOf('schema'), delta: { ...delta, schema: 'other' } }],
          ['size', { id: idOf('size'), delta: { ...delta, size: SIZE + 1 } }],
          ['index', { id: idOf('index'), delta: { ...delta, indices: Uint32Array.of(SIZE) } }],
          ['length', { id: idOf('length'), delta: { ...delta, values: BigInt64Array.of(1n, 1n) } }],
        ];
        for (const [name, one] of bad) {
          const refused = store.commit(DEMO, [item('good', [0, 1n]), one]);
          await refuses(refused, 'invalid_argument', name);
          equal(await sumsOf(store), before, `sums after ${name}`);
        }
        equal((await store.commit(DEMO, [item('good', [0, 1n])])).accepted, 1, 'the good one');
      },
    },
    {
      name: 'refuses a batch that an epoch has no room for, and takes what it knows',
      async run() {
        await using store = await published();
        const [a, b, c] = ['a', 'b', 'c'].map((text) => item(text, [0, 1n])) as [
          BatchItem,
          BatchItem,
          BatchItem,
        ];
        const maxIds = 2;
        await store.commit(DEMO, [a], { maxIds });
        const error = await refuses(
          store.commit(DEMO, [b, c], { maxIds }),
          'store_conflict',
          'three ids where there is room for two',
        );
        equal([error.details['problem'], error.retryable], ['epoch_full', true], 'the error');
        equal(await sumsOf(store), { reports: 1n, sums: { 0: 1n } }, 'sums');
        equal((await store.commit(DEMO, [a, b, a], { maxIds })).duplicates, [0, 2], 'duplicates');
        equal((await store.commit(DEMO, [a, b], { maxIds })).duplicate, 2, 'known ids when full');
      },
    },
    {
      name: 'adds nothing when aborted before',
      async run() {
        await using store = await published();
        const reason = new Error('enough');
        const signal = AbortSignal.abort(reason);
        const outcome = await store.commit(DEMO, [item('a', [0, 1n])], { signal }).catch((e) => e);
        equal(outcome === reason, true, 'it rejects with signal.reason');
        equal(await store.read(DEMO), null, 'read');
      },
    },
    {
      name: 'adds all or nothing when aborted meanwhile',
      async run() {
        await using store = await published();
        const controller = new AbortController();
        const { signal } = controller;
        const batch = [item('a', [0, 1n]), item('b', [0, 1n])];
        const outcome = store.commit(DEMO, batch, { signal }).then(
          ({ accepted }) => accepted,
          () => 0,
        );
        await Promise.resolve();
        controller.abort();
        const accepted = await outcome;
        equal((await store.read(DEMO))?.reports ?? 0n, BigInt(accepted), 'reports');
      },
    },
  ];
  if (reopen) {
    cases.push({
      name: 'keeps what it has answered when its process dies',
      async run() {
        const store = await published();
        await store.commit(DEMO, [item('a', [0, 1n]), item('b', [2000, 3n])]);
        await using again = await reopen(store);
        equal(await again.latest('demo'), publication(1), 'latest');
        equal(await sumsOf(again), { reports: 2n, sums: { 0: 1n, 2000: 3n } }, 'sums');
        equal((await again.commit(DEMO, [item('a', [0, 1n])])).duplicate, 1, 'a known id');
      },
    });
  }
  return cases;
}
