// The non-private comparator of a contextual replay: it sees features and rewards as they are.
import { bestArm } from './best-arm.js';
import type { Contexts } from './contexts.js';

/** As the simulation's practical radius: docs of `oful`. */
const kPractical = 0.2;
/** Rewards in [0, 1] are sub-Gaussian with 1/2; the parameter has a norm of at most 1. */
const kNoise = 0.5;

/**
 * LinUCB, or OFUL (Abbasi-Yadkori, Pal and Szepesvari 2011), with lambda = 1 and a fifth of its
 * proven radius: <theta, x> + radius * sqrt(x' V^-1 x), ties uniformly at random. Features are
 * divided by the declared bound and shortened to norm 1, as on the device.
 */
export class LinUcb {
  readonly #inverse: Float64Array;
  readonly #sum: Float64Array;
  readonly #theta: Float64Array;
  readonly #logOfInverseAlpha: number;
  readonly #bound: number;
  readonly #random: () => number;
  #logDeterminant = 0;

  constructor({ dimension, bound }: Contexts, horizon: number, random: () => number) {
    this.#inverse = new Float64Array(dimension * dimension);
    for (let i = 0; i < dimension; i += 1) this.#inverse[i * dimension + i] = 1;
    this.#sum = new Float64Array(dimension);
    this.#theta = new Float64Array(dimension);
    this.#logOfInverseAlpha = Math.log(horizon);
    this.#bound = bound;
    this.#random = random;
  }

  choose({ rows, columns, data }: ReturnType<Contexts['of']>): number {
    const spread = Math.sqrt(2 * this.#logOfInverseAlpha + this.#logDeterminant);
    const radius = kPractical * (kNoise * spread + 1);
    const indexOf = (arm: number) => {
      const x = this.#scaled(data.subarray(arm * columns, (arm + 1) * columns));
      return dot(this.#theta, x) + radius * Math.sqrt(dot(x, this.#times(x)));
    };
    return bestArm(rows, indexOf, this.#random);
  }

  ingest({ columns, data }: ReturnType<Contexts['of']>, arm: number, reward: number): void {
    const x = this.#scaled(data.subarray(arm * columns, (arm + 1) * columns));
    const y = this.#times(x);
    const denominator = 1 + dot(x, y);
    this.#logDeterminant += Math.log(denominator);
    const inverse = this.#inverse;
    for (let i = 0; i < columns; i += 1) {
      const factor = at(y, i) / denominator;
      if (factor === 0) continue;
      for (let k = 0; k < columns; k += 1)
        inverse[i * columns + k] = at(inverse, i * columns + k) - factor * at(y, k);
    }
    for (let i = 0; i < columns; i += 1) this.#sum[i] = at(this.#sum, i) + reward * at(x, i);
    this.#theta.set(this.#times(this.#sum));
  }

  #scaled(features: Float64Array): Float64Array {
    const norm = Math.hypot(...features);
    const divisor = Math.max(norm, this.#bound);
    return features.map((value) => value / divisor);
  }

  /** V^-1 x. Most entries of a block vector are 0. */
  #times(x: Float64Array): Float64Array {
    const product = new Float64Array(x.length);
    for (let k = 0; k < x.length; k += 1) {
      const factor = at(x, k);
      if (factor === 0) continue;
      // The matrix is symmetric: a row is a column.
      for (let i = 0; i < x.length; i += 1)
        product[i] = at(product, i) + factor * at(this.#inverse, k * x.length + i);
    }
    return product;
  }
}

const at = (values: Float64Array, i: number): number => values[i] ?? 0;

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += at(a, i) * at(b, i);
  return sum;
}
