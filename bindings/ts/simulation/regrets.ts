// The regrets of one run, gathered unit by unit into the layout that the curve is computed from, and
// how often its arms were played, or what its replicates answered.
import type { Stopped, Trials } from './types.js';

export class Regrets {
  /** [times][replicates], flat. */
  readonly #values: Float64Array;
  readonly #times: number;
  readonly #has: Uint8Array;
  /** [times][arms]: rounds, of all finished replicates. Whole numbers: the order of the sums does not matter. */
  readonly #plays: Float64Array;
  /** [3][replicates]: when they stopped, their answers, and whether these are not a best arm; or empty. */
  readonly #stops: Float64Array;
  #finished = 0;

  /** `arms`: those whose plays are recorded, if any. `stops`: whether replicates stop with an answer. */
  constructor(times: number, replicates: number, arms: number, stops = false) {
    this.#values = new Float64Array(times * replicates);
    this.#plays = new Float64Array(times * arms);
    this.#stops = new Float64Array(stops ? 3 * replicates : 0);
    this.#times = times;
    this.#has = new Uint8Array(replicates);
  }

  /** Replicates that have reached the horizon. */
  get finished(): number {
    return this.#finished;
  }

  /**
   * Replicates `first`, ..., `first + count - 1`: [times][count], the plays and the stops. Every replicate has its place, so that
   * the order of a curve's sums does not depend on the workers.
   */
  put(first: number, count: number, unit: Float64Array): void {
    const replicates = this.#has.length;
    for (let time = 0; time < this.#times; time += 1) {
      const row = unit.subarray(time * count, (time + 1) * count);
      this.#values.set(row, time * replicates + first);
    }
    const plays = unit.subarray(this.#times * count).subarray(0, this.#plays.length);
    for (let i = 0; i < plays.length; i += 1)
      this.#plays[i] = (this.#plays[i] ?? 0) + (plays[i] ?? 0);
    const stops = unit.subarray(this.#times * count + plays.length);
    for (let row = 0; row * count < stops.length; row += 1)
      this.#stops.set(stops.subarray(row * count, (row + 1) * count), row * replicates + first);
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

  /** Of the finished replicates, in their order: which they are, and their regret at the horizon. */
  trials(): Trials {
    const numbers = Int32Array.from(
      Array.from(this.#has.keys()).filter((replicate) => this.#has[replicate] !== 0),
    );
    const last = (this.#times - 1) * this.#has.length;
    const regrets = Float64Array.from(numbers, (number) => this.#values[last + number] ?? 0);
    return { numbers, regrets };
  }

  /**
   * Of the finished replicates, the share of the rounds since the time before in which an arm was played,
   * [times][arms]; `t` are the times. Undefined where plays are not recorded.
   */
  shares(t: Float64Array): Float64Array | undefined {
    const arms = this.#plays.length / this.#times;
    if (arms === 0 || this.#finished === 0) return undefined;
    return this.#plays.map((plays, at) => {
      const time = Math.floor(at / arms);
      const rounds = (t[time] ?? 0) - (time === 0 ? 0 : (t[time - 1] ?? 0));
      return plays / (rounds * this.#finished);
    });
  }

  /** Of the finished replicates, in their order. Undefined where they do not stop. */
  stopped(): Omit<Stopped, 'wrong'> | undefined {
    if (this.#stops.length === 0 || this.#finished === 0) return undefined;
    const replicates = this.#has.length;
    const row = (index: number) =>
      this.#stops
        .subarray(index * replicates, (index + 1) * replicates)
        .filter((_, replicate) => this.#has[replicate] !== 0);
    return {
      rounds: row(0),
      answers: Int32Array.from(row(1)),
      notBest: row(2).reduce((sum, isOther) => sum + isOther, 0),
    };
  }
}
