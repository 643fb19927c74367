// The durable journal: one IndexedDB database per origin (and per top-level site, where storage is
// partitioned), shared by all its tabs and workers. Every step is one readwrite transaction, which
// IndexedDB serialises across tabs, so two tabs spend one budget. Durability "strict": the
// browser's default may lose the last seconds in a crash, and with them a spend.
import type { LdpError } from '../internal/errors.js';
import {
  admits,
  costOf,
  earliestWindow,
  type HourSum,
  holding,
  hourOf,
  type Pin,
  pinsWith,
  sum,
  toSpend,
} from './accounting.js';
import type { Move } from './clock.js';
import type { EarlyPacket } from './early.js';
import { Finals } from './finals.js';
import { ask, finished, openDatabase } from './indexed-db.js';
import {
  asRetry,
  backlogOf,
  type Closed,
  closedWith,
  type Final,
  isEarly,
  type Journal,
  type Moment,
  moved,
  type Packet,
  type Payment,
  pick,
  type Taken,
  type Told,
  type Totals,
} from './journal.js';
import type { LedgerEntry, Spend } from './types.js';
import { MARK, patiently, WipeGuard } from './wipe-guard.js';

/**
 * `ledger`: one {@link LedgerEntry} per report, in the order of spending; never the input, the action
 * or the noise. `hours`: a {@link HourSum} of the entries of each hour. `clock`: the largest hour ever
 * seen, under 'hour', the totals that pages have pinned, under 'pins', the mark of a wipe, and by address a {@link Closed}. `outbox`: a {@link Packet} per report on its way.
 */
type Store = 'ledger' | 'hours' | 'clock' | 'outbox';
type Stores = (name: Store) => IDBObjectStore;

const LEDGER: readonly Store[] = ['ledger', 'hours', 'clock'];
const OUTBOX: readonly Store[] = ['outbox'];
const CLOCK: readonly Store[] = ['clock'];
/** Before an address, a key of the clock: under it stands a {@link Closed}. */
const CLOSED = 'closed:';
const PAGE = 256;

export class IndexedDbJournal implements Journal {
  readonly durable = true;
  readonly name: string;
  readonly #guard = new WipeGuard({
    read: () => this.#read(),
    heal: (work) => this.#transact(LEDGER, (stores) => work(stores)),
  });
  #database: Promise<IDBDatabase> | undefined;
  readonly #finals: Finals;

  constructor(name: string) {
    this.name = name;
    this.#finals = new Finals(`${name}-finals`);
  }

  /** Rejects where IndexedDB is missing or refuses. */
  async ready(): Promise<void> {
    await Promise.all([this.#open(), this.#finals.open()]);
  }

  /** Tells `listener` when the storage under this journal is cleared. Returns what ends that. */
  onWipe(listener: (error: LdpError) => void): () => void {
    return this.#guard.listen(listener);
  }

  reserve(entry: LedgerEntry, limit: Spend, windowMs?: number): Promise<boolean> {
    return this.#spends(LEDGER, (stores) => reserve(stores, entry, limit, windowMs, this.#guard));
  }

  spend(
    entry: LedgerEntry,
    limit: Spend,
    windowMs: number | undefined,
    packet: Packet,
  ): Promise<boolean> {
    return this.#spends([...LEDGER, 'outbox'], async (stores) => {
      const outbox = stores('outbox');
      // The connection may have closed when this was on the disk.
      if (await ask(outbox.getKey(packet.id))) return [];
      const spent = await reserve(stores, entry, limit, windowMs, this.#guard);
      if (spent) outbox.put(packet);
      return spent;
    });
  }

  async *entries(): AsyncGenerator<LedgerEntry> {
    // A page of entries per transaction: the reader may take its time between two of them.
    for (let last = 0; ; ) {
      const range = IDBKeyRange.lowerBound(last, true);
      const [keys, page] = await this.#transact(LEDGER, (stores) => {
        const store = stores('ledger');
        return Promise.all([
          ask(store.getAllKeys(range, PAGE)),
          ask<LedgerEntry[]>(store.getAll(range, PAGE)),
        ]);
      });
      yield* page;
      if (page.length < PAGE) return;
      last = keys.at(-1) as number;
    }
  }

  pin(limit: Spend, windowMs: number | undefined): Promise<readonly Pin[]> {
    return this.#transact(LEDGER, async (stores) => {
      const pins = pinsWith(await readPins(stores), limit, windowMs, await readClock(stores));
      stores('clock').put(pins, 'pins');
      this.#guard.pins = pins;
      return pins;
    });
  }

  async totals(limit: Spend, windowMs: number | undefined): Promise<Totals> {
    await this.#guard.healed;
    return this.#transact(LEDGER, async (stores) => {
      const now = await readClock(stores);
      const hours = await ask<HourSum[]>(stores('hours').getAll());
      const pins = pinsWith(await readPins(stores), limit, windowMs, now);
      return {
        ...holding(pins, hours, now),
        lifetime: toSpend(sum(hours)),
        wiped: this.#guard.isWiped || (await ask(stores('clock').get(MARK))) !== undefined,
      };
    });
  }

  put(packet: Packet): Promise<void> {
    const write = async (stores: Stores) => void stores('outbox').put(packet);
    // What has no number costs nothing, and nothing sends it. It is looked at again when it gets one.
    return isEarly(packet) ? this.#transact(OUTBOX, write) : this.#guarded(OUTBOX, write);
  }

  finalize(finals: readonly Final[], page?: string): void {
    this.#finals.put(finals);
    if (page !== undefined) this.#finals.store(finals, page);
  }

  finalizeOnce(final: Final): Promise<boolean> {
    return this.#finals.add(final);
  }

  async take(target: string | undefined, now: Moment, told: Told, owner?: string): Promise<Taken> {
    // Before the transaction, which would end while it waits. What is due has been final for
    // SETTLE_MS; what this page flushes was put on the same connection, and is read after it.
    const finals = await this.#finals.read();
    return this.#guarded(OUTBOX, async (stores) => {
      const store = stores('outbox');
      const taken = pick(await packetsAt(store, target), finals, now, told, owner);
      for (const { id } of [...taken.expired, ...taken.left]) store.delete(id);
      for (const packet of taken.packets) store.put(packet);
      return taken;
    });
  }

  settle(packet: Packet, retryAt?: number): Promise<void> {
    return this.#transact(OUTBOX, async (stores) => {
      const store = stores('outbox');
      if (retryAt === undefined) store.delete(packet.id);
      else if (await ask(store.getKey(packet.id))) store.put(asRetry(packet, retryAt));
    });
  }

  backlog(target: string | undefined): Promise<{ pending: number; dueAt: number }> {
    return this.#transact(OUTBOX, async (stores) =>
      backlogOf(await packetsAt(stores('outbox'), target)),
    );
  }

  move(move: Move): Promise<void> {
    return this.#transact(OUTBOX, async (stores) => {
      const store = stores('outbox');
      for (const id of [...move.open, ...move.closed]) {
        const packet = await ask<Packet | undefined>(store.get(id));
        const next = packet && moved(packet, move);
        if (next) store.put(next);
      }
    });
  }

  refused(target: string, snapshot: number): Promise<void> {
    return this.#transact(CLOCK, async (stores) => {
      const known = await ask<Closed | undefined>(stores('clock').get(CLOSED + target));
      stores('clock').put(closedWith(known, snapshot), CLOSED + target);
    });
  }

  closed(target: string): Promise<Closed | undefined> {
    return this.#transact(CLOCK, (stores) => ask(stores('clock').get(CLOSED + target)));
  }

  early(target: string | undefined): Promise<readonly EarlyPacket[]> {
    return this.#transact(OUTBOX, async (stores) =>
      (await packetsAt(stores('outbox'), target)).filter(isEarly),
    );
  }

  number(
    id: string,
    next: Packet | undefined,
    payment: Payment | undefined,
  ): Promise<'queued' | 'removed' | 'gone'> {
    return this.#guarded([...LEDGER, 'outbox'], async (stores) => {
      const store = stores('outbox');
      const found = await ask<Packet | undefined>(store.get(id));
      if (!found?.early) return 'gone';
      const isPaid =
        !next ||
        !payment ||
        (await reserve(stores, payment.entry, payment.limit, payment.windowMs, this.#guard));
      if (next && isPaid) store.put(next);
      else store.delete(id);
      return next && isPaid ? 'queued' : 'removed';
    });
  }

  /** `work` resolves with the sums that it leaves on the disk, or undefined if it leaves all as it was. */
  async #spends(
    names: readonly Store[],
    work: (stores: Stores) => Promise<readonly HourSum[] | undefined>,
  ): Promise<boolean> {
    const hours = await this.#guarded(names, work, (spent) => this.#guard.remember(spent ?? []));
    return hours !== undefined;
  }

  /** For what spends or sends: neither before nor after it may the storage have been cleared. */
  async #guarded<T>(
    names: readonly Store[],
    work: (stores: Stores) => Promise<T>,
    committed?: (result: T) => void,
  ): Promise<T> {
    await this.#guard.clear();
    const connection = this.#open();
    await connection;
    const attempt = async () => {
      await this.#open();
      this.#guard.check(); // a connection that opens anew tells what was lost
      const result = await this.#transact(names, work);
      committed?.(result); // before anything else: a wipe from now on is healed with it
      this.#guard.check();
      return result;
    };
    try {
      return await attempt();
    } catch (error) {
      if (this.#database === connection) throw error;
      // The browser has closed the connection.
      return attempt();
    }
  }

  /** What the disk says is spent. */
  async #read(): Promise<void> {
    const isOpen = this.#database !== undefined;
    const database = await this.#open(); // which reads
    if (isOpen) this.#guard.meet(await hoursOf(database), false);
  }

  /**
   * Resolves when the outcome is on the disk; rejects, with nothing changed, if `work` or the
   * commit fails.
   */
  async #transact<T>(names: readonly Store[], work: (stores: Stores) => Promise<T>): Promise<T> {
    let transaction = begin(await this.#open(), names);
    if (!transaction) {
      this.#database = undefined; // it is closed, and not everything has been told yet
      transaction = begin(await this.#open(), names);
    }
    if (!transaction) throw new DOMException('The connection keeps closing.', 'InvalidStateError');
    const done = finished(transaction);
    done.catch(() => {}); // awaited below unless `work` fails first
    try {
      const result = await work((name) => transaction.objectStore(name));
      transaction.commit?.(); // a page that is leaving has no time for the automatic one
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

  #open(): Promise<IDBDatabase> {
    this.#database ??= this.#connect();
    return this.#database;
  }

  #connect(): Promise<IDBDatabase> {
    const guard = this.#guard;
    const forget = () => {
      if (this.#database === connection) this.#database = undefined;
    };
    let isNew = false;
    const create = (database: IDBDatabase, transaction: IDBTransaction) => {
      isNew = true;
      database.createObjectStore('ledger', { autoIncrement: true });
      database.createObjectStore('hours', { keyPath: 'hour' });
      database.createObjectStore('outbox', { keyPath: 'id' }).createIndex('target', 'target');
      database.createObjectStore('clock');
      guard.putBack((name) => transaction.objectStore(name));
    };
    const connection = openDatabase(this.name, create, (isDeleted) => {
      forget();
      if (isDeleted) guard.forget();
      // The browser has closed it: it has cleared the storage, or its process of storage has ended.
      else void patiently(() => this.#open());
    }).then(async (database) => {
      guard.meet(await hoursOf(database), isNew);
      return database;
    });
    connection.catch(forget);
    return connection;
  }
}

const hoursOf = (database: IDBDatabase): Promise<HourSum[]> =>
  ask(database.transaction('hours').objectStore('hours').getAll());

const packetsAt = (store: IDBObjectStore, target: string | undefined): Promise<Packet[]> =>
  ask(target === undefined ? store.getAll() : store.index('target').getAll(target));

/** Null if the connection was closed between opening and now (its database was deleted). */
function begin(database: IDBDatabase, names: readonly Store[]): IDBTransaction | null {
  try {
    return database.transaction(names, 'readwrite', { durability: 'strict' });
  } catch (error) {
    if ((error as DOMException).name === 'InvalidStateError') return null;
    throw error;
  }
}

/**
 * Reads, checks and writes in one transaction: of two tabs that race for the last unit one wins. Gives the sums of
 * the window as they are afterwards; undefined, and nothing changed, if the budget is exhausted.
 */
async function reserve(
  stores: Stores,
  entry: LedgerEntry,
  limit: Spend,
  windowMs: number | undefined,
  guard: WipeGuard,
): Promise<readonly HourSum[] | undefined> {
  const now = await readClock(stores);
  const hour = hourOf(now);
  const hours = stores('hours');
  const pins = pinsWith(await readPins(stores), limit, windowMs, now);
  stores('clock').put(pins, 'pins');
  guard.pins = pins;
  const from = IDBKeyRange.lowerBound(earliestWindow(pins, now));
  const spent = await ask<HourSum[]>(hours.getAll(from));
  const cost = costOf(entry, hour);
  if (!admits(pins, spent, entry, now)) return undefined;
  const current = spent.find((one) => one.hour === hour);
  const next = current ? sum([current, cost], hour) : cost;
  hours.put(next);
  stores('clock').put(hour, 'hour');
  stores('ledger').add({ ...entry, at: hour });
  return [...spent, next];
}

async function readPins(stores: Stores): Promise<readonly Pin[]> {
  return (await ask<readonly Pin[] | undefined>(stores('clock').get('pins'))) ?? [];
}

/** max(now, largest time ever stored): turning the clock back renews nothing. */
async function readClock(stores: Stores): Promise<number> {
  return Math.max(Date.now(), (await ask<number | undefined>(stores('clock').get('hour'))) ?? 0);
}
