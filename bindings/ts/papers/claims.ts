// The kinds of claims that figures make.
import {
  difference,
  format,
  formatMeasured,
  type Measure,
  type Measured,
  regretOf,
} from './measure.js';
import type { Chosen, Claim, FigureMode, FigureResults } from './types.js';

export type About = Pick<Claim, 'sentence' | 'claimedBy' | 'needs' | 'where'>;

/** Which runs a claim is about: those where `where` is chosen, and of `needs` or longer. Default: full ones, all. */
export interface Scope {
  readonly where?: Chosen | undefined;
  readonly needs?: FigureMode | undefined;
}

/** What this project claims. */
export const own = (sentence: string, scope: Scope = {}) => about('project', sentence, scope);
/** What the paper claims. */
export const paper = (sentence: string, scope: Scope = {}) => about('paper', sentence, scope);

function about(
  claimedBy: Claim['claimedBy'],
  sentence: string,
  { where, needs = 'full' }: Scope,
): About {
  return { sentence, claimedBy, needs, ...(where && { where }) };
}

/** What is accepted of a number. */
export type Range = readonly [low: number, high: number];

/** Where one number was expected: that share less or more. */
export const around = (value: number, share = 0.15): Range => [
  (1 - share) * value,
  (1 + share) * value,
];

/** A number lies in [low, high]. */
export function within(about: About, [low, high]: Range, measure: Measure): Claim {
  const accepted = `${format(low)} to ${format(high)}`;
  return ofNumber(about, measure, (value) => value >= low && value <= high, accepted);
}

/** A number is at most `limit`. */
export function atMost(about: About, limit: number, measure: Measure): Claim {
  return ofNumber(about, measure, (value) => value <= limit, `at most ${format(limit)}`);
}

function ofNumber(
  about: About,
  measure: Measure,
  isAccepted: (value: number) => boolean,
  accepted: string,
): Claim {
  return {
    ...about,
    judge(results) {
      const measured = measure(results);
      return { holds: isAccepted(measured.value), measured: formatMeasured(measured), accepted };
    },
  };
}

/** What is compared in an order: a name and a value. */
export interface Ranked {
  readonly name: string;
  readonly measured: Measured;
}

type Rank = (results: FigureResults) => readonly Ranked[];

/** Final regrets increase in the given order. */
export function increasing(about: About, rank: Rank): Claim {
  return ofOrder(
    about,
    rank,
    (values) => values.every((value, i) => i === 0 || value > (values[i - 1] ?? 0)),
    (names) => names.join(' < '),
  );
}

/**
 * Final regrets increase in the given order, every step of it beyond chance: by more than two standard
 * errors of the difference of neighbours. Runs of one spec share their worlds, and these errors leave
 * that out, so that they are on the wide side.
 */
export function clearlyIncreasing(about: About, rank: Rank): Claim {
  return {
    ...about,
    judge(results) {
      const all = rank(results);
      const steps = all
        .slice(1)
        .map((next, i) => stepsApart((all[i] as Ranked).measured, next.measured));
      const least = Math.min(...steps);
      return {
        holds: least > kClear,
        measured: `${listOf(all)}; ${all.length > 2 ? 'the closest are' : 'that is'} ${least.toFixed(1)} standard errors apart`,
        accepted: `${all.map(({ name }) => name).join(' < ')}, each by more than ${kClear} standard errors`,
      };
    },
  };
}

const kClear = 2;

/** By how many standard errors b is above a; with one trial each there is no error to compare with. */
function stepsApart(a: Measured, b: Measured): number {
  const { value, error } = difference(b, a);
  return error > 0 ? value / error : 0;
}

/** The first has the smallest and the last has the largest regret; what is between may vary. */
export function bestAndWorst(about: About, rank: Rank): Claim {
  return ofOrder(
    about,
    rank,
    (values) => Math.min(...values) === values[0] && Math.max(...values) === values.at(-1),
    (names) => `least ${names[0]}, most ${names.at(-1)}`,
  );
}

function ofOrder(
  about: About,
  rank: Rank,
  isAccepted: (values: readonly number[]) => boolean,
  accepted: (names: readonly string[]) => string,
): Claim {
  return {
    ...about,
    judge(results) {
      const all = rank(results);
      return {
        holds: isAccepted(all.map(({ measured }) => measured.value)),
        measured: listOf(all),
        accepted: accepted(all.map(({ name }) => name)),
      };
    },
  };
}

/** The final regrets of runs of one spec, under their labels. */
export function ranked(spec: string, labels: readonly string[]): Rank {
  return (results) =>
    labels.map((label) => ({ name: label, measured: regretOf(spec, label)(results) }));
}

function listOf(values: readonly Ranked[]): string {
  return values.map(({ name, measured }) => `${name}: ${formatMeasured(measured)}`).join('; ');
}
