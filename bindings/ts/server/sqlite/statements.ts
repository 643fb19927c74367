/** All that the store asks the database, prepared once. */
import { prepare, type SqliteLike } from './handle.js';

/** Commits whose ids one step deletes: some milliseconds, in which the process answers no request. */
export const STEP = 500;

export type Statements = ReturnType<typeof statementsOf>;

export function statementsOf(db: SqliteLike) {
  const of = (sql: string) => prepare(db, sql);
  const closedBefore = 'SELECT no FROM epoch WHERE experiment = ? AND snapshot < ?';
  return {
    begin: of('BEGIN IMMEDIATE'),
    commit: of('COMMIT'),
    window: of('SELECT snapshot, open, folded FROM publication WHERE experiment = ?'),
    head: of('SELECT snapshot, open, folded, revision FROM publication WHERE experiment = ?'),
    latest: of(
      'SELECT snapshot, open, folded, revision, state FROM publication WHERE experiment = ?',
    ),
    epoch: of('SELECT no, schema, size, reports FROM epoch WHERE experiment = ? AND snapshot = ?'),
    addEpoch: of(
      'INSERT INTO epoch (experiment, snapshot, schema, size, reports) VALUES (?, ?, ?, ?, 0)',
    ),
    idsAfter: of('SELECT part, ids FROM report_ids WHERE epoch = ? AND part > ? ORDER BY part'),
    addIds: of('INSERT INTO report_ids (epoch, part, ids) VALUES (?, ?, ?)'),
    addReports: of('UPDATE epoch SET reports = reports + ? WHERE no = ?'),
    chunk: of('SELECT sums FROM sums WHERE epoch = ? AND chunk = ?'),
    putChunk: of('INSERT OR REPLACE INTO sums (epoch, chunk, sums) VALUES (?, ?, ?)'),
    // One statement: a publisher that folds between two would leave an epoch without its sums.
    read: of(
      `SELECT e.schema, e.size, e.reports, s.chunk, s.sums FROM epoch e
       LEFT JOIN sums s ON s.epoch = e.no WHERE e.experiment = ? AND e.snapshot = ?`,
    ),
    publish: of(
      `INSERT OR REPLACE INTO publication (experiment, snapshot, open, folded, revision, state)
       VALUES (?, ?, ?, ?, ?, ?)`,
    ),
    close: of(
      `INSERT OR IGNORE INTO closed (epoch)
       ${closedBefore} AND snapshot >= ?`,
    ),
    foldSums: of(`DELETE FROM sums WHERE epoch IN (${closedBefore})`),
    foldEpochs: of('DELETE FROM epoch WHERE experiment = ? AND snapshot < ?'),
    closed: of('SELECT epoch FROM closed LIMIT 1'),
    deleteIds: of(
      `DELETE FROM report_ids WHERE epoch = ?1 AND part IN
       (SELECT part FROM report_ids WHERE epoch = ?1 ORDER BY part LIMIT ${STEP})`,
    ),
    deleted: of('DELETE FROM closed WHERE epoch = ?'),
    definitions: of('SELECT experiment, text FROM definition ORDER BY experiment'),
    definition: of('SELECT text FROM definition WHERE experiment = ?'),
    define: of('INSERT OR REPLACE INTO definition (experiment, text) VALUES (?, ?)'),
    undefine: of('DELETE FROM definition WHERE experiment = ?'),
  };
}
