/**
 * Adds a batch, in one transaction. Collectors share an advisory lock of the experiment, which a publisher takes for
 * itself: advisory locks queue in order, so neither side starves. Rows are locked in one order, ids before the row
 * of the shard before its sums, so collectors do not deadlock.
 *
 * A shard cannot know whether a sum over all shards leaves int64. Each keeps a bound of its sums instead, and 64
 * shards below 2^56 stay below 2^62. A batch that is too large for that goes the slow way: alone, with the shards of
 * the chunks that it touches put together and checked. The epoch goes that way from then on.
 */
import { requireDelta } from '../statistics.js';
import {
  type BatchItem,
  type CommitOptions,
  type CommitResult,
  requireOpen,
  requireRoom,
} from '../store.js';
import { array, byteaArray, Chunks, idsOf, numbersOf, split } from './batch.js';
import { type Query, stopIfAborted } from './connection.js';
import { CHUNK, idTable } from './schema.js';
import { begin } from './transaction.js';

/** Of a shard, for each of its sums. */
const BOUND = 2n ** 56n;
/**
 * An epoch that has no room for this many batches of the same size takes them one after the other, to stop exactly
 * at its `maxIds`: with fewer commits at once those that do not see each other's ids fit in together.
 */
const AT_ONCE = 128;

/** Why a batch was not added: it must be added alone; an operator has deleted its rows. */
export type Refusal = 'alone' | 'gone';

export interface Job {
  readonly no: number;
  readonly snapshot: number;
  readonly shard: number;
  readonly batch: readonly BatchItem[];
  readonly options: CommitOptions | undefined;
  /** No other collector commits to the experiment meanwhile. */
  readonly alone: boolean;
}

interface Epoch {
  readonly slot: number;
  readonly schema: string;
  readonly size: number;
  readonly large: boolean;
}

const WINDOW = `
SELECT p.snapshot::text, p.open::text, p.slot AS current, e.slot, e.schema, e.size, e.large, r.reports::text, r.bound::text
FROM ldp.publication p LEFT JOIN ldp.epoch e ON e.no = p.no AND e.snapshot = $2::bigint,
  LATERAL (SELECT coalesce(sum(reports), 0) AS reports, coalesce(max(bound), 0) AS bound
           FROM ldp.reports WHERE no = $1::int AND snapshot = $2::bigint) r
WHERE p.no = $1::int`;

const ADD_EPOCH = `
INSERT INTO ldp.epoch AS e (no, snapshot, slot, schema, size) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (no, snapshot) DO UPDATE SET slot = e.slot RETURNING slot, schema, size, large`;

const ADD = `
WITH added AS (
  INSERT INTO ldp.sums AS s (no, snapshot, shard, chunk, sums)
  SELECT $1::int, $2::bigint, $3::int, c, ($5::bigint[])[(i - 1) * ${CHUNK} + 1 : i * ${CHUNK}]
  FROM unnest($4::int[]) WITH ORDINALITY AS t(c, i) ORDER BY c
  ON CONFLICT (no, snapshot, shard, chunk) DO UPDATE SET sums = (
    SELECT array_agg(a + b ORDER BY i)
    FROM unnest(s.sums, excluded.sums) WITH ORDINALITY AS t(a, b, i))
)
INSERT INTO ldp.reports AS r (no, snapshot, shard, reports, bound)
VALUES ($1::int, $2::bigint, $3::int, $6::bigint, $7::bigint)
ON CONFLICT (no, snapshot, shard) DO UPDATE
SET reports = r.reports + excluded.reports, bound = r.bound + excluded.bound RETURNING r.bound::text AS bound`;

export async function commitBatch(query: Query, job: Job): Promise<CommitResult | Refusal> {
  const { no, snapshot, batch, options, alone } = job;
  const ids = idsOf(batch);
  await begin(query, alone ? 'exclusive' : 'shared', no);
  // After the lock, as a statement of its own: it must see what the last publisher wrote.
  const [window] = await query(WINDOW, no, snapshot);
  if (window === undefined) return leave(query, 'gone');
  requireOpen({ snapshot: Number(window['snapshot']), open: Number(window['open']) }, snapshot);
  const first = batch[0]?.delta;
  if (first === undefined) {
    await query('ROLLBACK');
    return { accepted: 0, duplicate: 0, duplicates: [] };
  }
  const known = Number(window['reports']);
  const room = (options?.maxIds ?? Number.POSITIVE_INFINITY) - known;
  const near = room < AT_ONCE * batch.length;
  if (!alone && near) return leave(query, 'alone');
  for (const { delta } of batch) requireDelta(first.schema, first.size, delta);
  const epoch = await epochOf(query, job, window);
  requireDelta(epoch.schema, epoch.size, first);
  if (!alone && epoch.large) return leave(query, 'alone');
  // Before the insert: ids that are rolled back would lie in their table until it is emptied.
  if (near) requireRoom(known, await unknown(query, job, epoch.slot, ids), options?.maxIds);

  const added = await query(
    `INSERT INTO ${idTable(no, epoch.slot)} (snapshot, id)
     SELECT $1::bigint, id FROM unnest($2::bytea[]) AS id ORDER BY id
     ON CONFLICT DO NOTHING RETURNING encode(id, 'hex') AS id`,
    snapshot,
    byteaArray(ids),
  );
  const { fresh, result } = split(ids, new Set(added.map((row) => String(row['id']))));
  if (result.accepted > 0) {
    const chunks = new Chunks(fresh.map((position) => batch[position] as BatchItem));
    const large = epoch.large || BigInt(String(window['bound'])) + chunks.bound > BOUND;
    if (alone && large) await addLarge(query, job, chunks, result.accepted);
    else if (large) return leave(query, 'alone');
    else if (!(await add(query, job, chunks, result.accepted))) return leave(query, 'alone');
  }
  stopIfAborted(options?.signal);
  await query('COMMIT');
  return result;
}

async function leave(query: Query, refusal: Refusal): Promise<Refusal> {
  await query('ROLLBACK');
  return refusal;
}

/** The row of the epoch, which its first report makes. */
async function epochOf(query: Query, job: Job, window: Readonly<Record<string, unknown>>) {
  if (window['schema'] !== null) return window as unknown as Epoch;
  const { schema, size } = (job.batch[0] as BatchItem).delta;
  const [row] = await query(ADD_EPOCH, job.no, job.snapshot, window['current'], schema, size);
  return row as unknown as Epoch;
}

/**
 * How many ids of the batch the epoch does not know. OFFSET keeps the planner, which has no statistics of the table,
 * to one look at the index for each.
 */
async function unknown(query: Query, job: Job, slot: number, ids: readonly string[]) {
  const own = [...new Set(ids)];
  const known = await query(
    `SELECT FROM unnest($2::bytea[]) AS b(id), LATERAL (
       SELECT FROM ${idTable(job.no, slot)} t WHERE t.snapshot = $1::bigint AND t.id = b.id OFFSET 0) AS found`,
    job.snapshot,
    byteaArray(own),
  );
  return own.length - known.length;
}

/** @returns false if the shard is full: nothing of this transaction may stay. */
async function add(query: Query, job: Job, chunks: Chunks, reports: number): Promise<boolean> {
  const { no, snapshot, shard } = job;
  const values = array(chunks.values());
  const place = [no, snapshot, shard, array(chunks.chunks), values];
  const [row] = await query(ADD, ...place, reports, String(chunks.bound));
  return BigInt(String(row?.['bound'])) <= BOUND;
}

/** Puts the shards of the touched chunks together, in shard 0. */
async function addLarge(query: Query, job: Job, chunks: Chunks, reports: number): Promise<void> {
  const { no, snapshot } = job;
  const touched = array(chunks.chunks);
  await query('UPDATE ldp.epoch SET large = true WHERE no = $1 AND snapshot = $2', no, snapshot);
  const rows = await query(
    `DELETE FROM ldp.sums WHERE no = $1 AND snapshot = $2 AND chunk = ANY ($3::int[])
     RETURNING chunk, sums::text AS sums`,
    no,
    snapshot,
    touched,
  );
  const stored = new Map<number, bigint>();
  for (const { chunk, sums } of rows) {
    for (const [place, value] of numbersOf(sums).entries()) {
      const index = Number(chunk) * CHUNK + place;
      stored.set(index, (stored.get(index) ?? 0n) + value);
    }
  }
  // The bound says nothing any more, and stays as it is.
  await query(ADD, no, snapshot, 0, touched, array(chunks.values(stored)), reports, '0');
}
