/** What a replay takes and gives. */
import type { MatchingSet, TopKSet } from '../internal/decision-set.js';
import type { Difference, Estimate } from './estimator.js';
import type { Loudness } from './loudness.js';

/** A log of shown arms and rewards, an entry a row. */
export interface ReplayLog {
  /** How many arms there are. */
  readonly arms: number;
  /** What each row shows, from 0. */
  readonly arm: ArrayLike<number>;
  /** In [0, 1]. */
  readonly reward: ArrayLike<number>;
  /** With which probability it was shown: 1e-100 to 1. Absent: 1/arms, and no comparison if the counts of arms are not like that. */
  readonly propensity?: ArrayLike<number>;
  /** Of a log that `readLog` read: why its propensities cannot be trusted. */
  readonly propensityDoubt?: string | null;
}

/** Where slates are shown in place of single arms. */
export interface Slates {
  /** What a slate may be; `choose` or `left` is its size. */
  readonly set: TopKSet | MatchingSet;
  /** Of each row of the log, its arm in the set. */
  readonly arm: ArrayLike<number>;
  /** The rows that were shown together. */
  readonly impressions: readonly (readonly number[])[];
}

/** Where the choice goes by features. */
export interface ReplayContexts {
  /** Numbers of each row's visitor; of all the same length. */
  readonly visitors: readonly ArrayLike<number>[];
  /**
   * Numbers of each arm: its features are their products with those of the visitor. Absent: every arm has a block of its
   * own. An arm has at most 128 features.
   */
  readonly arms?: readonly ArrayLike<number>[];
}

/** An algorithm of the catalog. What the log knows (arms, set, dimension, norm, horizon) need not be given. */
export interface ReplayAlgorithm {
  readonly type: string;
  readonly [parameter: string]: unknown;
}

export interface ReplayOptions {
  readonly log: ReplayLog;
  readonly algorithm: ReplayAlgorithm;
  /** A private run for each: 2^-10 to 32. */
  readonly epsilons: readonly number[];
  /** The same seed gives the same result, with any number of workers. */
  readonly seed: string;
  readonly slates?: Slates;
  readonly contexts?: ReplayContexts;
  /** How often the learner goes over the log, 1 to 1,000. Default 1. */
  readonly passes?: number;
  /** Runs with noise of their own, 1 to 1,000. Default 1. */
  readonly replicates?: number;
  /** Default 0: in this thread. 'auto': as many as the machine runs at once. */
  readonly workers?: number | 'auto';
  /** Makes a worker of `ldp-bandits/replay/worker`. Needed in browsers, with workers. */
  readonly spawn?: () => unknown;
  /** Stops: what was reached by then is the result, marked as partial. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (label: string, done: number, total: number) => void;
}

/** The estimate after `t` visits. */
export interface ReplayPoint extends Pick<Estimate, 'matched' | 'mean' | 'low' | 'high'> {
  readonly t: number;
}

export interface ReplayPolicy extends Estimate {
  readonly label: string;
  readonly kind: 'uniform' | 'non-private' | 'private';
  /** Privacy loss of one report; null where the learner sees raw rewards or nothing is learnt. */
  readonly epsilon: number | null;
  /** From 0. */
  readonly replicate: number;
  /** False if it was stopped before the end of the log. */
  readonly complete: boolean;
  /** What went over the wire, of private runs. */
  readonly sent: { readonly reports: number; readonly bytes: number } | null;
  /** How the estimate came about; of uniform play, which needs no replay, its end. */
  readonly curve: readonly ReplayPoint[];
  /** Null of uniform play, and where `notCompared` says why. */
  readonly againstUniform: Difference | null;
  /** Against the non-private run of the same replicate. */
  readonly againstNonPrivate: Difference | null;
  /** With contexts: visits whose features were longer than the bound, and how loud the reports were. */
  readonly shortened?: number;
  readonly loudness?: Loudness | null;
}

export interface ReplayResult {
  readonly rows: number;
  readonly arms: number;
  /** Sum over the log. */
  readonly reward: number;
  readonly uniformLog: boolean;
  /** Why policies are not compared: the log has no propensities, and does not look like one of equally likely arms. */
  readonly notCompared: string | null;
  readonly estimator: 'replay' | 'self-normalised inverse-propensity replay';
  readonly passes: number;
  readonly seed: string;
  readonly partial: boolean;
  readonly policies: readonly ReplayPolicy[];
}

/** A log that was checked: plain, so that a worker can have it. */
export interface Rows {
  readonly arms: number;
  readonly arm: Uint32Array;
  readonly reward: Float64Array;
  readonly propensity: Float64Array;
  /** Whether all propensities are equal, so that no row has to be weighted. */
  readonly uniform: boolean;
  readonly propensityDoubt: string | null;
}

/** All that a unit of a replay needs: plain. */
export interface ReplayJob {
  readonly rows: Rows;
  readonly slates?: Slates | undefined;
  readonly contexts?: ReplayContexts | undefined;
  readonly algorithm: ReplayAlgorithm;
  readonly seed: string;
  readonly passes: number;
}

export interface ReplayUnit {
  /** Null: the learner that sees everything. */
  readonly epsilon: number | null;
  readonly replicate: number;
}

export type Played = Omit<ReplayPolicy, 'againstUniform' | 'againstNonPrivate'>;
