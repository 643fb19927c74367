/** Where everything of a chart lies at a given width. Pure: scales and paths by d3, nothing drawn here. */
import { type ScaleContinuousNumeric, scaleLinear, scaleLog } from 'd3-scale';
import { area, line } from 'd3-shape';
import { type Axis, type Point, type Series, thin } from './series.js';

const MOST_POINTS = 400;
/** Below this width labels at the ends of the curves would leave no room for the curves. */
const LABELLED_FROM = 560;
const LABEL_HEIGHT = 15;

export type Scale = ScaleContinuousNumeric<number, number>;

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: Scale;
  readonly y: Scale;
  readonly xTicks: readonly number[];
  readonly yTicks: readonly number[];
}

export interface Drawn {
  readonly path: string;
  readonly band: string;
  /** Where the curve's name stands; null: there is no room. */
  readonly labelY: number | null;
}

interface Extent {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** @param room pixels kept free at the right for names */
export function frameOf(
  extent: Extent,
  axes: { readonly x: Axis; readonly y: Axis },
  size: { readonly width: number; readonly height: number; readonly room?: number },
): Frame {
  const { width, height, room = 0 } = size;
  const [left, right, top, bottom] = [54, width - 14 - room, 26, height - 42];
  const x = scale(axes.x, extent.x, [left, right], 1);
  const y = scale(axes.y, extent.y, [bottom, top], 1.05);
  return {
    ...{ width, height, left, right, top, bottom, x, y },
    xTicks: ticks(axes.x, x, Math.max(2, Math.min(7, (right - left) / 80))),
    yTicks: ticks(axes.y, y, 4),
  };
}

function scale(axis: Axis, values: readonly number[], range: [number, number], headroom: number) {
  const known = values.filter(Number.isFinite);
  const most = Math.max(...known, 0);
  if (axis.scale === 'log') {
    const positive = known.filter((value) => value > 0);
    const least = Math.min(...positive, most || 1);
    return scaleLog([least, Math.max(most * headroom, least * 10)], range).clamp(true);
  }
  return scaleLinear([Math.min(0, ...known), most * headroom || 1], range);
}

/** On a log axis only whole powers of ten, or every tick would want a number. */
function ticks(axis: Axis, at: Scale, count: number): number[] {
  if (axis.scale !== 'log') return at.ticks(count);
  const powers = at.ticks(count).filter((value) => Number.isInteger(Math.log10(value)));
  const step = Math.ceil(powers.length / count);
  return powers.length < 2 ? at.ticks(count) : powers.filter((_, i) => i % step === 0);
}

export interface LineLayout extends Frame {
  readonly curves: readonly Drawn[];
}

export function layoutOf(
  series: readonly Series[],
  axes: { readonly x: Axis; readonly y: Axis },
  size: { readonly width: number; readonly height: number },
): LineLayout {
  const longest = Math.max(0, ...series.map(({ label }) => label.length));
  const room = size.width < LABELLED_FROM || series.length < 2 ? 0 : 12 + 6.6 * longest;
  const frame = frameOf(
    {
      x: series.flatMap(({ points }) => [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0]),
      y: series.flatMap(({ points, band }) => [
        ...points.map(([, y]) => y),
        ...(band ?? []).map(([, high]) => high),
      ]),
    },
    axes,
    { ...size, room: Math.min(room, size.width * 0.36) },
  );
  const labels = room > 0 ? apart(series.map((one) => frame.y(one.points.at(-1)?.[1] ?? 0))) : [];
  return {
    ...frame,
    curves: series.map((one, i) => ({ ...curveOf(one, frame), labelY: labels[i] ?? null })),
  };
}

function curveOf({ points, band }: Series, { x, y }: Frame): Pick<Drawn, 'path' | 'band'> {
  const rows = thin(
    points.map((point, i) => ({ point, ends: band?.[i] ?? [point[1], point[1]] })),
    MOST_POINTS,
  );
  const path = line<Point>(
    ([px]) => x(px),
    ([, py]) => y(py),
  );
  const between = area<(typeof rows)[number]>(
    ({ point }) => x(point[0]),
    ({ ends }) => y(ends[0] as number),
    ({ ends }) => y(ends[1] as number),
  );
  return {
    path: path.digits(1)(rows.map(({ point }) => point)) ?? '',
    band: band ? (between.digits(1)(rows) ?? '') : '',
  };
}

/** Moves names that would overlap just far enough apart, and keeps their order. */
export function apart(wanted: readonly number[]): number[] {
  const order = wanted.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  for (let pass = 0; pass < 20; pass++) {
    for (const [k, lower] of order.entries()) {
      const upper = order[k - 1];
      if (!upper || lower.y - upper.y >= LABEL_HEIGHT) continue;
      const push = (LABEL_HEIGHT - (lower.y - upper.y)) / 2;
      upper.y -= push;
      lower.y += push;
    }
  }
  const placed = [...wanted];
  for (const { y, i } of order) placed[i] = y;
  return placed;
}
