// The kinds of claims that these figures make: regret as a fraction of another run's, and orders.
import {
  type About,
  atMost,
  clearlyIncreasing,
  increasing,
  own as ownClaim,
  type Range,
  ranked,
  within,
} from '../claims.js';
import { growth, type Measure, quotient, regretOf } from '../measure.js';
import type { Chosen, Claim, FigureMode } from '../types.js';
import { type Learner, labels } from './setting.js';

/** Which runs a claim is about, and in which setting of the figure's switches. */
export interface Of {
  readonly spec: string;
  readonly where?: Chosen;
  /** In front of the sentence, where a figure says the same of many specs. */
  readonly said?: string;
}

export const own = (sentence: string, { where, said }: Of, needs?: FigureMode): About =>
  ownClaim(said === undefined ? sentence : `${said}: ${sentence}`, { where, needs });

export const over = ({ spec }: Of, a: Learner, b: Learner): Measure =>
  quotient(regretOf(spec, labels[a]), regretOf(spec, labels[b]));

/** `a` has a part, or a multiple, of the regret of `b`. */
export function fraction(
  of: Of,
  [a, b]: readonly [Learner, Learner],
  accepted: Range,
  said = rangeText(accepted),
): Claim {
  const sentence = `${labels[a]} has ${said} times the regret of ${labels[b]}.`;
  return within(own(sentence, of), accepted, over(of, a, b));
}

export function atMostFraction(
  of: Of,
  [a, b]: readonly [Learner, Learner],
  limit: number,
  needs: FigureMode = 'full',
): Claim {
  const sentence = `${labels[a]} has at most ${limit} times the regret of ${labels[b]}.`;
  return atMost(own(sentence, of, needs), limit, over(of, a, b));
}

/** Beyond chance in a full run; a quick one has too few trials for that. */
export function order(of: Of, learners: readonly Learner[], needs: FigureMode = 'full'): Claim {
  const names = learners.map((learner) => labels[learner]);
  const about = own(`the regret increases in the order ${names.join(', ')}.`, of, needs);
  const rank = ranked(of.spec, names);
  return needs === 'quick' ? increasing(about, rank) : clearlyIncreasing(about, rank);
}

/** How much a run lost until the end, for each unit that it had lost halfway: 2 is a straight line. */
export function grown(
  of: Of,
  learner: Learner,
  { horizon, accepted, said }: { horizon: number; accepted: Range; said: string },
): Claim {
  const measured = growth(of.spec, labels[learner], horizon / 2, horizon);
  return within(own(`${labels[learner]} ${said}`, of), accepted, measured);
}

/** 0.85 times 2.9 is no number to print. */
const brief = (value: number) => Number(value.toPrecision(3));

export const rangeText = ([low, high]: Range) => `${brief(low)} to ${brief(high)}`;
