// How many visitors it takes, with privacy and without: the shape of each line from theory, its one constant from
// simulations. tests/package/unit/recommend.test.ts simulates again and holds the lines to it.
import { leastByContext } from './by-context.js';
import { type CompleteSituation, isByContext } from './situation.js';
import { expectedMeans, predictedVisitors } from './stopping.js';

export interface Price {
  /**
   * Predicted number of visitors, one report each, until the average one loses at most a fifth of
   * what a choice at random loses; of `goal: 'decide'`, until the answer is certified; of numbers,
   * of what the middle setting loses.
   */
  readonly visitors: number;
  /** The same if the server saw the raw feedback. */
  readonly withoutPrivacy: number;
  /** The first by the second: what privacy costs, in visitors. */
  readonly factor: number;
  /**
   * Visitors below which no private learner for this has learnt anything, whatever the gap: of features
   * features^3 coth(epsilon/2)^2; 1 where no such number is known.
   */
  readonly least: number;
  /** Whether the situation has at least `visitors`. */
  readonly enough: boolean;
  /** Where the numbers come from, and how far to trust them. */
  readonly basis: string;
}

/** The loss of the average visitor that counts as having learnt, as a part of a random choice's. */
const SHARE = 1 / 5;

/** Measured at gaps of 0.1 to 0.4, epsilon 0.5 to 4, means about one half. */
export const MEASURED = {
  /** Regret of Thompson sampling after T rounds, in units of (arms) gap ln T/kl. */
  one: 0.36,
  /** The same for the indices of arms of a slate. */
  set: 0.3,
  /** LDP linear moments: visitors in units of features^3 coth(epsilon/2)^2/gap^2. */
  byContext: 7,
  /** LinUCB on raw rewards: visitors in units of features^3/gap^2. */
  byContextRaw: 0.06,
  /** LDP-GLM Newton by clicks: visitors in units of features^3 coth(epsilon/2)^2/gap^2. */
  byClicks: 1.8,
  /** GLOC on raw clicks: visitors in units of features/gap^2. */
  byClicksRaw: 2.8,
  /** Two points compared: visitors in units of numbers^3.5 coth(epsilon/2)^2/gap^2. */
  byComparison: 100,
  /** One point: visitors in units of numbers^2.8 coth(epsilon/2)^2/gap^3. */
  byValue: 6,
} as const;

/** theta = tanh(epsilon/2): by how much a randomised bit shrinks a difference of means. 1: raw. */
const shrinkage = (epsilon: number) => Math.tanh(epsilon / 2);

export function predictPrice(situation: CompleteSituation): Price {
  const { epsilon, visitors: expected } = situation;
  const [visitorsAt, basis] = line(situation);
  const visitors = Math.ceil(visitorsAt(epsilon));
  const withoutPrivacy = Math.ceil(visitorsAt(Number.POSITIVE_INFINITY));
  return {
    visitors,
    withoutPrivacy,
    factor: visitors / withoutPrivacy,
    least: isByContext(situation) ? leastByContext(situation) : 1,
    enough: visitors <= expected,
    basis,
  };
}

/** The smallest epsilon, to a hundredth, at which the visitors suffice; null if none up to 32 does. */
export function sufficientEpsilon(situation: CompleteSituation): number | null {
  const suffices = (epsilon: number) => predictPrice({ ...situation, epsilon }).enough;
  if (!suffices(32)) return null;
  let low = 0;
  let high = 32;
  while (high - low > 0.005) {
    const middle = (low + high) / 2;
    if (suffices(middle)) high = middle;
    else low = middle;
  }
  return Math.ceil(high * 100) / 100;
}

type Line = readonly [visitorsAt: (epsilon: number) => number, basis: string];

function line(situation: CompleteSituation): Line {
  const { choose, goal, changing } = situation;
  if (choose === 'set') return ofSet(situation);
  if (isByContext(situation)) return ofContext(situation);
  if (choose === 'number') return ofNumber(situation);
  if (goal === 'decide') return ofAnswer(situation);
  return changing ? ofChanging(situation) : ofOne(situation);
}

/** kl of the bits of an arm against those of the best one, their means `gap` apart around one half. */
export function informationOfBit(gap: number, epsilon: number): number {
  const half = (gap / 2) * shrinkage(epsilon);
  // kl(1/2 - h, 1/2 + h) = 2 h ln((1 + 2 h)/(1 - 2 h)); a gap of 1 without noise is seen at once.
  return 2 * half * Math.log((1 + 2 * half) / Math.max(1 - 2 * half, 1e-9));
}

/** The T with T/ln T = ratio, where the average regret ratio ln T/T has fallen to 1. */
function solveLogarithm(ratio: number): number {
  if (ratio <= Math.E) return 3;
  let t = ratio;
  for (let i = 0; i < 60; ++i) t = ratio * Math.log(t);
  return t;
}

function ofOne({ options, gap }: CompleteSituation): Line {
  return [
    (epsilon) =>
      Math.max(
        options, // each is seen once at least
        solveLogarithm((MEASURED.one * options) / SHARE / informationOfBit(gap, epsilon)),
      ),
    'The logarithmic law of Lai and Robbins for randomised bits, its constant measured with Thompson sampling; single runs differ by a factor of two and more.',
  ];
}

function ofAnswer({ options, gap, errorProbability }: CompleteSituation): Line {
  const means = expectedMeans(options, gap);
  return [
    (epsilon) => predictedVisitors({ means, epsilon, errorProbability }),
    'The mean number of visitors until the duel certifies, all variants but the best alike, about five epochs at least; its constants are measured. Of ten tests one takes less than a quarter of it, one more than 1.7 times as many.',
  ];
}

function ofChanging({ options, gap }: CompleteSituation): Line {
  // 2 c sqrt(K T) <= SHARE gap (1 - 1/K) T.
  const target = SHARE * gap * (1 - 1 / options);
  return [
    (epsilon) => (2 / shrinkage(epsilon) / target) ** 2 * options,
    'The leading term of the bound of Tsallis-INF against an adversary, 2 c sqrt(K T): what it takes at the very worst. Where little changes it is far less.',
  ];
}

function ofSet({ options, shown, gap }: CompleteSituation): Line {
  return [
    (epsilon) => {
      const answers = Number.isFinite(epsilon) ? 1 : shown; // the raw comparator reads all of them
      const scale = (MEASURED.set * options) / SHARE / answers;
      return Math.max(options / answers, solveLogarithm(scale / informationOfBit(gap, epsilon)));
    },
    'As for one option, a bit about one option of a slate; without privacy all reactions would count. The constant is measured with combinatorial Thompson sampling.',
  ];
}

function ofContext({ see, features, gap }: CompleteSituation): Line {
  if (see === 'click') {
    const square = 1 / gap ** 2;
    return [
      (epsilon) =>
        Number.isFinite(epsilon)
          ? (MEASURED.byClicks * features ** 3 * square) / shrinkage(epsilon) ** 2
          : MEASURED.byClicksRaw * features * square,
      'The variance of the noise, with the dependence on the number of features and both constants measured by clicks (3 to 8 features, new options for every visitor); good to a factor of three. The gap is what the best option of a visitor has over an average one.',
    ];
  }
  const unit = features ** 3 / gap ** 2;
  return [
    (epsilon) =>
      Number.isFinite(epsilon)
        ? (MEASURED.byContext * unit) / shrinkage(epsilon) ** 2
        : MEASURED.byContextRaw * unit,
    'The variance of the noise, with the dependence on the number of features and both constants measured (3 to 8 features, new options for every visitor); good to a factor of three. The gap is what the best option of a visitor has over an average one.',
  ];
}

function ofNumber({ see, numbers, gap }: CompleteSituation): Line {
  if (see === 'comparison') {
    const unit = (MEASURED.byComparison * numbers ** 3.5) / gap ** 2;
    return [
      (epsilon) => unit / shrinkage(epsilon) ** 2,
      'The variance of the noise, with the dependence on how many numbers there are and the constant measured (1 to 4 numbers, a valley whose best point is preferred to the middle by the gap: 0.2 is 60 to 40; variants 0.15 of the way to the edge from the point); good to a factor of three. Variants farther apart take fewer visitors, and always show something that far off.',
    ];
  }
  const unit = (MEASURED.byValue * numbers ** 2.8) / gap ** 3;
  return [
    (epsilon) => unit / shrinkage(epsilon) ** 2,
    'The order of the bound for smooth losses, T^(2/3) (d S)^(2/3), with the dependence on how many numbers there are and the constant measured (1 to 3 numbers, a quadratic valley); good to a factor of three.',
  ];
}
