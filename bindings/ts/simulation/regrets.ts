// The regrets of one run, gathered unit by unit into the layout that the curve is computed from.
export class Regrets {
  /** [times][replicates], flat. */
  readonly #values: Float64Array;
  readonly #times: number;
  readonly #has: Uint8Array;
  #finished = 0;

  constructor(times: number, replicates: number) {
    this.#values = new Float64Array(times * replicates);
    this.#times = times;
    this.#has = new Uint8Array(replicates);
  }

  /** Replicates that have reached the horizon. */
  get finished(): number {
    return this.#finished;
  }

  /**
   * Replicates `first`, ..., `first + count - 1`, [times][count]. Every replicate has its place, so that
   * the sums of a curve have one order, whoever played what and when.
   */
  put(first: number, count: number, unit: Float64Array): void {
    const replicates = this.#has.length;
    for (let time = 0; time < this.#times; time += 1) {
      const row = unit.subarray(time * count, (time + 1) * count);
      this.#values.set(row, time * replicates + first);
    }
    this.#has.fill(1, first, first + count);
    this.#finished += count;
  }

  /** Of the finished replicates, in their order: [times][finished]. */
  get values(): Float64Array {
    const replicates = this.#has.length;
    if (this.#finished === replicates) return this.#values;
    const values = new Float64Array(this.#times * this.#finished);
    let to = 0;
    for (let time = 0; time < this.#times; time += 1) {
      for (let replicate = 0; replicate < replicates; replicate += 1) {
        if (this.#has[replicate] === 0) continue;
        values[to] = this.#values[time * replicates + replicate] ?? 0;
        to += 1;
      }
    }
    return values;
  }
}
