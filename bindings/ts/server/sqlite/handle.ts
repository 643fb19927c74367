/** What the store asks of a handle: `node:sqlite`, `libsql` and `better-sqlite3` all have it. */
import { LdpError } from '../../internal/errors.js';

export interface SqliteStatement {
  run(...parameters: never[]): { readonly changes: number | bigint };
  get(...parameters: never[]): unknown;
  all(...parameters: never[]): unknown[];
}

/**
 * An open database: `DatabaseSync` of `node:sqlite` (Node 22.13 or newer), `Database` of `libsql` or of
 * `better-sqlite3`. It belongs to one store; no other code runs statements on it.
 */
export interface SqliteLike {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
}

export type Value = string | number | Uint8Array | null;

/** A statement, prepared once. */
export interface Statement {
  run(...values: Value[]): { readonly changes: number | bigint };
  get(...values: Value[]): Row | undefined;
  all(...values: Value[]): Row[];
}

/** libsql hands blobs out as `Buffer` from `get` and as `ArrayBuffer` from `all`. */
type Row = Readonly<Record<string, string | number | Uint8Array | ArrayBuffer | null>>;

export const prepare = (db: SqliteLike, sql: string): Statement =>
  db.prepare(sql) as unknown as Statement;

/** A copy of a blob. */
export function bytesOf(blob: unknown): Uint8Array {
  return new Uint8Array(blob as Uint8Array | ArrayBuffer);
}

/** Primary result codes of SQLite, by which the drivers that know only numbers name an error. */
const CODES: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

/** SQLite's name of an error: `SQLITE_FULL`; empty if the error is none of SQLite's. */
export function codeOf(error: unknown): string {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return CODES[errcode & 0xff] ?? `SQLITE_${errcode}`;
  return typeof code === 'string' && code.startsWith('SQLITE') ? code : '';
}

/** Another connection writes: the same call succeeds once it has finished. */
export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));

const ROLLED_BACK = 'nothing was stored.';
/** SQLite may fail after it wrote the log, and find there later what it refused. */
const UNKNOWN =
  'it is unknown whether this call was stored. Call again: a report that was stored counts as a duplicate.';

/**
 * Any error of a driver as LdpError.
 *
 * @param outcome `unknown`: it is that of a COMMIT.
 */
export function failed(error: unknown, outcome: 'rolled-back' | 'unknown' = 'rolled-back') {
  if (LdpError.is(error)) return error;
  const sqlite = codeOf(error);
  const end = outcome === 'unknown' ? UNKNOWN : ROLLED_BACK;
  const text = `SQLite failed${sqlite && ` (${sqlite})`}; ${end}`;
  const retryable = !/^SQLITE_(CORRUPT|NOTADB|READONLY)/.test(sqlite);
  return new LdpError('transport', text, { cause: error, retryable, details: { sqlite } });
}
