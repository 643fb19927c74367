/** The bootstrap of a raw log (docs/spec/off-policy.md, section 3.3). */
import { RawSums, type Values } from './raw-sums.js';
import type { Interval } from './types.js';

interface Kept {
  readonly stratum: number;
  readonly action: number;
  readonly reward: number;
  readonly propensity: number;
}

const NAMES = ['ips', 'snips', 'dm', 'dr', 'switch'] as const;
export type Intervals = Readonly<Record<(typeof NAMES)[number], Interval>>;

/** The rows of a log: each different one once, and which one stood at each place. */
export class KeptRows {
  readonly #numbers = new Map<string, number>();
  readonly #rows: Kept[] = [];
  #places = new Uint32Array(1024);
  #count = 0;

  add(row: Kept): void {
    const key = `${row.stratum} ${row.action} ${row.reward} ${row.propensity}`;
    const number = this.#numbers.get(key) ?? this.#rows.push(row) - 1;
    this.#numbers.set(key, number);
    if (this.#count === this.#places.length) {
      const longer = new Uint32Array(2 * this.#count);
      longer.set(this.#places);
      this.#places = longer;
    }
    this.#places[this.#count] = number;
    this.#count += 1;
  }

  /** Percentile intervals of the level 1 - alpha. */
  intervals(
    target: readonly Float64Array[],
    resamples: number,
    seed: number,
    alpha: number,
  ): Intervals {
    const draw = uniform(seed);
    const found: Values[] = [];
    for (let resample = 0; resample < resamples && this.#count > 0; resample += 1)
      found.push(this.#resample(target, draw));
    const of = (name: (typeof NAMES)[number]): Interval => {
      const values = Float64Array.from(found, (one) => one[name]).sort();
      return { low: quantile(values, alpha / 2), high: quantile(values, 1 - alpha / 2) };
    };
    return { ips: of('ips'), snips: of('snips'), dm: of('dm'), dr: of('dr'), switch: of('switch') };
  }

  #resample(target: readonly Float64Array[], draw: () => number): Values {
    const times = new Uint32Array(this.#rows.length);
    for (let i = 0; i < this.#count; i += 1) {
      const number = this.#places[Math.floor(draw() * this.#count)] as number;
      times[number] = (times[number] as number) + 1;
    }
    const sums = new RawSums(target);
    this.#rows.forEach(({ stratum, action, reward, propensity }, number) => {
      const count = times[number] as number;
      if (count > 0) sums.add(stratum, action, reward, propensity, count);
    });
    return sums.values();
  }
}

/** Between the order statistics around q (n - 1), by straight lines. NaN without values. */
function quantile(sorted: Float64Array, q: number): number {
  const at = q * (sorted.length - 1);
  const below = Math.floor(at);
  const first = sorted[below] ?? Number.NaN;
  return first + (at - below) * ((sorted[below + 1] ?? first) - first);
}

/** mulberry32: in [0, 1), multiples of 2^-32. It draws rows of a log, never noise. */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
