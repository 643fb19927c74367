// How often the intervals of off-policy evaluation hold the truth, and what a real log says.
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  createEvaluator,
  evaluate,
  type PrivateEstimates,
  type RawEstimates,
  type RawRow,
} from 'ldp-bandits/server';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { clickLog, greedyLog, meanUnder } from './off-policy-support.js';
import { menLog, thompsonLog } from './replay-support.js';

const LOGS = 1000;
const MEANS = [0.6, 0.5, 0.4];

/*
 * 1,000 logs of 1,000 reports at epsilon 1, looked at after every one. If the interval misses at some time with
 * probability at most 0.05, more than 82 of 1,000 misses have a chance of less than 1e-5 (binomial). Seeds are fixed.
 */
describe('the interval of a private log, looked at after every report', () => {
  test.each([
    ['the best arm', [1, 0, 0]],
    ['uniform play', [1 / 3, 1 / 3, 1 / 3]],
    ['the worst arm', [0, 0, 1]],
  ])(
    'misses the value of %s at some time in at most alpha of the logs',
    (_name, target) => {
      const truth = meanUnder(MEANS, target);
      let missed = 0;
      let bias = 0;
      let width = 0;
      for (let seed = 1; seed <= LOGS; seed += 1) {
        const evaluator = createEvaluator({ private: true, target });
        let misses = false;
        for (const row of greedyLog(MEANS, 1000, seed)) {
          evaluator.add(row);
          const { low, high } = evaluator.result() as PrivateEstimates;
          misses ||= low > truth || high < truth;
        }
        const { dr, low, high } = evaluator.result() as PrivateEstimates;
        missed += misses ? 1 : 0;
        bias += (dr - truth) / LOGS;
        width += (high - low) / LOGS;
      }
      expect(missed).toBeLessThanOrEqual(82);
      // DR is a mean of terms without bias: its standard error over the logs is below 0.007 for the worst arm.
      expect(Math.abs(bias)).toBeLessThan(0.02);
      // And it is not the interval that never misses because it says nothing.
      expect(width).toBeLessThan(0.95);
    },
    120_000,
  );
});

/*
 * 1,000 logs of 400 clicks. If an interval holds in 95 % of logs, 912 or fewer of 1,000 have a chance of 1e-7, and
 * more than 980 one of 1e-7. Seeds are fixed.
 */
test('the intervals of 1,000 raw logs hold the value in about 95 %', () => {
  const target = [0.1, 0.3, 0.6];
  const rates = [0.5, 0.4, 0.3];
  const truth = meanUnder(rates, target);
  const held = { ips: 0, snips: 0, dm: 0, dr: 0, switch: 0 };
  for (let seed = 1; seed <= LOGS; seed += 1) {
    const log = clickLog(rates, [0.4, 0.35, 0.25], 400, seed);
    const { intervals } = evaluate({ log, target });
    for (const name of Object.keys(held) as (keyof typeof held)[]) {
      const { low, high } = intervals[name];
      if (low <= truth && truth <= high) held[name] += 1;
    }
  }
  for (const count of Object.values(held)) {
    expect(count).toBeGreaterThan(912);
    expect(count).toBeLessThan(980);
  }
}, 120_000);

const isHere = existsSync(menLog) && existsSync(thompsonLog);
if (!isHere)
  console.warn(`Left out: evaluation of the Open Bandit log, which is not at ${menLog}.`);

/** Item by position, clicks, and the propensity. */
function rowsOf(path: string): RawRow[] {
  const text = gunzipSync(readFileSync(path)).toString();
  const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  return data.map((row) => ({
    action: Number(row['item_id']),
    reward: Number(row['click']),
    propensity: Number(row['propensity_score']),
    stratum: Number(row['position']) - 1,
  }));
}

/** The share of each item at each position. */
function sharesOf(rows: readonly RawRow[]): number[][] {
  return [0, 1, 2].map((place) => {
    const here = rows.filter(({ stratum }) => stratum === place);
    return Array.from(
      { length: 34 },
      (_, item) => here.filter(({ action }) => action === item).length / here.length,
    );
  });
}

describe.runIf(isHere)('of the Open Bandit log, campaign men', () => {
  const digits = (value: number) => Number(value.toFixed(5));
  const table = (found: RawEstimates) => ({
    ips: digits(found.ips),
    snips: digits(found.snips),
    dm: digits(found.dm),
    dr: digits(found.dr),
    ess: Math.round(found.ess),
  });

  test('the random log says of the other policy what the specification quotes', () => {
    const log = rowsOf(menLog);
    const found = evaluate({ log, target: sharesOf(rowsOf(thompsonLog)) });
    expect(table(found)).toEqual({
      ips: 0.00566,
      snips: 0.00574,
      dm: 0.00596,
      dr: 0.00581,
      ess: 2869,
    });
    // The truth is the click rate of the other log, 0.0069.
    expect(found.low).toBeLessThan(0.0069);
    expect(found.high).toBeGreaterThan(0.0069);
  }, 60_000);

  test('and the log of Thompson sampling of uniform play', () => {
    const log = rowsOf(thompsonLog);
    const found = evaluate({ log, target: [0, 1, 2].map(() => Array(34).fill(1 / 34)) });
    expect(table(found)).toEqual({
      ips: 0.00301,
      snips: 0.00319,
      dm: 0.00369,
      dr: 0.00293,
      ess: 656,
    });
    expect(found.low).toBeLessThan(0.0046);
  }, 60_000);
});
