/**
 * How many reports a day come in, from any collector over the store: by how much the count of reports in the
 * results grows between looks.
 */
import type { StoreObserver } from './observed-store.js';

const DAY_MS = 86_400_000;
/** Before, a rate would be a guess. */
const SHORTEST_MS = 600_000;

interface Count {
  readonly since: number;
  readonly first: number;
  readonly last: number;
}

export class Rate {
  readonly #counts = new Map<string, Count>();
  readonly #now: () => number;

  /** @param now Time in ms that never goes back. */
  constructor(observer: StoreObserver, now: () => number = () => performance.now()) {
    this.#now = now;
    observer.add({ archived: (experiment) => this.#counts.delete(experiment) });
  }

  /**
   * Takes a look into account.
   *
   * @param reports What the results say at this moment.
   * @returns Reports a day; null for the first ten minutes of an experiment here, and after a reset.
   */
  perDay(experiment: string, reports: number): number | null {
    const now = this.#now();
    const known = this.#counts.get(experiment);
    // Another collector reset it. Two looks at the same time may come in the wrong order, but differ by little.
    const isNew = known === undefined || reports < known.last / 2;
    const { since, first } = isNew ? { since: now, first: reports } : known;
    this.#counts.set(experiment, { since, first, last: reports });
    const elapsed = now - since;
    return elapsed < SHORTEST_MS ? null : (Math.max(0, reports - first) / elapsed) * DAY_MS;
  }
}
