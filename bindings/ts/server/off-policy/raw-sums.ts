import { Weights } from './weights.js';

/** Sums over the rows of one stratum and action. */
export interface Cell {
  /** The share of the target. */
  readonly share: number;
  rows: number;
  /** Sums of y and y^2. */
  y: number;
  yy: number;
  /** Of weights w: sums of w, w y, w y^2, w^2, w^2 y and w^2 y^2. */
  w: number;
  wy: number;
  wyy: number;
  ww: number;
  wwy: number;
  wwyy: number;
  /** The largest weight. */
  largest: number;
}

export interface Values {
  readonly ips: number;
  readonly snips: number;
  readonly dm: number;
  readonly dr: number;
  readonly switch: number;
  readonly threshold: number;
}

/** All that the estimates of a raw log need (docs/spec/off-policy.md, section 3). */
export class RawSums {
  readonly weights = new Weights();
  /** By stratum, then action. */
  readonly cells: readonly (readonly Cell[])[];

  constructor(target: readonly Float64Array[]) {
    const empty = { rows: 0, y: 0, yy: 0, w: 0, wy: 0, wyy: 0, ww: 0, wwy: 0, wwyy: 0, largest: 0 };
    this.cells = target.map((shares) => Array.from(shares, (share) => ({ share, ...empty })));
  }

  add(stratum: number, action: number, y: number, propensity: number): void {
    const cell = this.cells[stratum]?.[action] as Cell;
    const w = cell.share / propensity;
    cell.rows += 1;
    cell.y += y;
    cell.yy += y * y;
    cell.w += w;
    cell.wy += w * y;
    cell.wyy += w * y * y;
    cell.ww += w * w;
    cell.wwy += w * w * y;
    cell.wwyy += w * w * y * y;
    if (w > cell.largest) cell.largest = w;
    this.weights.add(w, y);
  }

  values(): Values {
    const means = this.means();
    const { rows, sum } = this.weights;
    const weighed = total(this.cells.flat(), ({ wy }) => wy);
    let dm = 0;
    let squares = 0;
    const corrections: Correction[] = [];
    for (const cells of this.cells) {
      const shown = total(cells, (cell) => cell.rows);
      const model = total(cells, ({ share }, action) => share * (means[action] as number));
      dm += (shown / rows) * model;
      squares += shown * model * model;
      cells.forEach((cell, action) => {
        if (cell.share === 0 || shown === 0) return;
        const mean = means[action] as number;
        const moved = cell.wy - mean * cell.w;
        corrections.push({
          weight: meanWeight(cell),
          moved,
          squares: 2 * model * moved + cell.wwyy - 2 * mean * cell.wwy + mean * mean * cell.ww,
          mass: (cell.share * shown) / rows,
        });
      });
    }
    const dr = dm + total(corrections, ({ moved }) => moved) / rows;
    const chosen = choose(rows, dm, squares, corrections);
    return {
      ips: weighed / rows,
      snips: weighed / sum,
      dm,
      dr: inRange(dr),
      switch: inRange(chosen.switch),
      threshold: chosen.threshold,
    };
  }

  /** Of each action over all strata, drawn towards the rate of the log by one row of it. */
  means(): Float64Array {
    const { rows } = this.weights;
    const overall = total(this.cells.flat(), ({ y }) => y) / rows;
    const actions = this.cells[0]?.length ?? 0;
    return Float64Array.from({ length: actions }, (_, action) => {
      const reward = total(this.cells, (cells) => cells[action]?.y ?? 0);
      return (reward + overall) / (this.shown(action) + 1);
    });
  }

  /** Rows of an action in all strata. */
  shown(action: number): number {
    return total(this.cells, (cells) => cells[action]?.rows ?? 0);
  }
}

/** Infinity: the log never shows the action there. */
export const meanWeight = ({ w, rows }: Cell) => (rows > 0 ? w / rows : Number.POSITIVE_INFINITY);

/** Rewards are from 0 to 1, and so is their mean. */
const inRange = (mean: number) => Math.min(1, Math.max(0, mean));

/** What SWITCH may correct the model by, in one stratum and action. */
interface Correction {
  /** Mean weight of its rows. Infinity: the log never shows the action there. */
  readonly weight: number;
  /** Sum of w (y - m). */
  readonly moved: number;
  /** What the sum of squares of the terms grows by. */
  readonly squares: number;
  /** How often the target is here: what the estimate is biased by at most without the correction. */
  readonly mass: number;
}

/** The threshold with the least estimated error, of those between the weights of two cells; the larger one of equals. */
function choose(
  rows: number,
  dm: number,
  modelSquares: number,
  corrections: readonly Correction[],
): Pick<Values, 'switch' | 'threshold'> {
  // What the log never shows cannot be corrected at any threshold.
  const ordered = corrections
    .filter(({ weight }) => weight < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.weight - b.weight);
  let value = dm;
  let squares = modelSquares;
  let bias = total(corrections, ({ mass }) => mass);
  const error = () => Math.max(0, squares / rows - value * value) / rows + bias * bias;
  let best = { switch: value, threshold: 0 };
  let least = error();
  ordered.forEach((correction, i) => {
    value += correction.moved / rows;
    squares += correction.squares;
    bias -= correction.mass;
    const isLast = i === ordered.length - 1;
    if (ordered[i + 1]?.weight === correction.weight) return;
    const reached = error();
    if (reached > least) return;
    least = reached;
    best = { switch: value, threshold: isLast ? Number.POSITIVE_INFINITY : correction.weight };
  });
  return best;
}

export function total<T>(list: readonly T[], of: (item: T, index: number) => number): number {
  return list.reduce((sum, item, index) => sum + of(item, index), 0);
}
