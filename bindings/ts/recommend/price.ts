// How many visitors it takes, with privacy and without: the shape of each line from theory, its one constant from
// simulations. tests/package/unit/recommend.test.ts and recommend-context.test.ts simulate again and hold the lines to it.
import { bisect } from './bisect.js';
import { leastByContext, noiseOf, windowNoise } from './noise.js';
import { type CompleteSituation, isByContext } from './situation.js';
import { divergence, expectedMeans, predictedVisitors } from './stopping.js';

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
   * Visitors below which no private learner for this learns more than a little, whatever the gap: of features
   * features^3 (2/pi)/s^2, where s grows with epsilon (docs/spec/defaults.md, section 3); 1 where none is known.
   */
  readonly least: number;
  /** Whether the situation has at least `visitors`. */
  readonly enough: boolean;
  /** Where the numbers come from, and how far to trust them. */
  readonly basis: string;
}

/** The loss of the average visitor that counts as having learnt, as a part of a random choice's. */
const SHARE = 1 / 5;

/** Measured at gaps of 0.1 to 0.4, epsilon 0.5 to 4 unless it says so, means about one half. */
export const MEASURED = {
  /** Regret of Thompson sampling after T rounds, in units of (arms) gap ln T/kl. */
  one: 0.36,
  /** Of graded values: visitors in units of 5 (arms - 1) times the reports that rule out an arm; spreads of 0.07 to 0.29. */
  grades: 0.5,
  /** The same for indices of the arms of a set by relative entropy: 0.14 to 0.36 at 2 of 4 to 4 of 20 options. */
  set: 0.22,
  /** The same for Thompson sampling on the raw reactions to all options of a set, for each of them: 0.5 to 0.8. */
  setRaw: 0.63,
  /** The same for Thompson sampling that watches for changes, where the best arm falls at half time: 0.3 to 0.9. */
  changing: 0.5,
  /** LDP linear moments: visitors in units of features^3 noiseOf/gap^2; 3.9 to 15 at 2 to 10 features, epsilon 1 to 10. */
  byContext: 8,
  /** LinUCB on raw rewards: visitors in units of features^3/gap^2. */
  byContextRaw: 0.06,
  /** LDP-GLM Newton by clicks: visitors in units of features^3 noiseOf/gap^2; 0.8 to 5 at 2 to 10 features, epsilon 1 to 32. */
  byClicks: 2,
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
  return suffices(32) ? Math.ceil(bisect(0, 32, suffices, 13) * 100) / 100 : null;
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

/** From this epsilon on a window report says more of a value than one bit: docs/spec/graded.md, section 5. */
const WINDOW_EPSILON = 1;

/** Whether values are better reported by a window than by one bit. */
export const isGraded = (situation: CompleteSituation): boolean =>
  situation.see === 'value' &&
  situation.epsilon >= WINDOW_EPSILON &&
  untilGrades(situation, situation.epsilon) <= untilBits(situation, situation.epsilon);

/** kl of the bits of an ordinary arm, of mean `rate`, against those of the best one, whose mean is larger by `gap`. */
function informationOfBit({ gap, rate }: CompleteSituation, epsilon: number): number {
  const bit = (mean: number) => 0.5 + (mean - 0.5) * shrinkage(epsilon);
  // Without noise a best arm that always pays is told at once from one that does not.
  return divergence(bit(rate), Math.min(bit(rate + gap), 1 - 1e-9));
}

/** The T with T/ln T = ratio, where the average regret ratio ln T/T has fallen to 1. */
function solveLogarithm(ratio: number): number {
  if (ratio <= Math.E) return 3;
  let t = ratio;
  for (let i = 0; i < 60; ++i) t = ratio * Math.log(t);
  return t;
}

function untilBits(situation: CompleteSituation, epsilon: number): number {
  const { options } = situation;
  const information = informationOfBit(situation, epsilon);
  // Each is seen once at least.
  return Math.max(options, solveLogarithm((MEASURED.one * options) / SHARE / information));
}

/** Until the learner of docs/spec/graded.md has ruled out the ordinary options: section 6 there. */
function untilGrades({ options, gap, spread }: CompleteSituation, epsilon: number): number {
  // Means are half a gap from the middle.
  const variance = windowNoise(epsilon, spread ** 2 + gap ** 2 / 4) + spread ** 2;
  const atFirst = 2 * (windowNoise(epsilon, 1 / 4) + 1 / 4);
  // Every option is shown twice before any other.
  const visitors = (n: number) => (2 * options + MEASURED.grades * (options - 1) * n) / SHARE;
  const isRuledOut = (n: number) =>
    (n / 2) * Math.log1p((gap ** 2 * (n + 2)) / (n * variance + atFirst)) >= Math.log(visitors(n));
  return visitors(bisect(0, 1e15, isRuledOut));
}

function ofOne(situation: CompleteSituation): Line {
  const isValue = situation.see === 'value';
  return [
    (epsilon) => {
      const bits = untilBits(situation, epsilon);
      const hasWindow = isValue && epsilon >= WINDOW_EPSILON;
      return hasWindow ? Math.min(bits, untilGrades(situation, epsilon)) : bits;
    },
    `The logarithmic law of Lai and Robbins for ${isValue ? 'values, with the variance of their spread and of the noise' : 'randomised bits'}, its constant measured with Thompson sampling; single runs differ by a factor of two and more.`,
  ];
}

function ofAnswer(situation: CompleteSituation): Line {
  const means = expectedMeans(situation);
  const { errorProbability } = situation;
  return [
    (epsilon) => predictedVisitors({ means, epsilon, errorProbability }),
    'The mean number of visitors until the duel certifies, all options but the best alike, about five epochs at least; its constants are measured. Of ten tests of two options one takes less than a quarter of it, and one twice as many; with more options tests differ less.',
  ];
}

function ofChanging(situation: CompleteSituation): Line {
  const { options } = situation;
  return [
    (epsilon) =>
      Math.max(
        options,
        solveLogarithm(
          (MEASURED.changing * options) / SHARE / informationOfBit(situation, epsilon),
        ),
      ),
    'The law for one option, its constant measured with the learner that watches for changes where the best option falls at half time. An option that is hardly shown and becomes better takes many times as long to be noticed.',
  ];
}

function ofSet(situation: CompleteSituation): Line {
  const { options, shown } = situation;
  return [
    (epsilon) => {
      // Without privacy the reactions to all options of a set count.
      const [constant, answers] = Number.isFinite(epsilon)
        ? [MEASURED.set, 1]
        : [MEASURED.setRaw, shown];
      const scale = (constant * options) / SHARE / answers;
      return Math.max(
        options / answers,
        solveLogarithm(scale / informationOfBit(situation, epsilon)),
      );
    },
    'As for one option, a bit about one option of a set; without privacy all reactions would count. Both constants are measured: with relative-entropy indices on bits, and with Thompson sampling on raw reactions.',
  ];
}

function ofContext(situation: CompleteSituation): Line {
  const { see, features, gap } = situation;
  const unit = features ** 3 / gap ** 2;
  const [constant, raw, how] =
    see === 'click'
      ? [MEASURED.byClicks, (MEASURED.byClicksRaw * features) / gap ** 2, ' by clicks']
      : [MEASURED.byContext, MEASURED.byContextRaw * unit, ''];
  return [
    (epsilon) => {
      if (!Number.isFinite(epsilon)) return raw;
      return Math.max(raw, constant * unit * noiseOf({ ...situation, epsilon }));
    },
    `The variance of the noise, with the dependence on the number of features and both constants measured${how} (3 to 8 features, new options for every visitor); good to a factor of three. The gap is what the best option of a visitor has over an average one.`,
  ];
}

function ofNumber({ see, numbers, gap }: CompleteSituation): Line {
  if (see === 'comparison') {
    const unit = (MEASURED.byComparison * numbers ** 3.5) / gap ** 2;
    return [
      (epsilon) => unit / shrinkage(epsilon) ** 2,
      'The variance of the noise, with the dependence on how many numbers there are and the constant measured (1 to 4 numbers, a valley whose best point is preferred to the middle by the gap: 0.2 is 60 to 40; settings 0.15 of the way to the edge from the point); good to a factor of three. Settings farther apart take fewer visitors, and always show something that far off.',
    ];
  }
  const unit = (MEASURED.byValue * numbers ** 2.8) / gap ** 3;
  return [
    (epsilon) => unit / shrinkage(epsilon) ** 2,
    'The order of the bound for smooth losses, T^(2/3) (d S)^(2/3), with the dependence on how many numbers there are and the constant measured (1 to 3 numbers, a quadratic valley); good to a factor of three.',
  ];
}
