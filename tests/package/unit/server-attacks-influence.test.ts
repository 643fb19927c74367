// How far one forged report moves what is published: no further than the most extreme one of an honest device.
import type { Collector } from 'ldp-bandits/server';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { extremeWords, openPage, windowWords } from './server-attacks-page.js';
import {
  aboutOf,
  isVector,
  largestOf,
  named,
  payload,
  ROWS,
  type Row,
} from './server-attacks-rows.js';
import { collectorFor, influence, limits, stateAfter } from './server-attacks-support.js';
import {
  along,
  DOUBT,
  diagonal,
  directions,
  longestHonest,
  longestTaken,
} from './server-attacks-vectors.js';

/** Takes reports of every row and publishes nothing: what is sent here to find a limit moves no statistic. */
let probe: Collector;
beforeAll(async () => {
  probe = await collectorFor(ROWS, 'never');
}, 60_000);
afterAll(async () => {
  await probe?.[Symbol.asyncDispose]();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The first of them use up the random words that the page before has left. */
const MOST_VISITS = 400;

const wordsFor = (kind: Row['kind']) =>
  kind === 'window' ? windowWords() : extremeWords(kind === 'gaussian' ? kind : 'laplace');

/** The smallest and the largest number that pages send, whose noise is as extreme as it gets. */
async function pageExtremes(row: Row, [low, high]: readonly [number, number]) {
  await using page = await openPage(row, probe);
  if (row.kind !== 'bit') vi.stubGlobal('crypto', wordsFor(row.kind));
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < MOST_VISITS && !(least === low && most === high); i++) {
    const { bit, noisy = bit } = JSON.parse(await page.visit(i % 2));
    least = Math.min(least, ...[noisy].flat());
    most = Math.max(most, ...[noisy].flat());
  }
  return [least, most] as const;
}

/** The furthest that one of these payloads moves each statistic. */
async function furthest(row: Row, state: Uint8Array, payloads: readonly string[]) {
  const most = new Map<string, number>();
  for (const content of payloads) {
    for (const [name, change] of await influence(row, state, content)) {
      most.set(name, Math.max(change, most.get(name) ?? 0));
    }
  }
  return most;
}

/** @param slack What cannot be known of the honest report, as a share of its influence. */
function requireNoFurther(
  forged: ReadonlyMap<string, number>,
  honest: ReadonlyMap<string, number>,
  slack: number,
): void {
  expect(Math.max(...honest.values()), 'an honest report moves something').toBeGreaterThan(0);
  for (const [name, change] of forged) {
    const allowed = (honest.get(name) ?? 0) * (1 + slack) + 1e-12;
    expect(change, name).toBeLessThanOrEqual(allowed);
  }
}

describe.each(named(ROWS.filter((row) => !isVector(row))))('%s', (_, row) => {
  it('takes the numbers that pages send and none beyond; no forged one moves a statistic further', async () => {
    const range = await limits(row, probe);
    const honest = await pageExtremes(row, range);
    expect(honest).toEqual(range);
    // The grid of rewards: the range is as far beyond it as it is below 0.
    const grid = range[0] + range[1];
    const state = await stateAfter(row, (place) =>
      [1, 0, 1, 1, 0].slice(place % 2).map((reward) => payload(row, reward * grid)),
    );
    const all = (values: readonly number[]) => values.map((value) => payload(row, value));
    const moved = await furthest(row, state, all(range));
    requireNoFurther(moved, await furthest(row, state, all(honest)), 1e-9);
  });
});

// Numbers of the ball are rounded. The scale of Gaussian noise is known here up to DOUBT, and the estimates are
// ratios of sums that grow with it.
const slackOf = (row: Row) => (row.kind === 'ball' ? 1e-3 : DOUBT ** 2 - 1);

/** How many reports along the places of a diagonal; not alike, so that a design has a shape. */
const MASS = [200, 80, 20];

/** A design says something of the estimate beside moments only, which are the reports of another row. */
const MOMENTS = ROWS.filter(({ about }) => about === 'moment').flatMap((row) =>
  directions(row).map((way) => [aboutOf(row, 0), along(row, way, largestOf(row))] as const),
);

describe.each(named(ROWS.filter(isVector)))('%s', (_, row) => {
  it('takes no vector that moves a statistic further than the longest honest one', async () => {
    const ways = directions(row);
    const forged: string[] = [];
    for (const way of ways) forged.push(await longestTaken(row, probe, way));
    const content = (at: number) => along(row, ways[at] as number[], largestOf(row));
    const usual = ways.map((way, i) =>
      along(row, way, row.kind === 'ball' ? largestOf(row) : largestOf(row) / (2 + i)),
    );
    // Enough on the diagonal that the estimates do not rest on the one report that is tried.
    const mass = diagonal(row).flatMap((at, i) =>
      new Array<string>(MASS[i] as number).fill(content(at)),
    );
    const moments = row.about === 'design' ? MOMENTS : [];
    const state = await stateAfter(row, () => [...usual, ...mass], moments);
    const moved = await furthest(row, state, forged);
    const honest = ways.map((way) => longestHonest(row, way));
    requireNoFurther(moved, await furthest(row, state, honest), slackOf(row));
  });
});
