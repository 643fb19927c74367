// Which ledger a bandit spends from.
import { requireString } from '../internal/validate.js';
import { IndexedDbJournal } from './indexed-db-journal.js';
import type { Journal } from './journal.js';
import { MemoryJournal } from './memory-journal.js';
import type { BudgetLedger } from './types.js';

export const DEFAULT_NAME = 'ldp-bandits';

/**
 * A ledger and outbox that end with the page: for simulated visitors and for Node, never for a
 * person's browser, where reloading the page would renew the budget. Every call makes a separate
 * one.
 */
export function memoryLedger(): BudgetLedger {
  return new MemoryJournal();
}

/** The default ledger under another database name. Ledgers of different names do not add up. */
export function indexedDbLedger(name: string = DEFAULT_NAME): BudgetLedger {
  return new IndexedDbJournal(requireString('name', name, 200));
}

/** One connection per database server; tests and workers may have several of those. */
const durable = new WeakMap<IDBFactory, IndexedDbJournal>();
let fallback: MemoryJournal | undefined;

/**
 * The durable journal of this origin. Where IndexedDB is missing or refuses: one in memory, shared
 * by the whole page.
 */
export async function defaultJournal(): Promise<Journal> {
  try {
    let journal = durable.get(indexedDB);
    if (!journal) {
      journal = new IndexedDbJournal(DEFAULT_NAME);
      durable.set(indexedDB, journal);
    }
    await journal.ready();
    return journal;
  } catch {
    fallback ??= new MemoryJournal();
    return fallback;
  }
}
