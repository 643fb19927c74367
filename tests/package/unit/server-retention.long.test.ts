// A learner remembers its open snapshots. More open snapshots than it can remember would end the experiment.
import { memoryStore } from 'ldp-bandits/server';
import { expect, test } from 'vitest';
import { badArgument } from './refusals.js';
import { openPage } from './server-attacks-page.js';
import { named, ROWS, type Row } from './server-attacks-rows.js';
import { collectorFor, shownBy } from './server-attacks-support.js';

const MOST_REMEMBERED = 64;

/** Publishes `snapshots` reports, each at once, and then opens a collector anew over the same store. */
async function outlives(row: Row, snapshots: number, retention: number): Promise<void> {
  const store = memoryStore();
  const options = { store, retention };
  {
    await using collector = await collectorFor([row], 'each', options);
    await using page = await openPage(row, collector);
    for (let i = 0; i < snapshots; i++) {
      await page.visit(0.5);
      expect(await page.flush()).toMatchObject({ accepted: 1 });
      await page.refresh();
    }
  }
  await using again = await collectorFor([row], 'each', options);
  expect(await shownBy(again, row)).toMatchObject({ snapshot: snapshots + 1, reports: snapshots });
}

test.each(named(ROWS))(
  '%s publishes more snapshots than it may keep open, or refuses to keep so many',
  async (_, row) => {
    const isRefused = await collectorFor([row], 'each', { retention: MOST_REMEMBERED + 1 }).then(
      async (collector) => {
        await collector[Symbol.asyncDispose]();
        return false;
      },
      (error) => {
        expect(error).toMatchObject(badArgument('retention'));
        return true;
      },
    );
    await outlives(row, MOST_REMEMBERED + 16, isRefused ? MOST_REMEMBERED : 200);
  },
);
