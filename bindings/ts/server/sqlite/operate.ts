/** What an operator does with a database beside serving it. */
import { invalidArgument } from '../../internal/validate.js';
import { failed, prepare, type SqliteLike } from './handle.js';

/**
 * Writes a copy of a database, as of now, while collectors go on using it. Blocks this process for as long as the
 * copy takes: use a connection of another process for databases beyond some 100 MB.
 *
 * @param file Where to; it must not exist. SQLite does not wait until the copy is on the disk.
 * @throws LdpError `invalid_argument` if `file` is no path; `transport` if the copy fails, for instance since the
 *   file exists.
 */
export function backupSqlite(db: SqliteLike, file: string): void {
  if (typeof file !== 'string' || file === '')
    throw invalidArgument('file', file, 'must be a path');
  try {
    prepare(db, 'VACUUM INTO ?').run(file);
  } catch (error) {
    throw failed(error);
  }
}

/** Moves what is in the write-ahead log into the file and closes the handle. Dispose the store before. */
export function closeSqlite(db: SqliteLike): void {
  try {
    prepare(db, 'PRAGMA wal_checkpoint(TRUNCATE)').all();
  } catch {
    // Another process still uses the log; it stays beside the file, and nothing is lost.
  }
  db.close();
}
