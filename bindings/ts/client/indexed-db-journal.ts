// The durable journal: one IndexedDB database per origin (and per top-level site, where storage is
// partitioned), shared by all its tabs and workers. Every step is one readwrite transaction, which
// IndexedDB serialises across tabs, so two tabs spend one budget. Durability "strict": the
// browser's default may lose the last seconds in a crash, and with them a spend.
import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPObjectStore,
  type IDBPTransaction,
  openDB,
  type StoreNames,
} from 'idb';
import type { LdpError } from '../internal/errors.js';
import { costOf, fits, type HourSum, hourOf, sum, toSpend, windowStart } from './accounting.js';
import { Finals } from './finals.js';
import {
  asRetry,
  type Final,
  type Journal,
  type Packet,
  pick,
  type Taken,
  type Told,
  type Totals,
} from './journal.js';
import type { LedgerEntry, Spend } from './types.js';
import { type LedgerStores, MARK, WipeGuard } from './wipe-guard.js';

interface Schema extends DBSchema {
  /** One entry per report, in the order of spending. Never the input, the action or the noise. */
  ledger: { key: number; value: LedgerEntry };
  /** Sums of the entries by hour. */
  hours: { key: number; value: HourSum };
  outbox: { key: string; value: Packet; indexes: { target: string } };
  /** The largest hour ever seen, under the key 'hour'; the mark of a wipe. */
  clock: { key: string; value: number };
}
type Store = StoreNames<Schema>;
type Transaction<S extends Store> = IDBPTransaction<Schema, S[], 'readwrite'>;

const LEDGER: ('ledger' | 'hours' | 'clock')[] = ['ledger', 'hours', 'clock'];
const OUTBOX: 'outbox'[] = ['outbox'];
const PAGE = 256;

export class IndexedDbJournal implements Journal {
  readonly durable = true;
  readonly name: string;
  readonly #guard = new WipeGuard((work) =>
    this.#transact(LEDGER, (transaction) => work(transaction as unknown as LedgerStores)),
  );
  #database: Promise<IDBPDatabase<Schema>> | undefined;
  readonly #finals: Finals;

  constructor(name: string) {
    this.name = name;
    this.#finals = new Finals(`${name}-finals`);
  }

  /** Rejects where IndexedDB is missing or refuses. */
  async ready(): Promise<void> {
    await this.#open();
    await this.#finals.open();
  }

  /** Tells `listener` when the storage under this journal is cleared. Returns what ends that. */
  onWipe(listener: (error: LdpError) => void): () => void {
    return this.#guard.listen(listener);
  }

  reserve(entry: LedgerEntry, limit: Spend, windowMs?: number): Promise<boolean> {
    return this.#guarded(LEDGER, (transaction) =>
      reserve(transaction, entry, limit, windowMs, this.#guard),
    );
  }

  spend(
    entry: LedgerEntry,
    limit: Spend,
    windowMs: number | undefined,
    packet: Packet,
  ): Promise<boolean> {
    return this.#guarded([...LEDGER, 'outbox'], async (transaction) => {
      if (!(await reserve(transaction, entry, limit, windowMs, this.#guard))) return false;
      await transaction.objectStore('outbox').put(packet);
      return true;
    });
  }

  async *entries(): AsyncGenerator<LedgerEntry> {
    // A page of entries per transaction: the reader may take its time between two of them.
    for (let last = 0; ; ) {
      const range = IDBKeyRange.lowerBound(last, true);
      const [keys, page] = await this.#transact(LEDGER, (transaction) => {
        const store = transaction.objectStore('ledger');
        return Promise.all([store.getAllKeys(range, PAGE), store.getAll(range, PAGE)]);
      });
      yield* page;
      if (page.length < PAGE) return;
      last = keys.at(-1) as number;
    }
  }

  async totals(windowMs: number | undefined): Promise<Totals> {
    await this.#guard.healed;
    return this.#transact(LEDGER, async (transaction) => {
      const now = await readClock(transaction);
      const hours = await transaction.objectStore('hours').getAll();
      const from = windowStart(now, windowMs);
      return {
        window: toSpend(sum(hours.filter(({ hour }) => hour >= from))),
        lifetime: toSpend(sum(hours)),
        wiped:
          this.#guard.isWiped || (await transaction.objectStore('clock').get(MARK)) !== undefined,
      };
    });
  }

  put(packet: Packet): Promise<void> {
    return this.#guarded(
      OUTBOX,
      async (transaction) => void (await transaction.objectStore('outbox').put(packet)),
    );
  }

  finalize(finals: readonly Final[], page?: string): void {
    this.#finals.put(finals);
    if (page !== undefined) this.#finals.store(finals, page);
  }

  finalizeOnce(final: Final): Promise<boolean> {
    return this.#finals.add(final);
  }

  async take(target: string | undefined, now: number, told: Told, owner?: string): Promise<Taken> {
    // Before the transaction, which would end while it waits. What is due has been final for
    // SETTLE_MS; what this page flushes was put on the same connection, and is read after it.
    const finals = await this.#finals.read();
    return this.#guarded(OUTBOX, async (transaction) => {
      const store = transaction.objectStore('outbox');
      const taken = pick(await packetsAt(store, target), finals, now, told, owner);
      await Promise.all([
        ...taken.expired.map(({ id }) => store.delete(id)),
        ...taken.packets.map((packet) => store.put(packet)),
      ]);
      return taken;
    });
  }

  settle(packet: Packet, retryAt?: number): Promise<void> {
    return this.#transact(OUTBOX, async (transaction) => {
      const store = transaction.objectStore('outbox');
      if (retryAt === undefined) await store.delete(packet.id);
      else if (await store.getKey(packet.id)) await store.put(asRetry(packet, retryAt));
    });
  }

  backlog(target: string | undefined): Promise<{ pending: number; dueAt: number }> {
    return this.#transact(OUTBOX, async (transaction) => {
      const packets = await packetsAt(transaction.objectStore('outbox'), target);
      return {
        pending: packets.length,
        dueAt: packets.reduce((earliest, { dueAt }) => Math.min(earliest, dueAt), Infinity),
      };
    });
  }

  /** For what spends or sends: neither before nor after it may the storage have been cleared. */
  async #guarded<S extends Store, T>(
    stores: S[],
    work: (transaction: Transaction<S>) => Promise<T>,
  ): Promise<T> {
    this.#guard.check();
    const result = await this.#transact(stores, work);
    this.#guard.check();
    return result;
  }

  /**
   * Resolves when the outcome is on the disk; rejects, with nothing changed, if `work` or the
   * commit fails.
   */
  async #transact<S extends Store, T>(
    stores: S[],
    work: (transaction: Transaction<S>) => Promise<T>,
  ): Promise<T> {
    const transaction = begin(await this.#open(), stores) ?? begin(await this.#open(), stores);
    if (!transaction) throw new DOMException('The connection keeps closing.', 'InvalidStateError');
    const done = transaction.done;
    done.catch(() => {}); // awaited below unless `work` fails first
    try {
      const result = await work(transaction);
      transaction.commit(); // a page that is leaving has no time for the automatic one
      await done;
      return result;
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // It has ended already, which is as good.
      }
      throw error;
    }
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    this.#database ??= this.#connect();
    return this.#database;
  }

  #connect(): Promise<IDBPDatabase<Schema>> {
    const guard = this.#guard;
    const forget = () => {
      if (this.#database === connection) this.#database = undefined;
    };
    const connection = openDB<Schema>(this.name, 1, {
      upgrade(database) {
        database.createObjectStore('ledger', { autoIncrement: true });
        database.createObjectStore('hours', { keyPath: 'hour' });
        database.createObjectStore('outbox', { keyPath: 'id' }).createIndex('target', 'target');
        database.createObjectStore('clock');
      },
      // "Forget everything" in another tab must not wait for this one.
      blocking(_current, _blocked, event) {
        forget();
        guard.forget();
        (event.target as IDBDatabase).close();
      },
      // No page closes it like this, only a browser that clears or has lost the storage.
      terminated: () => {
        forget();
        guard.wiped();
      },
    }).then(async (database) => {
      guard.remember(await database.getAll('hours'));
      return database;
    });
    connection.catch(forget);
    return connection;
  }
}

type OutboxStore = IDBPObjectStore<Schema, 'outbox'[], 'outbox', 'readwrite'>;

const packetsAt = (store: OutboxStore, target: string | undefined): Promise<Packet[]> =>
  target === undefined ? store.getAll() : store.index('target').getAll(target);

/** Null if the connection was closed between opening and now (its database was deleted). */
function begin<S extends Store>(
  database: IDBPDatabase<Schema>,
  stores: S[],
): Transaction<S> | null {
  try {
    return database.transaction(stores, 'readwrite', { durability: 'strict' });
  } catch (error) {
    if ((error as DOMException).name === 'InvalidStateError') return null;
    throw error;
  }
}

/**
 * Reads, checks and writes in one transaction: of two tabs that race for the last unit one wins.
 */
async function reserve(
  transaction: unknown,
  entry: LedgerEntry,
  limit: Spend,
  windowMs: number | undefined,
  guard: WipeGuard,
): Promise<boolean> {
  const ledger = transaction as Transaction<'ledger' | 'hours' | 'clock'>;
  const now = await readClock(ledger);
  const hour = hourOf(now);
  const hours = ledger.objectStore('hours');
  const spent = await hours.getAll(IDBKeyRange.lowerBound(windowStart(now, windowMs)));
  const cost = costOf(entry, hour);
  if (!fits(sum(spent), cost, limit)) return false;
  const current = await hours.get(hour);
  const next = current ? sum([current, cost], hour) : cost;
  await hours.put(next);
  guard.remember([...spent, next]);
  await ledger.objectStore('clock').put(hour, 'hour');
  await ledger.objectStore('ledger').add({ ...entry, at: hour });
  return true;
}

/** max(now, largest time ever stored): turning the clock back renews nothing. */
async function readClock(transaction: unknown): Promise<number> {
  const clock = (transaction as Transaction<'clock'>).objectStore('clock');
  return Math.max(Date.now(), (await clock.get('hour')) ?? 0);
}
