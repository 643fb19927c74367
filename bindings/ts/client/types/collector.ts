// What a page reads from its collector: the same for all visitors.
import type { AlgorithmSpec, AlgorithmType } from './algorithms.js';
import type { Spend } from './budget.js';

/**
 * What the collector says about its experiment. Accepted only if it agrees with what the page
 * pinned.
 */
export interface Manifest<T extends AlgorithmType = AlgorithmType> {
  readonly protocol: 1;
  readonly experiment: string;
  /** With every default filled in. */
  readonly algorithm: AlgorithmSpec<T>;
  readonly perReport: Spend;
  readonly protects: 'feedback' | 'context-and-feedback';
  readonly timing: Timing;
  /** Names of the arms, for people. */
  readonly labels?: readonly string[];
  readonly digest: `sha256-${string}`;
}

/** How long the collector waits for reports, in ms. */
export interface Timing {
  /** The longest response window of a page. */
  readonly responseWindowMs: number;
  /** The longest delay of a page. */
  readonly maxDelayMs: number;
  /** How old a snapshot may be that a page chooses from; an older one, while its epoch is surely open. */
  readonly snapshotAgeMs: number;
  /** From the next snapshot to the last report of this one. */
  readonly closesAfterMs: number;
  /** Between two snapshots. */
  readonly publishAtMostEveryMs: number;
}

export interface SnapshotInfo {
  readonly id: number;
  readonly reports: number;
  readonly digest: `sha256-${string}`;
  /** How many forged reports would change the present answer; of some slates, no fewer. Null: no such number. */
  readonly forgeries: number | null;
  /** Of a best-arm experiment. */
  readonly best?: BestArmStatus;
  /**
   * The operator has ended the experiment: devices play its answer, and send nothing: `withheld` as
   * `experiment_ended`. Absent: not.
   */
  readonly ended?: boolean;
}

/** What a best-arm experiment has found so far: public, and the same for all visitors. */
export interface BestArmStatus {
  /** The best arm so far. Null: no report yet. */
  readonly answer: number | null;
  /**
   * By all reports so far: the probability that any snapshot ever certifies a wrong answer is at most the
   * experiment's `errorProbability`. More reports can take it back.
   */
  readonly certified: boolean;
  /**
   * The smallest error probability with which the answer could be certified now; 1: with none. It may be
   * looked at after every snapshot: that one of them ever states less than x for a wrong answer has
   * probability x at most.
   */
  readonly error: number;
  /** Confidence bounds of the mean reward of each arm, in [0, 1]. */
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  /** Arms that may still become the answer. */
  readonly left: readonly number[];
  /** Of `ldp-duel`: reports about each arm in the blocks that were closed. */
  readonly pulls?: readonly number[];
  /**
   * Of `ldp-duel`: how much speaks against each arm's being the best, in nats, 700 at most; e^-evidence is a p-value
   * that holds at all looks. With an `indifference` and more than two arms: how much says that the answer is good
   * enough beside this arm.
   */
  readonly evidence?: readonly number[];
  /** Of `ldp-duel` with a `control`: the mean reward of each arm less that of the control, 0 of itself. */
  readonly lift?: readonly number[];
  /** Bounds of the lifts in [-1, 1], which hold together at all looks with the error probability. */
  readonly liftLower?: readonly number[];
  readonly liftUpper?: readonly number[];
  /**
   * The operator has ended the experiment: devices play the answer now, and send nothing: `withheld` as
   * `experiment_ended`.
   */
  readonly ended: boolean;
  /**
   * The rule has stopped and the operator has not yet: this share of the decisions, drawn at `choose` before any
   * feedback, goes on reporting about arms drawn alike; the others are as after the end. Absent: all report.
   */
  readonly keep?: number;
}
