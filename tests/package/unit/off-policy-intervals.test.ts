// Intervals of raw logs where rewards are rare or weights are wild (docs/spec/off-policy.md, section 3.3). The table of 3.5 has the
// full sizes: scripts/off-policy-coverage.mjs.
import { replay } from 'ldp-bandits/replay';
import { evaluate, type RawRow } from 'ldp-bandits/server';
import { describe, expect, test } from 'vitest';
import { clickLog, meanUnder } from './off-policy-support.js';

const alike = (arms: number): number[] => Array(arms).fill(1 / arms);
const always = (arms: number): number[] => Array.from({ length: arms }, (_, arm) => +(arm === 0));

/** Of `hits` clicks in `rows` rows that all show the arm, and as many rows of another one. */
const hitsIn = (hits: number, rows: number): RawRow[] =>
  Array.from({ length: 2 * rows }, (_, i) => ({
    action: i % 2,
    reward: i % 2 === 0 && i / 2 < hits ? 1 : 0,
    propensity: 0.5,
  }));

/** The chance of `from` to `to` successes in `rows`, by its recursion. */
function binomial(from: number, to: number, rows: number, p: number): number {
  let term = (1 - p) ** rows;
  let sum = 0;
  for (let k = 0; k <= to; k += 1) {
    if (k >= from) sum += term;
    term *= (((rows - k) / (k + 1)) * p) / (1 - p);
  }
  return sum;
}

describe('an interval', () => {
  test.each([
    [0, 40],
    [1, 40],
    [3, 302],
    [20, 40],
  ])('of SNIPS with equal weights is that of Clopper and Pearson: %i of %i', (hits, rows) => {
    const { low, high } = evaluate({ log: hitsIn(hits, rows), target: [1, 0] }).intervals.snips;
    // What a rate at the end would do is as unlikely as alpha/2.
    if (hits === 0) expect(low).toBe(0);
    else expect(binomial(hits, rows, rows, low)).toBeCloseTo(0.025, 9);
    expect(binomial(0, hits, rows, high)).toBeCloseTo(0.025, 9);
  });

  test('is never of width 0, with no click in 302 rows', () => {
    const { intervals } = evaluate({ log: hitsIn(0, 302), target: [1, 0] });
    for (const { low, high } of Object.values(intervals)) {
      expect(low).toBe(0);
      expect(high).toBeGreaterThan(0.01);
      expect(high).toBeLessThan(0.02);
    }
  });

  test('is withheld where the log never shows half of what the target shows', () => {
    const log = Array.from({ length: 1000 }, (_, i) => ({
      action: 0,
      reward: i % 10 === 0 ? 0 : 1,
      propensity: 1,
    }));
    // The truth is anything from .45 to .95.
    const { intervals, snips } = evaluate({ log, target: [0.5, 0.5] });
    expect(snips).toBeCloseTo(0.9, 12);
    const why = expect.stringMatching(/no row shows 50 % of what the target shows/);
    for (const name of ['snips', 'dm'] as const)
      expect(intervals[name]).toEqual({ low: Number.NaN, high: Number.NaN, why });
    for (const { low } of Object.values(intervals)) expect(low).toBeNaN();
  });

  test('is given where one share in a thousand is never shown', () => {
    const log = Array.from({ length: 1000 }, (_, i) => ({
      action: 0,
      reward: i % 10 === 0 ? 0 : 1,
      propensity: 1,
    }));
    const { low, high } = evaluate({ log, target: [0.999, 0.001] }).intervals.snips;
    expect(low).toBeLessThan(0.9);
    expect(high).toBeGreaterThan(0.9);
  });

  test.each([6, 10])('of rewards that are all 1 ends at 1, with %i arms', (arms) => {
    for (let rows = 90; rows <= 110; rows += 1) {
      const log = Array.from({ length: rows }, () => ({
        action: 0,
        reward: 1,
        propensity: 1 / arms,
      }));
      const { intervals } = evaluate({ log, target: alike(arms) });
      for (const { low, high, why } of Object.values(intervals)) {
        if (why !== undefined) continue;
        expect(low).toBeGreaterThan(0.9);
        expect(high).toBeGreaterThan(0.999);
      }
    }
  });

  test('of IPS, DR and SWITCH is withheld, with the row, where one row has more than a tenth of the weight', () => {
    const log = clickLog([0.5, 0.4], [0.5, 0.5], 200, 1);
    const { intervals, dr, warnings } = evaluate({
      log: [...log, { action: 0, reward: 1, propensity: 1e-9 }],
      target: [0.5, 0.5],
    });
    const why = expect.stringMatching(/^log\[200\] has 100 % of the weight/);
    expect(intervals.ips).toEqual({ low: Number.NaN, high: Number.NaN, why });
    expect(intervals.dr.why).toEqual(why);
    expect(intervals.snips.why).toBeUndefined();
    expect(warnings).toContainEqual(why);
    // The mean of rewards is within their range, whatever the weights are.
    expect(dr).toBe(1);
  });

  test('is withheld of all estimates where no row has weight', () => {
    const log = clickLog([0.5, 0.4], [1, 0], 200, 1);
    const { intervals } = evaluate({ log, target: [0, 1] });
    for (const { why } of Object.values(intervals)) expect(why).toMatch(/no row shows/);
  });

  test('of SNIPS is what replay gives of the same rows', async () => {
    const rows = clickLog([0.05, 0.02, 0.01], [0.5, 0.3, 0.2], 500, 9);
    const log = {
      arms: 3,
      arm: rows.map(({ action }) => action),
      reward: rows.map(({ reward }) => reward),
      propensity: rows.map(({ propensity }) => propensity),
    };
    const algorithm = { type: 'ldp-thompson' };
    const { policies } = await replay({ log, algorithm, epsilons: [], seed: 'same' });
    const { snips, intervals } = evaluate({ log: rows, target: alike(3) });
    const uniform = policies.find(({ kind }) => kind === 'uniform');
    expect(uniform?.mean).toBeCloseTo(snips, 12);
    expect(uniform?.low).toBeCloseTo(intervals.snips.low, 10);
    expect(uniform?.high).toBeCloseTo(intervals.snips.high, 10);
  });
});

/*
 * 200 logs of 1,000 rows a case. If an interval misses in 5 % of logs, 25 or more misses of 200 have a chance of
 * 4e-5; there are 48 cases of two estimators. Of IPS the chance is exact: it depends on the clicks of the arm alone.
 */
describe.each([3, 10, 34])('with %i arms', (arms) => {
  const ROWS = 1000;

  test.each([0.005, 0.01, 0.05, 0.5])(
    'and clicks in %d of rows, IPS holds in at least 95 % of all logs',
    (rate) => {
      let held = 0;
      const middle = (ROWS * rate) / arms;
      const wide = 6 * Math.sqrt(middle) + 10;
      for (let hits = Math.max(0, Math.floor(middle - wide)); hits < middle + wide; hits += 1) {
        const log = Array.from({ length: ROWS }, (_, i) => ({
          action: i % arms,
          reward: i % arms === 0 && i / arms < hits ? 1 : 0,
          propensity: 1 / arms,
        }));
        if (hits > log.filter(({ action }) => action === 0).length) break;
        const { low, high } = evaluate({ log, target: always(arms) }).intervals.ips;
        if (low <= rate && rate <= high) held += binomial(hits, hits, ROWS, rate / arms);
      }
      expect(held).toBeGreaterThanOrEqual(0.95);
    },
  );

  test.each([
    ['one arm of a uniform log', alike(arms), always(arms)],
    ['uniform play, of a skewed log', skewed(arms), alike(arms)],
  ])('SNIPS and DR of %s hold the value, at any rate of clicks', (_name, shares, target) => {
    for (const rate of [0.005, 0.01, 0.05, 0.5]) {
      const rates = Array.from({ length: arms }, (_, arm) => rate * (0.5 + arm / (arms - 1)));
      const truth = meanUnder(rates, target);
      const missed = { snips: 0, dr: 0 };
      for (let seed = 1; seed <= 200; seed += 1) {
        const { intervals } = evaluate({ log: clickLog(rates, shares, ROWS, seed), target });
        for (const name of ['snips', 'dr'] as const)
          if (!(intervals[name].low <= truth && truth <= intervals[name].high)) missed[name] += 1;
      }
      expect(missed.snips).toBeLessThan(25);
      expect(missed.dr).toBeLessThan(25);
    }
  });
});

/** Arm a has 1/(a + 1) of the share of arm 0. */
function skewed(arms: number): number[] {
  const weights = Array.from({ length: arms }, (_, arm) => 1 / (arm + 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

describe('a warning', () => {
  /*
   * Of 1,000 logs the mean weight is beyond 4 standard errors in .06 by the normal law. Three or more have
   * a chance below 1e-4. The other warnings say what a log is like, and none of these logs is like that.
   */
  test('comes in at most 2 of 1,000 clean logs', () => {
    let warned = 0;
    for (let seed = 1; seed <= 1000; seed += 1) {
      const log = clickLog([0.1, 0.2, 0.3], [0.2, 0.3, 0.5], 500, seed);
      if (evaluate({ log, target: [0.5, 0.3, 0.2] }).warnings.length > 0) warned += 1;
    }
    expect(warned).toBeLessThanOrEqual(2);
  });

  test('says that rows say as much as fewer than 100 of equal weight', () => {
    const { warnings, ess } = evaluate({ log: hitsIn(40, 90), target: [1, 0] });
    expect(ess).toBeCloseTo(90, 9);
    expect(warnings).toEqual([expect.stringMatching(/as much as 90\.0 of equal weight/)]);
  });

  test.each([
    [9, /only 9 have another reward/],
    [191, /only 9 have another reward/],
  ])('says that too few rows have another reward: %i clicks of 200', (hits, said) => {
    const { warnings } = evaluate({ log: hitsIn(hits, 200), target: [1, 0] });
    expect(warnings).toEqual([expect.stringMatching(said)]);
    expect(evaluate({ log: hitsIn(10, 200), target: [1, 0] }).warnings).toEqual([]);
  });
});

describe('a propensity', () => {
  const row = (propensity: number) => ({ action: 0, reward: 1, propensity });

  test('below 1e-100 is refused', () => {
    for (const propensity of [9e-101, 5e-324, 0])
      expect(() => evaluate({ log: [row(propensity)], target: [1] })).toThrow(
        /log\[0\]\.propensity.*1e-100/,
      );
  });

  test('of 1e-100 gives numbers, and warnings', () => {
    const log = [...clickLog([0.5, 0.4], [0.5, 0.5], 200, 1), row(1e-100)];
    const found = evaluate({ log, target: [0.5, 0.5] });
    for (const name of ['ips', 'snips', 'dm', 'dr', 'switch', 'ess', 'meanWeight'] as const)
      expect(Number.isFinite(found[name]), name).toBe(true);
    for (const name of ['snips', 'dm', 'dr', 'switch'] as const) {
      expect(found[name]).toBeGreaterThanOrEqual(0);
      expect(found[name]).toBeLessThanOrEqual(1);
    }
    expect(found.warnings.length).toBeGreaterThan(0);
  });

  test('of a private log below 1e-100 is refused', () => {
    const shares = [1, 1e-101];
    expect(() =>
      evaluate({ log: [{ shares, arm: 0, epsilon: 1, bit: 1 }], target: [1, 0], private: true }),
    ).toThrow(/shares\[1\].*1e-100/);
  });
});
