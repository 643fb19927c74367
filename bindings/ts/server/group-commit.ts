/**
 * Group commit. A durable commit waits for the disk, so answering reports one by one would cap a
 * collector at the disk's sync rate (some hundred a second). Reports of one epoch that arrive within
 * a few milliseconds share a commit; each is answered when, and only when, that commit is durable.
 */
import type { AggregateStore, BatchItem, CommitResult, Epoch } from './store.js';

/** How long the first report of a group waits for company. */
const LINGER_MS = 5;
/** A group of this many reports does not wait any longer. */
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
  #size = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
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
      this.#size += items.length;
      // While a commit is under way the next group gathers by itself.
      if (this.#running !== null) return;
      if (this.#size >= FULL) this.#start();
      else this.#timer ??= setTimeout(() => this.#start(), LINGER_MS);
    });
  }

  idle(): Promise<void> {
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #start(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const entries = this.#entries;
    this.#entries = [];
    this.#size = 0;
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
