// A total of n times a loss pays for n reports and for no more; of several totals of one origin the smallest holds.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { explain, indexedDbLedger, type LdpError, memoryLedger } from 'ldp-bandits';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { reportsWithin } from '../../../bindings/ts/client/accounting.js';
import { open, ScriptedCollector } from './client-support.js';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

const entry = (epsilon: number, delta = 0) => ({
  epsilon,
  delta,
  rho: 0,
  at: 0,
  experiment: 'posters',
  snapshot: 1,
  mechanism: 'bit',
  reportId: 'id',
});

/** How many reports of these losses, in turn, a new ledger lets through, and what they cost together. */
async function admitted(losses: readonly number[], total: number, most: number) {
  const ledger = memoryLedger();
  const limit = { epsilon: total, delta: 0 };
  let count = 0;
  let sum = 0;
  for (let turn = 0; turn < most; turn++) {
    const epsilon = losses[turn % losses.length] as number;
    if (!(await ledger.reserve(entry(epsilon), limit))) continue;
    count++;
    sum += epsilon;
  }
  return { count, sum };
}

/** Losses that pages have: logarithms of whole numbers, fractions, and any number. */
const loss = fc.oneof(
  fc.integer({ min: 2, max: 50 }).map(Math.log),
  fc.integer({ min: 1, max: 1_000 }).map((n) => 1 / n),
  fc.double({ min: 2 ** -10, max: 32, noNaN: true }),
);

test('n times a loss pays for n reports of it, and for no more', async () => {
  await fc.assert(
    fc.asyncProperty(loss, fc.integer({ min: 1, max: 300 }), async (epsilon, n) => {
      const { count } = await admitted([epsilon], n * epsilon, n + 3);
      expect(count).toBe(n);
      expect(reportsWithin({ epsilon: n * epsilon, delta: 0 }, { epsilon, delta: 0 })).toBe(n);
    }),
    { seed: 30, numRuns: 300 },
  );
});

test('explain names the number of reports that a total pays for', () => {
  expect(explain({ epsilon: Math.LN2, delta: 0, epsilonTotal: 3 * Math.LN2 }).pays).toBe(3);
  expect(explain({ epsilon: 1, delta: 0 })).not.toHaveProperty('pays');
});

test('of several losses together never more than the total', async () => {
  const losses = fc.array(loss, { minLength: 2, maxLength: 4 });
  const total = fc.double({ min: 0.1, max: 40, noNaN: true });
  await fc.assert(
    fc.asyncProperty(losses, total, async (several, most) => {
      const { sum } = await admitted(several, most, 60);
      expect(sum).toBeLessThanOrEqual(most * (1 + 2 ** -40)); // sums of doubles
    }),
    { seed: 30, numRuns: 300 },
  );
});

test('a millionth below n times a loss pays for n - 1', async () => {
  for (const epsilon of [Math.LN2, Math.log(3), 1 / 3, 0.1]) {
    for (const n of [2, 3, 7, 100]) {
      expect((await admitted([epsilon], n * epsilon - 1e-6, n + 3)).count).toBe(n - 1);
    }
  }
});

test('the default of deltaTotal pays for as many reports as epsilonTotal', async () => {
  const delta = 1e-6 / 3;
  const ledger = memoryLedger();
  const limit = { epsilon: 7 * Math.LN2, delta: (delta * 7 * Math.LN2) / Math.LN2 };
  const outcomes: boolean[] = [];
  for (let i = 0; i < 9; i++) outcomes.push(await ledger.reserve(entry(Math.LN2, delta), limit));
  expect(outcomes.filter(Boolean)).toHaveLength(7);
});

const HOUR = 3_600_000;

describe.each([
  ['memory', memoryLedger],
  ['IndexedDB', indexedDbLedger],
])('two totals on one origin, with the ledger in %s', (_name, make) => {
  const spend = async (ledger: ReturnType<typeof make>, total: number, windowMs?: number) =>
    ledger.reserve(entry(1), { epsilon: total, delta: 0 }, windowMs);
  const all = async (ledger: ReturnType<typeof make>, total: number, windowMs?: number) => {
    let count = 0;
    while (await spend(ledger, total, windowMs)) count++;
    return count;
  };

  test('the smaller holds for both, whichever comes first', async () => {
    const ledger = make();
    await spend(ledger, 8);
    expect(await all(ledger, 80)).toBe(7);
    const other = make();
    if (other !== ledger) vi.stubGlobal('indexedDB', new IDBFactory());
    const fresh = make();
    await spend(fresh, 80);
    expect(await all(fresh, 8)).toBe(7);
    expect(await spend(fresh, 80)).toBe(false);
  });

  test('a total with a window holds as long as its window', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
    const ledger = make();
    await spend(ledger, 3, 24 * HOUR);
    expect(await all(ledger, 80)).toBe(2);
    vi.setSystemTime(1_700_000_000_000 + 23 * HOUR);
    expect(await all(ledger, 80)).toBe(0);
    vi.setSystemTime(1_700_000_000_000 + 26 * HOUR);
    expect(await all(ledger, 80)).toBe(77);
    vi.useRealTimers();
  });

  test('the page with the larger total is told, and its budget says which total holds', async () => {
    const told: LdpError[] = [];
    const ledger = make();
    const first = await open(new ScriptedCollector(), { ledger });
    await vi.waitFor(async () => expect((await first.budget()).limit.epsilon).toBe(8));
    const second = await open(new ScriptedCollector(), {
      ledger,
      privacy: { epsilon: 1, epsilonTotal: 80 },
      onError: (error) => told.push(error),
    });
    await vi.waitFor(() => expect(told).toHaveLength(1));
    expect(told[0]).toMatchObject({
      code: 'smaller_total',
      details: { pinned: 80, holds: 8 },
    });
    expect(told[0]?.message).toContain('80 in this page and 8 in another page');
    expect(await second.budget()).toMatchObject({
      limit: { epsilon: 8 },
      pinned: { epsilon: 80 },
      pays: 8,
    });
    for (const bandit of [first, second]) await bandit.dispose();
  });
});
