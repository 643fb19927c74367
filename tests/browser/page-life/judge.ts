// What became of the visits: each report beside what its page noted. Pure.
import type { Arrived } from './collector.js';
import type { Made } from './visits.js';

/** What the page itself noted in the click. Missing: there was no click. */
export interface Truth {
  readonly answered: boolean;
  /** The click came after the response window: silence is right then. */
  readonly late: boolean;
}

export interface Judged {
  readonly made: Made;
  readonly truth: Truth;
  readonly verdict: 'right' | 'as silence' | 'as an answer' | 'missing';
  /** First arrival; undefined: missing. */
  readonly arrivedAt?: number;
}

export interface Tally {
  readonly visits: number;
  readonly answered: number;
  readonly late: number;
  /** Visits whose page never said that it had chosen: not counted among the others. */
  readonly notChosen: number;
  /** Visits that the driver did not see ending. */
  readonly notLeft: number;
  readonly right: number;
  readonly rightAnswered: number;
  readonly asSilence: number;
  readonly asAnswer: number;
  readonly missing: number;
  /** Reports that arrived again, with the same bytes. */
  readonly repeated: number;
  /** Reports that the collector counted more than once. */
  readonly countedTwice: number;
  readonly twoBodies: number;
}

/** Groups arrivals by id, in the order of the first. */
export function byId(arrived: readonly Arrived[]): ReadonlyMap<string, readonly Arrived[]> {
  const found = new Map<string, Arrived[]>();
  for (const one of arrived) {
    const same = found.get(one.id);
    if (same) same.push(one);
    else found.set(one.id, [one]);
  }
  return found;
}

export function judge(
  visits: readonly Made[],
  truths: ReadonlyMap<number, Truth>,
  arrived: ReadonlyMap<string, readonly Arrived[]>,
): readonly Judged[] {
  return visits.flatMap((made): Judged[] => {
    if (made.id === undefined) return [];
    const truth = truths.get(made.visit.number) ?? { answered: false, late: false };
    const first = arrived.get(made.id)?.[0];
    if (!first) return [{ made, truth, verdict: 'missing' }];
    const said = first.bit === 1;
    const verdict = said === truth.answered ? 'right' : said ? 'as an answer' : 'as silence';
    return [{ made, truth, verdict, arrivedAt: first.at }];
  });
}

export function tally(
  visits: readonly Made[],
  judged: readonly Judged[],
  arrived: ReadonlyMap<string, readonly Arrived[]>,
): Tally {
  const count = (holds: (one: Judged) => boolean) => judged.filter(holds).length;
  const reports = judged.flatMap(({ made }) => [arrived.get(made.id as string) ?? []]);
  const bodies = reports.map((same) => new Set(same.map(({ body }) => body)).size);
  return {
    visits: judged.length,
    answered: count(({ truth }) => truth.answered),
    late: count(({ truth }) => truth.late),
    notChosen: visits.filter(({ id }) => id === undefined).length,
    notLeft: visits.filter(({ id, left }) => id !== undefined && !left).length,
    right: count(({ verdict }) => verdict === 'right'),
    rightAnswered: count(({ verdict, truth }) => verdict === 'right' && truth.answered),
    asSilence: count(({ verdict }) => verdict === 'as silence'),
    asAnswer: count(({ verdict }) => verdict === 'as an answer'),
    missing: count(({ verdict }) => verdict === 'missing'),
    repeated: reports.reduce((sum, same) => sum + Math.max(0, same.length - 1), 0),
    countedTwice: reports.filter((same) => same.filter(({ counted }) => counted).length > 1).length,
    twoBodies: bodies.filter((different) => different > 1).length,
  };
}

export interface Lateness {
  /** Medians of arrival minus drawn time, in ms. */
  readonly answered: number;
  readonly silent: number;
  readonly least: number;
  readonly most: number;
  /**
   * Largest distance of the two distributions over the bound that it passes with probability 1 % if they are the
   * same (Kolmogorov and Smirnov, two samples, 1.628 * sqrt((n + m) / (n m))). Above 1: they differ.
   */
  readonly ratio: number;
}

/** Undefined for fewer than 8 reports of a kind, where the bound says nothing. */
export function lateness(judged: readonly Judged[]): Lateness | undefined {
  const of = (answered: boolean) =>
    judged
      .filter(({ truth, arrivedAt }) => truth.answered === answered && arrivedAt !== undefined)
      .map(({ made, arrivedAt }) => (arrivedAt as number) - (made.releaseAt as number))
      .sort((a, b) => a - b);
  const [answered, silent] = [of(true), of(false)];
  if (answered.length < 8 || silent.length < 8) return undefined;
  const all = [...answered, ...silent];
  return {
    answered: median(answered),
    silent: median(silent),
    least: Math.min(...all),
    most: Math.max(...all),
    ratio:
      distance(answered, silent) /
      (1.628 * Math.sqrt(all.length / (answered.length * silent.length))),
  };
}

export const median = (sorted: readonly number[]): number =>
  sorted[Math.floor(sorted.length / 2)] ?? NaN;

/** Of the distribution functions of two sorted samples. */
function distance(a: readonly number[], b: readonly number[]): number {
  let largest = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const x = Math.min(a[i] as number, b[j] as number);
    while (i < a.length && (a[i] as number) <= x) i++;
    while (j < b.length && (b[j] as number) <= x) j++;
    largest = Math.max(largest, Math.abs(i / a.length - j / b.length));
  }
  return largest;
}
