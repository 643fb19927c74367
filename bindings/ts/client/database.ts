// IndexedDB in promises: the little of it that a journal needs, in a fraction of the bytes of a library.

/** What a request gives, or why it failed. */
export function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Resolves when a transaction is complete, rejects when it is not going to be. */
export function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () =>
      reject(transaction.error ?? new DOMException('The transaction was aborted.', 'AbortError'));
  });
}

export interface Closing {
  /** Another page wants to delete the database; the connection has been closed for it. */
  released(): void;
  /** The browser has closed the connection, because it clears or has lost the storage. */
  terminated(): void;
}

/** Opens version 1. Rejects where IndexedDB is missing or refuses. */
export async function openDatabase(
  name: string,
  create: (database: IDBDatabase) => void,
  closing: Closing,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => create(request.result);
  const database = await asked(request);
  database.onclose = () => closing.terminated();
  // "Forget everything" in another tab must not wait for this one.
  database.onversionchange = () => {
    database.close();
    closing.released();
  };
  return database;
}
