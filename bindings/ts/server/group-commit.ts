/**
 * Group commit. A durable commit waits for the disk, so answering reports one by one would cap a
 * collector at the disk's sync rate (some hundred a second). Reports of one epoch that arrive while
 * a commit is under way share the next one; each is answered when, and only when, its commit is
 * durable. A lone report does not wait: the slower the store, the larger the groups become.
 */
import { LdpError } from '../internal/errors.js';
import type { AggregateStore, BatchItem, CommitResult, Epoch } from './store.js';

/** Bodies are added to a group up to this many reports, to keep single transactions short. */
const FULL = 500;
/** Of all experiments together. More are refused: a store that is slower than its visitors never catches up. */
const MOST_WAITING = 4096;

interface Entry {
  readonly items: readonly BatchItem[];
  readonly left: () => void;
  readonly resolve: (result: { accepted: number; duplicate: number }) => void;
  readonly reject: (error: unknown) => void;
}

export class GroupCommit {
  readonly #store: AggregateStore;
  readonly #maxIds: number;
  readonly #groups = new Map<string, Group>();
  #waiting = 0;

  /** @param maxIds How many ids an epoch may have. */
  constructor(store: AggregateStore, maxIds: number) {
    this.#store = store;
    this.#maxIds = maxIds;
  }

  /** @throws LdpError `transport` with `details.problem` `busy` if too many reports wait already. */
  requireRoom(): void {
    if (this.#waiting < MOST_WAITING) return;
    throw new LdpError('transport', 'Too many reports wait to be stored.', {
      retryable: true,
      details: { problem: 'busy', retryAfter: retryAfter() },
    });
  }

  /**
   * Resolves when the reports are durable, with the counts of these reports alone.
   *
   * @throws As {@link requireRoom}, and whatever the store rejects with.
   */
  commit(
    epoch: Epoch,
    items: readonly BatchItem[],
  ): Promise<{ readonly accepted: number; readonly duplicate: number }> {
    this.requireRoom();
    const key = JSON.stringify([epoch.experiment, epoch.snapshot]);
    let group = this.#groups.get(key);
    if (!group) {
      const commit = (batch: readonly BatchItem[]) =>
        this.#store.commit(epoch, batch, { maxIds: this.#maxIds });
      group = new Group(commit, () => this.#groups.delete(key));
      this.#groups.set(key, group);
    }
    this.#waiting += items.length;
    const done = () => {
      this.#waiting -= items.length;
    };
    return group.add(items, done);
  }

  /** Resolves when nothing waits any more. */
  async settled(): Promise<void> {
    while (this.#groups.size > 0) {
      await Promise.all([...this.#groups.values()].map((group) => group.idle()));
    }
  }
}

/** In seconds, drawn anew for each: the pages must not all come back at once. */
function retryAfter(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return 1 + (random % 5);
}

class Group {
  readonly #commit: (batch: readonly BatchItem[]) => Promise<CommitResult>;
  readonly #onEmpty: () => void;
  #entries: Entry[] = [];
  #running: Promise<void> | null = null;
  #idle: (() => void)[] = [];

  constructor(commit: (batch: readonly BatchItem[]) => Promise<CommitResult>, onEmpty: () => void) {
    this.#commit = commit;
    this.#onEmpty = onEmpty;
  }

  /** @param left Called when the reports wait no more: their commit has begun. */
  add(
    items: readonly BatchItem[],
    left: () => void,
  ): Promise<{ accepted: number; duplicate: number }> {
    return new Promise((resolve, reject) => {
      this.#entries.push({ items, left, resolve, reject });
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
    const taken = this.#entries.splice(0, count);
    for (const { left } of taken) left();
    return taken;
  }

  async #run(entries: readonly Entry[]): Promise<void> {
    try {
      const batch = entries.length === 1 ? first(entries) : entries.flatMap(({ items }) => items);
      const result = await this.#commit(batch);
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
