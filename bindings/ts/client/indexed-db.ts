// IndexedDB with promises: the three calls that a page needs. A library for it (idb) is a kilobyte
// more for every visitor.

/** A browser's storage process that hangs must not hang the page. */
const OPEN_MS = 10_000;

/** The result of one request. Inside a transaction await nothing else, or it ends. */
export const ask = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Resolves when the transaction is on the disk; rejects, with nothing changed, if it is not. */
export const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });

/**
 * Opens version 1 of a database; rejects if the browser does not answer in ten seconds. `lost` is told
 * when the connection ends without a call of ours: `isDeleted` if another tab deletes the database,
 * which must not wait for this one; else the browser has cleared or lost the storage.
 */
export async function openDatabase(
  name: string,
  create: (database: IDBDatabase, transaction: IDBTransaction) => void,
  lost: (isDeleted: boolean) => void,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => create(request.result, request.transaction as IDBTransaction);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      request.onsuccess = () => request.result.close();
      reject(new Error('IndexedDB does not answer.'));
    }, OPEN_MS);
  });
  const database = await Promise.race([ask(request), late]).finally(() => clearTimeout(timer));
  database.onclose = () => lost(false);
  database.onversionchange = () => {
    lost(true);
    database.close();
  };
  return database;
}
