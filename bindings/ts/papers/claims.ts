// The kinds of claims that figures make.
import { format, formatMeasured, type Measured, regret } from './measure.js';
import type { Claim, FigureResults } from './types.js';

type About = Pick<Claim, 'sentence' | 'claimedBy' | 'needs'>;

/** A number lies in [low, high]. */
export function within(
  about: About,
  [low, high]: readonly [number, number],
  measure: (results: FigureResults) => Measured,
): Claim {
  return {
    ...about,
    judge(results) {
      const measured = measure(results);
      return {
        holds: measured.value >= low && measured.value <= high,
        measured: formatMeasured(measured),
        accepted: `${format(low)} to ${format(high)}`,
      };
    },
  };
}

/** A number is at most `limit`. */
export function atMost(
  about: About,
  limit: number,
  measure: (results: FigureResults) => Measured,
): Claim {
  return {
    ...about,
    judge(results) {
      const measured = measure(results);
      return {
        holds: measured.value <= limit,
        measured: formatMeasured(measured),
        accepted: `at most ${format(limit)}`,
      };
    },
  };
}

/** What is compared in an order: a name and a value. */
export interface Ranked {
  readonly name: string;
  readonly measured: Measured;
}

/** Final regrets increase in the given order. */
export function increasing(
  about: About,
  rank: (results: FigureResults) => readonly Ranked[],
): Claim {
  return {
    ...about,
    judge(results) {
      const ranked = rank(results);
      return {
        holds: ranked.every(
          ({ measured }, i) => i === 0 || measured.value > (ranked[i - 1]?.measured.value ?? 0),
        ),
        measured: listOf(ranked),
        accepted: ranked.map(({ name }) => name).join(' < '),
      };
    },
  };
}

/** The first has the smallest and the last has the largest regret; what is between may vary. */
export function bestAndWorst(
  about: About,
  rank: (results: FigureResults) => readonly Ranked[],
): Claim {
  return {
    ...about,
    judge(results) {
      const ranked = rank(results);
      const values = ranked.map(({ measured }) => measured.value);
      return {
        holds: Math.min(...values) === values[0] && Math.max(...values) === values.at(-1),
        measured: listOf(ranked),
        accepted: `least ${ranked[0]?.name}, most ${ranked.at(-1)?.name}`,
      };
    },
  };
}

/** The final regret of a run under its label. */
export function ranked(
  curveOf: (label: string) => Parameters<typeof regret>[0],
  labels: readonly string[],
): readonly Ranked[] {
  return labels.map((label) => ({ name: label, measured: regret(curveOf(label)) }));
}

function listOf(values: readonly Ranked[]): string {
  return values.map(({ name, measured }) => `${name}: ${formatMeasured(measured)}`).join('; ');
}
