// From the regrets of single trials to a curve with its band.

/** Regrets of the finished replicates of one run, one row of `points` a replicate. */
export class Trials {
  readonly #regrets: Float64Array;
  readonly #points: number;
  #finished = 0;

  constructor(replicates: number, points: number) {
    this.#regrets = new Float64Array(replicates * points);
    this.#points = points;
  }

  get finished(): number {
    return this.#finished;
  }

  /** Replicates are added in their order: the sums below then have one order, whoever played the trials. */
  add(regret: Float64Array): void {
    this.#regrets.set(regret, this.#finished * this.#points);
    this.#finished += 1;
  }

  /** The rows of the finished replicates. */
  get regrets(): Float64Array {
    return this.#regrets.subarray(0, this.#finished * this.#points);
  }
}
