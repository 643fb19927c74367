/** What a chart shows, and the questions that a reader asks of it. Curves are those of `ldp-bandits/plot`. */
import type { AxisOptions, PlotSeries, SeriesKind } from 'ldp-bandits/plot';

export type Point = readonly [x: number, y: number];

export interface ChartSeries extends PlotSeries {
  /** With `mark: 'points'`: what each of them is called. */
  readonly names?: readonly string[];
  /** Says nothing between and beyond its points, so that nothing is read there. */
  readonly sparse?: boolean;
}

export interface ChartAxis extends AxisOptions {
  /** What is counted: "rounds", "visitors". */
  readonly label: string;
  /** How a value reads, where it is read out. Default: a whole number with thousands separators. */
  readonly text?: (value: number) => string;
}

type Curve = Pick<PlotSeries, 'x' | 'y'>;

/** A series of points that were collected one by one. */
export function curveThrough(
  points: readonly Point[],
  style: { readonly label: string; readonly kind: SeriesKind },
): PlotSeries {
  return { ...style, x: points.map(([x]) => x), y: points.map(([, y]) => y) };
}

/** Index of the first value that is at least `x`; the length if none is. */
function firstFrom(values: ArrayLike<number>, x: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the value nearest to `x`; 0 for no values. */
export function nearest(values: ArrayLike<number>, x: number): number {
  const above = Math.min(firstFrom(values, x), values.length - 1);
  if (above <= 0) return 0;
  const [left, right] = [values[above - 1] as number, values[above] as number];
  return x - left <= right - x ? above - 1 : above;
}

/** The value at x, linear between points, flat outside them; 0 without points. */
export function valueAt({ x: xs, y: ys }: Curve, x: number): number {
  const above = firstFrom(xs, x);
  if (above === 0) return ys[0] ?? 0;
  if (above >= xs.length) return ys[xs.length - 1] ?? 0;
  const [x0, x1] = [xs[above - 1] as number, xs[above] as number];
  const [y0, y1] = [ys[above - 1] as number, ys[above] as number];
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

/** What there is to read at x: `valueAt`, but nothing where a sparse series has no point. */
export function readAt(series: ChartSeries | undefined, x: number): number | null {
  if (series === undefined) return null;
  if (series.sparse && series.x[nearest(series.x, x)] !== x) return null;
  return valueAt(series, x);
}

/** At most `limit` of the items, the first and the last among them. */
export function thin<T>(items: readonly T[], limit: number): T[] {
  if (items.length <= limit) return [...items];
  const step = (items.length - 1) / (limit - 1);
  return Array.from({ length: limit }, (_, i) => items[Math.round(i * step)] as T);
}
