// Forged reports may bring a rule for best arms to stop with a wrong answer. They end no test for good: devices go on
// reporting, about every arm, and the honest reports take the answer back.
import type { Collector } from 'ldp-bandits/server';
import { describe, expect, it } from 'vitest';
import {
  ARMS,
  aboutOf,
  named,
  payload,
  ROWS,
  type Row,
  RULES,
  reportOf,
} from './server-attacks-rows.js';
import {
  armsShown,
  collectorFor,
  limits,
  type Shown,
  sendAll,
  shownBy,
} from './server-attacks-support.js';

interface BestShown extends Shown {
  readonly best: { readonly answer: number; readonly certified: boolean };
  readonly ended?: boolean;
  readonly keep?: number;
}

const shownTo = async (collector: Collector, row: Row) =>
  (await shownBy(collector, row)) as BestShown;

/** `count` reports of an arm to one snapshot, each of `value`. */
const reports = (row: Row, { snapshot }: Shown, arm: number, value: number, count: number) =>
  Array.from({ length: count }, () => reportOf(snapshot, aboutOf(row, arm), payload(row, value)));

const FORGED = 0;
const BEST = ARMS - 1;
const ALL = Array.from({ length: ARMS }, (_, arm) => arm);

const rows = ROWS.filter(({ algorithm }) => algorithm.type in RULES);

it('three mechanisms of every rule are tried', () => {
  expect(rows).toHaveLength(3 * Object.keys(RULES).length);
});

describe.each(named(rows))('%s', (_, row) => {
  it('forged reports stop it, and do not end it: honest ones take the answer back', async () => {
    await using collector = await collectorFor([row], 'never', {
      publishEvery: { ms: 0 },
      maxReportsPerBody: 10_000,
    });
    const [low, high] = await limits(row, collector);
    let shown = await shownTo(collector, row);
    // The rule says which arms it asks about. Every answer is forged.
    for (let round = 0; round < 400 && shown.keep === undefined; round++) {
      const forged = armsShown(shown).flatMap((arm) =>
        reports(row, shown, arm, arm === FORGED ? high : low, 20),
      );
      await sendAll(collector, row, forged);
      shown = await shownTo(collector, row);
    }
    expect(shown.best.answer).toBe(FORGED);
    // Stopped: a tenth of the devices goes on.
    expect(shown).toMatchObject({ keep: 0.1, weights: ALL.map(() => 1 / ARMS) });
    expect(shown.ended).toBeUndefined();
    expect(armsShown(shown)).toEqual(ALL);
    const grid = low + high;
    for (let count = 250; count < 1e5 && shown.best.answer === FORGED; count *= 2) {
      const honest = armsShown(shown).flatMap((arm) =>
        reports(row, shown, arm, arm === BEST ? grid : 0, count),
      );
      await sendAll(collector, row, honest);
      shown = await shownTo(collector, row);
    }
    expect(shown.best.answer).toBe(BEST);
    expect(shown.ended).toBeUndefined();
  });
});
