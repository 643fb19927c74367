// The ledger is spent before anything is released, by every tab from one account, and refuses at
// its limit.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import {
  type BudgetLedger,
  indexedDbLedger,
  type LdpError,
  type LedgerEntry,
  memoryLedger,
} from 'ldp-bandits';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  counts,
  elapse,
  failure,
  open,
  openScripted,
  queued,
  record,
  ScriptedCollector,
  settle,
  until,
  withheld,
} from './client-support.js';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 0, 1, 12);

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: NOON });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function all(entries: AsyncIterable<LedgerEntry>): Promise<LedgerEntry[]> {
  const list: LedgerEntry[] = [];
  for await (const entry of entries) list.push(entry);
  return list;
}

const ledgers: [string, () => BudgetLedger][] = [
  ['in memory', memoryLedger],
  ['in IndexedDB', () => indexedDbLedger()],
];

describe.each(ledgers)('a ledger %s', (_, makeLedger) => {
  test('refuses when the next report would exceed the limit, and the bandit goes on choosing', async () => {
    const collector = new ScriptedCollector();
    const ledger = makeLedger();
    const bandit = await open(collector, { ledger, privacy: { epsilon: 1, epsilonTotal: 2.5 } });
    const events = record(bandit);
    const outcomes = [];
    for (let i = 0; i < 4; i++) outcomes.push(await bandit.choose().reward(1));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'queued',
      'queued',
      'withheld',
      'withheld',
    ]);
    expect(outcomes[3]).toEqual(withheld('budget_exhausted'));
    expect(bandit.choose().action).toBe(1);
    await settle();
    expect(events.filter(({ type }) => type === 'withheld')).toHaveLength(3);
    expect(await bandit.flush()).toEqual(counts({ accepted: 2 }));
    expect(collector.bodies).toHaveLength(2);
  });

  test('spends at choose, whatever comes after, and gives nothing back', async () => {
    const bandit = await open(new ScriptedCollector(), { ledger: makeLedger() });
    bandit.choose();
    await bandit.choose().reward(1);
    bandit.choose()[Symbol.dispose]();
    const status = await bandit.budget();
    expect(status.spent).toEqual({ epsilon: 3, delta: 0 });
    expect(status.reports).toBe(3);
    expect(status.limit).toEqual({ epsilon: 8, delta: 0 });
  });

  test('holds what privacy.md lists and nothing else: no input, no action, no noise, the time by the hour', async () => {
    const bandit = await open(new ScriptedCollector(), { ledger: makeLedger() });
    vi.setSystemTime(NOON + 1_234_567);
    const outcome = queued(await bandit.choose().reward(1));
    const [entry] = await all((await bandit.budget()).entries());
    expect(entry).toEqual({
      epsilon: 1,
      delta: 0,
      rho: 0.462117158, // ceil(tanh(1/2) 1e9) / 1e9
      at: NOON,
      experiment: 'posters',
      snapshot: 12,
      mechanism: 'weighted-ldp-ucb',
      reportId: outcome.report.id,
    });
  });

  test('counts in integers: 0.1 ten times is exactly 1', async () => {
    const ledger = makeLedger();
    const entry = entryOf(0.1);
    const limit = { epsilon: 1, delta: 0 };
    for (let i = 0; i < 10; i++) expect(await ledger.reserve(entry, limit)).toBe(true);
    expect(await ledger.reserve(entryOf(0.000_001), limit)).toBe(false);
  });

  test('adds up over experiments that share it', async () => {
    const ledger = makeLedger();
    const options = { ledger, privacy: { epsilon: 1, epsilonTotal: 1 } };
    const collector = new ScriptedCollector();
    const first = await open(collector, options);
    expect(await first.choose().reward(1)).toMatchObject({ status: 'queued' });
    collector.manifest = { ...(collector.manifest as object), experiment: 'other' };
    collector.snapshot = { ...(collector.snapshot as object), experiment: 'other' };
    const other = await open(collector, { ...options, experiment: 'other' });
    expect(await other.choose().reward(1)).toMatchObject({ reason: 'budget_exhausted' });
  });

  test('renews with the window and shows what was spent in all', async () => {
    const ledger = makeLedger();
    const privacy = { epsilon: 1, epsilonTotal: 1, windowMs: 24 * HOUR };
    const bandit = await open(new ScriptedCollector(), { ledger, privacy });
    expect(await bandit.choose().reward(1)).toMatchObject({ status: 'queued' });
    vi.setSystemTime(NOON + 24 * HOUR); // the spend lies somewhere in its hour, so it still counts
    expect(await bandit.choose().reward(1)).toMatchObject({ reason: 'budget_exhausted' });
    vi.setSystemTime(NOON + 25 * HOUR);
    expect(await bandit.choose().reward(1)).toMatchObject({ status: 'queued' });
    const status = await bandit.budget();
    expect(status.spent.epsilon).toBe(1);
    expect(status.lifetime).toEqual({ epsilon: 2, delta: 0, reports: 2 });
    expect(status.windowMs).toBe(24 * HOUR);
  });

  test('is not renewed by turning the clock back and forth', async () => {
    const ledger = makeLedger();
    const privacy = { epsilon: 1, epsilonTotal: 1, windowMs: 2 * HOUR };
    const bandit = await open(new ScriptedCollector(), { ledger, privacy });
    await bandit.choose().reward(1);
    vi.setSystemTime(NOON - 1000 * HOUR);
    expect(await bandit.choose().reward(1)).toMatchObject({ reason: 'budget_exhausted' });
    vi.setSystemTime(NOON + HOUR);
    expect(await bandit.choose().reward(1)).toMatchObject({ reason: 'budget_exhausted' });
  });

  test('renews once at most for a clock that is moved forward 90 days and back', async () => {
    const ledger = makeLedger();
    const privacy = { epsilon: 1, epsilonTotal: 1, windowMs: 24 * HOUR };
    const bandit = await open(new ScriptedCollector(), { ledger, privacy });
    const times = [0, 90 * 24, 0, 24, 89 * 24, 90 * 24 + 24, 0];
    const outcomes: string[] = [];
    for (const hours of times) {
      vi.setSystemTime(NOON + hours * HOUR);
      const outcome = await bandit.choose().reward(1);
      outcomes.push(outcome.status === 'queued' ? 'queued' : outcome.reason);
    }
    // The clock of the ledger stays at day 90, where the window holds the second report.
    const refused = 'budget_exhausted';
    expect(outcomes).toEqual(['queued', 'queued', refused, refused, refused, refused, refused]);
    expect((await bandit.budget()).lifetime.reports).toBe(2);
  });

  test('without a window is renewed by no time at all', async () => {
    const ledger = makeLedger();
    const privacy = { epsilon: 1, epsilonTotal: 1 };
    const bandit = await open(new ScriptedCollector(), { ledger, privacy });
    await bandit.choose().reward(1);
    for (const hours of [90 * 24, 1e6, 0, -1e5]) {
      vi.setSystemTime(NOON + hours * HOUR);
      expect(await bandit.choose().reward(1)).toMatchObject({ reason: 'budget_exhausted' });
    }
  });

  test('lets one of many at once have the last unit', async () => {
    const ledger = makeLedger();
    const entry = entryOf(1);
    const wins = await Promise.all(
      Array.from({ length: 20 }, () => ledger.reserve(entry, { epsilon: 1, delta: 0 })),
    );
    expect(wins.filter(Boolean)).toHaveLength(1);
  });

  test('lists its entries in the order of spending, many pages of them', async () => {
    const ledger = makeLedger();
    const limit = { epsilon: 1e6, delta: 0 };
    const ids = Array.from({ length: 600 }, (_, i) => `report-${i}`);
    await Promise.all(ids.map((reportId) => ledger.reserve({ ...entryOf(1), reportId }, limit)));
    const found = (await all(ledger.entries())).map(({ reportId }) => reportId);
    expect(found).toEqual(ids);
  });

  test('a full counter sticks: it can never look empty again', async () => {
    const ledger = makeLedger();
    const huge = { epsilon: 1e300, delta: 0 };
    expect(await ledger.reserve(entryOf(9e9), huge)).toBe(true);
    expect(await ledger.reserve(entryOf(9e9), huge)).toBe(false);
    expect(await ledger.reserve(entryOf(1), { epsilon: 1, delta: 0 })).toBe(false);
  });
});

function entryOf(epsilon: number): LedgerEntry {
  const base = { delta: 0, rho: 0, at: 0, experiment: 'e', snapshot: 1, mechanism: 'm' };
  return { ...base, epsilon, reportId: 'id' };
}

test('two tabs spend one ledger: of two that race for the last unit one wins', async () => {
  const privacy = { epsilon: 1, epsilonTotal: 3 };
  const collectors = [new ScriptedCollector(), new ScriptedCollector()] as const;
  const tabs = await Promise.all(
    collectors.map((collector) => open(collector, { ledger: indexedDbLedger(), privacy })),
  );
  const outcomes = await Promise.all(
    tabs.flatMap((tab) => [1, 2, 3].map(() => tab.choose().reward(1))),
  );
  expect(outcomes.filter(({ status }) => status === 'queued')).toHaveLength(3);
  for (const tab of tabs) expect((await tab.budget()).spent.epsilon).toBe(3);
  await elapse(60_000);
  expect(collectors[0].bodies.length + collectors[1].bodies.length).toBe(3);
});

test('the default ledger is durable where IndexedDB is, and honest where it is not', async () => {
  const durable = await open(new ScriptedCollector(), { ledger: undefined as never });
  expect((await durable.budget()).durable).toBe(true);
  vi.stubGlobal('indexedDB', undefined);
  const inMemory = await open(new ScriptedCollector(), { ledger: undefined as never });
  expect((await inMemory.budget()).durable).toBe(false);
});

const insecure = {
  open() {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  },
};

test('outside browsers a database that refuses leaves one ledger in memory, shared by all bandits', async () => {
  vi.stubGlobal('indexedDB', insecure);
  const first = await open(new ScriptedCollector(), { ledger: undefined as never });
  const before = (await first.budget()).lifetime.epsilon;
  await first.choose().reward(1);
  const second = await open(new ScriptedCollector(), { ledger: undefined as never });
  expect(await second.budget()).toMatchObject({
    durable: false,
    lifetime: { epsilon: before + 1 },
  });
});

/** As in a private window of some browsers: the request fails, later. */
const failing = {
  open() {
    const request = {
      error: new DOMException('A mutation operation was attempted.', 'InvalidStateError'),
      onerror: () => {},
    };
    setImmediate(() => request.onerror());
    return request;
  },
};

describe.each([
  ['is missing', undefined],
  ['throws', insecure],
  ['fails', failing],
] as [string, unknown][])('in a page where IndexedDB %s', (_, factory) => {
  beforeEach(() => {
    vi.stubGlobal('indexedDB', factory);
    vi.stubGlobal('document', { baseURI: 'https://shop.example/' });
  });

  test('no page load renews the budget: none sends a report, each is told why once', async () => {
    const collector = new ScriptedCollector();
    for (let load = 0; load < 3; load++) {
      const errors: LdpError[] = [];
      const bandit = await open(collector, {
        ledger: undefined as never,
        onError: (error) => void errors.push(error),
      });
      for (let i = 0; i < 2; i++) {
        const decision = bandit.choose();
        expect(decision.action).toBe(1); // it goes on choosing
        expect(await decision.reward(1)).toEqual(withheld('storage_failed'));
      }
      // Its words are a chunk of their own.
      await until(() => errors.length > 0);
      expect(errors).toMatchObject([{ code: 'store_conflict', details: { cause: 'refused' } }]);
      expect(errors[0]?.message).toContain('Pass `ledger: memoryLedger()`');
      expect(await bandit.budget()).toMatchObject({ durable: false, reports: 0 });
      expect(await bandit.flush()).toMatchObject({ accepted: 0, pending: 0 });
    }
    expect(collector.bodies).toEqual([]);
  });

  test('the page may accept a budget per page load', async () => {
    const { collector, bandit } = await openScripted({ ledger: memoryLedger() });
    expect(await bandit.choose().reward(1)).toMatchObject({ status: 'queued' });
    await bandit.flush();
    expect(collector.bodies).toHaveLength(1);
  });

  test('a budget of the page’s own still lets reports leave', async () => {
    const ledger = { reserve: async () => true, async *entries() {} };
    const bandit = await open(new ScriptedCollector(), { ledger });
    expect(await bandit.choose().reward(1)).toMatchObject({ status: 'queued' });
    expect(await bandit.flush()).toMatchObject({ accepted: 1 });
  });
});

test('a page where IndexedDB never answers chooses after ten seconds, and sends no report', async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) });
  vi.stubGlobal('document', { baseURI: 'https://shop.example/' });
  const errors: LdpError[] = [];
  const collector = new ScriptedCollector();
  const opening = open(collector, {
    ledger: undefined as never,
    onError: (error) => void errors.push(error),
  });
  // Before time goes by: what is shown before the collector answers is withheld for another reason.
  await until(() => collector.requests.length > 0);
  await settle();
  let isOpen = false;
  void opening.then(() => {
    isOpen = true;
  });
  // The limit begins when the module is compiled, which takes real time.
  while (!isOpen) await elapse(5_000);
  const bandit = await opening;
  expect(await bandit.choose().reward(1)).toEqual(withheld('storage_failed'));
  await until(() => errors.length > 0);
  expect(errors).toMatchObject([{ code: 'store_conflict', details: { cause: 'refused' } }]);
});

test('a worker where IndexedDB refuses sends no report either', async () => {
  vi.stubGlobal('indexedDB', insecure);
  vi.stubGlobal('WorkerGlobalScope', class {});
  const bandit = await open(new ScriptedCollector(), {
    ledger: undefined as never,
    onError: () => {},
  });
  expect(await bandit.choose().reward(1)).toMatchObject({ reason: 'storage_failed' });
});

test('a quota error withholds the report and says so; the page goes on', async () => {
  const { collector, bandit } = await openScripted({ ledger: indexedDbLedger() });
  const events = record(bandit);
  const quota = new DOMException('No space left.', 'QuotaExceededError');
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw quota;
  });
  const decision = bandit.choose();
  expect(await decision.reward(1)).toEqual(withheld('storage_failed'));
  await settle();
  expect(events).toMatchObject([
    { type: 'error', error: { code: 'store_conflict', cause: quota } },
    { type: 'withheld', reason: 'storage_failed' },
  ]);
  vi.restoreAllMocks();
  expect((await bandit.budget()).reports).toBe(0);
  expect(await bandit.choose().reward(1)).toMatchObject({ status: 'queued' });
  await bandit.flush();
  expect(collector.bodies).toHaveLength(1);
});

test('deleting the database is not blocked by an open bandit, which begins a new one', async () => {
  const bandit = await open(new ScriptedCollector(), { ledger: indexedDbLedger() });
  await bandit.choose().reward(1);
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase('ldp-bandits');
    request.onsuccess = resolve;
    request.onerror = reject;
  });
  expect((await bandit.budget()).reports).toBe(0);
  expect(await bandit.choose().reward(1)).toMatchObject({ status: 'queued' });
});

test('a ledger of the page’s own is asked before anything is queued, and only a clear yes counts', async () => {
  for (const answer of [true, false, 'yes', undefined]) {
    const asked: unknown[] = [];
    const ledger = {
      async reserve(entry: LedgerEntry, limit: unknown, windowMs: unknown) {
        asked.push(entry.epsilon, limit, windowMs);
        return answer as boolean;
      },
      async *entries() {},
    };
    const { bandit } = await openScripted({ ledger });
    const outcome = await bandit.choose().reward(1);
    expect(outcome.status).toBe(answer === true ? 'queued' : 'withheld');
    expect(asked).toEqual([1, { epsilon: 8, delta: 0 }, undefined]);
    expect((await bandit.budget()).durable).toBe(false);
  }
});

test('what a ledger of the page’s own holds is added up, in all and within the window', async () => {
  const windowMs = 86_400_000;
  const own: LedgerEntry[] = [];
  const ledger = {
    async reserve(entry: LedgerEntry) {
      own.push(entry);
      return true;
    },
    async *entries() {
      yield* own;
    },
  };
  const privacy = { epsilon: 1, epsilonTotal: 8, windowMs };
  const { bandit } = await openScripted({ ledger, privacy });
  await bandit.choose().reward(1);
  own.push({ ...(own[0] as LedgerEntry), epsilon: 0.5, at: Date.now() - 2 * windowMs });
  expect(await bandit.budget()).toMatchObject({
    spent: { epsilon: 1, delta: 0 },
    reports: 1,
    lifetime: { epsilon: 1.5, delta: 0, reports: 2 },
    windowMs,
  });
});

test('a ledger that does not work where the page asked for it is an error, not a silent fallback', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const error = await failure(open(new ScriptedCollector(), { ledger: indexedDbLedger() }));
  expect(error).toMatchObject({ code: 'store_conflict' });
});
