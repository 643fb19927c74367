/** Publications, and what they let go of. */
import { type Head, type Publication, requireSuccessor } from '../store.js';
import type { Query } from './connection.js';
import { createIdTables, dropIdTables, idTable, SLOTS } from './schema.js';
import { begin } from './transaction.js';

/** In ms. A dump may hold a table of ids for long: then its turn comes after a later publication. */
const ROTATION_TIMEOUT = 200;

export function headOf(row: Readonly<Record<string, unknown>>): Head {
  return {
    snapshot: Number(row['snapshot']),
    open: Number(row['open']),
    folded: Number(row['folded']),
    revision: String(row['revision']),
  };
}

/** The first publication of an experiment, which makes its tables. @returns false if there is one already. */
export async function publishFirst(
  query: Query,
  experiment: string,
  next: Publication,
): Promise<boolean> {
  const { snapshot, open, folded, revision, state } = next;
  await query('BEGIN');
  const [row] = await query(
    `INSERT INTO ldp.publication (experiment, snapshot, open, folded, revision, state)
     SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (SELECT FROM ldp.publication WHERE experiment = $1)
     ON CONFLICT (experiment) DO NOTHING RETURNING no`,
    ...[experiment, snapshot, open, folded, revision, state],
  );
  if (row !== undefined) await query(createIdTables(Number(row['no'])));
  await query('COMMIT');
  return row !== undefined;
}

/** Every publication after the first. */
export async function publishNext(
  query: Query,
  no: number,
  expected: number,
  next: Publication,
): Promise<boolean> {
  await begin(query, 'exclusive', no);
  const [row] = await query(
    'SELECT snapshot, open, folded, revision FROM ldp.publication WHERE no = $1',
    no,
  );
  if (row === undefined || Number(row['snapshot']) !== expected) {
    await query('ROLLBACK');
    return false;
  }
  requireSuccessor(headOf(row), next);
  const { snapshot, open, folded, revision, state } = next;
  await query(
    `UPDATE ldp.publication SET snapshot = $2, open = $3, folded = $4, revision = $5, state = $6
     WHERE no = $1`,
    ...[no, snapshot, open, folded, revision, state],
  );
  for (const table of ['sums', 'reports', 'epoch'])
    await query(`DELETE FROM ldp.${table} WHERE no = $1 AND snapshot < $2`, no, folded);
  await query('COMMIT');
  return true;
}

/**
 * Lets new epochs use the next table of ids, emptied as a whole, if no epoch in it takes reports any more and the
 * one in use has half a window of them: then three tables are enough.
 */
export async function rotate(query: Query, no: number): Promise<void> {
  await begin(query, 'exclusive', no, ROTATION_TIMEOUT);
  const [row] = await query(
    `SELECT p.slot, p.snapshot - p.open + 1 AS span,
       count(*) FILTER (WHERE e.slot = p.slot) AS held,
       count(*) FILTER (WHERE e.slot = (p.slot + 1) % ${SLOTS} AND e.snapshot >= p.open) AS open
     FROM ldp.publication p LEFT JOIN ldp.epoch e ON e.no = p.no WHERE p.no = $1
     GROUP BY p.slot, p.snapshot, p.open`,
    no,
  );
  if (row !== undefined && Number(row['open']) === 0) {
    if (Number(row['held']) * 2 >= Number(row['span'])) {
      const slot = (Number(row['slot']) + 1) % SLOTS;
      await query(`TRUNCATE ${idTable(no, slot)}`);
      await query('UPDATE ldp.publication SET slot = $2 WHERE no = $1', no, slot);
    }
  }
  await query('COMMIT');
}

export async function forgetAll(query: Query, no: number): Promise<void> {
  await begin(query, 'exclusive', no);
  const gone = await query('DELETE FROM ldp.publication WHERE no = $1 RETURNING no', no);
  if (gone.length > 0) {
    for (const table of ['sums', 'reports', 'epoch'])
      await query(`DELETE FROM ldp.${table} WHERE no = $1`, no);
    await query(dropIdTables(no));
  }
  await query('COMMIT');
}
