/**
 * The store of a collector in one file. Each method is one synchronous transaction, so no transaction is open while
 * other code of this process runs; several processes of one machine may share the file. Not on network file systems.
 */
import type { AsyncOwned } from '../../internal/disposable.js';
import { LdpError } from '../../internal/errors.js';
import { invalidArgument } from '../../internal/validate.js';
import { requireDelta, type Statistics } from '../statistics.js';
import {
  type BatchItem,
  type CommitOptions,
  type CommitResult,
  type DefinitionStore,
  type Epoch,
  type Head,
  type Publication,
  requireOpen,
  requireRoom,
  requireSuccessor,
} from '../store.js';
import { bytesOf, failed, isBusy, type SqliteLike } from './handle.js';
import { KnownIds } from './known-ids.js';
import { open, rollback } from './schema.js';
import { type Statements, statementsOf } from './statements.js';
import { CHUNK, int64Of, TouchedSums } from './sums.js';

/** How long a call waits in all, in ms, while another process writes. */
const PATIENCE = 4000;
/** Between two steps of deleting ids, and after the first attempt that found another process writing, in ms. */
const PAUSE = 5;
/** Each pause between two attempts is twice the one before, up to this, in ms. */
const LONGEST_PAUSE = 40;

/** Above every snapshot. */
const ALL = 2 ** 32;

const pause = (ms = PAUSE) => new Promise<void>((resolve) => setTimeout(resolve, ms));

class SqliteStore implements DefinitionStore, AsyncOwned {
  readonly #db: SqliteLike;
  readonly #statements: Statements;
  readonly #ids: KnownIds;
  #disposed = false;
  #sweeping = false;

  constructor(db: SqliteLike, statements: Statements) {
    this.#db = db;
    this.#statements = statements;
    this.#ids = new KnownIds(statements);
  }

  commit(
    epoch: Epoch,
    batch: readonly BatchItem[],
    options?: CommitOptions,
  ): Promise<CommitResult> {
    return this.#transact(() => this.#commit(epoch, batch, options?.maxIds), options?.signal);
  }

  #commit(
    { experiment, snapshot }: Epoch,
    batch: readonly BatchItem[],
    maxIds: number | undefined,
  ): CommitResult {
    const statements = this.#statements;
    const window = statements.window.get(experiment) as unknown as Head | undefined;
    // Another process may have published.
    this.#ids.close(experiment, window?.open ?? ALL);
    requireOpen(window ?? null, snapshot);
    const first = batch[0]?.delta;
    if (first === undefined) return { accepted: 0, duplicate: 0, duplicates: [] };

    let row = statements.epoch.get(experiment, snapshot);
    const { schema, size } = (row ?? first) as { schema: string; size: number };
    for (const { delta } of batch) requireDelta(schema, size, delta);
    if (row === undefined) {
      statements.addEpoch.run(experiment, snapshot, schema, size);
      row = statements.epoch.get(experiment, snapshot);
    }
    const { no, reports } = row as unknown as { no: number; reports: number };

    const sorted = this.#ids.sort(no, { experiment, snapshot }, batch);
    const { duplicates } = sorted;
    const accepted = batch.length - duplicates.length;
    requireRoom(reports, accepted, maxIds);
    const sums = new TouchedSums(statements, no, size);
    let known = 0;
    for (const [position, { delta }] of batch.entries()) {
      if (position === duplicates[known]) known++;
      else sums.add(delta);
    }
    this.#ids.write(no, sorted);
    sums.write();
    statements.addReports.run(accepted, no);
    return { accepted, duplicate: duplicates.length, duplicates };
  }

  read({ experiment, snapshot }: Epoch): Promise<Statistics | null> {
    return this.#ask(() => {
      const rows = this.#statements.read.all(experiment, snapshot);
      const row = rows[0] as unknown as { schema: string; size: number; reports: number };
      if (row === undefined) return null;
      const sums = new BigInt64Array(row.size);
      for (const { chunk, sums: blob } of rows)
        if (chunk !== null) sums.set(int64Of(blob), Number(chunk) * CHUNK);
      return { schema: row.schema, reports: BigInt(row.reports), sums };
    });
  }

  head(experiment: string): Promise<Head | null> {
    return this.#ask(() => {
      const row = this.#statements.head.get(experiment);
      return row === undefined ? null : headOf(row as unknown as Head);
    });
  }

  latest(experiment: string): Promise<Publication | null> {
    return this.#ask(() => {
      const row = this.#statements.latest.get(experiment);
      if (row === undefined) return null;
      return { ...headOf(row as unknown as Head), state: bytesOf(row['state']) };
    });
  }

  async publish(experiment: string, expected: number | null, next: Publication): Promise<boolean> {
    const won = await this.#transact(() => {
      const statements = this.#statements;
      const window = statements.window.get(experiment) as unknown as Head | undefined;
      if ((window?.snapshot ?? null) !== expected) return false;
      requireSuccessor(window ?? null, next);
      const { snapshot, open, folded, revision, state } = next;
      statements.publish.run(experiment, snapshot, open, folded, revision, state);
      statements.close.run(experiment, open, window?.open ?? 0);
      statements.foldSums.run(experiment, folded);
      statements.foldEpochs.run(experiment, folded);
      return true;
    });
    if (!won) return false;
    this.#ids.close(experiment, next.open);
    void this.#sweep();
    return true;
  }

  definitions(): Promise<ReadonlyMap<string, string>> {
    return this.#ask(() => {
      const rows = this.#statements.definitions.all();
      return new Map(rows.map((row) => [String(row['experiment']), String(row['text'])]));
    });
  }

  define(experiment: string, expected: string | null, next: string | null): Promise<boolean> {
    return this.#transact(() => {
      const { definition, define, undefine } = this.#statements;
      if ((definition.get(experiment)?.['text'] ?? null) !== expected) return false;
      if (next === null) undefine.run(experiment);
      else define.run(experiment, next);
      return true;
    });
  }

  async dispose(): Promise<void> {
    await this[Symbol.asyncDispose]();
  }

  /** The handle stays open: it is its owner's. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
  }

  /**
   * Deletes the ids of closed epochs in steps, each a transaction of its own: a million at once would stop this
   * process for seconds. What a process leaves behind the next publication of any process deletes.
   */
  async #sweep(): Promise<void> {
    if (this.#sweeping) return;
    this.#sweeping = true;
    try {
      while (await this.#transact(() => this.#step())) await pause();
    } catch {
      // Disposed, closed or full: the ids do no harm but to take room, and the next publication tries again.
    } finally {
      this.#sweeping = false;
    }
  }

  /** @returns false if there is nothing more to delete. */
  #step(): boolean {
    const { closed, deleteIds, deleted } = this.#statements;
    const epoch = closed.get()?.['epoch'];
    if (epoch === undefined) return false;
    if (Number(deleteIds.run(Number(epoch)).changes) === 0) deleted.run(Number(epoch));
    return true;
  }

  #transact<T>(work: () => T, signal?: AbortSignal): Promise<T> {
    return this.#ask(() => {
      const { begin, commit } = this.#statements;
      begin.run();
      let result: T;
      try {
        result = work();
      } catch (error) {
        rollback(this.#db);
        throw error;
      }
      try {
        commit.run();
      } catch (error) {
        rollback(this.#db);
        // A COMMIT that found the database busy has not begun.
        throw isBusy(error) ? error : failed(error, 'unknown');
      }
      return result;
    }, signal);
  }

  /** Calls `work` until no other process is in its way, for as long as this has patience. */
  async #ask<T>(work: () => T, signal?: AbortSignal): Promise<T> {
    const end = performance.now() + PATIENCE;
    for (let ms = PAUSE; ; ms = Math.min(2 * ms, LONGEST_PAUSE)) {
      if (this.#disposed) throw new LdpError('disposed', 'The store has been disposed.');
      signal?.throwIfAborted();
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) throw failed(error);
      }
      await pause(ms);
    }
  }
}

const headOf = ({ snapshot, open, folded, revision }: Head): Head => ({
  snapshot,
  open,
  folded,
  revision,
});

/**
 * A store in the database that `db` has open: any number of stores, in any number of processes of one machine, may
 * share a file. Makes its tables in an empty database. The caller owns `db`, and closes it after the store is
 * disposed: `closeSqlite(db)`.
 *
 * @param db A handle of `node:sqlite` (Node 22.13 or newer), `libsql` or `better-sqlite3`, on a local file.
 * @throws LdpError `invalid_argument` if `db` is no such handle; `store_conflict` if the database is of a newer
 *   version (the message names both) or of another program; `transport` if SQLite fails.
 */
export function sqliteStore(db: SqliteLike): DefinitionStore & AsyncOwned {
  const { exec, prepare } = (db ?? {}) as Partial<SqliteLike>;
  if (typeof exec !== 'function' || typeof prepare !== 'function') {
    const reason = 'must be an open database of node:sqlite, libsql or better-sqlite3';
    throw invalidArgument('db', db, reason);
  }
  const end = performance.now() + PATIENCE;
  for (;;) {
    try {
      open(db);
      return new SqliteStore(db, statementsOf(db));
    } catch (error) {
      // Another process is making the tables. SQLite has waited for it, other than in a few steps of its own.
      if (!isBusy(error) || performance.now() > end) throw failed(error);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
  }
}
