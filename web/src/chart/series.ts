/** What a chart shows, and the questions that a reader asks of it. */
export type Point = readonly [x: number, y: number];

/** What a curve means, and with it ink and dash: fixed for the whole site. */
export type Meaning = 'private' | 'non-private' | 'uniform';

/** Which of the six series colours, each with a dash pattern (a shape, for dots) of its own. */
export type Slot = 0 | 1 | 2 | 3 | 4 | 5;

export interface Series {
  /** Unique in its chart. */
  readonly label: string;
  /** Increasing in x. Drawn with at most 400 of them. */
  readonly points: readonly Point[];
  readonly kind: Meaning;
  /** For private curves beside each other. Default 0. */
  readonly slot?: Slot;
  /** Lower and upper end of a band, one pair for each point. */
  readonly band?: readonly (readonly [low: number, high: number])[];
}

/** Dots instead of curves: each is one thing with a name. */
export interface DotGroup {
  /** Unique in its chart. */
  readonly label: string;
  readonly slot: Slot;
  readonly dots: readonly { readonly label: string; readonly x: number; readonly y: number }[];
}

export interface Axis {
  /** What is counted: "rounds", "visitors". */
  readonly label: string;
  /** Default linear. On a log axis values below its smallest positive one lie at its beginning. */
  readonly scale?: 'linear' | 'log';
  /** How a value reads. Default: a whole number with thousands separators. */
  readonly text?: (value: number) => string;
}

/** What a simulated curve has; see `Curve` of `ldp-bandits/simulation`. */
interface Simulated {
  readonly label: string;
  readonly t: ArrayLike<number>;
  readonly mean: ArrayLike<number>;
  readonly low: ArrayLike<number>;
  readonly high: ArrayLike<number>;
  readonly replicates: number;
}

/** A simulated curve with its 95 % band; without one while a single trial says nothing of the spread. */
export function seriesOf(curve: Simulated, style: Pick<Series, 'kind' | 'slot'>): Series {
  const { label, t, mean, low, high, replicates } = curve;
  const points = Array.from(t, (x, i): Point => [x, mean[i] ?? 0]);
  if (replicates < 2) return { ...style, label, points };
  return { ...style, label, points, band: points.map((_, i) => [low[i] ?? 0, high[i] ?? 0]) };
}

/** The class that gives a series its colour and dash. */
export function seriesClass({ kind, slot }: Pick<Series, 'kind' | 'slot'>): string {
  return kind === 'private' ? `series-${(slot ?? 0) + 1}` : `series-${kind}`;
}

/** Index of the point whose x is nearest; 0 for no points. */
export function nearest(points: readonly Point[], x: number): number {
  let low = 0;
  let high = points.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((points[middle] as Point)[0] < x) low = middle;
    else high = middle;
  }
  if (high <= 0) return 0;
  const below = x - (points[low] as Point)[0];
  const above = (points[high] as Point)[0] - x;
  return below <= above ? low : high;
}

/** The value at x, linear between points, flat outside them. */
export function valueAt(points: readonly Point[], x: number): number {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return 0;
  if (x <= first[0]) return first[1];
  if (x >= last[0]) return last[1];
  const i = points.findIndex(([px]) => px >= x);
  const [x1, y1] = points[i] as Point;
  const [x0, y0] = points[i - 1] as Point;
  return x1 === x0 ? y1 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

/** At most `limit` of the items, the first and the last among them. */
export function thin<T>(items: readonly T[], limit: number): T[] {
  if (items.length <= limit) return [...items];
  const step = (items.length - 1) / (limit - 1);
  return Array.from({ length: limit }, (_, i) => items[Math.round(i * step)] as T);
}
