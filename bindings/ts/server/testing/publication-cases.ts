/** What one caller may expect of `publish`, `head` and `latest`. */
import type { AggregateStore, Epoch, Publication } from '../store.js';
import { equal, refuses } from './expect.js';
import type { StoreCase, StoreUnderTest } from './index.js';
import {
  DEMO,
  idOf,
  item,
  itemOf,
  publication,
  published as publishedBy,
  sumsOf,
} from './samples.js';

/** Ids of the epoch of which all are forgotten: twenty groups of the collector's. */
const MANY = 10_000;
const GROUP = 500;

/** What the store says without reading the state. */
async function headAgrees(store: AggregateStore): Promise<void> {
  const { state: _, ...head } = (await store.latest('demo')) as Publication;
  equal(await store.head('demo'), head, 'head');
}

export function publicationCases({ create }: StoreUnderTest): StoreCase[] {
  const published = () => publishedBy(create);
  return [
    {
      name: 'publishes by compare-and-swap: of many, one wins',
      async run() {
        await using store = await published();
        const won = await Promise.all(
          Array.from({ length: 8 }, (_, i) =>
            store.publish('demo', 1, publication(2, 0, 0, `by ${i}`)),
          ),
        );
        equal(won.filter(Boolean).length, 1, 'number of winners');
        const winner = publication(2, 0, 0, `by ${won.indexOf(true)}`);
        equal(await store.latest('demo'), winner, 'latest');
        await headAgrees(store);
        equal(await store.publish('demo', null, publication(3)), false, 'expected null');
        equal(await store.publish('demo', 1, publication(3)), false, 'expected 1');
        equal(await store.latest('demo'), winner, 'latest');
      },
    },
    {
      name: 'publishes the first snapshot once, however many try',
      async run() {
        await using store = await create();
        const won = await Promise.all(
          Array.from({ length: 8 }, (_, i) =>
            store.publish('demo', null, publication(1, 0, 0, `by ${i}`)),
          ),
        );
        equal(won.filter(Boolean).length, 1, 'number of winners');
        const winner = publication(1, 0, 0, `by ${won.indexOf(true)}`);
        equal(await store.latest('demo'), winner, 'latest');
      },
    },
    {
      name: 'takes snapshots and states as large as they come',
      async run() {
        await using store = await published();
        const state = Uint8Array.from({ length: 2 ** 21 }, (_, i) => (i * i) >> 8);
        const last = {
          ...publication(4_294_967_295, 4_294_967_290),
          state,
          revision: 'r'.repeat(64),
        };
        equal(await store.publish('demo', 1, last), true, 'published');
        const epoch = { ...DEMO, snapshot: 4_294_967_295 };
        equal((await store.commit(epoch, [item('a', [0, 1n])])).accepted, 1, 'accepted');
        const found = await store.latest('demo');
        equal({ ...found, state: null }, { ...last, state: null }, 'latest');
        const same = found?.state.every((byte, i) => byte === state[i]);
        equal([found?.state.length, same], [state.length, true], 'length of the state, equality');
      },
    },
    {
      name: 'refuses publications that would lose reports',
      async run() {
        await using store = await published();
        await store.publish('demo', 1, publication(5, 3, 0));
        const before = await store.latest('demo');
        const bad = {
          'not newer': publication(5, 3, 0),
          older: publication(4, 3, 0),
          'reopens an epoch': publication(6, 2, 0),
          'closes the newest': publication(6, 7, 0),
          'folds an epoch that was open until now': publication(6, 5, 4),
          'folds an open epoch': publication(6, 3, 5),
          'half a snapshot': publication(6.5, 3, 0),
          'a negative snapshot': publication(-1, 3, 0),
        };
        for (const [name, next] of Object.entries(bad))
          await refuses(store.publish('demo', 5, next), 'invalid_argument', name);
        equal(await store.latest('demo'), before, 'latest');
      },
    },
    {
      name: 'forgets ids when an epoch closes, and its sums when it is folded',
      async run() {
        await using store = await published();
        await store.commit(DEMO, [item('a', [0, 1n], [1999, 5n])]);
        await store.publish('demo', 1, publication(2, 2, 0));
        equal(await sumsOf(store), { reports: 1n, sums: { 0: 1n, 1999: 5n } }, 'closed sums');
        await store.commit({ ...DEMO, snapshot: 2 }, [item('a', [7, 1n])]);
        await store.publish('demo', 2, publication(3, 2, 2));
        equal(await store.read(DEMO), null, 'folded sums');
        const open = await sumsOf(store, { ...DEMO, snapshot: 2 });
        equal(open, { reports: 1n, sums: { 7: 1n } }, 'sums of the open epoch');
      },
    },
    {
      name: 'goes on with the next epochs while it forgets 10,000 ids',
      async run() {
        await using store = await published();
        for (let first = 0; first < MANY; first += GROUP) {
          const batch = Array.from({ length: GROUP }, (_, i) => item(`${first + i}`, [0, 1n]));
          await store.commit(DEMO, batch);
        }
        await store.publish('demo', 1, publication(2, 2, 0));
        await store.publish('demo', 2, publication(3, 2, 2));
        equal(await store.read(DEMO), null, 'folded sums');
        const epoch = { ...DEMO, snapshot: 3 };
        const again = Array.from({ length: GROUP }, (_, i) => item(`${i}`, [0, 1n]));
        equal((await store.commit(epoch, again)).accepted, GROUP, 'the same ids in a new epoch');
        equal((await store.commit(epoch, again)).duplicate, GROUP, 'the same ids once more');
      },
    },
    {
      name: 'gives every epoch room of its own',
      async run() {
        await using store = await published();
        const maxIds = 1;
        await store.commit(DEMO, [item('a', [0, 1n])], { maxIds });
        for (let snapshot = 2; snapshot < 12; snapshot++) {
          // The publication before closed what this one folds.
          const [open, folded] = [snapshot - 1, Math.max(0, snapshot - 2)];
          await store.publish('demo', snapshot - 1, publication(snapshot, open, folded));
          const epoch = { ...DEMO, snapshot };
          const batch = [item('a', [0, 1n])];
          equal((await store.commit(epoch, batch, { maxIds })).accepted, 1, `epoch ${snapshot}`);
          const before = { ...DEMO, snapshot: snapshot - 1 };
          equal((await store.commit(before, batch, { maxIds })).duplicate, 1, 'the epoch before');
        }
      },
    },
    {
      name: 'hands out copies: what a caller does with them changes nothing',
      async run() {
        await using store = await published();
        const state = new TextEncoder().encode('state 2');
        await store.publish('demo', 1, { ...publication(2), state });
        state.fill(0);
        (await store.latest('demo'))?.state.fill(0);
        equal(await store.latest('demo'), publication(2), 'latest');
        await store.commit(DEMO, [item('a', [0, 1n])]);
        (await store.read(DEMO))?.sums.fill(9n);
        equal(await sumsOf(store), { reports: 1n, sums: { 0: 1n } }, 'sums');
      },
    },
    {
      name: 'begins anew over a jump of numbers: drops every older epoch, and leaves other experiments',
      async run() {
        await using store = await published();
        await store.publish('other', null, publication(1));
        const other = { ...DEMO, experiment: 'other' };
        const [second, last] = [2, 5000].map((snapshot) => ({ ...DEMO, snapshot })) as [
          Epoch,
          Epoch,
        ];
        for (const epoch of [DEMO, other])
          await store.commit(epoch, [item('a', [0, 1n], [2000, 3n])]);
        await store.publish('demo', 1, publication(2, 2, 0));
        await store.commit(second, [item('a', [1, 1n])]);
        const next = publication(5000, 5000, 5000);
        equal(await store.publish('demo', 1, next), false, 'over another snapshot');
        equal((await sumsOf(store, second))?.reports, 1n, 'reports that were kept');
        equal(await store.publish('demo', 2, next), true, 'begun anew');
        equal(await store.latest('demo'), next, 'latest');
        await headAgrees(store);
        for (const epoch of [DEMO, second, { ...DEMO, snapshot: 1000 }]) {
          equal(await store.read(epoch), null, `sums of ${epoch.snapshot}`);
          const late = store.commit(epoch, [item('b', [0, 1n])]);
          await refuses(late, 'store_conflict', `a commit to ${epoch.snapshot}`);
        }
        equal(await store.read(last), null, 'sums at first');
        // Of another algorithm, with another number of sums.
        const report = itemOf(idOf('a'), 7, [[6, 1n]]);
        equal((await store.commit(last, [report])).accepted, 1, 'an id known before');
        equal((await store.commit(last, [report])).duplicate, 1, 'the id again');
        equal(await sumsOf(store, last, 7), { reports: 1n, sums: { 6: 1n } }, 'sums');
        equal((await sumsOf(store, other))?.reports, 1n, 'reports of the other');
        equal(await store.publish('demo', 5000, publication(5001, 5000, 5000)), true, 'the next');
        equal((await sumsOf(store, last, 7))?.reports, 1n, 'reports of an epoch that is open');
      },
    },
  ];
}
