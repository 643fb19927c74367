/** What an off-policy evaluation takes and gives (docs/spec/off-policy.md). */

/** One report of a private log. */
export interface PrivateRow {
  /** With which probability the snapshot that the device followed plays each arm: from 0 to 1, sum 1. */
  readonly shares: ArrayLike<number>;
  /** The arm that was played, from 0. */
  readonly arm: number;
  /** Privacy loss of the report, 2^-10 to 32. */
  readonly epsilon: number;
  /** The randomised bit, 0 or 1. */
  readonly bit: number;
}

/** One row of a raw log. */
export interface RawRow {
  /** What was shown, from 0. */
  readonly action: number;
  /** From 0 to 1. */
  readonly reward: number;
  /** With which probability it was shown: 1e-100 to 1. */
  readonly propensity: number;
  /** Where it was shown, e.g. the place on the page: which list of the target holds there. Default 0. */
  readonly stratum?: number;
}

export interface PrivateEvaluatorOptions {
  readonly private: true;
  /** The share of each arm, sum 1. It must be fixed before the log is looked at. */
  readonly target: ArrayLike<number>;
  /** The interval misses the value with at most this probability: above 0, below 1. Default 0.05. */
  readonly alpha?: number;
}

export interface RawEvaluatorOptions {
  readonly private?: false;
  /** The share of each action, sum 1; or one such list for each stratum, all of the same length. */
  readonly target: ArrayLike<number> | readonly ArrayLike<number>[];
  /** Intervals miss the value with about this probability: above 0, below 1. Default 0.05. */
  readonly alpha?: number;
}

/** Why there is no estimate: the log cannot say what the target would have earned. */
export interface Refusal {
  /** Which row and arm, in words. */
  readonly refused: string;
  /** Rows up to that one. */
  readonly rows: number;
}

interface Weighed {
  readonly refused?: undefined;
  readonly rows: number;
  /** Mean of weight times reward: without bias. */
  readonly ips: number;
  /** The same over the sum of the weights. NaN if all weights are 0. */
  readonly snips: number;
  /** Doubly robust: from 0 to 1, as rewards are. */
  readonly dr: number;
  readonly low: number;
  readonly high: number;
  /** About 1, if the propensities are those by which the log was made. */
  readonly meanWeight: number;
  readonly largestWeight: number;
  /** (sum of the weights)^2/sum of their squares: how many rows of equal weight say as much. */
  readonly ess: number;
  /** What speaks against relying on these numbers, in words. */
  readonly warnings: readonly string[];
}

/**
 * `low` to `high`: holds the value at all lengths of the log at once with probability 1 - alpha, if what an arm earns does
 * not change meanwhile.
 */
export interface PrivateEstimates extends Weighed {}

export interface Interval {
  /** NaN, as `high`, if the interval is withheld. */
  readonly low: number;
  readonly high: number;
  /** Why it is withheld, in words: it would miss the value more often than alpha says. */
  readonly why?: string;
}

/** `low` to `high`: the interval of `ips`. Those of `dm` and `switch` do not count the bias of the model. */
export interface RawEstimates extends Weighed {
  /** Direct method: the mean reward of each action, weighed by the target. */
  readonly dm: number;
  /** `dr` where the mean weight of a stratum and action is at most `threshold`, else `dm`. */
  readonly switch: number;
  /** Infinity: `switch` is `dr`. 0: it is `dm`. */
  readonly threshold: number;
  readonly intervals: Readonly<Record<'ips' | 'snips' | 'dm' | 'dr' | 'switch', Interval>>;
}

export type PrivateEvaluation = PrivateEstimates | Refusal;

/** Takes a log row by row. */
export interface Evaluator<Row, Result> {
  /** @throws LdpError `invalid_argument`, naming the row (from 0) and its field; the row is not counted. */
  add(row: Row): void;
  /** Of the rows so far. */
  result(): Result;
}
