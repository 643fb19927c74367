// Names of the series: behind the ends of the lines, moved as little as possible so that none covers
// another, or as a legend in rows.
import { fontSize, legendSample, textWidth } from './style.js';
import type { LegendEntry } from './types.js';

export const labelHeight = fontSize + 3;

/**
 * The places nearest to the wanted ones (least squares) that are at least `gap` apart and within
 * [low, high]; the order of the wanted places is kept. Null where they do not fit.
 *
 * Without the gaps this is isotonic regression (pool adjacent violators); clamping its solution to
 * an interval keeps it optimal.
 */
export function spread(
  wanted: readonly number[],
  gap: number,
  low: number,
  high: number,
): number[] | null {
  const room = high - low - (wanted.length - 1) * gap;
  if (room < 0) return null;
  const order = wanted.map((_, index) => index).sort((a, b) => at(wanted, a) - at(wanted, b));
  const blocks: { sum: number; count: number }[] = [];
  order.forEach((index, rank) => {
    let block = { sum: at(wanted, index) - rank * gap, count: 1 };
    for (let last = blocks.at(-1); last !== undefined; last = blocks.at(-1)) {
      if (last.sum / last.count <= block.sum / block.count) break;
      block = { sum: last.sum + block.sum, count: last.count + block.count };
      blocks.pop();
    }
    blocks.push(block);
  });
  const places = new Array<number>(wanted.length);
  let rank = 0;
  for (const { sum, count } of blocks) {
    const level = Math.min(Math.max(sum / count, low), low + room);
    for (let i = 0; i < count; i += 1, rank += 1) places[at(order, rank)] = level + rank * gap;
  }
  return places;
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0;
}

/** Room to the right of the frame that labels at the ends take. */
export function endLabelWidth(labels: readonly string[]): number {
  return 12 + Math.max(0, ...labels.map((label) => textWidth(label)));
}

export interface Legend {
  readonly entries: readonly LegendEntry[];
  readonly height: number;
}

/** Entries in rows from left to right; y from the top of the legend. */
export function layoutLegend(labels: readonly string[], left: number, right: number): Legend {
  const rowHeight = labelHeight + 4;
  const entries: LegendEntry[] = [];
  let x = left;
  let row = 0;
  labels.forEach((text, series) => {
    const width = legendSample + textWidth(text) + 16;
    if (x > left && x + width > right) {
      x = left;
      row += 1;
    }
    entries.push({ series, text, x, y: (row + 0.5) * rowHeight });
    x += width;
  });
  return { entries, height: labels.length === 0 ? 0 : (row + 1) * rowHeight + 4 };
}
