// How far one forged report moves what is published: no further than the most extreme one of an honest device.
import type { Collector } from 'ldp-bandits/server';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { codeword, normalTable, philox } from '../../statistical/codewords.mjs';
import { CODEWORD_LENGTH, CODEWORDS, indexData } from './server-attacks-codebook.js';
import { extremeWords, openPage, windowWords } from './server-attacks-page.js';
import {
  aboutOf,
  isVector,
  largestOf,
  named,
  payload,
  ROWS,
  type Row,
  reportOf,
} from './server-attacks-rows.js';
import {
  collectorFor,
  influence,
  last,
  limits,
  send,
  shownBy,
  stateAfter,
} from './server-attacks-support.js';
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

describe('the codewords that these tests compute', () => {
  it('are those of docs/spec/codebook.md, section 10', () => {
    expect(philox([0, 0], [0, 0, 0, 0])).toEqual([0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]);
    const [half, upper] = [32_768, normalTable().slice(0, 32_768)];
    expect(normalTable().slice(half)).toEqual(upper.map((value) => -value));
    expect(upper.reduce((sum, value) => sum + value, 0)).toBe(107_090_282);
    expect([...upper].reduce((sum, value) => sum + value ** 2, 0)).toBe(549_757_108_188);
    const id = Buffer.from(Array.from({ length: 16 }, (_, i) => i));
    const numbers = codeword(id, 1, 200, CODEWORDS, 21);
    expect(numbers.slice(0, 4)).toEqual([-15_261, -7091, 7909, -1332]);
    expect(numbers.at(-1)).toBe(-10_373);
    expect(numbers.reduce((sum, value) => sum + value, 0)).toBe(-23_531);
    expect(numbers.reduce((sum, value) => sum + value ** 2, 0)).toBe(1_073_649_097);
  });

  it('have one length, whatever id and index are', () => {
    for (let i = 0; i < 200; i++) {
      const id = Buffer.from(Array.from({ length: 16 }, (_, at) => (37 * i + at * at) % 256));
      const length = Math.hypot(...codeword(id, i % 2, (41 * i) % CODEWORDS, CODEWORDS, 10));
      expect(Math.abs(length - CODEWORD_LENGTH)).toBeLessThan(Math.sqrt(10) / 2 + 1);
    }
  });
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
// Of a codebook a forger comes nearer to a way than the few honest reports that are tried here.
const SLACKS = { ball: 1e-3, codebook: 0.5, vector: DOUBT ** 2 - 1 };
const slackOf = ({ kind }: Row) => SLACKS[kind as keyof typeof SLACKS];

/** Honest reports along each way: those of a codebook differ. */
const honestTries = ({ kind }: Row) => (kind === 'codebook' ? 6 : 1);

/** How many reports along the places of a diagonal; not alike, so that a design has a shape. */
const MASS = [200, 80, 20];

/** A design says something of the estimate beside moments only, which are the reports of another row. */
const momentsFor = (designs: Row) =>
  ROWS.filter(({ about, kind }) => about === 'moment' && kind === designs.kind).flatMap((row) =>
    directions(row).map((way) => [aboutOf(row, 0), along(row, way, largestOf(row))] as const),
  );

describe.each(named(ROWS.filter(isVector)))('%s', (_, row) => {
  it('takes no vector that moves a statistic further than the longest honest one', async () => {
    const ways = directions(row);
    const forged: string[] = [];
    for (const way of ways) forged.push(await longestTaken(row, probe, way));
    const content = (at: number) => along(row, ways[at] as number[], largestOf(row));
    const usual = ways.map((way, i) =>
      along(row, way, row.kind === 'vector' ? largestOf(row) / (2 + i) : largestOf(row)),
    );
    // Enough on the diagonal that the estimates do not rest on the one report that is tried.
    const mass = diagonal(row).flatMap((at, i) =>
      Array.from({ length: MASS[i] as number }, () => content(at)),
    );
    const moments = row.about === 'design' ? momentsFor(row) : [];
    const state = await stateAfter(row, () => [...usual, ...mass], moments);
    const moved = await furthest(row, state, forged);
    const honest = ways.flatMap((way) =>
      Array.from({ length: honestTries(row) }, () => longestHonest(row, way)),
    );
    requireNoFurther(moved, await furthest(row, state, honest), slackOf(row));
  });
});

describe.each(named(ROWS.filter(({ kind }) => kind === 'codebook')))('%s', (_, row) => {
  it('takes the index of every codeword and none beyond', async () => {
    const { snapshot } = await shownBy(probe, row);
    const takes = async (index: number) =>
      (await send(probe, row, reportOf(snapshot, aboutOf(row, 0), indexData(index)))) === 202;
    for (let index = 0; index < CODEWORDS; index++) expect(await takes(index)).toBe(true);
    expect(await last(0, 2 ** 16, takes)).toBe(CODEWORDS - 1);
  });
});

describe('one report of a codebook', () => {
  /** The constant m of docs/spec/codebook.md, section 10, for three numbers at epsilon 1. */
  const GOLDEN = { codewords: 64, near: 24, mean: 0.207688846911 };

  /** By how much the estimate of a new experiment moves, in units of the numbers of the codeword. */
  async function steps(type: string): Promise<number[]> {
    const known = ROWS.find((row) => row.algorithm.type === type && row.kind === 'codebook') as Row;
    const { codewords, near } = GOLDEN;
    const row: Row = { ...known, algorithm: { ...known.algorithm, codewords, near } };
    const found: number[] = [];
    for (let index = 0; index < codewords; index++) {
      await using collector = await collectorFor([row], 'each');
      const { snapshot } = await shownBy(collector, row);
      const id = Buffer.from(Array.from({ length: 16 }, (_, i) => (29 * index + 7 * i) % 256));
      const content = `"id":"${id.toString('base64url')}",${indexData(index)}`;
      expect(await send(collector, row, reportOf(snapshot, aboutOf(row, 0), content))).toBe(202);
      const { theta } = (await shownBy(collector, row)) as unknown as { theta: readonly number[] };
      const numbers = codeword(id, 0, index, codewords, 4);
      for (const [i, value] of theta.entries()) found.push(value / (numbers[i] as number));
    }
    return found;
  }

  it('moves the mean of moments by its codeword times L/m: by L/m at most', async () => {
    // L = 1/2: y - 1/2 times features of norm 1.
    const unit = 0.5 / (GOLDEN.mean * CODEWORD_LENGTH);
    for (const step of await steps('ldp-linear-moments')) expect(step / unit).toBeCloseTo(1, 9);
  });

  it('moves a descent by one and the same multiple of its codeword', async () => {
    const [first = 0, ...others] = await steps('ldp-glm-sgd');
    for (const step of others) expect(step / first).toBeCloseTo(1, 9);
    expect(first).toBeLessThan(0);
  });
});
