// The non-private comparator of the replay: it sees every raw reward.
import { randomBeta } from 'd3-random';

/**
 * Thompson sampling on raw rewards in [0, 1] (Thompson 1933): Beta(1 + sum, 1 + count - sum) for each arm. It loses
 * less than UCB1 and CUCB do, so that what privacy costs is measured against the best learner without it.
 */
export class Thompson {
  readonly #count: Float64Array;
  readonly #total: Float64Array;
  readonly #beta: typeof randomBeta;

  constructor(arms: number, random: () => number) {
    this.#count = new Float64Array(arms);
    this.#total = new Float64Array(arms);
    this.#beta = randomBeta.source(random);
  }

  /** A possible mean of each arm. */
  draw(): Float64Array {
    return this.#count.map((count, arm) => {
      const total = this.#total[arm] ?? 0;
      return this.#beta(1 + total, 1 + count - total)();
    });
  }

  ingest(arm: number, reward: number): void {
    this.#count[arm] = (this.#count[arm] ?? 0) + 1;
    this.#total[arm] = (this.#total[arm] ?? 0) + reward;
  }
}
