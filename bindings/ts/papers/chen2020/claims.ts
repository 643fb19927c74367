// The kinds of claims that these figures make: regret as a fraction of another run's, and orders.
import { type About, atMost, clearlyIncreasing, increasing, ranked, within } from '../claims.js';
import { curveOf, growth, type Measured, ratio, regret } from '../measure.js';
import type { Chosen, Claim, FigureMode, FigureResults } from '../types.js';
import { type Learner, labels } from './setting.js';

/** Which runs a claim is about, and in which setting of the figure's switches. */
export interface Of {
  readonly spec: string;
  readonly where?: Chosen;
  /** In front of the sentence, where a figure says the same of many specs. */
  readonly said?: string;
}

export type Range = readonly [low: number, high: number];

/** Where one number was expected. */
export const around = (value: number): Range => [0.85 * value, 1.15 * value];

export const own = (sentence: string, { where, said }: Of, needs: FigureMode = 'full'): About => ({
  sentence: said === undefined ? sentence : `${said}: ${sentence}`,
  claimedBy: 'project',
  needs,
  ...(where && { where }),
});

export const final =
  ({ spec }: Of, learner: Learner) =>
  (results: FigureResults): Measured =>
    regret(curveOf(results, spec, labels[learner]));

export const over =
  (of: Of, a: Learner, b: Learner) =>
  (results: FigureResults): Measured =>
    ratio(final(of, a)(results), final(of, b)(results));

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
  const rank = (results: FigureResults) =>
    ranked((label) => curveOf(results, of.spec, label), names);
  return needs === 'quick' ? increasing(about, rank) : clearlyIncreasing(about, rank);
}

/** How much a run lost until the end, for each unit that it had lost halfway: 2 is a straight line. */
export function grown(
  of: Of,
  learner: Learner,
  { horizon, accepted, said }: { horizon: number; accepted: Range; said: string },
): Claim {
  return within(own(`${labels[learner]} ${said}`, of), accepted, (results) =>
    growth(curveOf(results, of.spec, labels[learner]), horizon / 2, horizon),
  );
}

/** 0.85 times 2.9 is no number to print. */
const brief = (value: number) => Number(value.toPrecision(3));

export const rangeText = ([low, high]: Range) => `${brief(low)} to ${brief(high)}`;
