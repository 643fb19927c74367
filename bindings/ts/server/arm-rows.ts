/** What the reports say of each arm, as the wasm learner gives it. */

/** With 95 % confidence. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** What the reports say of one arm; null: not enough of them. */
export interface ArmRow {
  readonly reports: number;
  readonly reward: Estimate | null;
  readonly lift: Estimate | null;
  readonly relative: Estimate | null;
}

/** Numbers of an arm in flat_results() of bindings/server_learner.hpp. */
const ROW = 10;

function estimateOf([mean = Number.NaN, low = 0, high = 0]: readonly number[]): Estimate | null {
  return Number.isNaN(mean) ? null : { mean, low, high };
}

/** One for each arm. */
export function readRows(flat: Float64Array): ArmRow[] {
  return Array.from({ length: flat.length / ROW }, (_, arm) => {
    const [reports = 0, ...estimates] = flat.subarray(arm * ROW, (arm + 1) * ROW);
    return {
      reports,
      reward: estimateOf(estimates.slice(0, 3)),
      lift: estimateOf(estimates.slice(3, 6)),
      relative: estimateOf(estimates.slice(6)),
    };
  });
}
