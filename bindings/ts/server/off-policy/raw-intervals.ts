/** Intervals of the estimates of a raw log, from its sums (docs/spec/off-policy.md, section 3.3). */
import { intervalOf, selfNormalised } from '../../internal/mean-interval.js';
import { type Cell, meanWeight, type RawSums, total, type Values } from './raw-sums.js';
import type { Interval } from './types.js';

export type Intervals = Readonly<Record<'ips' | 'snips' | 'dm' | 'dr' | 'switch', Interval>>;

export function intervalsOf(sums: RawSums, values: Values, alpha: number): Intervals {
  const { weights } = sums;
  const nothing = weights.sum > 0 ? undefined : NOTHING;
  const doubt = nothing ?? weights.doubt;
  const all = summed(sums);
  const robust = (threshold: number) =>
    intervalOf((reward) => robustMoments(sums, threshold, reward), alpha);
  const unshown = unshownIn(sums);
  const unless = (doubted: string | undefined, interval: () => Interval): Interval => {
    const found = doubted === undefined ? interval() : undefined;
    if (found && unshown <= UNSHOWN * (found.high - found.low)) return found;
    const why =
      doubted ??
      `no row shows ${(100 * unshown).toPrecision(2)} % of what the target shows, and what that earns may move the value out of the interval`;
    return { low: Number.NaN, high: Number.NaN, why };
  };
  const { threshold } = values;
  return {
    ips: unless(doubt, () => weighed(all, weights.rows, alpha)),
    snips: unless(nothing, () => selfNormalised(all, alpha)),
    dm: unless(nothing, () => robust(0)),
    dr: unless(doubt, () => robust(Number.POSITIVE_INFINITY)),
    switch: unless(threshold === Number.POSITIVE_INFINITY ? doubt : nothing, () =>
      robust(threshold),
    ),
  };
}

const NOTHING = 'no row shows what the target shows';
/** A share of the width of an interval: where what the log never shows could move the value by more, there is no interval. */
const UNSHOWN = 1 / 6;

/** How often the target shows what no row of the stratum shows: what that earns can move the value by as much. */
function unshownIn({ cells, weights }: RawSums): number {
  const unshown = total(cells, (row) => {
    const inStratum = total(row, ({ rows }) => rows);
    return inStratum * total(row, ({ share, rows }) => (rows === 0 ? share : 0));
  });
  return unshown / weights.rows;
}

/** Over all cells. */
function summed({ cells, weights }: RawSums) {
  const of = (name: 'w' | 'wy' | 'ww' | 'wwy' | 'wwyy') =>
    total(cells.flat(), ({ [name]: sum }) => sum);
  const { largest } = weights;
  return { w: of('w'), wy: of('wy'), ww: of('ww'), wwy: of('wwy'), wwyy: of('wwyy'), largest };
}

/** IPS: the mean of terms from 0 to the largest weight. */
function weighed(
  { wy, wwyy, largest }: { readonly wy: number; readonly wwyy: number; readonly largest: number },
  rows: number,
  alpha: number,
): Interval {
  return intervalOf((reward) => momentsOf(rows, wy, wy, wwyy, largest * reward), alpha, largest);
}

/** Of the mean of `rows` terms and one more. `spread`: the sum of the terms by which the variance goes, `squares` of their squares. */
function momentsOf(rows: number, sum: number, spread: number, squares: number, more: number) {
  const n = rows + 1;
  const centre = (spread + more) / n;
  const variance = Math.max(0, squares + more * more - n * centre * centre) / n / n;
  return { mean: (sum + more) / n, variance };
}

/**
 * DM, DR and SWITCH are means of f + c (y - m): c is the weight of a row up to the threshold, and beyond it the one that
 * makes the rows of an action stand for all that the target does of it. The variance takes each row
 * against the model without it: of few rows an action's own mean is too near to them.
 */
function robustMoments(sums: RawSums, threshold: number, reward: 0 | 1) {
  const { cells, weights } = sums;
  const { rows } = weights;
  const means = sums.means();
  const actions = Array.from(means, (mean, action) => {
    const shown = sums.shown(action);
    const modelled = total(cells, (row) => {
      const { share, ...cell } = row[action] as Cell;
      const inStratum = total(row, (one) => one.rows);
      return share > 0 && meanWeight({ share, ...cell }) > threshold ? share * inStratum : 0;
    });
    return { mean, by: shown > 0 ? modelled / shown : 0, alone: shown > 0 ? 1 + 1 / shown : 0 };
  });
  let sum = 0;
  let spread = 0;
  let squares = 0;
  let model = 0;
  let largest = 0;
  for (const row of cells) {
    const f = total(row, ({ share }, action) => share * (means[action] as number));
    row.forEach((cell, action) => {
      if (cell.rows === 0) return;
      const { mean, by, alone } = actions[action] as (typeof actions)[number];
      const weigh = meanWeight(cell) <= threshold ? 1 : 0;
      const weighedBy = weigh * (cell.wy - mean * cell.w);
      const moved = by * (cell.y - mean * cell.rows) + weighedBy;
      const square =
        by * by * (cell.yy - 2 * mean * cell.y + mean * mean * cell.rows) +
        weigh * 2 * by * (cell.wyy - 2 * mean * cell.wy + mean * mean * cell.w) +
        weigh * (cell.wwyy - 2 * mean * cell.wwy + mean * mean * cell.ww);
      sum += f * cell.rows + weighedBy;
      spread += f * cell.rows + alone * moved;
      squares += f * f * cell.rows + 2 * f * alone * moved + alone * alone * square;
      model += f * cell.rows;
      largest = Math.max(largest, by + weigh * cell.largest);
    });
  }
  const f = model / rows;
  return momentsOf(rows, sum, spread, squares, f + largest * (reward - f));
}
