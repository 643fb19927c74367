/**
 * The tables:
 *
 *     publication  experiment       the newest snapshot and the learner's state
 *     epoch        no               an epoch that has reports: schema, number of sums, number of reports
 *     sums         [epoch, chunk]   512 int64, little endian, so that a commit rewrites only the 4 KB
 *                                   around the arms that it touches
 *     report_ids   [epoch, part]    the ids of one commit, 16 bytes each; nothing is stored beside them
 *     closed       epoch            epochs that take no reports, whose ids are not all deleted yet
 *     definition   experiment       text of the caller's
 *
 * The number of an epoch is never used again: ids that are not deleted yet belong to no later epoch.
 */
import { LdpError } from '../../internal/errors.js';
import { prepare, type SqliteLike } from './handle.js';

/** `PRAGMA user_version` of a database that this package can read. */
const VERSION = 1;
/** `PRAGMA application_id`: "LDPC". Tells our databases from those of other programs. */
const APPLICATION = 0x4c445043;

const TABLES = `
CREATE TABLE publication (
  experiment TEXT PRIMARY KEY, snapshot INTEGER NOT NULL, open INTEGER NOT NULL,
  folded INTEGER NOT NULL, revision TEXT NOT NULL, state BLOB NOT NULL);
CREATE TABLE epoch (
  no INTEGER PRIMARY KEY AUTOINCREMENT, experiment TEXT NOT NULL, snapshot INTEGER NOT NULL,
  schema TEXT NOT NULL, size INTEGER NOT NULL, reports INTEGER NOT NULL,
  UNIQUE (experiment, snapshot));
CREATE TABLE sums (
  epoch INTEGER NOT NULL, chunk INTEGER NOT NULL, sums BLOB NOT NULL, PRIMARY KEY (epoch, chunk));
CREATE TABLE report_ids (
  epoch INTEGER NOT NULL, part INTEGER NOT NULL, ids BLOB NOT NULL,
  PRIMARY KEY (epoch, part)) WITHOUT ROWID;
CREATE TABLE closed (epoch INTEGER PRIMARY KEY);
CREATE TABLE definition (experiment TEXT PRIMARY KEY, text TEXT NOT NULL);
PRAGMA application_id = ${APPLICATION};
PRAGMA user_version = ${VERSION};`;

/**
 * Sets the connection up, and makes the tables in an empty database. Any number of processes may do so at once.
 *
 * @throws LdpError `store_conflict` if the database is of a newer version or of another program.
 */
export function open(db: SqliteLike): void {
  // The caller waits for its store, so SQLite may wait for another process that makes the tables.
  db.exec('PRAGMA busy_timeout = 1000');
  const version = versionOf(db);
  db.exec('PRAGMA journal_mode = WAL');
  // An answered report is on the disk, not only with the operating system.
  db.exec('PRAGMA synchronous = FULL');
  db.exec('PRAGMA journal_size_limit = 67108864');
  // Nothing else writes: a collector under load lets others wait for their turn to write.
  if (version === 0) createTables(db);
  // Waiting inside SQLite stops this process: beyond this the store waits between its attempts.
  db.exec('PRAGMA busy_timeout = 10');
}

function createTables(db: SqliteLike): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    if (versionOf(db) === 0) db.exec(TABLES);
    db.exec('COMMIT');
  } catch (error) {
    rollback(db);
    throw error;
  }
}

/** After SQLITE_FULL and some others SQLite has rolled back by itself, and refuses to do so again. */
export function rollback(db: SqliteLike): void {
  try {
    db.exec('ROLLBACK');
  } catch {
    // There is no transaction any more, which is what was wanted.
  }
}

/** The version of the database; 0: it is empty. */
function versionOf(db: SqliteLike): number {
  const version = pragma(db, 'user_version');
  const application = pragma(db, 'application_id');
  const tables = prepare(db, 'SELECT count(*) AS tables FROM sqlite_schema').get()?.['tables'];
  if (version === 0 && application === 0 && tables === 0) return 0;
  if (application !== APPLICATION) {
    throw new LdpError('store_conflict', 'The database belongs to another program.', {
      details: { parameter: 'db', application },
    });
  }
  if (version === VERSION) return version;
  throw new LdpError(
    'store_conflict',
    `The database has version ${version}; this release knows version ${VERSION}. Install a newer release.`,
    { details: { parameter: 'db', version, known: VERSION } },
  );
}

function pragma(db: SqliteLike, name: string): number {
  return Number(prepare(db, `PRAGMA ${name}`).get()?.[name]);
}
