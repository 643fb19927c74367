/** The public snapshot of a tuning experiment, as the collector publishes it, and what can be read off it. */
import type { SnapshotHead } from '../../../shared/snapshot.js';
import type { Point } from './settings.js';

export interface TuneSnapshot extends SnapshotHead {
  /** The next visitors compare two settings that lie opposite each other around it. */
  readonly point: readonly number[];
  /** How far each of the two is from the point. */
  readonly radius: number;
  /** What to use if the experiment ended now: the average over the last half of the reports. */
  readonly answer: readonly number[];
  /** What the reports say of the mean loss around the answer: for show only. */
  readonly surface?: {
    readonly slope: readonly number[];
    /** Upper triangle, row by row: of two settings 11, 12, 22. */
    readonly curvature: readonly number[];
  } | null;
}

/** The learnt loss at a setting, less that at the answer; null while nothing is known. */
export function learntLoss({ answer, surface }: TuneSnapshot): ((at: Point) => number) | null {
  if (!surface || surface.slope.length < 2 || surface.curvature.length < 3) return null;
  const [a = 0, b = 0] = answer;
  const [g = 0, h = 0] = surface.slope;
  const [xx = 0, xy = 0, yy = 0] = surface.curvature;
  return ([size, spacing]) => {
    const [x, y] = [size - a, spacing - b];
    return g * x + h * y + (xx * x * x + 2 * xy * x * y + yy * y * y) / 2;
  };
}

/** Levels of a surface: 0 is the lowest loss. */
export const LEVELS = 8;

/** The level at the middle of each of `cells` × `cells` fields, row by row, the lowest spacing first. */
export function levelsOf(loss: (at: Point) => number, cells: number): number[] {
  const values = Array.from({ length: cells * cells }, (_, i) =>
    loss([((i % cells) + 0.5) / cells, (Math.floor(i / cells) + 0.5) / cells]),
  );
  const low = Math.min(...values);
  const range = Math.max(...values) - low;
  return values.map((value) =>
    // Under the root a bowl has rings of one width.
    range > 0 ? Math.min(LEVELS - 1, Math.floor(LEVELS * Math.sqrt((value - low) / range))) : 0,
  );
}
