// Series as SVG path data, by d3-shape.
import {
  area,
  line,
  type SymbolType,
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
} from 'd3-shape';
import { d3Scale } from './axes.js';
import type { Axis, PlotSeries } from './types.js';

/** More points than this no screen shows. The first and the last always stay. */
export const pointLimit = 400;

const kSymbols: readonly SymbolType[] = [
  symbolCircle,
  symbolSquare,
  symbolTriangle,
  symbolDiamond,
  symbolCross,
  symbolStar,
];

/** Path data of the n-th kind of mark, around (0, 0). */
export function symbolPath(n: number): string {
  return symbol(kSymbols[n % kSymbols.length] ?? symbolCircle, 48).digits(2)() ?? '';
}

interface Row {
  readonly x: number;
  readonly y: number;
  readonly low: number;
  readonly high: number;
}

/** What of a series the axes can show. */
export function rowsOf(series: PlotSeries, x: Axis['scale'], y: Axis['scale']): Row[] {
  const fits = (value: number, scale: Axis['scale']) =>
    Number.isFinite(value) && (scale === 'linear' || value > 0);
  const rows: Row[] = [];
  for (let i = 0; i < series.x.length; i += 1) {
    const [at, value] = [series.x[i] ?? Number.NaN, series.y[i] ?? Number.NaN];
    if (!fits(at, x) || !fits(value, y)) continue;
    rows.push({ x: at, y: value, low: series.low?.[i] ?? value, high: series.high?.[i] ?? value });
  }
  return rows;
}

/** At most `limit` of the rows, evenly by position on the axis: rows even in t crowd on a log axis. */
export function thin(rows: readonly Row[], x: Axis, limit = pointLimit): readonly Row[] {
  if (rows.length <= limit) return rows;
  const scale = d3Scale(x);
  const [left, right] = [scale(rows[0]?.x ?? 0), scale(rows.at(-1)?.x ?? 0)];
  const step = (right - left) / (limit - 1);
  const kept: Row[] = [];
  let next = left;
  rows.forEach((row, index) => {
    const place = scale(row.x);
    if (index < rows.length - 1 && place < next) return;
    kept.push(row);
    next = Math.max(next + step, place + step / 2);
  });
  return kept;
}

export function linePath(rows: readonly Row[], x: Axis, y: Axis): string {
  const [across, down] = [d3Scale(x), d3Scale(y)];
  return (
    line<Row>(
      (row) => across(row.x),
      (row) => down(row.y),
    ).digits(2)(rows) ?? ''
  );
}

/** A lower end that a logarithmic axis cannot show ends at the axis. */
export function bandPath(rows: readonly Row[], x: Axis, y: Axis): string {
  const [across, down] = [d3Scale(x), d3Scale(y)];
  const floor = y.domain[0];
  const low = (row: Row) => down(y.scale === 'log' ? Math.max(row.low, floor) : row.low);
  return (
    area<Row>(
      (row) => across(row.x),
      low,
      (row) => down(row.high),
    ).digits(2)(rows) ?? ''
  );
}
