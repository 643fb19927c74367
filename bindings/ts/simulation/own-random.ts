// The random numbers of own code: words of the core's streams, fetched in blocks.
import type { OwnRandom } from './own-types.js';

/** The core's stream (bindings/simulation.cpp). Views are valid until the next call into the module. */
export interface NativeWords {
  /** Of each of the next words its low and its high 32 bits. */
  next(): Uint32Array;
  /** A standard normal number of each of the same words. */
  normals(): Float64Array;
  delete(): void;
}

const kMostBelow = 2 ** 20;

export class SeededRandom implements OwnRandom {
  readonly #native: NativeWords;
  #halves = new Uint32Array(0);
  #normals: Float64Array = new Float64Array(0);
  #at = 0;
  #hasNormals = false;

  constructor(native: NativeWords) {
    this.#native = native;
  }

  uniform(): number {
    const at = this.#next();
    // The upper 53 bits; the sums are exact.
    return (
      ((this.#halves[at + 1] ?? 0) * 2 ** 21 + ((this.#halves[at] ?? 0) >>> 11) + 0.5) * 2 ** -53
    );
  }

  below(n: number): number {
    if (!Number.isInteger(n) || n < 1 || n > kMostBelow) {
      throw new RangeError(`below takes a whole number from 1 to ${kMostBelow}; got ${n}`);
    }
    if (n === 1) return 0;
    // Words from 2^64 - (2^64 mod n) would make small numbers likelier.
    const rejected = ((2 ** 32 % n) * (2 ** 32 % n)) % n;
    for (;;) {
      const at = this.#next();
      const low = this.#halves[at] ?? 0;
      const high = this.#halves[at + 1] ?? 0;
      if (high === 0xffffffff && low >= 2 ** 32 - rejected) continue;
      return ((high % n) * 2 ** 32 + low) % n;
    }
  }

  bits(): number {
    const at = this.#next(); // first: it may bring another block
    return this.#halves[at + 1] ?? 0;
  }

  normal(): number {
    const at = this.#next();
    if (!this.#hasNormals) {
      this.#normals = this.#native.normals().slice();
      this.#hasNormals = true;
    }
    return this.#normals[at >> 1] ?? 0;
  }

  /** As gamma_draw of src/simulation/beta_draw.hpp. */
  gamma(shape: number): number {
    if (!(shape >= 1 && shape < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`gamma takes a shape of at least 1; got ${shape}`);
    }
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = this.normal();
      const root = 1 + c * x;
      const uniform = this.uniform();
      if (root <= 0) continue;
      const v = root * root * root;
      const squared = x * x;
      if (uniform < 1 - 0.0331 * squared * squared) return d * v;
      if (Math.log(uniform) < 0.5 * squared + d * (1 - v + Math.log(v))) return d * v;
    }
  }

  beta(first: number, second: number): number {
    const x = this.gamma(first);
    return x / (x + this.gamma(second));
  }

  free(): void {
    this.#native.delete();
  }

  /** The place of the next word in `halves`. */
  #next(): number {
    if (this.#at === this.#halves.length) {
      this.#halves = this.#native.next().slice();
      this.#hasNormals = false;
      this.#at = 0;
    }
    this.#at += 2;
    return this.#at - 2;
  }
}
