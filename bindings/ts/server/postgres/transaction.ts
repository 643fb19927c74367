/** How every transaction begins. */
import type { Query } from './connection.js';

/** First key of the advisory locks, "ldpb"; the second is the number of an experiment, or 0 for the tables. */
export const LOCK = 0x6c647062;
/**
 * Whatever level the server begins with by itself: under a stricter one a transaction that waited for its lock
 * would not see what the holder of the lock wrote.
 */
export const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';
/** A lock that is not given within this time, in ms: the call fails, and may be tried again. */
const LOCK_TIMEOUT = 4000;
/** A collector that stops in the middle of a transaction loses it, and its locks, after this time, in ms. */
const IDLE_TIMEOUT = 10_000;

/**
 * Begins a transaction and takes the lock of an experiment: collectors that commit share it, all others take it for
 * themselves. One message to the server.
 */
export async function begin(
  query: Query,
  lock: 'shared' | 'exclusive',
  no: number,
  timeout = LOCK_TIMEOUT,
): Promise<void> {
  const take = lock === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await query(
    `${BEGIN}; SET LOCAL lock_timeout = ${timeout};
     SET LOCAL idle_in_transaction_session_timeout = ${IDLE_TIMEOUT}; SELECT ${take}(${LOCK}, ${no})`,
  );
}
