// Claims as curves: a number of the paper has a place in a plot only in units of a regret that was
// measured, since worlds differ. All are claims about the horizon; they are drawn over the second half
// of the rounds before it, so that they can be seen.
import type { Claim, FigureResults, Reference } from './types.js';

interface Expected {
  readonly spec: string;
  /** Without whose claim it is. */
  readonly label: string;
  readonly claimedBy: Claim['claimedBy'];
  /** The run whose regret is the unit. */
  readonly of: string;
  readonly factor: number;
  readonly accepted: readonly [low: number, high: number];
  /** The claim is about specs with this horizon, and no others. */
  readonly horizon: number;
}

/** `factor` times the curve of a run. */
export function multiple(results: FigureResults, expected: Expected): readonly Reference[] {
  return reference(expected, lastOf(results, expected));
}

/** The level of `factor` times what a run had lost at the round `since`. */
export function growth(
  results: FigureResults,
  expected: Expected & { readonly since: number },
): readonly Reference[] {
  const start = recordsOf(results, expected).find(([t]) => t === expected.since);
  if (start === undefined) return [];
  const level = lastOf(results, expected).map(([t]): Point => [t, start[1]]);
  return reference(expected, level);
}

type Point = readonly [round: number, regret: number];

function reference(
  { spec, label, claimedBy, factor, accepted: [low, high] }: Expected,
  units: readonly Point[],
): readonly Reference[] {
  if (units.length === 0) return [];
  const times = (by: number) => units.map(([, regret]) => by * regret);
  return [
    {
      spec,
      label: `${claimedBy}: ${label}`,
      t: units.map(([t]) => t),
      mean: times(factor),
      low: times(low),
      high: times(high),
    },
  ];
}

/** The second half of a run; nothing until its end is known. */
function lastOf(results: FigureResults, expected: Expected): readonly Point[] {
  const { spec, horizon } = expected;
  const known = recordsOf(results, expected);
  if (results[spec]?.spec.horizon !== horizon || known.at(-1)?.[0] !== horizon) return [];
  return known.filter(([t]) => t >= horizon / 2);
}

function recordsOf(results: FigureResults, { spec, of }: Expected): readonly Point[] {
  const curve = results[spec]?.curves.find(({ label }) => label === of);
  return curve === undefined
    ? []
    : Array.from(curve.t, (t, i): Point => [t, curve.mean[i] as number]);
}
