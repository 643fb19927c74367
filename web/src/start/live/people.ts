/** The simulated crowd: what it answers to what it is shown, and what an all-knowing page would have got. */
import { uniform } from '../../shared/random.js';
import { type Plan, PlanError, requireNumber, requireNumbers } from './plan.js';

/** One visitor and one decision. Means are the chance of a yes, or the mean of a value as a part of its range. */
export interface Meeting {
  readonly feedback: unknown;
  /** Of what was shown. */
  readonly got: number;
  /** Of the best that could have been shown. */
  readonly best: number;
  /** Of a choice at random; of numbers, of the middle setting. */
  readonly random: number;
}

export interface People {
  /** A visitor's arguments of `choose`. */
  arrive(): readonly unknown[];
  meet(action: unknown, context: readonly unknown[]): Meeting;
}

/** @throws {PlanError} if the truth does not fit the algorithm */
export function peopleOf({ algorithm, truth }: Plan): People {
  const given = algorithm as unknown as Given;
  if (typeof given.dimension === 'number') return byContext(given, truth, given.dimension);
  if (given.type.startsWith('ldp-') && isPoints(given)) return byNumber(given, truth);
  return byOption(given, truth);
}

/** What is read of any algorithm. */
interface Given {
  readonly type: string;
  readonly arms?: number;
  readonly dimension?: number;
  readonly link?: string;
  readonly feedback?: string;
  readonly set?: {
    readonly type: string;
    readonly arms?: number;
    readonly choose?: number;
    readonly low?: readonly number[];
    readonly high?: readonly number[];
  };
  readonly rewards?: {
    readonly type: string;
    readonly low?: number;
    readonly high?: number;
    readonly center?: number;
    readonly scale?: number;
  };
  readonly lossLow?: number;
  readonly lossHigh?: number;
}

const isPoints = ({ set }: Given) => set !== undefined && set.arms === undefined;

function byOption(algorithm: Given, truth: Plan['truth']): People {
  const { set, arms = set?.arms } = algorithm;
  if (typeof arms !== 'number' || (set && set.type !== 'top-k'))
    throw new PlanError('algorithm.set', 'this page has a crowd for sets of type top-k only');
  const yes = requireNumbers('truth.yes', truth.yes, arms, 0, 1);
  const shown = set?.choose ?? 1;
  const average = (of: readonly number[]) => of.reduce((sum, mean) => sum + mean, 0) / of.length;
  const best = average([...yes].sort((a, b) => b - a).slice(0, shown));
  const random = average(yes);
  const feedbackOf = feedbackFor(algorithm);
  return {
    arrive: () => [],
    meet(action) {
      const chosen = typeof action === 'number' ? [action] : Array.from(action as Iterable<number>);
      const means = chosen.map((option) => yes[option] ?? 0);
      const answers = means.map(feedbackOf);
      return { feedback: set ? answers : answers[0], got: average(means), best, random };
    },
  };
}

/** Of clicks 0 or 1; of values something around the mean, in the units that the page would report. */
function feedbackFor({ rewards }: Given): (mean: number) => number {
  if (!rewards || rewards.type === 'unit') return (mean) => (uniform() < mean ? 1 : 0);
  const value = (mean: number) => mean + (2 * uniform() - 1) * Math.min(mean, 1 - mean, 0.25);
  const { type, low = 0, high = 1, center = 0, scale = 1 } = rewards;
  if (type === 'clip') return (mean) => low + (high - low) * value(mean);
  if (type !== 'sigmoid')
    throw new PlanError('algorithm.rewards', 'this page has a crowd for unit, clip and sigmoid');
  return (mean) => {
    const part = Math.min(1 - 1e-6, Math.max(1e-6, value(mean)));
    return center + scale * Math.log(part / (1 - part));
  };
}

function byContext(algorithm: Given, truth: Plan['truth'], dimension: number): People {
  const weights = requireNumbers('truth.weights', truth.weights, dimension, -8, 8);
  const options = requireNumber('truth.options', truth.options, 2, 1000);
  const isLogistic = algorithm.link === 'logistic';
  if (algorithm.link !== undefined && !isLogistic)
    throw new PlanError('algorithm.link', 'this page has a crowd for clicks, of link logistic');
  const chance = (row: readonly number[]) => {
    const score = row.reduce((sum, x, i) => sum + x * (weights[i] ?? 0), 0);
    return isLogistic ? 1 / (1 + Math.exp(-score)) : Math.min(1, Math.max(0, 0.5 + score));
  };
  const feedbackOf = feedbackFor(algorithm);
  return {
    arrive: () => [Array.from({ length: options }, () => direction(dimension))],
    meet(action, [rows]) {
      const means = (rows as readonly number[][]).map(chance);
      const got = means[action as number] ?? 0;
      const random = means.reduce((sum, mean) => sum + mean, 0) / means.length;
      return { feedback: feedbackOf(got), got, best: Math.max(...means), random };
    },
  };
}

/** A direction drawn uniformly, a little shorter than 1: features of norm 1 at most are taken. */
function direction(dimension: number): number[] {
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const row = Array.from({ length: dimension }, normal);
  const length = Math.hypot(...row) * (1 + 1e-9);
  return row.map((x) => x / length);
}

/** A valley: the chance of a yes falls with the square of the distance from the best setting. */
function byNumber(algorithm: Given, truth: Plan['truth']): People {
  const { set, feedback, lossLow = -1, lossHigh = 0 } = algorithm;
  const { low, high } = set ?? {};
  if (!low || !high) throw new PlanError('algorithm.set', 'this page has a crowd for boxes only');
  const best = requireNumbers('truth.best', truth.best, low.length, -1e6, 1e6);
  const gain = requireNumber('truth.gain', truth.gain, 0.01, 0.9);
  const middle = low.map((least, i) => (least + (high[i] ?? 0)) / 2);
  const squared = (point: ArrayLike<number>) =>
    best.reduce((sum, x, i) => sum + (x - (point[i] ?? 0)) ** 2, 0);
  const unit = squared(middle);
  if (unit === 0) throw new PlanError('truth.best', 'must not be the middle, where it begins');
  if (feedback === 'comparison') {
    // The best setting is preferred to the middle by the gain: 0.2 is 60 to 40.
    const scale = (2 * Math.atanh(gain)) / unit;
    const preferred = (first: ArrayLike<number>, second: ArrayLike<number>) =>
      1 / (1 + Math.exp(-scale * (squared(second) - squared(first))));
    return {
      arrive: () => [],
      meet(action) {
        const [first, second] = action as readonly [ArrayLike<number>, ArrayLike<number>];
        return {
          feedback: uniform() < preferred(first, second) ? 1 : -1,
          got: (preferred(first, middle) + preferred(second, middle)) / 2,
          best: preferred(best, middle),
          random: 0.5,
        };
      },
    };
  }
  const top = 0.5 + gain / 2;
  const meanAt = (point: ArrayLike<number>) => Math.max(0, top - (gain * squared(point)) / unit);
  return {
    arrive: () => [],
    meet(action) {
      const got = meanAt(action as ArrayLike<number>);
      // A loss is the feedback with its sign turned.
      const loss = uniform() < got ? lossLow : lossHigh;
      return { feedback: loss, got, best: top, random: meanAt(middle) };
    },
  };
}
