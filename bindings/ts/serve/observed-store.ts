/** A store that says what passes through it: for metrics, for readiness, and for the log of its failures. */
import type { CommitResult, DefinitionStore, Head } from '../server/store.js';
import { isArchived } from '../server/view.js';

export interface StoreEvents {
  committed(experiment: string, result: CommitResult, seconds: number): void;
  /** A newer snapshot than the last one that was seen. */
  published(experiment: string, head: Head): void;
  archived(experiment: string): void;
  failed(operation: string): void;
}

/** Readiness ends so long after the last call to the store that succeeded. */
const STALE_MS = 10_000;

export class StoreObserver implements StoreEvents {
  readonly #listeners: Partial<StoreEvents>[] = [];
  #succeededAt = Number.NEGATIVE_INFINITY;
  #takesWrites = true;

  add(listener: Partial<StoreEvents>): void {
    this.#listeners.push(listener);
  }

  /** The registry looks every second, so a store that is well is asked that often. */
  get isWell(): boolean {
    return performance.now() - this.#succeededAt < STALE_MS;
  }

  /** False from a commit or a publication that fails, e.g. on a full disk, until something is written. */
  get takesWrites(): boolean {
    return this.#takesWrites;
  }

  succeeded(): void {
    this.#succeededAt = performance.now();
  }
  wrote(succeeded: boolean): void {
    this.#takesWrites = succeeded;
  }
  committed(experiment: string, result: CommitResult, seconds: number): void {
    for (const one of this.#listeners) one.committed?.(experiment, result, seconds);
  }
  published(experiment: string, head: Head): void {
    for (const one of this.#listeners) one.published?.(experiment, head);
  }
  archived(experiment: string): void {
    for (const one of this.#listeners) one.archived?.(experiment);
  }
  failed(operation: string): void {
    for (const one of this.#listeners) one.failed?.(operation);
  }
}

/** @returns A store with all properties of `store`; disposing it does nothing. */
export function observedStore(store: DefinitionStore, observer: StoreObserver): DefinitionStore {
  const seen = new Map<string, string>();
  const watch = async <T>(operation: string, call: Promise<T>): Promise<T> => {
    try {
      const result = await call;
      observer.succeeded();
      return result;
    } catch (error) {
      // A refusal is an answer: the store works.
      if ((error as { readonly code?: unknown }).code === 'store_conflict') observer.succeeded();
      else observer.failed(operation);
      throw error;
    }
  };
  const watchWrite = async <T>(operation: string, call: Promise<T>): Promise<T> => {
    try {
      const result = await watch(operation, call);
      observer.wrote(true);
      return result;
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      if (code !== 'store_conflict' && code !== 'invalid_argument') observer.wrote(false);
      throw error;
    }
  };
  // A collector that is not ready gets no reports, so it would write nothing and never be ready again.
  const tryWrite = async (found: ReadonlyMap<string, string>) => {
    const [[name, text] = []] = found;
    if (name === undefined || text === undefined) return;
    await watchWrite('define', store.define(name, text, text)).catch(() => {});
  };
  const look = (experiment: string, head: Head | null) => {
    if (head === null || seen.get(experiment) === head.revision) return;
    seen.set(experiment, head.revision);
    if (isArchived(head)) observer.archived(experiment);
    else observer.published(experiment, head);
  };
  return Object.assign(Object.create(store) as DefinitionStore, {
    commit: async (...args: Parameters<DefinitionStore['commit']>) => {
      const begin = performance.now();
      const result = await watchWrite('commit', store.commit(...args));
      observer.committed(args[0].experiment, result, (performance.now() - begin) / 1000);
      return result;
    },
    read: (...args: Parameters<DefinitionStore['read']>) => watch('read', store.read(...args)),
    head: async (experiment: string) => {
      const head = await watch('head', store.head(experiment));
      look(experiment, head);
      return head;
    },
    latest: async (experiment: string) => {
      const latest = await watch('latest', store.latest(experiment));
      look(experiment, latest);
      return latest;
    },
    publish: async (...args: Parameters<DefinitionStore['publish']>) => {
      const isNewest = await watchWrite('publish', store.publish(...args));
      if (isNewest) look(args[0], args[2]);
      return isNewest;
    },
    definitions: async () => {
      const found = await watch('definitions', store.definitions());
      if (!observer.takesWrites) await tryWrite(found);
      return found;
    },
    define: (...args: Parameters<DefinitionStore['define']>) =>
      watch('define', store.define(...args)),
    [Symbol.asyncDispose]: async () => {},
  });
}
