import {
  invalidArgument,
  requireInteger,
  requireNumber,
  requireRecord,
  SMALLEST_PROPENSITY,
} from '../../internal/checks.js';
import { intervalsOf } from './raw-intervals.js';
import { RawSums } from './raw-sums.js';
import { requireAlpha, requireStrata } from './target.js';
import type { Evaluator, RawEstimates, RawEvaluatorOptions, RawRow } from './types.js';

/** Of raw rewards (docs/spec/off-policy.md, section 3). The state is sums. */
export class RawEvaluator implements Evaluator<RawRow, RawEstimates> {
  readonly #target: readonly Float64Array[];
  readonly #alpha: number;
  readonly #sums: RawSums;

  constructor({ target, alpha = 0.05 }: RawEvaluatorOptions) {
    this.#target = requireStrata('target', target);
    this.#alpha = requireAlpha(alpha);
    this.#sums = new RawSums(this.#target);
  }

  add(row: RawRow): void {
    const name = `log[${this.#sums.weights.rows}]`;
    requireRecord(name, row);
    const strata = this.#target.length;
    const actions = this.#target[0]?.length ?? 0;
    const stratum = requireInteger(`${name}.stratum`, row.stratum ?? 0, 0, strata - 1);
    const action = requireInteger(`${name}.action`, row.action, 0, actions - 1);
    const reward = requireNumber(`${name}.reward`, row.reward, 0, 1);
    const propensity = requireNumber(`${name}.propensity`, row.propensity, 0, 1);
    if (propensity < SMALLEST_PROPENSITY)
      throw invalidArgument(
        `${name}.propensity`,
        propensity,
        'must be a number above 0 (1e-100) and at most 1',
      );
    this.#sums.add(stratum, action, reward, propensity);
  }

  result(): RawEstimates {
    const { rows, mean, largest, ess, warnings } = this.#sums.weights;
    const values = this.#sums.values();
    const intervals = intervalsOf(this.#sums, values, this.#alpha);
    const { low, high } = intervals.ips;
    return {
      rows,
      ...values,
      low,
      high,
      intervals,
      meanWeight: mean,
      largestWeight: largest,
      ess,
      warnings,
    };
  }
}
