// A second implementation of the simulated world, from its description: Philox words by purpose, one
// uniform number a round for the rewards of all arms, one for the visitor's level, one or two for the
// noise. In BigInt and one function a step; no speed.
import { createHash } from 'node:crypto';

export type PlainLaw =
  | { readonly law: 'bernoulli'; readonly mean: number }
  | { readonly law: 'beta'; readonly alpha: number }
  | { readonly law: 'uniform'; readonly low: number; readonly high: number }
  | { readonly law: 'two-point'; readonly low: number; readonly high: number };

const purposes = { arms: 1, levels: 2, rewards: 3, noise: 4 } as const;
const lane = 0xffffffffn;

/** Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011). */
export function philox(
  counter: readonly [bigint, bigint, bigint, bigint],
  key: readonly [bigint, bigint],
): readonly [bigint, bigint, bigint, bigint] {
  let [a, b, c, d] = counter;
  let [first, second] = key;
  for (let round = 0; round < 10; round += 1) {
    const left = 0xd2511f53n * a;
    const right = 0xcd9e8d57n * c;
    [a, b, c, d] = [
      (right >> 32n) ^ b ^ first,
      right & lane,
      (left >> 32n) ^ d ^ second,
      left & lane,
    ];
    first = (first + 0x9e3779b9n) & lane;
    second = (second + 0xbb67ae85n) & lane;
  }
  return [a, b, c, d];
}

/** 64-bit words of one purpose: a function of the seed, the replicate and their position. */
export class PlainWords {
  readonly #key: readonly [bigint, bigint];
  readonly #replicate: bigint;
  readonly #purpose: bigint;
  #position = 0n;

  constructor(seed: string, replicate: number, purpose: keyof typeof purposes) {
    const hash = createHash('sha256').update(seed).digest();
    this.#key = [BigInt(hash.readUInt32LE(0)), BigInt(hash.readUInt32LE(4))];
    this.#replicate = BigInt(replicate);
    this.#purpose = BigInt(purposes[purpose]);
  }

  next(): bigint {
    const block = this.#position / 2n;
    const counter = [block & lane, block >> 32n, this.#replicate, this.#purpose] as const;
    const [a, b, c, d] = philox(counter, this.#key);
    const word = this.#position % 2n === 0n ? (b << 32n) | a : (d << 32n) | c;
    this.#position += 1n;
    return word;
  }
}

/** Position -> arm: Fisher and Yates, from the last position down. */
export function plainOrder(seed: string, replicate: number, arms: number): readonly number[] {
  const words = new PlainWords(seed, replicate, 'arms');
  const order = Array.from({ length: arms }, (_, arm) => arm);
  for (let i = arms - 1; i > 0; i -= 1) {
    const n = BigInt(i + 1);
    const rejected = 2n ** 64n % n;
    let word = words.next();
    while (word >= 2n ** 64n - rejected) word = words.next();
    const j = Number(word % n);
    [order[i], order[j]] = [order[j] as number, order[i] as number];
  }
  return order;
}

/** The reward of a law where the round has this word, to 2^-32. */
export function plainReward(law: PlainLaw, word: bigint): number {
  const bits = word >> 11n;
  const u = (Number(bits) + 0.5) / 2 ** 53;
  const isBelow = (p: number) => bits < BigInt(Math.ceil(p * 2 ** 53));
  switch (law.law) {
    case 'bernoulli':
      return isBelow(law.mean) ? 1 : 0;
    case 'two-point':
      return roundTo32(isBelow(0.5) ? law.high : law.low);
    case 'uniform':
      return roundTo32(law.low + (law.high - law.low) * u);
    case 'beta':
      return roundTo32(u ** (1 / law.alpha));
  }
}

const roundTo32 = (reward: number) => Math.round(reward * 2 ** 32) / 2 ** 32;

export function plainMean(law: PlainLaw): number {
  switch (law.law) {
    case 'bernoulli':
      return law.mean;
    case 'beta':
      return law.alpha / (1 + law.alpha);
    default:
      return (law.low + law.high) / 2;
  }
}

/** Position among the levels: the word as a share of 2^64, against the cumulated probabilities. */
export function plainLevel(probabilities: readonly number[], word: bigint): number {
  let cumulated = 0;
  for (let i = 0; i + 1 < probabilities.length; i += 1) {
    cumulated += probabilities[i] as number;
    if (word < BigInt(Math.floor(cumulated * 2 ** 64))) return i;
  }
  return probabilities.length - 1;
}

/** One bit of a reward: P(1) = 1/2 + (r - 1/2) tanh(epsilon/2), up to about 2^-48. */
export function plainBit(epsilon: number, reward: number, words: PlainWords): number {
  const p = 0.5 + (reward - 0.5) * Math.tanh(epsilon / 2);
  return Number(words.next()) / 2 ** 64 < p ? 1 : 0;
}

/** A reward on a grid of 1/1024, rounded at random, with discrete Laplace noise: two words. */
export function plainLaplace(epsilon: number, reward: number, words: PlainWords): number {
  const ratio = Math.exp(-epsilon / 1024);
  const isNotZero = (2 * ratio) / (1 + ratio);
  const word = words.next();
  const u = (Number(word >> 1n) + 0.5) / 2 ** 63;
  const size = u >= isNotZero ? 0 : 1 + Math.floor(Math.log(u / isNotZero) / Math.log(ratio));
  const noise = word % 2n === 1n ? size : -size;
  const units = BigInt(reward * 2 ** 32);
  const grid = Number((units + (words.next() >> 42n)) >> 22n);
  return (grid + noise) / 1024;
}
