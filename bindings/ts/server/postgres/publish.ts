/** Publications, and what they let go of. */
import { type Head, type Publication, requireSuccessor } from '../store.js';
import type { Query } from './connection.js';
import { createIdTables, idTable, SLOTS } from './schema.js';
import { BEGIN, begin } from './transaction.js';

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
  await query(BEGIN);
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
 * Empties, as a whole, the tables of ids in which no epoch takes reports any more. New epochs then use the next one
 * if the one in use has half a window of them: then three tables are enough.
 */
export async function rotate(query: Query, no: number): Promise<void> {
  await begin(query, 'exclusive', no, ROTATION_TIMEOUT);
  const slots = await query(
    `SELECT s.slot, s.slot = p.slot AS current, p.snapshot - p.open + 1 AS span,
       count(e.no) AS held, count(e.no) FILTER (WHERE e.snapshot >= p.open) AS open,
       pg_relation_size(to_regclass('ldp.ids_' || p.no || '_' || s.slot)) AS bytes
     FROM ldp.publication p CROSS JOIN generate_series(0, ${SLOTS - 1}) AS s(slot)
     LEFT JOIN ldp.epoch e ON e.no = p.no AND e.slot = s.slot
     WHERE p.no = $1 GROUP BY p.no, p.slot, p.snapshot, p.open, s.slot ORDER BY s.slot`,
    no,
  );
  const isFree = (row?: Readonly<Record<string, unknown>>) => Number(row?.['open']) === 0;
  for (const row of slots) {
    if (isFree(row) && Number(row['bytes']) > 0)
      await query(`TRUNCATE ${idTable(no, Number(row['slot']))}`);
  }
  const current = slots.find((row) => row['current'] === true);
  const next = (Number(current?.['slot']) + 1) % SLOTS;
  if (isFree(slots[next]) && Number(current?.['held']) * 2 >= Number(current?.['span']))
    await query('UPDATE ldp.publication SET slot = $2 WHERE no = $1', no, next);
  await query('COMMIT');
}
