// The command `ldp-bandits replay --slates` on logs whose truth is known, and on a real one.
import { existsSync } from 'node:fs';
import type { ReplayResult } from 'ldp-bandits/replay';
import { describe, expect, test } from 'vitest';
import { bestSlate } from '../../../bindings/ts/replay/best-slate.js';
import { numbers } from './recomputation/plain-numbers.js';
import { complaint, logFolder, menLog, policyOf, replay, told } from './replay-support.js';

const folder = logFolder();

interface SlateResult extends ReplayResult {
  readonly impressions: number;
  readonly size: number;
  readonly answered: number;
  readonly places: readonly string[];
  readonly columns: { readonly impression: string | null; readonly position: string | null };
}
const replaySlates = (...args: string[]) => replay('--slates', ...args) as Promise<SlateResult>;

/**
 * Every slate of two of four items equally often, in all orders. "a" always pays, at any place; "b" pays
 * at the first place only; "c" and "d" never.
 */
function slateLog(times: number): string {
  const items = ['a', 'b', 'c', 'd'];
  const lines = ['impression,position,item,outcome'];
  let visitor = 0;
  for (let i = 0; i < times; i++) {
    for (const first of items) {
      for (const second of items) {
        if (first === second) continue;
        lines.push(`v${visitor},left,${first},${first === 'a' || first === 'b' ? 1 : 0}`);
        lines.push(`v${visitor++},right,${second},${second === 'a' ? 1 : 0}`);
      }
    }
  }
  return lines.join('\n');
}
const COLUMNS = ['--arm-column', 'item', '--reward-column', 'outcome'];

describe('on a log of slates whose truth is known', () => {
  test('a private learner finds the best item for every place', async () => {
    const path = await folder.write('slates.csv', slateLog(30));
    // At epsilon 16 one bit in nine million is false.
    const result = await replaySlates('--data', path, ...COLUMNS, '--epsilon', '16');
    expect(result).toMatchObject({
      rows: 720,
      impressions: 360,
      arms: 8,
      size: 2,
      places: ['left', 'right'],
      columns: { impression: 'impression', position: 'position' },
    });
    // Half of what is shown at the left pays, a quarter at the right.
    const uniform = policyOf(result, 'uniform');
    expect(uniform.mean).toBeCloseTo(0.375, 12);
    // Visitors are counted, not rows: of two rows each.
    expect(uniform.effectiveSamples).toBeCloseTo(360, 8);
    // The best slate, b then a, pays at both places.
    const run = policyOf(result, 'private', 16);
    expect(run.mean).toBeGreaterThan(0.75);
    expect(run.againstUniform).toMatchObject({ withinNoise: false });
    expect(policyOf(result, 'non-private').mean).toBeGreaterThan(0.6);
    // One bit a visitor at most, and only where the log knows what it is about.
    expect(run.sent?.reports).toBeLessThan(run.matched);
    // The arm that is named comes by every tenth visitor or sooner.
    expect(run.sent?.reports).toBeGreaterThanOrEqual(360 / 10);
    expect(run.sent?.bytes).toBeLessThanOrEqual(101 * (run.sent?.reports ?? 0));
  }, 60_000);

  test('without positions an arm is an item', async () => {
    const path = await folder.write('unordered.csv', slateLog(20));
    const args = ['--data', path, ...COLUMNS, '--position-column', 'none', '--epsilon', '16'];
    const result = await replaySlates(...args);
    expect(result).toMatchObject({ arms: 4, size: 2, places: [] });
    // a and b: 1 and a half.
    expect(policyOf(result, 'private', 16).mean).toBeGreaterThan(0.6);
  }, 60_000);

  test.each([
    // Of 12 visitors in the order of the log 3 saw the arm, so at most 9 others come between two.
    ...['cucb-ldp-bit', 'cucb-ldp-joint', 'cucb-ldp2'].map(
      (name) => [name, 'one arm', 10] as const,
    ),
    // Of 12 visitors one saw all of the slate.
    ...['cucb-ldp-sum', 'cucb-ldp1'].map((name) => [name, 'all', 12] as const),
  ])(
    '%s reports %s of a slate: in every %ith visit or sooner',
    async (algorithm, _what, visits) => {
      const path = await folder.write(`${algorithm}.csv`, slateLog(10));
      const args = ['--data', path, ...COLUMNS, '--epsilon', '4', '--algorithm', algorithm];
      const { policies } = await replaySlates(...args);
      expect(policies[2]?.sent?.reports).toBeGreaterThanOrEqual(120 / visits);
    },
    60_000,
  );

  test('places of their own are visits of their own', async () => {
    const path = await folder.write('places.csv', slateLog(20));
    const args = ['--data', path, ...COLUMNS, '--impression-column', 'none', '--epsilon', '8'];
    const result = await replaySlates(...args);
    expect(result).toMatchObject({ impressions: 480, rows: 480, arms: 8 });
    const run = policyOf(result, 'private', 8);
    // The arm that is named is shown by one row in 20 or sooner.
    expect(run.sent?.reports).toBeGreaterThanOrEqual(480 / 20);
    expect(run.sent?.reports).toBeLessThan(run.matched);
  }, 60_000);

  test('for a person it says what a slate is, and what is assumed', async () => {
    const path = await folder.write('told.csv', slateLog(2));
    const stdout = await told('--slates', '--data', path, ...COLUMNS, '--epsilon', '1');
    expect(stdout).toContain('a slate has one of 4 items at each of 2 places ("position")');
    expect(stdout).toContain('depend on nothing else of the slate');
    expect(stdout).toContain('combinatorial-thompson, ε = 1');
    expect(stdout).toMatch(/Fewer visits become reports \(\d+\)/);
    expect(stdout).toContain('Only 18 of 48 rows earned anything.');
  }, 30_000);
});

test('the slate that the comparator shows is the best of all, whatever the weights', () => {
  const random = numbers(7);
  const worthOf = (arms: Iterable<number>, weights: Float64Array) =>
    [...arms].reduce((sum, arm) => sum + (weights[arm] as number), 0);
  /** The best value of `left` items at different places, tried one by one. */
  const tried = (left: number, right: number, weights: Float64Array, used = 0, at = 0): number => {
    if (at === left) return 0;
    let best = Number.NEGATIVE_INFINITY;
    for (let item = 0; item < right; item++) {
      if (used & (1 << item)) continue;
      const rest = tried(left, right, weights, used | (1 << item), at + 1);
      best = Math.max(best, (weights[at * right + item] as number) + rest);
    }
    return best;
  };
  for (let i = 0; i < 500; i++) {
    const left = 1 + (i % 4);
    const right = left + (i % 3);
    const weights = Float64Array.from({ length: left * right }, random);
    const arms = bestSlate({ type: 'matching', left, right }, weights);
    expect(new Set(Array.from(arms, (arm) => arm % right)).size).toBe(left);
    expect(Array.from(arms, (arm) => Math.floor(arm / right))).toEqual([...Array(left).keys()]);
    expect(worthOf(arms, weights)).toBeCloseTo(tried(left, right, weights), 12);
    const top = bestSlate({ type: 'top-k', arms: left * right, choose: left }, weights);
    const largest = Array.from(weights)
      .sort((a, b) => b - a)
      .slice(0, left);
    expect(worthOf(top, weights)).toBeCloseTo(
      largest.reduce((sum, weight) => sum + weight),
      12,
    );
  }
});

describe('what is wrong with slates is said in one line, with what to do', () => {
  test.each([
    ['no column for them', 'item,outcome\na,1\n', [], /--impression-column or --position-column/],
    [
      'a column that is not there',
      slateLog(1),
      ['--position-column', 'row'],
      /"row".*The file has/,
    ],
    [
      'a place twice',
      'impression,position,item,outcome\n1,1,a,0\n1,1,b,0\n2,2,a,1\n',
      [],
      /row 2: its impression has that place/,
    ],
    [
      'an item twice',
      'impression,item,outcome\n1,a,0\n1,b,0\n1,a,1\n',
      [],
      /row 3: its impression has that place or item/,
    ],
    [
      'an empty place',
      'position,item,outcome\n1,a,0\n,b,0\n',
      [],
      /row 2: column "position" is empty/,
    ],
    [
      'more places than items',
      'position,item,outcome\n1,a,0\n2,a,0\n',
      [],
      /2 places.*only 1 item/,
    ],
    [
      'too many slates in more impressions than a call takes arguments',
      `impression,item,outcome\n0,1,0\n${Array.from({ length: 200_000 }, (_, i) => `${i},${i % 200},0`).join('\n')}\n`,
      ['--algorithm', 'cucb-ldp-joint'],
      /19,900/,
    ],
    [
      'too many slates to try',
      `position,item,outcome\n${Array.from({ length: 68 }, (_, i) => `${i % 3},${i % 34},0`).join('\n')}\n`,
      ['--algorithm', 'cucb-ldp-joint'],
      /35,904/,
    ],
    [
      'single places where all of a slate is reported',
      slateLog(1),
      ['--impression-column', 'none', '--algorithm', 'cucb-ldp1'],
      /single places/,
    ],
    ['an algorithm of single arms', slateLog(1), ['--algorithm', 'weighted-ldp-ucb'], /slates/],
  ] as const)('%s', async (what, text, args, said) => {
    const path = await folder.write(`${what.replaceAll(' ', '-')}.csv`, text);
    const given = ['replay', '--slates', '--data', path, ...COLUMNS, ...args];
    expect(await complaint(...given)).toMatch(said);
  });

  test('options that go with slates, and slates with features', async () => {
    expect(await complaint('replay', '--data', 'x.csv', '--position-column', 'p')).toMatch(
      /--slates/,
    );
    expect(await complaint('replay', '--data', 'x.csv', '--slates', '--features', 'a')).toMatch(
      /the same for everybody/,
    );
  });
});

describe('on the Open Bandit log with its positions', () => {
  const present = existsSync(menLog);
  if (!present) console.warn(`Left out: slates of the Open Bandit log, which is not at ${menLog}.`);

  test.runIf(present)(
    '34 items at 3 places: a tenth of a percent of clicks shows no difference',
    async () => {
      const result = await replaySlates('--data', menLog, '--epsilon', '8', '--rows', '1500');
      expect(result).toMatchObject({ rows: 1500, arms: 102, size: 3, impressions: 1500 });
      const run = policyOf(result, 'private', 8);
      // A place agrees with a uniform log once in 34 rows, and with the arm that is named once in 102:
      // 44 and 15 times, standard deviations 7 and 4.
      expect(Math.abs(run.matched - 1500 / 34)).toBeLessThan(6 * 6.6);
      expect(run.sent?.reports).toBeLessThan(1500 / 102 + 6 * 3.8);
    },
    60_000,
  );
});
