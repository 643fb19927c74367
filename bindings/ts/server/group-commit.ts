/**
 * Group commit. A durable commit waits for the disk, so answering reports one by one would cap a
 * collector at the disk's sync rate (some hundred a second). Reports of one epoch that arrive while
 * a commit is under way share the next one; each is answered when, and only when, its commit is
 * durable. A lone report waits for nobody: the slower the store, the larger the groups become.
 */
import type { AggregateStore, BatchItem, CommitResult, Epoch } from './store.js';

/** Bodies are added to a group up to so many reports, to keep single transactions short. */
const FULL = 500;

interface Entry {
  readonly items: readonly BatchItem[];
  readonly resolve: (result: { accepted: number; duplicate: number }) => void;
  readonly reject: (error: unknown) => void;
}

export class GroupCommit {
  readonly #store: AggregateStore;
  readonly #groups = new Map<string, Group>();

  constructor(store: AggregateStore) {
    this.#store = store;
  }

  /** Resolves when the reports are durable, with the counts of these reports alone. */
  commit(
    epoch: Epoch,
    items: readonly BatchItem[],
  ): Promise<{ readonly accepted: number; readonly duplicate: number }> {
    const key = JSON.stringify([epoch.experiment, epoch.snapshot]);
    let group = this.#groups.get(key);
    if (!group) {
      group = new Group(this.#store, epoch, () => this.#groups.delete(key));
      this.#groups.set(key, group);
    }
    return group.add(items);
  }

  /** Resolves when nothing waits any more. */
  async settled(): Promise<void> {
    while (this.#groups.size > 0) {
      await Promise.all([...this.#groups.values()].map((group) => group.idle()));
    }
  }
}

class Group {
  readonly #store: AggregateStore;
  readonly #epoch: Epoch;
  readonly #onEmpty: () => void;
  #entries: Entry[] = [];
  #running: Promise<void> | null = null;
  #idle: (() => void)[] = [];

  constructor(store: AggregateStore, epoch: Epoch, onEmpty: () => void) {
    this.#store = store;
    this.#epoch = epoch;
    this.#onEmpty = onEmpty;
  }

  add(items: readonly BatchItem[]): Promise<{ accepted: number; duplicate: number }> {
    return new Promise((resolve, reject) => {
      this.#entries.push({ items, resolve, reject });
      if (this.#running === null) this.#start();
    });
  }

  idle(): Promise<void> {
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #start(): void {
    const entries = this.#take();
    this.#running = this.#run(entries).finally(() => {
      this.#running = null;
      if (this.#entries.length > 0) {
        this.#start();
      } else {
        this.#onEmpty();
        for (const resolve of this.#idle.splice(0)) resolve();
      }
    });
  }

  #take(): Entry[] {
    let count = 0;
    let size = 0;
    for (const { items } of this.#entries) {
      size += items.length;
      if (count > 0 && size > FULL) break;
      count++;
    }
    return this.#entries.splice(0, count);
  }

  async #run(entries: readonly Entry[]): Promise<void> {
    try {
      const batch = entries.length === 1 ? first(entries) : entries.flatMap(({ items }) => items);
      const result = await this.#store.commit(this.#epoch, batch);
      share(entries, result);
    } catch (error) {
      for (const { reject } of entries) reject(error);
    }
  }
}

function first(entries: readonly Entry[]): readonly BatchItem[] {
  return entries[0]?.items ?? [];
}

/** Tells every entry how many of the duplicates were its own. */
function share(entries: readonly Entry[], { duplicates }: CommitResult): void {
  let start = 0;
  let k = 0;
  for (const { items, resolve } of entries) {
    const end = start + items.length;
    const before = k;
    while (k < duplicates.length && (duplicates[k] as number) < end) k++;
    const duplicate = k - before;
    resolve({ accepted: items.length - duplicate, duplicate });
    start = end;
  }
}
