/** Connections of a pool, the transactions on them, and a breaker that keeps a dead server from being stormed. */
import { LdpError } from '../../internal/errors.js';

/** A `PoolClient` of `pg`. */
export interface PgClientLike {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: unknown[] }>;
  release(destroy?: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
}

/** A `Pool` of `pg` 8. Give it `connectionTimeoutMillis` and `query_timeout`: docs/stores.md. */
export interface PgPoolLike {
  connect(): Promise<PgClientLike>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

type Row = Readonly<Record<string, unknown>>;
export type Query = (text: string, ...values: unknown[]) => Promise<Row[]>;

/** After a connection has failed the next attempt comes this much later, in ms; calls meanwhile fail at once. */
const REST = { least: 250, most: 750 };

/** Without a listener an error of an idle connection would end the process. */
const ignore = () => {};

/** What a `Pool` of `pg` says when all its connections are in use. It says other things of a server. */
const POOL_IS_BUSY = 'timeout exceeded when trying to connect';

export class Connections {
  readonly #pool: PgPoolLike;
  /** When the next attempt may be made, by `performance.now()`; null: the server answers. */
  #restsUntil: number | null = null;

  constructor(pool: PgPoolLike) {
    this.#pool = pool;
    // For good: idle connections outlive the store, until the pool's owner ends it.
    pool.on('error', ignore);
  }

  /**
   * Runs `work` on a connection of its own. What it leaves in the middle is rolled back.
   *
   * @throws LdpError; `transport` for whatever the driver throws.
   */
  async use<T>(work: (query: Query) => Promise<T>): Promise<T> {
    this.#knock();
    const client = await this.#connect();
    let lost = false;
    const lose = () => {
      lost = true;
    };
    client.on('error', lose);
    const ask: Query = async (text, ...values) =>
      (await client.query(text, values.length === 0 ? undefined : values)).rows as Row[];
    let usable = true;
    try {
      try {
        const result = await work(ask);
        this.#restsUntil = null;
        return result;
      } catch (error) {
        if (!lost && isAnswer(error)) await ask('ROLLBACK');
        throw error;
      }
    } catch (error) {
      usable = !lost && isAnswer(error);
      if (usable) this.#restsUntil = null;
      else if (lost || isDown(error)) this.#restsUntil = performance.now() + rest();
      throw failed(error);
    } finally {
      client.removeListener('error', lose);
      client.release(lost || !usable);
    }
  }

  async #connect(): Promise<PgClientLike> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      const isBusy = error instanceof Error && error.message === POOL_IS_BUSY;
      if (isAnswer(error)) this.#restsUntil = null;
      else if (!isBusy) this.#restsUntil = performance.now() + rest();
      throw failed(error);
    }
  }

  /** Lets one call through at each attempt. */
  #knock(): void {
    if (this.#restsUntil === null) return;
    if (performance.now() < this.#restsUntil) {
      const text = 'PostgreSQL does not answer; the next attempt follows shortly.';
      throw new LdpError('transport', text, { retryable: true });
    }
    this.#restsUntil = performance.now() + rest();
  }
}

/** Drawn anew for each: the collectors must not all come back at once. */
function rest(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return REST.least + (random / 2 ** 32) * (REST.most - REST.least);
}

/** SQLSTATE of an error of the server; empty for all others. */
function stateOf(error: unknown): string {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  return typeof code === 'string' && severity !== undefined ? code : '';
}

/** An answer that ends the connection: shutting down, starting up, too many connections. */
const isDown = (error: unknown): boolean => /^(08|57P0|53300|25P03)/.test(stateOf(error));

/** The server has answered, and its connection goes on. What the driver itself throws leaves that open. */
function isAnswer(error: unknown): boolean {
  return LdpError.is(error) || isAbort(error) || (stateOf(error) !== '' && !isDown(error));
}

/** What a caller's signal carries: it goes through as it is. */
class Aborted extends Error {
  readonly reason: unknown;
  constructor(reason: unknown) {
    super('aborted');
    this.reason = reason;
  }
}

const isAbort = (error: unknown): error is Aborted => error instanceof Aborted;

/** @throws What {@link Connections.use} turns into `signal.reason`. */
export function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new Aborted(signal.reason);
}

function failed(error: unknown): unknown {
  if (LdpError.is(error)) return error;
  if (isAbort(error)) return error.reason;
  const state = stateOf(error);
  if (state === '22003') {
    const reason = 'a sum leaves the int64 range';
    return new LdpError('invalid_argument', `sums: ${reason}`, {
      details: { parameter: 'sums', reason },
    });
  }
  const text = `PostgreSQL failed${state && ` (SQLSTATE ${state})`}.`;
  // Class 42: a missing table, a missing privilege.
  const retryable = !state.startsWith('42');
  return new LdpError('transport', text, { cause: error, retryable, details: { state } });
}
