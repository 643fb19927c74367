// What can be read off simulated curves, each value with its standard error. All runs of a spec see
// the same rewards, so two of them vary together rather than against each other: errors of ratios
// that leave the covariance out, as these do, are on the wide side.
import type { Curve } from '../simulation/types.js';
import type { FigureResults, Line, ScatterPoint } from './types.js';

export interface Measured {
  readonly value: number;
  /** Standard error of `value`; 0 with one trial, which says nothing about the spread. */
  readonly error: number;
  /** Trials behind it. */
  readonly replicates: number;
}

/** A number that results tell. */
export type Measure = (results: FigureResults) => Measured;

/** The curve of one run. */
export function curveOf(results: FigureResults, spec: string, label: string): Curve {
  const result = results[spec];
  const curve = result?.curves.find((candidate) => candidate.label === label);
  if (result === undefined || curve === undefined) {
    throw new RangeError(`the results have no run ${label} of ${spec}`);
  }
  if (result.partial) throw new RangeError(`the result of ${spec} is partial`);
  return curve;
}

/** Pseudo-regret after `round` rounds, which must have been recorded; absent: at the horizon. */
export function regret(curve: Curve, round = curve.t.at(-1) ?? 0): Measured {
  const { t, mean, high, replicates } = curve;
  const at = t.indexOf(round);
  if (at < 0) throw new RangeError(`${curve.label} has no record at round ${round}`);
  const value = mean[at] as number;
  const half = (high[at] as number) - value;
  return { value, error: replicates > 1 ? half / studentQuantile(replicates - 1) : 0, replicates };
}

/** Pseudo-regret of a run, as {@link regret}. */
export function regretOf(spec: string, label: string, round?: number): Measure {
  return (results) => regret(curveOf(results, spec, label), round);
}

/** a/b, with the standard error by the delta method. */
export function ratio(a: Measured, b: Measured): Measured {
  const value = a.value / b.value;
  return {
    value,
    error: Math.abs(value) * Math.hypot(a.error / a.value, b.error / b.value),
    replicates: Math.min(a.replicates, b.replicates),
  };
}

/** As {@link ratio}, of what is measured. */
export function quotient(a: Measure, b: Measure): Measure {
  return (results) => ratio(a(results), b(results));
}

/** a - b, with the standard error of independent ones. */
export function difference(a: Measured, b: Measured): Measured {
  return {
    value: a.value - b.value,
    error: Math.hypot(a.error, b.error),
    replicates: Math.min(a.replicates, b.replicates),
  };
}

/**
 * Standard deviation over the trials, relative to the mean. The error is that of a normal law:
 * 1/sqrt(2 (n - 1)) of the deviation, and the mean's own.
 */
export function relativeSpread({ value, error, replicates }: Measured): Measured {
  const spread = (error * Math.sqrt(replicates)) / value;
  const ofDeviation = replicates > 1 ? 1 / Math.sqrt(2 * (replicates - 1)) : 0;
  return { value: spread, error: spread * Math.hypot(ofDeviation, error / value), replicates };
}

/** By how much a run's regret grew between two recorded rounds. */
export function growth(spec: string, label: string, from: number, to: number): Measure {
  return quotient(regretOf(spec, label, to), regretOf(spec, label, from));
}

/** 95 % confidence interval. */
export function interval({ value, error, replicates }: Measured): readonly [number, number] {
  const half = replicates > 1 ? error * studentQuantile(replicates - 1) : 0;
  return [value - half, value + half];
}

/** How well points lie on a line that is given: the share of their variance that it explains. */
export function judgeLine(
  points: readonly { readonly x: number; readonly y: number }[],
  { slope, intercept }: Pick<Line, 'slope' | 'intercept'>,
): Line {
  const mean = points.reduce((sum, { y }) => sum + y, 0) / points.length;
  const total = points.reduce((sum, { y }) => sum + (y - mean) ** 2, 0);
  const left = points.reduce((sum, { x, y }) => sum + (y - intercept - slope * x) ** 2, 0);
  return { slope, intercept, rSquared: 1 - left / total };
}

/** Ordinary least squares of y on x. */
export function fitLine(points: readonly { readonly x: number; readonly y: number }[]): Line {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(points.map((point) => point.x));
  const y = mean(points.map((point) => point.y));
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (const point of points) {
    xx += (point.x - x) ** 2;
    xy += (point.x - x) * (point.y - y);
    yy += (point.y - y) ** 2;
  }
  const slope = xy / xx;
  return { slope, intercept: y - slope * x, rSquared: (xy * xy) / (xx * yy) };
}

/**
 * The exponent of a power law: the least-squares slope of ln(value) on x. The error is that of independent
 * values; those of one curve vary together, which it leaves out: it is on the wide side.
 */
export function exponent(
  points: readonly { readonly x: number; readonly y: Measured }[],
): Measured {
  const mean = points.reduce((sum, { x }) => sum + x, 0) / points.length;
  const square = points.reduce((sum, { x }) => sum + (x - mean) ** 2, 0);
  const weights = points.map(({ x }) => (x - mean) / square);
  return {
    value: points.reduce((sum, { y }, i) => sum + (weights[i] as number) * Math.log(y.value), 0),
    error: Math.hypot(...points.map(({ y }, i) => ((weights[i] as number) * y.error) / y.value)),
    replicates: Math.min(...points.map(({ y }) => y.replicates)),
  };
}

/** A point of a plot with a logarithmic axis to base 2 upwards: there a slope is an exponent. */
export function logPoint(
  series: string,
  x: number,
  { value, error }: Measured,
  where: string,
): ScatterPoint {
  return {
    label: `${series}, ${where}`,
    series,
    x,
    y: Math.log2(value),
    error: error / (value * Math.LN2),
  };
}

/**
 * The 0.975 quantile of Student's t: exact up to 4 degrees of freedom, then the expansion of Fisher
 * and Cornish 1960 around the normal quantile, as in the bands of the curves.
 */
export function studentQuantile(freedom: number): number {
  const exact = [12.7062047362, 4.30265273, 3.1824463053, 2.7764451052][freedom - 1];
  if (exact !== undefined) return exact;
  const z = 1.959963984540054;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  const fourth = (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160;
  return z + (first + (second + (third + fourth / freedom) / freedom) / freedom) / freedom;
}

/** Three significant digits, with thousands set apart: `1.70`, `0.350`, `13,400`. */
export function format(value: number): string {
  const magnitude = Math.abs(value);
  // From here on toPrecision would say 1.00e+3.
  if (magnitude >= 999.5) {
    const digits = Math.round(value / 10 ** (Math.floor(Math.log10(magnitude)) - 2));
    return String(digits * 10 ** (Math.floor(Math.log10(magnitude)) - 2)).replace(
      /\B(?=(\d{3})+$)/g,
      ',',
    );
  }
  return value.toPrecision(3);
}

/** `1.70 (95 %: 1.66 to 1.74)`. */
export function formatMeasured(measured: Measured): string {
  const [low, high] = interval(measured);
  return measured.error === 0
    ? format(measured.value)
    : `${format(measured.value)} (95 %: ${format(low)} to ${format(high)})`;
}
