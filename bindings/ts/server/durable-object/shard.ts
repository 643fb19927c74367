/**
 * One shard of an experiment, in the SQLite of its Durable Object: the sums and ids of the reports whose ids
 * lead here. int64 sums are blobs, because numbers of this SQLite are doubles. Each epoch has a table of ids of
 * its own: dropping it costs no row, deleting its ids would cost one for each.
 */
import { LdpError } from '../../internal/errors.js';
import { addExactly, at } from '../statistics.js';
import type { ObjectState, Sql } from './cloudflare.js';
import { bytesOf, encodeFrame, type Frame } from './frame.js';
import type {
  CloseMessage,
  CommitMessage,
  CommitReply,
  Known,
  ReadMessage,
  ReadReply,
} from './messages.js';

/** Sums in a row: 4 kB, so that a commit rewrites only what is around the arms that it touches. */
const CHUNK = 512;
const LARGEST = 2n ** 63n - 1n;

type Bytes = Uint8Array<ArrayBuffer>;

/** Takes back what the transaction has done, and answers. */
class Refusal {
  constructor(readonly reply: CommitReply) {}
}

export class Shard {
  readonly #storage: ObjectState['storage'];
  readonly #sql: Sql;

  constructor({ storage }: ObjectState) {
    this.#storage = storage;
    this.#sql = storage.sql;
  }

  /** Closes epochs for good. Durable before it is answered. */
  close(message: CloseMessage): void {
    this.#storage.transactionSync(() => {
      this.#meet(message);
      const { crowded } = message;
      if (crowded !== undefined) {
        this.#sql.exec('INSERT OR IGNORE INTO crowded (snapshot) VALUES (?)', crowded);
      }
    });
  }

  /** Adds the reports that the epoch does not know: all, or none. */
  commit({ head, blobs }: Frame<CommitMessage>): CommitReply {
    try {
      return this.#storage.transactionSync(() => {
        const reply = this.#add(head, blobs);
        if (head.dry || !('duplicates' in reply) || reply.beyond) throw new Refusal(reply);
        return reply;
      });
    } catch (error) {
      if (error instanceof Refusal) return error.reply;
      if (LdpError.is(error, 'invalid_argument')) return { overflow: true };
      throw error;
    }
  }

  /** @returns A frame: {@link ReadReply}. */
  read({ snapshots }: ReadMessage): Uint8Array<ArrayBuffer> {
    const rows = snapshots.flatMap((snapshot) => this.#epoch(snapshot));
    const sums = rows.map(({ snapshot, size }) => {
      const dense = new BigInt64Array(size);
      const query = 'SELECT chunk, sums FROM sums WHERE snapshot = ?';
      for (const row of this.#sql.exec(query, snapshot).toArray()) {
        dense.set(new BigInt64Array(row['sums'] as ArrayBuffer), Number(row['chunk']) * CHUNK);
      }
      return bytesOf(dense);
    });
    const epochs = rows.map(({ snapshot, schema, reports }) => ({ snapshot, schema, reports }));
    return encodeFrame({ epochs } satisfies ReadReply, sums);
  }

  /**
   * Learns what has been published. What it says is never taken back, so messages may come late, twice and in any
   * order.
   *
   * @returns The oldest epoch that takes reports here.
   */
  #meet({ open, folded }: Known): number {
    const known = this.#known();
    if (open <= known.open && folded <= known.folded) return known.open;
    const next = { open: Math.max(open, known.open), folded: Math.max(folded, known.folded) };
    this.#dropIds(known.open, next.open);
    this.#sql.exec('DELETE FROM sums WHERE snapshot < ?', next.folded);
    this.#sql.exec('DELETE FROM epoch WHERE snapshot < ?', next.folded);
    this.#sql.exec('DELETE FROM crowded WHERE snapshot < ?', next.open);
    this.#sql.exec(
      'INSERT OR REPLACE INTO shard (one, open, folded) VALUES (1, ?, ?)',
      ...[next.open, next.folded],
    );
    return next.open;
  }

  #add(message: CommitMessage, blobs: Frame<CommitMessage>['blobs']): CommitReply {
    const { snapshot, schema, size, bounds, dry } = message;
    const open = this.#meet(message);
    if (snapshot < open) return { closed: open };
    const [row] = this.#epoch(snapshot);
    if (row !== undefined && (row.schema !== schema || row.size !== size)) {
      return { layout: { schema: row.schema, size: row.size } };
    }
    const [ids, ends, indices, values] = blobs as [Bytes, Bytes, Bytes, Bytes];
    const terms = new Map<number, bigint>();
    const duplicates: number[] = [];
    const last = new Uint32Array(ends.buffer);
    const places = new Uint32Array(indices.buffer);
    const amounts = new BigInt64Array(values.buffer);
    const isNew = dry ? this.#finder(snapshot, row !== undefined) : this.#adder(snapshot);
    let begin = 0;
    for (const [position, end] of last.entries()) {
      if (isNew(ids.slice(position * 16, position * 16 + 16))) {
        for (let k = begin; k < end; k++) {
          const index = places[k] as number;
          terms.set(index, addExactly(terms.get(index) ?? 0n, at(amounts, k)));
        }
      } else {
        duplicates.push(position);
      }
      begin = end;
    }
    const fresh = last.length - duplicates.length;
    if (fresh === 0) return { duplicates };
    const reports = (row?.reports ?? 0) + fresh;
    const { chunks, largest } = this.#sumUp(snapshot, size, terms);
    if (!dry) {
      this.#writeSums(snapshot, chunks);
      this.#sql.exec(
        'INSERT OR REPLACE INTO epoch (snapshot, schema, size, reports) VALUES (?, ?, ?, ?)',
        ...[snapshot, schema, size, reports],
      );
    }
    return bounds !== null && this.#isBeyond(snapshot, bounds, reports, largest)
      ? { duplicates, beyond: true }
      : { duplicates };
  }

  /**
   * Up to its even share of what all shards may have, a shard admits by itself; unless one of the others has had
   * more than its own.
   */
  #isBeyond(
    snapshot: number,
    { ids, shards }: NonNullable<CommitMessage['bounds']>,
    reports: number,
    largest: bigint,
  ): boolean {
    if (ids !== null && reports > ids) return true;
    if (largest > LARGEST / BigInt(shards)) return true;
    return (
      this.#sql.exec('SELECT 1 FROM crowded WHERE snapshot = ?', snapshot).toArray().length > 0
    );
  }

  /** Adds an id to those of the epoch. @returns Whether it was not among them. */
  #adder(snapshot: number): (id: Bytes) => boolean {
    const table = `ids_${snapshot}`;
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS ${table} (id BLOB PRIMARY KEY) WITHOUT ROWID`);
    const insert = `INSERT OR IGNORE INTO ${table} (id) VALUES (?) RETURNING 1`;
    return (id) => this.#sql.exec(insert, id.buffer).toArray().length > 0;
  }

  /** As {@link #adder}, without writing: rows that are taken back are billed too. */
  #finder(snapshot: number, hasTable: boolean): (id: Bytes) => boolean {
    const seen = new Set<string>();
    const find = `SELECT 1 FROM ids_${snapshot} WHERE id = ?`;
    return (id) => {
      const key = id.join();
      if (seen.has(key)) return false;
      seen.add(key);
      return !hasTable || this.#sql.exec(find, id.buffer).toArray().length === 0;
    };
  }

  /** The chunks that these terms touch, with the terms; and the largest amount of the sums that they touch. */
  #sumUp(snapshot: number, size: number, terms: ReadonlyMap<number, bigint>) {
    const chunks = new Map<number, BigInt64Array>();
    let largest = 0n;
    for (const [index, value] of terms) {
      const chunk = Math.floor(index / CHUNK);
      let sums = chunks.get(chunk);
      if (sums === undefined) {
        sums =
          this.#chunk(snapshot, chunk) ?? new BigInt64Array(Math.min(CHUNK, size - chunk * CHUNK));
        chunks.set(chunk, sums);
      }
      const sum = addExactly(at(sums, index % CHUNK), value);
      sums[index % CHUNK] = sum;
      const amount = sum < 0n ? -sum : sum;
      if (amount > largest) largest = amount;
    }
    return { chunks, largest };
  }

  #writeSums(snapshot: number, chunks: ReadonlyMap<number, BigInt64Array>): void {
    for (const [chunk, sums] of chunks) {
      this.#sql.exec(
        'INSERT OR REPLACE INTO sums (snapshot, chunk, sums) VALUES (?, ?, ?)',
        ...[snapshot, chunk, sums.buffer],
      );
    }
  }

  #chunk(snapshot: number, chunk: number): BigInt64Array | null {
    const query = 'SELECT sums FROM sums WHERE snapshot = ? AND chunk = ?';
    const [row] = this.#sql.exec(query, snapshot, chunk).toArray();
    return row === undefined ? null : new BigInt64Array(row['sums'] as ArrayBuffer);
  }

  #epoch(snapshot: number) {
    const query = 'SELECT snapshot, schema, size, reports FROM epoch WHERE snapshot = ?';
    return this.#sql.exec(query, snapshot).toArray() as unknown as {
      readonly snapshot: number;
      readonly schema: string;
      readonly size: number;
      readonly reports: number;
    }[];
  }

  #known(): Known {
    const [row] = this.#sql.exec('SELECT open, folded FROM shard').toArray();
    return (row as unknown as Known | undefined) ?? { open: 0, folded: 0 };
  }

  /** Of the epochs from `first` to the one before `end`. */
  #dropIds(first: number, end: number): void {
    const query = 'SELECT snapshot FROM epoch WHERE snapshot >= ? AND snapshot < ?';
    for (const { snapshot } of this.#sql.exec(query, first, end).toArray()) {
      this.#sql.exec(`DROP TABLE IF EXISTS ids_${Number(snapshot)}`);
    }
  }
}

/** Of the tables, which both kinds of object make: an object does not know at its start what it is for. */
export const SHARD_TABLES = [
  'CREATE TABLE IF NOT EXISTS shard (one INTEGER PRIMARY KEY, open INTEGER NOT NULL, folded INTEGER NOT NULL)',
  'CREATE TABLE IF NOT EXISTS epoch (snapshot INTEGER PRIMARY KEY, schema TEXT NOT NULL, size INTEGER NOT NULL, reports INTEGER NOT NULL)',
  'CREATE TABLE IF NOT EXISTS crowded (snapshot INTEGER PRIMARY KEY)',
  'CREATE TABLE IF NOT EXISTS sums (snapshot INTEGER, chunk INTEGER, sums BLOB NOT NULL, PRIMARY KEY (snapshot, chunk)) WITHOUT ROWID',
];
