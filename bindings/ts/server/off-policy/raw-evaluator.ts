import {
  invalidArgument,
  requireInteger,
  requireNumber,
  requireRecord,
} from '../../internal/checks.js';
import { RawSums } from './raw-sums.js';
import { type Intervals, KeptRows } from './resamples.js';
import { requireAlpha, requireStrata } from './target.js';
import type { Evaluator, RawEstimates, RawEvaluatorOptions, RawRow } from './types.js';

/** Of raw rewards (docs/spec/off-policy.md, section 3). Sums, and the different rows for the resamples. */
export class RawEvaluator implements Evaluator<RawRow, RawEstimates> {
  readonly #target: readonly Float64Array[];
  readonly #alpha: number;
  readonly #resamples: number;
  readonly #seed: number;
  readonly #sums: RawSums;
  readonly #kept: KeptRows | null;

  constructor({ target, alpha = 0.05, resamples = 1000, seed = 1 }: RawEvaluatorOptions) {
    this.#target = requireStrata('target', target);
    this.#alpha = requireAlpha(alpha);
    this.#resamples = requireInteger('resamples', resamples, 0, 100_000);
    this.#seed = requireInteger('seed', seed, 0, 2 ** 32 - 1);
    this.#sums = new RawSums(this.#target);
    this.#kept = this.#resamples > 0 ? new KeptRows() : null;
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
    if (propensity === 0)
      throw invalidArgument(`${name}.propensity`, 0, 'must be a number above 0 and at most 1');
    this.#sums.add(stratum, action, reward, propensity);
    this.#kept?.add({ stratum, action, reward, propensity });
  }

  result(): RawEstimates {
    const { rows, mean, largest, ess, warnings } = this.#sums.weights;
    const intervals =
      this.#kept?.intervals(this.#target, this.#resamples, this.#seed, this.#alpha) ?? UNKNOWN;
    return {
      rows,
      ...this.#sums.values(),
      ...intervals.ips,
      intervals,
      meanWeight: mean,
      largestWeight: largest,
      ess,
      warnings,
    };
  }
}

const NONE = { low: Number.NaN, high: Number.NaN };
const UNKNOWN: Intervals = { ips: NONE, snips: NONE, dm: NONE, dr: NONE, switch: NONE };
