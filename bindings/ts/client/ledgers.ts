// Which ledger a bandit spends from.
import { LdpError } from '../internal/errors.js';
import { requireString } from '../internal/validate.js';
import { IndexedDbJournal } from './indexed-db-journal.js';
import { isJournal, type Journal } from './journal.js';
import { MemoryJournal } from './memory-journal.js';
import { storageFailed } from './sender.js';
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
 * The durable journal of this origin. Where IndexedDB is missing or refuses: in a page or a worker one
 * that lets no report leave, because a budget in memory would be new with every page load; outside
 * browsers one in memory, shared by the whole process.
 */
export async function defaultJournal(): Promise<Journal> {
  return (await openDurable()) ?? (isBrowser() ? new RefusedJournal() : memory());
}

/** The outbox of a page that keeps its budget in a ledger of its own: in memory at worst. */
export async function defaultOutbox(): Promise<Journal> {
  return (await openDurable()) ?? memory();
}

/**
 * The ledger that a page asks for, or the default, and its outbox, open: their guard knows what was spent.
 * `own`: the collector is on the origin of the page. Then the default ledger opens beside one in memory, too,
 * because an answer would clear it. Rejects `store_conflict` if the ledger that the page asks for does not
 * work.
 */
export async function openLedgers(
  given: BudgetLedger | undefined,
  own: boolean,
): Promise<{ readonly ledger: BudgetLedger | Journal; readonly outbox: Journal }> {
  const ledger = given ?? (await defaultJournal());
  const outbox = isJournal(ledger) ? ledger : await defaultOutbox();
  if (own && !outbox.durable) await openDurable();
  await outbox.ready().catch((cause: unknown) => {
    throw storageFailed(cause);
  });
  return { ledger, outbox };
}

async function openDurable(): Promise<Journal | undefined> {
  try {
    let journal = durable.get(indexedDB);
    if (!journal) {
      journal = new IndexedDbJournal(DEFAULT_NAME);
      durable.set(indexedDB, journal);
    }
    await journal.ready();
    return journal;
  } catch {
    return undefined;
  }
}

function memory(): MemoryJournal {
  fallback ??= new MemoryJournal();
  return fallback;
}

function isBrowser(): boolean {
  return 'document' in globalThis || 'WorkerGlobalScope' in globalThis;
}

/** Has nothing, and takes nothing. */
class RefusedJournal extends MemoryJournal {
  /** One error for all reports, so that a page is told once. */
  readonly #error = new LdpError('store_conflict', 'This browser refuses IndexedDB.', {
    details: { cause: 'refused' },
  });

  override async reserve(): Promise<never> {
    throw this.#error;
  }

  override spend(): Promise<never> {
    return this.reserve();
  }
}
