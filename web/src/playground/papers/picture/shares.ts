/** What a run played between two record times, arm by arm. */
import type { Curve } from 'ldp-bandits/simulation';
import { countText, inHundred } from '../../../shared/format.js';

/** Curves that say what was played, over replicates that have reached the end. */
export const playedIn = (curves: readonly Curve[]): readonly Curve[] =>
  curves.filter(({ plays, t }) => plays !== undefined && t.length > 0);

/** The share of the rounds up to record time `at`, since the one before, in which each arm was played. */
export function sharesAt({ plays, t }: Curve, at: number): readonly number[] {
  if (plays === undefined) return [];
  const arms = plays.length / t.length;
  return Array.from(plays.subarray(at * arms, (at + 1) * arms));
}

/** "rounds 75,000 to 100,000". */
export function roundsAt({ t }: Curve, at: number): string {
  const [from, to] = [at === 0 ? 0 : (t[at - 1] ?? 0), t[at] ?? 0];
  return from + 1 === to
    ? `round ${countText(to)}`
    : `rounds ${countText(from + 1)} to ${countText(to)}`;
}

export const percentText = (share: number) => `${inHundred(100 * share)} %`;

/** Arms from the one that has most. Equal ones in their order. */
export function largest(values: readonly number[], count: number): readonly number[] {
  return values
    .map((value, arm) => ({ value, arm }))
    .sort((a, b) => b.value - a.value || a.arm - b.arm)
    .slice(0, count)
    .map(({ arm }) => arm);
}
