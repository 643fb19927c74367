// The regrets of one run, gathered batch by batch into the layout that the curve is computed from.
export class Regrets {
  /** [times][replicates], flat. */
  readonly #values: Float64Array;
  readonly #times: number;
  readonly #replicates: number;
  #finished = 0;

  constructor(times: number, replicates: number) {
    this.#values = new Float64Array(times * replicates);
    this.#times = times;
    this.#replicates = replicates;
  }

  /** Replicates that have reached the horizon. */
  get finished(): number {
    return this.#finished;
  }

  /**
   * The next replicates in order, [times][count]. The sums of a curve have one order, whoever
   * played what.
   */
  add(batch: Float64Array, count: number): void {
    for (let time = 0; time < this.#times; time += 1) {
      const row = batch.subarray(time * count, (time + 1) * count);
      this.#values.set(row, time * this.#replicates + this.#finished);
    }
    this.#finished += count;
  }

  /** Of the finished replicates: [times][finished]. */
  get values(): Float64Array {
    if (this.#finished === this.#replicates) return this.#values;
    const values = new Float64Array(this.#times * this.#finished);
    for (let time = 0; time < this.#times; time += 1) {
      const start = time * this.#replicates;
      values.set(this.#values.subarray(start, start + this.#finished), time * this.#finished);
    }
    return values;
  }
}
