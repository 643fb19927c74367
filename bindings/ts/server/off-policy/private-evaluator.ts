import {
  invalidArgument,
  MAXIMUM_EPSILON,
  MINIMUM_EPSILON,
  requireInteger,
  requireNumber,
  requireRecord,
  SMALLEST_PROPENSITY,
} from '../../internal/checks.js';
import { AnytimeBound } from './anytime-bound.js';
import { requireAlpha, requireShares } from './target.js';
import type {
  Evaluator,
  PrivateEvaluation,
  PrivateEvaluatorOptions,
  PrivateRow,
  Refusal,
} from './types.js';
import { Weights } from './weights.js';

/** Of randomised bits (docs/spec/off-policy.md, section 2). The state is sums. */
export class PrivateEvaluator implements Evaluator<PrivateRow, PrivateEvaluation> {
  readonly #target: Float64Array;
  readonly #low: AnytimeBound;
  readonly #high: AnytimeBound;
  readonly #weights = new Weights();
  /** Of each arm, sums of theta^2 and of theta^2 g, and what they start from. */
  readonly #precision: Float64Array;
  readonly #response: Float64Array;
  readonly #means: Float64Array;
  #weighed = 0;
  #robust = 0;
  #refusal: Refusal | undefined;

  constructor({ target, alpha = 0.05 }: PrivateEvaluatorOptions) {
    this.#target = requireShares('target', target);
    const arms = this.#target.length;
    const error = requireAlpha(alpha) / 2;
    this.#low = new AnytimeBound(error);
    this.#high = new AnytimeBound(error);
    this.#precision = new Float64Array(arms).fill(1);
    this.#response = new Float64Array(arms).fill(1 / 2);
    this.#means = new Float64Array(arms).fill(1 / 2);
  }

  add(row: PrivateRow): void {
    if (this.#refusal) return;
    const at = this.#weights.rows;
    const { shares, arm, epsilon, bit } = checked(`log[${at}]`, row, this.#target.length);
    const hidden = this.#target.findIndex((share, other) => share > 0 && shares[other] === 0);
    if (hidden >= 0) {
      this.#refusal = {
        refused: `log[${at}].shares[${hidden}] is 0, and the target plays arm ${hidden}: this log cannot say what that earns`,
        rows: at + 1,
      };
      return;
    }
    this.#take(shares, arm, Math.tanh(epsilon / 2), bit);
  }

  #take(shares: Float64Array, arm: number, theta: number, bit: number): void {
    const target = this.#target;
    const means = this.#means;
    const g = (1 + (2 * bit - 1) / theta) / 2;
    const h = (1 / theta - 1) / 2;
    const weight = (target[arm] as number) / (shares[arm] as number);
    let f = 0;
    let down = 0;
    let up = 0;
    target.forEach((share, other) => {
      if (share === 0) return;
      const mean = means[other] as number;
      const ratio = share / (shares[other] as number);
      f += share * mean;
      down = Math.max(down, ratio * (mean + h));
      up = Math.max(up, ratio * (1 - mean + h));
    });
    const x = f + weight * (g - (means[arm] as number));
    this.#low.add(x, f, down);
    this.#high.add(1 - x, 1 - f, up);
    this.#weights.add(weight);
    this.#weighed += weight * g;
    this.#robust += x;
    // Last: the means of this row are those of the rows before it.
    const precision = (this.#precision[arm] as number) + theta * theta;
    const response = (this.#response[arm] as number) + theta * theta * g;
    this.#precision[arm] = precision;
    this.#response[arm] = response;
    means[arm] = Math.min(1, Math.max(0, response / precision));
  }

  result(): PrivateEvaluation {
    if (this.#refusal) return this.#refusal;
    const { rows, sum, mean, largest, ess, warnings } = this.#weights;
    return {
      rows,
      ips: this.#weighed / rows,
      snips: this.#weighed / sum,
      dr: cut(this.#robust / rows),
      low: cut(this.#low.value),
      high: cut(1 - this.#high.value),
      meanWeight: mean,
      largestWeight: largest,
      ess,
      warnings,
    };
  }
}

const cut = (x: number) => Math.min(1, Math.max(0, x));

function checked(name: string, row: PrivateRow, arms: number) {
  requireRecord(name, row);
  const shares = requireShares(`${name}.shares`, row.shares, arms);
  const arm = requireInteger(`${name}.arm`, row.arm, 0, arms - 1);
  const epsilon = requireNumber(`${name}.epsilon`, row.epsilon, MINIMUM_EPSILON, MAXIMUM_EPSILON);
  const bit = requireInteger(`${name}.bit`, row.bit, 0, 1);
  const tiny = shares.findIndex(
    (share, other) => share < SMALLEST_PROPENSITY && (share > 0 || other === arm),
  );
  if (tiny >= 0)
    throw invalidArgument(
      `${name}.shares[${tiny}]`,
      shares[tiny],
      tiny === arm
        ? 'must be above 0 (1e-100) for the arm that was played'
        : 'must be 0, or at least 1e-100',
    );
  return { shares, arm, epsilon, bit };
}
