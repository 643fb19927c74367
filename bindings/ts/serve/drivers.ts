/** Loads the driver of a database, which the operator installs, or says in a sentence what to install. */
import { Problem } from '../command/problem.js';
import type { PgPoolLike } from '../server/postgres/index.js';
import type { SqliteLike } from '../server/sqlite/index.js';

export type OpenDatabase = (path: string) => SqliteLike;

export interface Pool extends PgPoolLike {
  query(sql: string): Promise<{ readonly rows: Readonly<Record<string, unknown>>[] }>;
  end(): Promise<void>;
}

/** Times in ms, and connections, of a pool: docs/operating.md has the reasons. */
const POOL = { max: 4, connectionTimeoutMillis: 3000, query_timeout: 5000 };

type DatabaseClass = new (path: string) => SqliteLike;

/** @throws {Problem} where this Node has no SQLite and `libsql` is not installed. */
export async function loadSqlite(): Promise<OpenDatabase> {
  const load = async (name: string) => {
    try {
      return (await import(name)) as { DatabaseSync?: DatabaseClass; default?: DatabaseClass };
    } catch {
      return {};
    }
  };
  const Database = (await load('node:sqlite')).DatabaseSync ?? (await load('libsql')).default;
  if (Database === undefined) {
    throw new Problem(
      `The SQLite store needs Node 22.13 or newer, this one is ${process.versions.node}; or install libsql beside ldp-bandits: npm install libsql`,
    );
  }
  return (path) => new Database(path);
}

/** @throws {Problem} where `pg` is not installed. */
export async function loadPostgres(connectionString: string): Promise<Pool> {
  let module: { readonly default: { readonly Pool: new (options: object) => Pool } };
  try {
    module = await import('pg' as string);
  } catch {
    throw new Problem('A postgres:// store needs the package pg: npm install pg');
  }
  return new module.default.Pool({ connectionString, application_name: 'ldp-bandits', ...POOL });
}
