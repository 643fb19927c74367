/** How many reports a day come in, as this process counts them. */
import type { StoreObserver } from './observed-store.js';

const DAY_MS = 86_400_000;
/** Before, a rate would be a guess. */
const SHORTEST_MS = 600_000;

export class Rate {
  readonly #since = performance.now();
  readonly #accepted = new Map<string, number>();

  constructor(observer: StoreObserver) {
    observer.add({
      committed: (experiment, { accepted }) =>
        this.#accepted.set(experiment, (this.#accepted.get(experiment) ?? 0) + accepted),
      forgotten: (experiment) => this.#accepted.delete(experiment),
    });
  }

  /** Null for the first ten minutes. */
  perDay(experiment: string): number | null {
    const elapsed = performance.now() - this.#since;
    if (elapsed < SHORTEST_MS) return null;
    return ((this.#accepted.get(experiment) ?? 0) / elapsed) * DAY_MS;
  }
}
