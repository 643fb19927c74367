// Which snapshots this page knows, and when each was the newest: a collector takes reports to one for
// a time that begins with the next.
import type { Timing } from './types.js';

export class NewestSnapshots {
  readonly #timing: Timing;
  /** By id: when it was known to be the newest, in ms since 1970. */
  readonly #newestAt = new Map<number, number>();
  #current = 0;

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  use(id: number, at: number): void {
    const { closesAfterMs } = this.#timing;
    for (const [known, since] of this.#newestAt) {
      if (since + closesAfterMs < at) this.#newestAt.delete(known);
    }
    this.#newestAt.set(id, at);
    this.#current = id;
  }

  /** Whether the one in use is so young that its epoch stays open as long as a page may take. */
  get isYoung(): boolean {
    const { closesAfterMs, snapshotAgeMs } = this.#timing;
    if (closesAfterMs === 0) return true; // promises nothing about times
    return Date.now() - this.#since(this.#current) <= snapshotAgeMs;
  }

  isCurrent(id: number): boolean {
    return id === this.#current;
  }

  /** How long the epoch of a snapshot is surely open, in ms since 1970. -Infinity: not known. */
  openUntil(id: number): number {
    const { closesAfterMs, snapshotAgeMs } = this.#timing;
    if (closesAfterMs === 0) return this.isCurrent(id) ? Infinity : -Infinity;
    return this.#since(id) + closesAfterMs - snapshotAgeMs;
  }

  #since(id: number): number {
    return this.#newestAt.get(id) ?? -Infinity;
  }
}
