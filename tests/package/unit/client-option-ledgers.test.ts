// Two bandits that share a ledger settle the same options that were shown early: each report is paid for once.
import { type BanditOptions, type LedgerEntry, memoryLedger } from 'ldp-bandits';
import { expect, test } from 'vitest';
import { network, open, RICH } from './client-option-support.js';
import { collector, usePages, visitAgain } from './client-page-support.js';
import { elapse, SNAPSHOT } from './client-support.js';

usePages();

type Ledger = NonNullable<BanditOptions['ledger']>;

/** A ledger of the page's own, such as one behind a request: it answers later. */
function slowLedger(): Ledger {
  const inner = memoryLedger();
  return {
    durable: false,
    async reserve(...given: Parameters<Ledger['reserve']>) {
      await new Promise(setImmediate);
      return inner.reserve(...given);
    },
    entries: () => inner.entries(),
  };
}

async function entriesOf(ledger: Ledger): Promise<readonly LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for await (const entry of ledger.entries()) entries.push(entry);
  return entries;
}

test.each([
  ['in memory', memoryLedger],
  ["of the page's own", slowLedger],
])('a ledger %s pays once for each report of two bandits', async (_, ledgerOf) => {
  network.fault = () => Promise.reject(new TypeError('Failed to fetch'));
  const ledger = ledgerOf();
  const options = { ...RICH, ledger, maxDelayMs: 0, responseWindowMs: 1 };
  const first = (await open(visitAgain, options)).bandit;
  const second = (await open(visitAgain, options)).bandit;
  for (let i = 0; i < 40; i++) first.choose();
  await elapse(5_000);
  collector.snapshot = { ...SNAPSHOT, snapshot: 14 };
  network.fault = undefined;
  await Promise.all([first, second].map((bandit) => bandit.refresh()));
  await elapse(1_000);
  await Promise.all([first, second].map((bandit) => bandit.flush()));
  const sent = collector.counted.map(({ id }) => id).sort();
  const paid = (await entriesOf(ledger)).map(({ reportId }) => reportId).sort();
  expect(sent.length).toBeGreaterThan(0);
  expect(paid).toEqual(sent);
});

/** What the ledger in memory does for a page beside what is public. */
interface Numbers {
  put(packet: object): Promise<void>;
  number(id: string, next: object, payment: object): Promise<'queued' | 'removed' | 'gone'>;
}

test('of two pages that number one packet at once, one pays', async () => {
  const ledger = memoryLedger();
  const journal = ledger as unknown as Numbers;
  const packet = { id: 'x', body: '{"snapshot":0,"id":"x"}', target: 't' };
  await journal.put({ ...packet, dueAt: Infinity, early: { dueAt: 0 } });
  const cost = { epsilon: 1, delta: 0, rho: 0.5 };
  const entry = { reportId: 'x', experiment: 'e', snapshot: 3, mechanism: 'm', at: 0, ...cost };
  const payment = { entry, limit: { epsilon: 8, delta: 0 }, windowMs: undefined };
  const next = { ...packet, dueAt: 0 };
  const fates = [1, 2].map(() => journal.number('x', next, payment));
  expect(await Promise.all(fates)).toEqual(['queued', 'gone']);
  expect(await entriesOf(ledger)).toHaveLength(1);
});
