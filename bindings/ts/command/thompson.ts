// The non-private comparator of the replay. The client refuses it, because it needs the raw reward
// on the server.
import { bestArm } from './best-arm.js';

/**
 * L4(t) = 4 ln t, or La(t) = ln(1 + t (ln t)^2): the bound that the private algorithm beside it
 * uses.
 */
function boundFunction(bound: 'L4' | 'La'): (t: number) => number {
  return bound === 'L4' ? (t) => 4 * Math.log(t) : (t) => Math.log(1 + t * Math.log(t) ** 2);
}

/**
 * UCB1 (Auer, Cesa-Bianchi and Fischer 2002) on raw rewards in [0, 1]: mean + sqrt(L(t) / (2 N));
 * ties uniformly at random.
 */
export class Ucb1 {
  readonly #count: Float64Array;
  readonly #total: Float64Array;
  readonly #bound: (t: number) => number;
  readonly #random: () => number;
  #rounds = 0;

  constructor(arms: number, bound: 'L4' | 'La', random: () => number = Math.random) {
    this.#count = new Float64Array(arms);
    this.#total = new Float64Array(arms);
    this.#bound = boundFunction(bound);
    this.#random = random;
  }

  choose(): number {
    const scale = Math.sqrt(this.#bound(this.#rounds + 1) / 2);
    const indexOf = (arm: number) => {
      const count = this.#count[arm] ?? 0;
      if (count === 0) return Number.POSITIVE_INFINITY;
      return (this.#total[arm] ?? 0) / count + scale / Math.sqrt(count);
    };
    return bestArm(this.#count.length, indexOf, this.#random);
  }

  ingest(arm: number, reward: number): void {
    this.#count[arm] = (this.#count[arm] ?? 0) + 1;
    this.#total[arm] = (this.#total[arm] ?? 0) + reward;
    this.#rounds += 1;
  }
}
