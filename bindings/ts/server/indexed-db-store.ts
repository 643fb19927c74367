/**
 * The store of a collector in a browser: IndexedDB. A Service Worker is killed without a warning, so
 * nothing is kept outside the database, and every write is `durability: "strict"` (browsers default
 * to "relaxed", which answers before the data reaches the disk).
 *
 *     windows  experiment                     which epochs are open
 *     states   experiment                     the published learner state
 *     epochs   [experiment, snapshot]         schema and number of reports
 *     sums     [experiment, snapshot, chunk]  int64 sums, in chunks, so that a commit rewrites only
 *                                             the few kilobytes around the arms it touches
 *     ids      [experiment, snapshot, id]     no value: nothing is stored beside a report's id
 *
 * IndexedDB serialises read-write transactions over the same stores across tabs and workers; that is
 * all the locking there is.
 */
import { type IDBPDatabase, openDB } from 'idb';
import type { AsyncOwned } from '../internal/disposable.js';
import { LdpError } from '../internal/errors.js';
import { invalidArgument } from '../internal/validate.js';
import type { CollectorSchema, Key } from './indexed-db-schema.js';
import { NAMES, type Rows, transact } from './indexed-db-transaction.js';
import { addExactly, at, requireDelta, type Statistics } from './statistics.js';
import {
  type AggregateStore,
  type BatchItem,
  type CommitOptions,
  type CommitResult,
  type Epoch,
  type Head,
  type Publication,
  requireOpen,
  requireRoom,
  requireSuccessor,
} from './store.js';

const SCHEMA_VERSION = 1;
const CHUNK = 1024;

class IndexedDbStore implements AggregateStore, AsyncOwned {
  readonly #name: string;
  #connection: Promise<IDBPDatabase<CollectorSchema>> | null = null;
  #disposed = false;

  constructor(name: string) {
    this.#name = name;
  }

  async commit(
    epoch: Epoch,
    batch: readonly BatchItem[],
    options?: CommitOptions,
  ): Promise<CommitResult> {
    const key = [epoch.experiment, epoch.snapshot];
    return this.#transact('readwrite', options?.signal, async (rows) => {
      const window = await rows.windows.get(epoch.experiment);
      requireOpen(window ?? null, epoch.snapshot);

      const { fresh, duplicates } = await newItems(rows, key, batch);
      const result = { accepted: fresh.length, duplicate: duplicates.length, duplicates };
      const first = batch[0]?.delta;
      if (first === undefined) return result;
      const row = (await rows.epochs.get(key)) ?? {
        schema: first.schema,
        size: first.size,
        reports: 0n,
      };
      for (const { delta } of batch) requireDelta(row.schema, row.size, delta);
      if (fresh.length === 0) return result;
      // Every report has an id of its own, so there are as many.
      requireRoom(row.reports, fresh.length, options?.maxIds);

      await addToSums(rows, key, row.size, fresh);
      await rows.epochs.put({ ...row, reports: row.reports + BigInt(fresh.length) }, key);
      await Promise.all(fresh.map(({ id }) => rows.ids.put(null, [...key, id])));
      return result;
    });
  }

  async read(epoch: Epoch): Promise<Statistics | null> {
    const key = [epoch.experiment, epoch.snapshot];
    return this.#transact('readonly', undefined, async (rows) => {
      const row = await rows.epochs.get(key);
      if (!row) return null;
      const sums = new BigInt64Array(row.size);
      const [keys, chunks] = await Promise.all([
        rows.sums.getAllKeys(under(key)),
        rows.sums.getAll(under(key)),
      ]);
      for (const [i, chunk] of chunks.entries()) sums.set(chunk, Number(keys[i]?.[2]) * CHUNK);
      return { schema: row.schema, reports: row.reports, sums };
    });
  }

  async head(experiment: string): Promise<Head | null> {
    return this.#transact('readonly', undefined, async (rows) => {
      const window = await rows.windows.get(experiment);
      return window ? { revision: '', ...window } : null;
    });
  }

  async latest(experiment: string): Promise<Publication | null> {
    return this.#transact('readonly', undefined, async (rows) => {
      const [window, state] = await Promise.all([
        rows.windows.get(experiment),
        rows.states.get(experiment),
      ]);
      return window && state ? { revision: '', ...window, state } : null;
    });
  }

  async publish(experiment: string, expected: number | null, next: Publication): Promise<boolean> {
    return this.#transact('readwrite', undefined, async (rows) => {
      const current = (await rows.windows.get(experiment)) ?? null;
      if ((current?.snapshot ?? null) !== expected) return false;
      requireSuccessor(current, next);
      const { state, snapshot, open, folded, revision } = next;
      const before = (snapshot: number) =>
        IDBKeyRange.bound([experiment], [experiment, snapshot], false, true);
      await Promise.all([
        rows.windows.put({ snapshot, open, folded, revision }, experiment),
        // A copy: a view would take its whole, possibly much larger, buffer along.
        rows.states.put(state.slice(), experiment),
        rows.ids.delete(before(next.open)),
        rows.sums.delete(before(next.folded)),
        rows.epochs.delete(before(next.folded)),
      ]);
      return true;
    });
  }

  async dispose(): Promise<void> {
    await this[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    const connection = this.#connection;
    this.#connection = null;
    (await connection?.catch(() => null))?.close();
  }

  async #transact<T>(
    mode: IDBTransactionMode,
    signal: AbortSignal | undefined,
    work: (rows: Rows) => Promise<T>,
  ): Promise<T> {
    if (this.#disposed) throw new LdpError('disposed', 'The store has been disposed.');
    signal?.throwIfAborted();
    try {
      return await transact(() => this.#open(), mode, signal, work);
    } catch (error) {
      signal?.throwIfAborted();
      if (LdpError.is(error)) throw error;
      throw new LdpError('transport', 'IndexedDB failed; nothing was stored.', {
        cause: error,
        retryable: true,
      });
    }
  }

  #open(): Promise<IDBPDatabase<CollectorSchema>> {
    if (this.#connection) return this.#connection;
    const forget = () => {
      if (this.#connection === connection) this.#connection = null;
    };
    const connection = openDB<CollectorSchema>(this.#name, SCHEMA_VERSION, {
      upgrade(database) {
        for (const name of NAMES) database.createObjectStore(name);
      },
      // "Forget everything" deletes the database from the page: let go of it at once.
      blocking(_current, _blocked, event) {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    });
    this.#connection = connection;
    connection.catch(forget);
    return connection;
  }
}

/** Splits a batch into reports that the epoch does not know and positions of those that it does. */
async function newItems(rows: Rows, key: Key, batch: readonly BatchItem[]) {
  const known = await Promise.all(batch.map(({ id }) => rows.ids.getKey([...key, id])));
  const seen = new Set<string>();
  const fresh: BatchItem[] = [];
  const duplicates: number[] = [];
  for (const [position, item] of batch.entries()) {
    if (known[position] !== undefined || seen.has(item.id)) {
      duplicates.push(position);
    } else {
      seen.add(item.id);
      fresh.push(item);
    }
  }
  return { fresh, duplicates };
}

async function addToSums(rows: Rows, key: Key, size: number, items: readonly BatchItem[]) {
  const touched = new Set<number>();
  for (const { delta } of items) {
    for (const index of delta.indices) touched.add(Math.floor(index / CHUNK));
  }
  const chunks = new Map<number, BigInt64Array>();
  await Promise.all(
    [...touched].map(async (chunk) => {
      const stored = await rows.sums.get([...key, chunk]);
      const length = Math.min(CHUNK, size - chunk * CHUNK);
      chunks.set(chunk, stored ?? new BigInt64Array(length));
    }),
  );
  for (const { delta } of items) {
    for (const [k, index] of delta.indices.entries()) {
      const sums = chunks.get(Math.floor(index / CHUNK)) as BigInt64Array;
      sums[index % CHUNK] = addExactly(at(sums, index % CHUNK), at(delta.values, k));
    }
  }
  await Promise.all([...chunks].map(([chunk, sums]) => rows.sums.put(sums, [...key, chunk])));
}

/** Every key that continues `key`. In IndexedDB's order arrays come after strings and numbers. */
function under(key: Key): IDBKeyRange {
  return IDBKeyRange.bound(key, [...key, []]);
}

/** A store in the IndexedDB database `name`; several collectors of one origin may share it. */
export function indexedDbStore(name = 'ldp-bandits-collector'): AggregateStore & AsyncOwned {
  if (typeof name !== 'string' || name === '') {
    throw invalidArgument('name', name, 'must be a non-empty string');
  }
  return new IndexedDbStore(name);
}
