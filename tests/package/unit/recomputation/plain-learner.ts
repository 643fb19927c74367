// A second implementation of every learner, written from the formulas of docs/spec and sharing
// nothing with the package: no tables, no incremental tricks, theta = tanh(epsilon/2) as it stands there.
import { bisect, divergence, gaussianDeviation, largestProbabilities } from './plain-numbers.js';
import { gradedArm, gradedDisplay } from './plain-window.js';

export interface PlainSetting {
  /** As in the catalog. */
  readonly type: string;
  readonly arms: number;
  /** Of those who report, increasing; none for raw rewards. */
  readonly levels: readonly number[];
  readonly bound?: 'L4' | 'La';
  readonly epsilonMin?: number;
  readonly levelAwareFrom?: number;
  readonly delta?: number;
  readonly posterior?: 'beta' | 'normal';
  readonly estimator?: 'reduced-variance' | 'importance-weighting';
}

/** What is published. `null`: never pulled. */
export interface PlainView {
  readonly scale: number;
  readonly mean: readonly (number | null)[];
  /** mean + width scale + tilt scale^2; infinite for an arm never pulled. */
  readonly index: readonly number[];
  readonly forced: number | null;
  readonly incumbent: number | null;
  /** Devices draw from these. Absent: they take the largest index. */
  readonly weights?: readonly number[];
}

/** All that was reported of one arm at one level. */
interface Cell {
  /** epsilon; infinite for raw rewards. */
  readonly level: number;
  count: number;
  total: number;
  squares: number;
}

/** L(t). */
function boundOf({ type, bound = 'L4' }: PlainSetting, t: number): number {
  if (type.endsWith('kl-ucb')) return Math.log(t);
  return bound === 'L4' ? 4 * Math.log(t) : Math.log(1 + t * Math.log(t) ** 2);
}

const theta = (epsilon: number) => Math.tanh(epsilon / 2);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

type Estimate = { readonly mean: number; readonly radius: (bound: number) => number } | null;

export class PlainLearner {
  readonly #setting: PlainSetting;
  /** [arms][levels]; raw rewards are one level. */
  readonly #cells: readonly (readonly Cell[])[];
  /** Estimated losses of the adversarial learners. */
  readonly #losses: number[];

  constructor(setting: PlainSetting) {
    this.#setting = setting;
    const levels = setting.levels.length > 0 ? setting.levels : [Number.POSITIVE_INFINITY];
    this.#cells = Array.from({ length: setting.arms }, () =>
      levels.map((level) => ({ level, count: 0, total: 0, squares: 0 })),
    );
    this.#losses = new Array<number>(setting.arms).fill(0);
  }

  /**
   * One report: a bit, or a noisy reward. The adversarial learners need the weights that the arm was
   * drawn from and their round.
   */
  learn(arm: number, level: number, value: number, drawn: readonly number[] = [], t = 0): void {
    const cell = this.#cells[arm]?.[level] as Cell;
    cell.count += 1;
    cell.total += value;
    cell.squares += value ** 2;
    if (this.#isAdversarial) this.#learnLoss(arm, this.#lossOf(cell.level, value), drawn, t);
  }

  /** After `epochs` closed epochs, at decision t. */
  view(t: number, epochs = 0): PlainView {
    const bound = boundOf(this.#setting, t);
    const estimates = this.#cells.map((cells) => this.#estimate(cells));
    const weights = this.#weights(t, epochs);
    return {
      scale: Math.sqrt(bound),
      mean: estimates.map((one) => one?.mean ?? null),
      index: estimates.map((one) =>
        one === null ? Number.POSITIVE_INFINITY : one.mean + one.radius(bound),
      ),
      forced: this.#forced(bound),
      incumbent: this.incumbent(t),
      ...(weights === undefined ? {} : { weights }),
    };
  }

  /** The arm of the largest lower bound, where low levels are to play it. */
  incumbent(t: number): number | null {
    if (this.#setting.levelAwareFrom === undefined) return null;
    const bound = boundOf(this.#setting, t);
    const lower = this.#cells.map((cells) => {
      const one = this.#estimate(cells);
      return one === null ? Number.NEGATIVE_INFINITY : one.mean - one.radius(bound);
    });
    const best = Math.max(...lower);
    return best > Number.NEGATIVE_INFINITY ? lower.indexOf(best) : null;
  }

  #estimate(cells: readonly Cell[]): Estimate {
    const { type, epsilonMin = 0, delta = 0 } = this.#setting;
    const counted = cells.filter(({ count }) => count > 0);
    if (counted.length === 0) return null;
    switch (type) {
      case 'he-ldp-ucb-bernoulli':
        return ucbBernoulli(counted.filter(({ level }) => level >= epsilonMin));
      case 'he-ldp-ucb-laplace':
        return ucbLaplace(counted.filter(({ level }) => level >= epsilonMin));
      case 'weighted-ldp-ucb-laplace':
        return weightedLaplace(counted);
      case 'ldp-gaussian-ucb':
        return weightedGaussian(counted, delta);
      case 'ldp-kl-ucb':
      case 'kl-ucb':
        return counted.length === 1 && cells.length === 1
          ? klOfOneLevel(counted[0] as Cell)
          : klOfMenu(counted);
      case 'ldp-thompson-graded':
      case 'ldp-imed-graded':
        return gradedDisplay(counted);
      case 'ldp-imed':
        return { mean: likeliest(counted).x, radius: weightedRadius(counted) };
      case 'ucb1':
      case 'thompson':
      case 'tsallis-inf':
      case 'exp3':
        return ucb1(counted[0] as Cell);
      default:
        return weighted(counted);
    }
  }

  #forced(bound: number): number | null {
    const { type, epsilonMin = 0 } = this.#setting;
    if (type !== 'he-ldp-ucb-laplace') return null;
    const noise = this.#cells.map((cells) =>
      sum(cells.map(({ level, count }) => (level >= epsilonMin ? count / level ** 2 : 0))),
    );
    const arm = noise.findIndex((value) => value <= bound / epsilonMin ** 2);
    return arm < 0 ? null : arm;
  }

  #weights(t: number, epochs: number): readonly number[] | undefined {
    const { type } = this.#setting;
    if (type.endsWith('imed')) return imedShares(this.#cells, Math.max(epochs, 1));
    if (type === 'ldp-imed-graded') {
      const reports = sum(this.#cells.flat().map(({ count }) => count));
      return sharesOf(gradedIndices(this.#cells), reports, Math.max(epochs, 1));
    }
    if (type.includes('thompson')) return this.#thompson();
    if (type.endsWith('exp3')) return exponentialWeights(this.#losses, t);
    if (type.endsWith('tsallis-inf')) return tsallisWeights(this.#losses, this.#rate(t));
    return undefined;
  }

  #thompson(): readonly number[] {
    const beliefs = this.beliefs();
    const unknown = beliefs.filter((belief) => belief === null).length;
    if (unknown > 0) return beliefs.map((belief) => (belief === null ? 1 / unknown : 0));
    const known = beliefs as readonly Belief[];
    if (known.every((belief) => 'ones' in belief)) {
      return largestProbabilities(
        known.map((belief) => betaDensity(belief as { ones: number; zeros: number })),
        0,
        1,
      );
    }
    const normals = known as readonly { readonly mean: number; readonly deviation: number }[];
    const low = Math.min(...normals.map(({ mean, deviation }) => mean - 9 * deviation));
    const high = Math.max(...normals.map(({ mean, deviation }) => mean + 9 * deviation));
    return largestProbabilities(
      normals.map(
        ({ mean, deviation }) =>
          (x: number) =>
            Math.exp(-((x - mean) ** 2) / (2 * deviation ** 2)) / deviation,
      ),
      low,
      high,
    );
  }

  /** Of Thompson sampling: counts for Beta(1 + ones, 1 + zeros), or a normal law; null: W = 0. */
  beliefs(): readonly (Belief | null)[] {
    const { type, posterior } = this.#setting;
    if (type === 'ldp-thompson-graded') return gradedBeliefs(this.#cells);
    return this.#cells.map((cells) => {
      const [first] = cells as readonly [Cell];
      if (type === 'thompson' || posterior === 'beta') {
        return { ones: first.total, zeros: first.count - first.total };
      }
      const weight = sum(cells.map(({ level, count }) => count * theta(level) ** 2));
      const mean = this.#estimate(cells)?.mean;
      return mean === undefined ? null : { mean, deviation: Math.sqrt(1 / (4 * weight)) };
    });
  }

  get #isAdversarial(): boolean {
    return /tsallis-inf$|exp3$/.test(this.#setting.type);
  }

  /** A loss in [0, 1]; bits of a menu are brought to the range of its smallest level. */
  #lossOf(level: number, value: number): number {
    if (level === Number.POSITIVE_INFINITY) return 1 - value;
    const reward = (1 + (2 * value - 1) / theta(level)) / 2;
    return 0.5 + theta(this.#setting.levels[0] as number) * (0.5 - reward);
  }

  #rate(t: number): number {
    return (this.#setting.estimator === 'importance-weighting' ? 2 : 4) / Math.sqrt(t);
  }

  #learnLoss(arm: number, loss: number, drawn: readonly number[], t: number): void {
    const { type, estimator } = this.#setting;
    const reduced = type.endsWith('tsallis-inf') && estimator !== 'importance-weighting';
    const baseline = drawn.map((weight) => (reduced && weight >= this.#rate(t) ** 2 ? 0.5 : 0));
    for (let i = 0; i < drawn.length; i += 1) {
      const played = i === arm ? (loss - (baseline[i] as number)) / (drawn[i] as number) : 0;
      this.#losses[i] = (this.#losses[i] as number) + (baseline[i] as number) + played;
    }
  }
}

export type Belief =
  | { readonly ones: number; readonly zeros: number }
  | { readonly mean: number; readonly deviation: number };

/** Of the ones and zeros, up to a constant that makes its largest value 1. */
function betaDensity({ ones, zeros }: { ones: number; zeros: number }) {
  const logarithm = (x: number) =>
    (ones === 0 ? 0 : ones * Math.log(x)) + (zeros === 0 ? 0 : zeros * Math.log(1 - x));
  const top = ones + zeros === 0 ? 0 : logarithm(ones / (ones + zeros));
  const unscaled = (x: number) => Math.exp(logarithm(x) - top);
  const cells = 20_000;
  let mass = 0;
  for (let i = 0; i < cells; i += 1) mass += unscaled((i + 0.5) / cells) / cells;
  return (x: number) => unscaled(x) / mass;
}

/** 1/(2N) under the root: rewards in [0, 1]. */
function ucb1({ count, total }: Cell): Estimate {
  return { mean: total / count, radius: (bound) => Math.sqrt(bound / (2 * count)) };
}

/** Sum of g = (1 + (2 y - 1)/theta)/2 over the reports of one cell. */
function debiased({ level, count, total }: Cell): number {
  return (count + (2 * total - count) / theta(level)) / 2;
}

function ucbBernoulli(cells: readonly Cell[]): Estimate {
  if (cells.length === 0) return null;
  const n = sum(cells.map(({ count }) => count));
  const s = sum(cells.map(debiased));
  const b = sum(cells.map(({ level, count }) => count / theta(level) ** 2));
  return { mean: s / n, radius: (bound) => Math.sqrt((b / 2) * bound) / n };
}

function ucbLaplace(cells: readonly Cell[]): Estimate {
  if (cells.length === 0) return null;
  const n = sum(cells.map(({ count }) => count));
  const s = sum(cells.map(({ total }) => total));
  const a = sum(cells.map(({ level, count }) => count / level ** 2));
  return {
    mean: s / n,
    radius: (bound) => Math.sqrt(bound / (2 * n)) + Math.sqrt(8 * a * bound) / n,
  };
}

function weighted(cells: readonly Cell[]): Estimate {
  const w = sum(cells.map(({ level, count }) => count * theta(level) ** 2));
  const s = sum(cells.map((cell) => theta(cell.level) ** 2 * debiased(cell)));
  return { mean: s / w, radius: weightedRadius(cells) };
}

function weightedRadius(cells: readonly Cell[]) {
  const w = sum(cells.map(({ level, count }) => count * theta(level) ** 2));
  return (bound: number) => Math.sqrt(bound / (2 * w));
}

function weightedLaplace(cells: readonly Cell[]): Estimate {
  const weightOf = (e: number) => (8 * e * e) / (e * e + 8);
  const w = sum(cells.map(({ level, count }) => count * weightOf(level)));
  const s = sum(cells.map(({ level, total }) => total * weightOf(level)));
  const m = Math.max(...cells.map(({ level }) => weightOf(level) / level));
  return { mean: s / w, radius: (bound) => 2 * Math.sqrt(bound / w) + (m * bound) / w };
}

function weightedGaussian(cells: readonly Cell[], delta: number): Estimate {
  const weights = cells.map(({ level }) => 1 / (1 / 4 + gaussianDeviationOf(level, delta) ** 2));
  const w = sum(cells.map(({ count }, i) => count * (weights[i] as number)));
  const s = sum(cells.map(({ total }, i) => total * (weights[i] as number)));
  return { mean: s / w, radius: (bound) => Math.sqrt((2 * bound) / w) };
}

const deviations = new Map<string, number>();
/** Remembered: it is a hundred bisections. */
export function gaussianDeviationOf(epsilon: number, delta: number): number {
  const key = `${epsilon} ${delta}`;
  const known = deviations.get(key) ?? gaussianDeviation(epsilon, delta);
  deviations.set(key, known);
  return known;
}

/** Upper end q of {q : N kl(mean, q) <= bound} for the bits, read as a reward. */
function klOfOneLevel({ level, count, total }: Cell): Estimate {
  const p = total / count;
  const range = level === Number.POSITIVE_INFINITY ? 1 : theta(level);
  const reward = (q: number) => (1 + (2 * q - 1) / range) / 2;
  return {
    mean: reward(p),
    radius: (bound) => reward(bisect((q) => count * divergence(p, q) - bound, p, 1)) - reward(p),
  };
}

/** The same by the likelihood of all levels. */
function klOfMenu(cells: readonly Cell[]): Estimate {
  const { x, likelihood } = likeliest(cells);
  const top = likelihood(x);
  return {
    mean: x,
    radius: (bound) => bisect((at) => top - likelihood(at) - bound, x, 1) - x,
  };
}

/** The mean reward x in [0, 1] under which the bits of all levels are likeliest. */
function likeliest(cells: readonly Cell[]) {
  const one = (x: number, level: number) => 0.5 + (x - 0.5) * theta(level);
  const slope = (x: number) =>
    sum(
      cells.map(({ level, count, total }) => {
        const p = one(x, level);
        return theta(level) * (total / p - (count - total) / (1 - p));
      }),
    );
  const likelihood = (x: number) =>
    sum(
      cells.map(({ level, count, total }) => {
        const p = one(x, level);
        const ones = total === 0 ? 0 : total * Math.log(p);
        return ones + (count === total ? 0 : (count - total) * Math.log(1 - p));
      }),
    );
  return { x: bisect((at) => -slope(at), 0, 1), likelihood };
}

/** The shares of IMED on bits. */
function imedShares(all: readonly (readonly Cell[])[], epochs: number): readonly number[] {
  const arms = all.map((cells) => {
    const counted = cells.filter(({ count }) => count > 0);
    return { n: sum(counted.map(({ count }) => count)), ...likeliest(counted) };
  });
  const best = Math.max(...arms.map(({ x }) => x));
  const indices = arms.map(({ n, x, likelihood }) => ({
    n,
    divergence: n === 0 ? 0 : likelihood(x) - likelihood(best),
  }));
  return sharesOf(indices, sum(arms.map(({ n }) => n)), epochs);
}

/** Of window reports; an arm with fewer than two counts as one without any. */
function gradedIndices(all: readonly (readonly Cell[])[]) {
  const arms = all.map(gradedArm);
  const best = Math.max(...arms.map((arm) => arm?.mean ?? Number.NEGATIVE_INFINITY));
  return arms.map((arm) => ({
    n: arm?.n ?? 0,
    divergence: arm?.divergence(best - arm.mean) ?? 0,
  }));
}

/** The deviation at which a draw reaches the best mean as rarely as the divergence says. */
function gradedBeliefs(all: readonly (readonly Cell[])[]): readonly (Belief | null)[] {
  const arms = all.map(gradedArm);
  const best = Math.max(...arms.map((arm) => arm?.mean ?? Number.NEGATIVE_INFINITY));
  return arms.map((arm) => {
    if (arm === null) return null;
    const { mean, weight, divergence } = arm;
    const off = divergence(best - mean);
    const deviation = off > 0 ? (best - mean) / Math.sqrt(2 * off) : 1 / Math.sqrt(weight);
    return { mean, deviation };
  });
}

/** As many decisions as an epoch of the `epochs` had, one after the other on the smallest divergence + ln n. */
function sharesOf(
  arms: readonly { readonly n: number; readonly divergence: number }[],
  reports: number,
  epochs: number,
): readonly number[] {
  const unknown = arms.filter(({ n }) => n === 0).length;
  if (unknown > 0) return arms.map(({ n }) => (n === 0 ? 1 / unknown : 0));
  const decisions = Math.ceil(reports / epochs);
  if (decisions === 1) {
    const indices = arms.map(({ n, divergence }) => divergence + Math.log(n));
    const smallest = indices.map((index) => index <= Math.min(...indices) + 1e-12);
    const count = smallest.filter(Boolean).length;
    return smallest.map((isOne) => (isOne ? 1 / count : 0));
  }
  const filled = (level: number) =>
    arms.map(({ n, divergence }) => {
      const slope = divergence / n;
      return bisect((more) => (n + more) * slope + Math.log(n + more) - level, 0, decisions);
    });
  const level = bisect((at) => sum(filled(at)) - decisions, 0, 1_000);
  const shares = filled(level);
  return shares.map((share) => share / sum(shares));
}

function exponentialWeights(losses: readonly number[], t: number): readonly number[] {
  const rate = Math.sqrt(Math.log(losses.length) / (losses.length * t));
  const least = Math.min(...losses);
  const raw = losses.map((loss) => Math.exp(-rate * (loss - least)));
  return raw.map((weight) => weight / sum(raw));
}

/** w_i = 4/(rate (loss_i - x))^2 with the x below all losses that gives the sum 1. */
function tsallisWeights(losses: readonly number[], rate: number): readonly number[] {
  const weightsAt = (x: number) => losses.map((loss) => 4 / (rate * (loss - x)) ** 2);
  const least = Math.min(...losses);
  const x = bisect(
    (at) => sum(weightsAt(at)) - 1,
    least - (2 * Math.sqrt(losses.length)) / rate,
    least - 2 / rate,
  );
  const raw = weightsAt(x);
  return raw.map((weight) => weight / sum(raw));
}
