/** One IndexedDB transaction as one promise: it settles when the outcome is on the disk. */
import type { IDBPDatabase, IDBPObjectStore, StoreNames } from 'idb';
import type { CollectorSchema } from './indexed-db-schema.js';

type Name = StoreNames<CollectorSchema>;
export const NAMES: Name[] = ['windows', 'states', 'epochs', 'sums', 'ids'];

/** The object stores of one transaction. Only their requests may be awaited inside it. */
export type Rows = {
  readonly [N in Name]: IDBPObjectStore<CollectorSchema, Name[], N, 'readwrite'>;
};

/**
 * Runs `work` in a transaction. Rejects, with nothing changed, if `work` does or `signal` aborts.
 *
 * @param open Opens the database, again if the connection that it gave was closed meanwhile.
 */
export async function transact<T>(
  open: () => Promise<IDBPDatabase<CollectorSchema>>,
  mode: IDBTransactionMode,
  signal: AbortSignal | undefined,
  work: (rows: Rows) => Promise<T>,
): Promise<T> {
  const transaction = begin(await open(), mode) ?? begin(await open(), mode);
  if (!transaction) throw new DOMException('The connection keeps closing.', 'InvalidStateError');
  signal?.throwIfAborted();

  const done = transaction.done.then(
    () => null,
    (error: unknown) => error ?? new DOMException('The transaction was aborted.', 'AbortError'),
  );
  const abort = () => {
    try {
      transaction.abort();
    } catch {
      // It has finished already, which is as good.
    }
  };
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const rows = Object.fromEntries(NAMES.map((name) => [name, transaction.objectStore(name)]));
    const result = await work(rows as unknown as Rows);
    const failure = await done;
    if (failure !== null) throw failure;
    return result;
  } catch (error) {
    abort();
    await done;
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** Null if the connection was closed between opening and now (database deleted from a page). */
function begin(database: IDBPDatabase<CollectorSchema>, mode: IDBTransactionMode) {
  try {
    return database.transaction(NAMES, mode, { durability: 'strict' });
  } catch (error) {
    if ((error as DOMException).name === 'InvalidStateError') return null;
    throw error;
  }
}
