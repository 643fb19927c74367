// UCB1 and Thompson sampling as policies of one's own: a second implementation of the package's learners, which
// draws the same words of the same stream in the same order.

/** L(t) = 4 ln t (Auer, Cesa-Bianchi, Fischer 2002), or that of Lattimore & Szepesvari 2020, chapter 8. */
const bounds = {
  L4: (t) => 4 * Math.log(t),
  La: (t) => Math.log(1 + t * Math.log(t) ** 2),
};

export const ucb1 = {
  create({ arms, parameters }) {
    const count = new Float64Array(arms);
    const total = new Float64Array(arms);
    return {
      choose(round) {
        const scale = Math.sqrt(bounds[parameters.bound](round));
        let best = 0;
        let largest = Number.NEGATIVE_INFINITY;
        for (let arm = 0; arm < arms; arm += 1) {
          const n = count[arm];
          const index =
            n === 0 ? Number.POSITIVE_INFINITY : total[arm] / n + Math.sqrt(0.5 / n) * scale;
          if (index > largest) {
            largest = index;
            best = arm;
          }
        }
        return best;
      },
      learn(arm, reward) {
        count[arm] += 1;
        total[arm] += reward;
      },
    };
  },
};

/** ln(n!) of a whole number: the product, from 16 on Stirling's series. */
function logFactorial(n) {
  if (n < 16) {
    let product = 1;
    for (let i = 2; i <= n; i += 1) product *= i;
    return Math.log(product);
  }
  const inverse = 1 / n;
  const square = inverse * inverse;
  const series = 1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680)));
  return (n + 0.5) * Math.log(n) - n + 0.9189385332046728 + inverse * series;
}

/**
 * The arm of the largest draw from Beta(1 + ones, 1 + zeros), without drawing what cannot be the largest: above the
 * mode the density lies below an exponential (src/simulation/beta_posteriors.hpp says why that is exact).
 */
class BetaRace {
  #random;
  #ones;
  #zeros;
  #factor;
  #last = 0;

  constructor(arms, random) {
    this.#random = random;
    this.#ones = new Float64Array(arms);
    this.#zeros = new Float64Array(arms);
    this.#factor = new Float64Array(arms);
  }

  add(arm, isOne) {
    if (isOne) this.#ones[arm] += 1;
    else this.#zeros[arm] += 1;
    const [ones, zeros] = [this.#ones[arm], this.#zeros[arm]];
    this.#factor[arm] = logFactorial(ones + zeros + 1) - logFactorial(ones) - logFactorial(zeros);
  }

  draw() {
    let leader = this.#last;
    let largest = this.#whole(leader);
    for (let arm = 0; arm < this.#ones.length; arm += 1) {
      if (arm === this.#last) continue;
      const value = this.#above(arm, largest);
      if (value > largest) {
        leader = arm;
        largest = value;
      }
    }
    this.#last = leader;
    return leader;
  }

  #whole(arm) {
    return this.#random.beta(1 + this.#ones[arm], 1 + this.#zeros[arm]);
  }

  #above(arm, best) {
    const [ones, zeros] = [this.#ones[arm], this.#zeros[arm]];
    const complement = 1 - best;
    const rate = zeros / complement - ones / best;
    if (!(rate > 0)) return this.#whole(arm);
    const density = this.#factor[arm] + ones * Math.log(best) + zeros * Math.log1p(-best);
    const chance = density - Math.log(rate);
    if (chance >= 0) return this.#whole(arm);
    if (chance < -38 || this.#random.uniform() >= Math.exp(chance)) return -1;
    const step = -Math.log(this.#random.uniform()) / rate;
    if (step >= complement) return -1;
    const ratio =
      ones * Math.log1p(step / best) + zeros * Math.log1p(-step / complement) + rate * step;
    return Math.log(this.#random.uniform()) < ratio ? best + step : -1;
  }
}

/** On raw rewards, each turned into a bit by a coin of the learner's. */
export const thompson = {
  create({ arms, random }) {
    const race = new BetaRace(arms, random);
    return {
      choose: () => race.draw(),
      learn: (arm, reward) => race.add(arm, random.bits() < reward * 2 ** 32),
    };
  },
};

/** On the bits of visitors of one level. */
export const ldpThompson = {
  create({ arms, random }) {
    const race = new BetaRace(arms, random);
    return {
      choose: () => race.draw(),
      learn: (arm, bit) => race.add(arm, bit === 1),
    };
  },
};
