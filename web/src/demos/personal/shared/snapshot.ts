/** The public snapshot of a linear experiment, as the collector publishes it, and what can be read off it. */
import type { SnapshotHead } from '../../../shared/snapshot.js';

export interface LinearSnapshot extends SnapshotHead {
  readonly theta: readonly number[];
  /** Lower triangle F, row by row, V⁻¹ = FᵀF; absent: no width. */
  readonly factor?: readonly number[];
  readonly radius: number;
  readonly exploration?: number;
}

/**
 * What an estimate means to people. Only its direction decides on cards, so it is read beside its largest part.
 *
 * @returns per aspect, from −100 to 100: how much a wish for it counts, where that which counts most has 100;
 *   below 0, visitors go for the opposite of what they say. All 0 if nothing is known.
 */
export function weights(theta: readonly number[]): number[] {
  const largest = Math.max(...theta.map(Math.abs));
  return theta.map((value) => (largest > 0 ? (100 * value) / largest : 0));
}
