/** Opens the store that an address names: a file for SQLite, `postgres://…` for PostgreSQL. */
import { Problem } from '../command/problem.js';
import { postgresStore } from '../server/postgres/index.js';
import { closeSqlite, type SqliteLike, sqliteStore } from '../server/sqlite/index.js';
import type { DefinitionStore } from '../server/store.js';
import { loadPostgres, loadSqlite, type OpenDatabase, type Pool } from './drivers.js';
import { readPostgresAddress } from './postgres-address.js';

export interface OpenedStore {
  readonly kind: 'sqlite' | 'postgres';
  readonly store: DefinitionStore;
  /** The address without a password. */
  readonly address: string;
  /** Texts that no log may have. */
  readonly secrets: readonly string[];
  /** SQLite only. */
  readonly database?: SqliteLike;
  /** The value of a pragma of SQLite. */
  readonly pragma?: (name: string) => unknown;
  /** Rows of PostgreSQL. */
  readonly query?: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  close(): Promise<void>;
}

export const DEFAULT_STORE = 'ldp-bandits.db';
/** An empty schema of PostgreSQL: `ldp` is being restored. */
export const RESTORING = 'ldp_restoring';
export const TO_BEGIN_AGAIN = `DROP SCHEMA IF EXISTS ldp, ${RESTORING} CASCADE, then restore again.`;

export function isPostgres(address: string): boolean {
  return /^postgres(ql)?:\/\//.test(address);
}

/**
 * @param onIdleError Told of the failures of connections that are not in use.
 * @param purpose `restore`: the caller restores the database. All others are refused one that is not restored.
 * @throws {Problem} where the address or the file is not right, or the driver is missing.
 */
export async function openStore(
  address: string,
  onIdleError: (error: Error) => void = () => {},
  purpose?: 'restore',
): Promise<OpenedStore> {
  return isPostgres(address) ? openPostgres(address, onIdleError, purpose) : openSqlite(address);
}

async function openSqlite(path: string): Promise<OpenedStore> {
  if (/^[a-z]+:\/\//i.test(path)) {
    const [scheme] = path.split('://');
    throw new Problem(
      `--store: there is no store for ${scheme}://. A file path is for SQLite, postgres://… for PostgreSQL.`,
    );
  }
  const open: OpenDatabase = await loadSqlite();
  let database: SqliteLike;
  try {
    database = open(path);
  } catch (error) {
    throw new Problem(`--store: ${path} cannot be opened (${(error as Error).message}).`);
  }
  const store = sqliteStore(database);
  const close = async () => {
    await store.dispose();
    closeSqlite(database);
  };
  const pragma = (name: string) => {
    const row = database.prepare(`PRAGMA ${name}`).get() as Record<string, unknown> | undefined;
    return row && Object.values(row)[0];
  };
  return { kind: 'sqlite', store, address: path, secrets: [], database, pragma, close };
}

async function openPostgres(
  address: string,
  onIdleError: (error: Error) => void,
  purpose: 'restore' | undefined,
): Promise<OpenedStore> {
  const { shown, secrets } = readPostgresAddress(address);
  const pool = await loadPostgres(address);
  // Without a listener, a connection that breaks while idle ends the process.
  pool.on('error', onIdleError);
  if (purpose !== 'restore') await requireRestored(pool);
  const store = await postgresStore(pool);
  const close = async () => {
    await store.dispose();
    await pool.end();
  };
  const query = async (sql: string) => (await pool.query(sql)).rows;
  return { kind: 'postgres', store, address: shown, secrets, query, close };
}

/** @throws {Problem} that says what to do. */
async function requireRestored(pool: Pool): Promise<void> {
  const sql = `SELECT to_regnamespace('${RESTORING}') IS NOT NULL AS present`;
  try {
    const { rows } = await pool.query(sql);
    if (rows[0]?.['present'] !== true) return;
  } catch (error) {
    await pool.end();
    const { code = 'no answer' } = error as { readonly code?: string };
    throw new Problem(`--store: PostgreSQL cannot be asked (${code}).`);
  }
  await pool.end();
  throw new Problem(
    `--store: the database has the schema ${RESTORING}: a restore is under way, or has failed. If none runs: ${TO_BEGIN_AGAIN}`,
  );
}
