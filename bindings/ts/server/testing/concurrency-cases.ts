/** What collectors may expect that use a store at once. */
import type { AggregateStore, CommitResult } from '../store.js';
import { equal, refuses } from './expect.js';
import type { StoreCase, StoreUnderTest } from './index.js';
import { DEMO, item, publication, published, sumsOf, textOf } from './samples.js';

const ROUNDS = 12;

/** Two collectors over the same data, or one that plays both. */
async function collectors({ create, another }: StoreUnderTest) {
  const first = await published(create);
  const second = another ? await another(first) : first;
  return {
    first,
    second,
    /** In turns. */
    at: (i: number): AggregateStore => (i % 2 === 0 ? first : second),
    async [Symbol.asyncDispose]() {
      if (second !== first) await second[Symbol.asyncDispose]();
      await first[Symbol.asyncDispose]();
    },
  };
}

const acceptedOf = (results: readonly CommitResult[]): number =>
  results.reduce((sum, { accepted }) => sum + accepted, 0);

export function concurrencyCases(under: StoreUnderTest): StoreCase[] {
  return [
    {
      name: 'loses nothing when many commit at once',
      async run() {
        await using two = await collectors(under);
        const results = await Promise.all(
          Array.from({ length: 100 }, (_, i) =>
            two
              .at(i)
              .commit(DEMO, [item(`own ${i}`, [i, 1n]), item(`shared ${i % 10}`, [2000, 1n])]),
          ),
        );
        equal(acceptedOf(results), 110, 'accepted');
        const { reports, sums } = (await sumsOf(two.first)) ?? { reports: 0n, sums: {} };
        equal(reports, 110n, 'reports');
        equal(sums[2000], 10n, 'the sum that all add to');
        equal(Object.keys(sums).length, 101, 'number of sums that are not zero');
      },
    },
    {
      name: 'counts a batch once that two collectors commit at once',
      async run() {
        await using two = await collectors(under);
        const batch = Array.from({ length: 50 }, (_, i) => item(`${i}`, [i % 7, 1n]));
        const results = await Promise.all(
          [0, 1, 2, 3, 4, 5].map((i) => two.at(i).commit(DEMO, batch)),
        );
        equal(acceptedOf(results), 50, 'accepted');
        equal((await sumsOf(two.second))?.reports, 50n, 'reports');
      },
    },
    {
      name: 'takes the same ids in opposite orders at once',
      async run() {
        await using two = await collectors(under);
        for (let round = 0; round < ROUNDS; round++) {
          const batch = Array.from({ length: 100 }, (_, i) => item(`${round} ${i}`, [i * 25, 1n]));
          const opposite = [...batch].reverse();
          const results = await Promise.all([
            two.first.commit(DEMO, batch),
            two.second.commit(DEMO, opposite),
            two.first.commit(DEMO, opposite),
            two.second.commit(DEMO, batch),
          ]);
          equal(acceptedOf(results), 100, `accepted in round ${round}`);
        }
        equal((await sumsOf(two.first))?.reports, BigInt(100 * ROUNDS), 'reports');
      },
    },
    {
      name: 'refuses a report of an epoch that closes, or has it in the sums that the publisher reads',
      async run() {
        await using two = await collectors(under);
        for (let snapshot = 1; snapshot <= ROUNDS; snapshot++) {
          const epoch = { ...DEMO, snapshot };
          const commits = Array.from({ length: 20 }, async (_, i) => {
            // Some before the publication, some after it, some with it.
            for (let wait = 0; wait < i; wait++) await Promise.resolve();
            const done = two.at(i).commit(epoch, [item(`${i}`, [0, 1n])]);
            return done.then(
              ({ accepted }) => accepted,
              (error) =>
                refuses(Promise.reject(error), 'store_conflict', 'a late report').then(() => 0),
            );
          });
          const next = closing(snapshot + 1);
          const read = two.second.publish('demo', snapshot, next).then(async (won) => {
            equal(won, true, 'the publication');
            return (await two.second.read(epoch))?.reports ?? 0n;
          });
          const [found, ...accepted] = await Promise.all([read, ...commits]);
          const sum = accepted.reduce((total, one) => total + one, 0);
          equal(found, BigInt(sum), `reports that the publisher of ${snapshot + 1} reads`);
        }
      },
    },
    {
      name: 'begins anew by one collector under the reports of another',
      async run() {
        await using two = await collectors(under);
        for (let round = 0; round < ROUNDS; round++) {
          const before = 1 + 10 * round;
          const epoch = { ...DEMO, snapshot: before };
          const commits = Array.from({ length: 10 }, (_, i) =>
            two.first.commit(epoch, [item(`${i}`, [0, 1n])]).then(
              () => {},
              (error) => refuses(Promise.reject(error), 'store_conflict', 'a late report'),
            ),
          );
          const next = before + 10;
          const begun = two.second.publish('demo', before, publication(next, next, next));
          equal((await Promise.all([begun, ...commits]))[0], true, `round ${round}`);
          equal(await two.first.read(epoch), null, 'sums of before');
          const fresh = { ...DEMO, snapshot: next };
          equal(
            (await two.first.commit(fresh, [item('0', [1, 1n])])).accepted,
            1,
            'an id known before',
          );
          equal(
            (await two.second.commit(fresh, [item('0', [1, 1n])])).duplicate,
            1,
            'the id again',
          );
          equal(await sumsOf(two.second, fresh), { reports: 1n, sums: { 1: 1n } }, 'sums');
        }
      },
    },
    {
      name: 'never mixes two publications while a publisher runs',
      async run() {
        await using two = await collectors(under);
        let done = false;
        const publisher = (async () => {
          for (let snapshot = 2; snapshot < 40; snapshot++) {
            const next = closing(snapshot);
            equal(await two.first.publish('demo', snapshot - 1, next), true, 'the publication');
          }
        })().finally(() => {
          done = true;
        });
        const watch = async () => {
          for (let newest = 0; !done; ) {
            const [head, latest] = [await two.second.head('demo'), await two.second.latest('demo')];
            if (!head || !latest) throw new Error('the publication is gone');
            const named = `state ${latest.snapshot}`;
            equal([textOf(latest), latest.revision], [named, `of ${named}`], 'state and revision');
            equal([latest.open, head.open], [openOf(latest), openOf(head)], 'open');
            equal(head.revision, `of state ${head.snapshot}`, 'revision of the head');
            equal(newest <= head.snapshot && head.snapshot <= latest.snapshot, true, 'no way back');
            newest = latest.snapshot;
            // A store that answers at once would leave the publisher no turn.
            await new Promise((resolve) => setTimeout(resolve));
          }
        };
        await Promise.all([publisher, watch()]);
      },
    },
    {
      name: 'never shows half of a batch while others commit',
      async run() {
        await using two = await collectors(under);
        let done = false;
        const writer = (async () => {
          for (let i = 0; i < 40; i++)
            await two.first.commit(DEMO, [item(`${i}`, [0, 1n], [1200, 1n], [2499, 1n])]);
        })().finally(() => {
          done = true;
        });
        const watch = async () => {
          while (!done) {
            const { reports, sums } = (await sumsOf(two.second)) ?? { reports: 0n, sums: {} };
            const found = [0, 1200, 2499].map((index) => sums[index] ?? 0n);
            equal(found, [reports, reports, reports], 'sums that grow together');
            await new Promise((resolve) => setTimeout(resolve));
          }
        };
        await Promise.all([writer, watch()]);
        equal((await sumsOf(two.second))?.reports, 40n, 'reports');
      },
    },
  ];
}

/** The publication that leaves its own epoch open alone, and folds what was closed before. */
const closing = (snapshot: number) =>
  publication(snapshot, snapshot, snapshot === 2 ? 0 : snapshot - 1);

/** What {@link closing} has as `open`; snapshot 1 closes nothing. */
const openOf = ({ snapshot }: { readonly snapshot: number }) => (snapshot === 1 ? 0 : snapshot);
