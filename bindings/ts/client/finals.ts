// Final bytes on the disk, in a database of their own that no other page is busy with. A put that
// waits for a lock when its page dies is lost: with Chromium, in real navigations, 21 to 34 % of the
// puts into a database that another tab writes, none of those into one of their own.
import { toJson } from '../internal/json.js';
import { ask, finished, openDatabase } from './indexed-db.js';
import type { Final } from './journal.js';

/** Keys of `localStorage` that hold the same beside the database, which may be busy at that moment. */
const BESIDE = 'ldp-bandits-final:';

export class Finals {
  readonly #name: string;
  #opening: Promise<IDBDatabase> | undefined;
  #open: IDBDatabase | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /** Opens the connection, takes in what earlier pages left in `localStorage`, forgets the expired. */
  async open(): Promise<void> {
    if (this.#open) return;
    await this.#connect();
    this.#takeStored();
    const now = Date.now();
    const old = [...(await this.read()).values()].filter(({ expiresAt }) => expiresAt <= now);
    if (old.length > 0) this.#write((store) => old.map(({ id }) => store.delete(id)));
  }

  /** One message to the browser, which outlives the page. Never throws. */
  put(finals: readonly Final[]): void {
    if (finals.length > 0) this.#write((store) => finals.map((final) => store.put(final)));
  }

  /**
   * Keeps the same in `localStorage`, for the next page to take in. `page` tells the pages of an
   * origin apart. Never throws.
   */
  store(finals: readonly Final[], page: string): void {
    try {
      localStorage.setItem(`${BESIDE}${this.#name}:${page}`, toJson(finals));
    } catch {
      // It is full, blocked or missing. The database has them.
    }
  }

  /** False if there is one with this id. Rejects if it cannot be written. */
  async add(final: Final): Promise<boolean> {
    const database = await this.#connect();
    const transaction = database.transaction('finals', 'readwrite', { durability: 'strict' });
    const request = transaction.objectStore('finals').add(final);
    transaction.commit?.();
    return finished(transaction).then(
      () => true,
      (error) => {
        if (request.error?.name === 'ConstraintError') return false;
        throw error;
      },
    );
  }

  async read(): Promise<ReadonlyMap<string, Final>> {
    const database = await this.#connect();
    const finals = await ask<Final[]>(
      database.transaction('finals').objectStore('finals').getAll(),
    );
    return new Map(finals.map((final) => [final.id, final]));
  }

  #takeStored(): void {
    try {
      const prefix = `${BESIDE}${this.#name}:`;
      for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix))) {
        const text = localStorage.getItem(key) as string;
        const finals: readonly Final[] = JSON.parse(text);
        const forget = () => {
          // Its page may have come back, and gone again.
          if (localStorage.getItem(key) === text) localStorage.removeItem(key);
        };
        this.#write((store) => finals.map((final) => store.put(final)), forget);
      }
    } catch {
      // Blocked or missing, or not ours.
    }
  }

  #write(run: (store: IDBObjectStore) => unknown, done: () => void = () => {}): void {
    try {
      const transaction = (this.#open as IDBDatabase).transaction('finals', 'readwrite', {
        durability: 'relaxed',
      });
      transaction.oncomplete = done;
      run(transaction.objectStore('finals'));
      transaction.commit?.();
    } catch {
      // The connection is gone: the neutral bytes of choose() stand.
    }
  }

  #connect(): Promise<IDBDatabase> {
    const forget = () => {
      this.#opening = undefined;
      this.#open = undefined;
    };
    const create = (database: IDBDatabase) =>
      void database.createObjectStore('finals', { keyPath: 'id' });
    const lost = (isDeleted: boolean) => {
      forget();
      // What is written at the end of the page needs an open connection.
      if (!isDeleted) void this.#connect().catch(() => {});
    };
    this.#opening ??= openDatabase(this.#name, create, lost).then((database) => {
      this.#open = database;
      return database;
    });
    this.#opening.catch(forget);
    return this.#opening;
  }
}
