/** Points of a curve and the two questions a reader asks: what is nearest, and what is the value there. */
export type Point = readonly [x: number, y: number];

export interface Series {
  readonly label: string;
  /** Increasing in x. */
  readonly points: readonly Point[];
  /** Meaning, and with it colour and dash: fixed for the whole site. */
  readonly kind: 'private' | 'non-private' | 'uniform';
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

/** At most `limit` of the points, the first and the last among them. */
export function thin(points: readonly Point[], limit: number): Point[] {
  if (points.length <= limit) return [...points];
  const step = (points.length - 1) / (limit - 1);
  return Array.from({ length: limit }, (_, i) => points[Math.round(i * step)] as Point);
}
