/** The store of any number of collectors, on any number of machines: PostgreSQL 13 or newer. */
import type { AsyncOwned } from '../../internal/disposable.js';
import { LdpError } from '../../internal/errors.js';
import { invalidArgument, requireInteger, requireRecord } from '../../internal/validate.js';
import type { Statistics } from '../statistics.js';
import {
  type BatchItem,
  type CommitOptions,
  type CommitResult,
  type DefinitionStore,
  type Epoch,
  type Head,
  type Publication,
  requireOpen,
  requireSuccessor,
} from '../store.js';
import { numbersOf } from './batch.js';
import { commitBatch } from './commit.js';
import { Connections, type PgPoolLike, type Query } from './connection.js';
import { headOf, publishFirst, publishNext, rotate } from './publish.js';
import { CHUNK, prepareSchema } from './schema.js';
import { BEGIN } from './transaction.js';

/** 64 shards whose sums stay below 2^56 stay below 2^62 together: commit.ts. */
const MOST_SHARDS = 64;

export interface PostgresOptions {
  /**
   * Rows that the reports of an epoch are spread over, 1 to 64; collectors of one database may differ. As many as
   * there are transactions at once. Default: 16.
   */
  readonly shards?: number;
}

export interface PostgresStore extends DefinitionStore, AsyncOwned {
  /**
   * Connects, and makes the tables if there are none. Every other method does so by itself; this one is for those
   * who want to know at start.
   *
   * @throws LdpError `transport` if the server does not answer; `store_conflict` if its tables are of a newer
   *   version, or if it answers before a commit is on its disk (`synchronous_commit`).
   */
  ready(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const READ = `
SELECT e.schema, e.size, c.chunk, c.sums::text AS sums,
  (SELECT sum(reports) FROM ldp.reports r WHERE r.no = e.no AND r.snapshot = e.snapshot)::text AS reports
FROM ldp.publication p JOIN ldp.epoch e ON e.no = p.no AND e.snapshot = $2
LEFT JOIN LATERAL (
  SELECT chunk, array_agg(total ORDER BY i) AS sums FROM (
    SELECT s.chunk, t.i, sum(t.value) AS total
    FROM ldp.sums s, unnest(s.sums) WITH ORDINALITY AS t(value, i)
    WHERE s.no = e.no AND s.snapshot = e.snapshot GROUP BY s.chunk, t.i) shards
  GROUP BY chunk) c ON true
WHERE p.experiment = $1`;

class PgStore implements PostgresStore {
  readonly #connections: Connections;
  readonly #shards: number;
  readonly #numbers = new Map<string, number>();
  readonly #rotations = new Set<Promise<void>>();
  #ready: Promise<void> | null = null;
  #turn = 0;
  #disposed = false;

  constructor(pool: PgPoolLike, shards: number) {
    this.#connections = new Connections(pool);
    this.#shards = shards;
  }

  ready(): Promise<void> {
    if (this.#disposed)
      return Promise.reject(new LdpError('disposed', 'The store has been disposed.'));
    if (this.#ready === null) {
      const ready = this.#connections.use(prepareSchema);
      this.#ready = ready;
      ready.catch(() => {
        this.#ready = null;
      });
    }
    return this.#ready;
  }

  async commit(
    { experiment, snapshot }: Epoch,
    batch: readonly BatchItem[],
    options?: CommitOptions,
  ): Promise<CommitResult> {
    options?.signal?.throwIfAborted();
    const shard = this.#turn++ % this.#shards;
    for (let alone = false; ; ) {
      const no = await this.#numberOf(experiment);
      if (no === null) requireOpen(null, snapshot);
      const job = { no: no as number, snapshot, shard, batch, options, alone };
      const result = await this.#use((query) => commitBatch(query, job));
      if (typeof result === 'object') return result;
      if (result === 'gone') this.#numbers.delete(experiment);
      else alone = true;
    }
  }

  async read({ experiment, snapshot }: Epoch): Promise<Statistics | null> {
    const rows = await this.#use((query) => query(READ, experiment, snapshot));
    const row = rows[0];
    if (row === undefined) return null;
    const sums = new BigInt64Array(Number(row['size']));
    for (const { chunk, sums: text } of rows) {
      if (chunk === null) continue;
      const first = Number(chunk) * CHUNK;
      const values = numbersOf(text).slice(0, sums.length - first);
      sums.set(values, first);
    }
    return { schema: String(row['schema']), reports: BigInt(String(row['reports'])), sums };
  }

  async head(experiment: string): Promise<Head | null> {
    const text =
      'SELECT snapshot, open, folded, revision FROM ldp.publication WHERE experiment = $1';
    const [row] = await this.#use((query) => query(text, experiment));
    return row === undefined ? null : headOf(row);
  }

  async latest(experiment: string): Promise<Publication | null> {
    const text =
      'SELECT snapshot, open, folded, revision, state FROM ldp.publication WHERE experiment = $1';
    const [row] = await this.#use((query) => query(text, experiment));
    if (row === undefined) return null;
    return { ...headOf(row), state: new Uint8Array(row['state'] as Uint8Array) };
  }

  async publish(experiment: string, expected: number | null, next: Publication): Promise<boolean> {
    // Not from memory: an experiment whose rows an operator has deleted begins with another number.
    this.#numbers.delete(experiment);
    if (expected === null) {
      requireSuccessor(null, next);
      return this.#use((query) => publishFirst(query, experiment, next));
    }
    const no = await this.#numberOf(experiment);
    if (no === null) return false;
    const won = await this.#use((query) => publishNext(query, no, expected, next));
    if (won) this.#rotate(no);
    return won;
  }

  async definitions(): Promise<ReadonlyMap<string, string>> {
    const text = 'SELECT experiment, text FROM ldp.definition ORDER BY experiment';
    const rows = await this.#use((query) => query(text));
    return new Map(rows.map((row) => [String(row['experiment']), String(row['text'])]));
  }

  async define(experiment: string, expected: string | null, next: string | null): Promise<boolean> {
    const table = 'ldp.definition';
    const where = 'experiment = $1 AND text = $2';
    return this.#use(async (query) => {
      await query(BEGIN);
      const ask = (text: string, ...values: unknown[]) => query(text, experiment, ...values);
      const changed =
        expected === null && next === null
          ? ask(`SELECT WHERE NOT EXISTS (SELECT FROM ${table} WHERE experiment = $1)`)
          : expected === null
            ? ask(`INSERT INTO ${table} VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1`, next)
            : next === null
              ? ask(`DELETE FROM ${table} WHERE ${where} RETURNING 1`, expected)
              : ask(`UPDATE ${table} SET text = $3 WHERE ${where} RETURNING 1`, expected, next);
      const { length } = await changed;
      await query('COMMIT');
      return length === 1;
    });
  }

  async dispose(): Promise<void> {
    await this[Symbol.asyncDispose]();
  }

  /** The pool stays open: it is its owner's. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    await Promise.all(this.#rotations);
  }

  async #use<T>(work: (query: Query) => Promise<T>): Promise<T> {
    await this.ready();
    return this.#connections.use(work);
  }

  /** Null: nothing was published. */
  async #numberOf(experiment: string): Promise<number | null> {
    const known = this.#numbers.get(experiment);
    if (known !== undefined) return known;
    const text = 'SELECT no FROM ldp.publication WHERE experiment = $1';
    const [row] = await this.#use((query) => query(text, experiment));
    if (row === undefined) return null;
    this.#numbers.set(experiment, Number(row['no']));
    return Number(row['no']);
  }

  /** After the publication, which has its answer already. A failure is made up for after the next one. */
  #rotate(no: number): void {
    const rotation = this.#connections
      .use((query) => rotate(query, no))
      .catch(() => {})
      .finally(() => this.#rotations.delete(rotation));
    this.#rotations.add(rotation);
  }
}

/**
 * A store in a PostgreSQL database, in the schema `ldp`, which it makes. The caller owns `pool`, and ends it after
 * the store is disposed.
 *
 * @param pool A `Pool` of `pg`. Let it have a `connectionTimeoutMillis` and a `query_timeout`, so that a server that
 *   hangs is an error.
 * @throws LdpError `invalid_argument`.
 */
export function postgresStore(pool: PgPoolLike, options: PostgresOptions = {}): PostgresStore {
  const { connect, on } = (pool ?? {}) as Partial<PgPoolLike>;
  if (typeof connect !== 'function' || typeof on !== 'function') {
    throw invalidArgument('pool', pool, 'must be a Pool of pg');
  }
  requireRecord('options', options, ['shards']);
  return new PgStore(pool, requireInteger('shards', options.shards ?? 16, 1, MOST_SHARDS));
}
