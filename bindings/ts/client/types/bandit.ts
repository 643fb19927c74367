// A bandit in a page, its decisions, and what becomes of them.
import '../../internal/disposable.js';
import type { LdpError } from '../../internal/errors.js';
import type { AlgorithmMap, AlgorithmType, ChooseOptions } from './algorithms.js';
import type { BudgetStatus, Spend } from './budget.js';
import type { Manifest, SnapshotInfo } from './collector.js';
import type { PrivateTrace, Report } from './report.js';

/**
 * Disposing closes the open decisions, and changes nothing about when a queued report leaves: at its
 * own time if the page lives that long, else as for a page that is left. Aborting `signal` ends the
 * sending from this page too.
 */
export interface Bandit<T extends AlgorithmType = AlgorithmType> extends AsyncDisposable {
  dispose(): Promise<void>;
  /** Until the collector has answered: the one that an earlier visit has kept, or what the page itself pins. */
  readonly manifest: Manifest<T>;
  /** Id 0 and no reports while there is none; that of an earlier visit until the newest has come. */
  readonly snapshot: SnapshotInfo;
  /**
   * Synchronous and local. Reserves one report's budget in the background, and draws the noise of
   * silence and the time of sending now, before any feedback exists. The context never leaves.
   *
   * In a page that no visitor sees yet (the browser prerenders it, or has opened it in the background) the choice is
   * made now; the response window, the time of sending and the spend begin when it is first visible. If it never is,
   * nothing is spent and nothing reported. An answer in between counts.
   *
   * A bad context (no matrix, a wrong length, NaN, a row that `norms: 'reject'` refuses) still gives
   * a decision and its one report, about no features: a missing report would tell that a visitor is
   * unusual. {@link Decision.problem} says what was wrong.
   *
   * Throws `disposed`, `insecure_randomness`; `invalid_argument` for a context where the algorithm
   * takes none.
   */
  choose(...context: AlgorithmMap[T]['context']): Decision<T>;
  /**
   * The arm that {@link choose} would take, for a page that shows it before it counts: spends nothing, and
   * {@link adopt} opens the decision. It does not look at `sticky`. Throws as {@link adopt}.
   */
  pick(): Picked;
  /**
   * As {@link choose}, about an arm that was chosen elsewhere from a public snapshot: by `pick` of
   * `ldp-bandits/bootstrap`, on the server or in the head of the page, or by an assigner of the
   * collector. Spends, and draws the noise and the time of sending. Its report names the snapshot of the
   * choice: where that is neither one that this page knows (of its bootstrap, or fetched) nor the newest,
   * or is too old, the report is withheld as `stale_snapshot`.
   *
   * With `sticky`, the arm that is kept gives the decision that is kept; another arm begins a new one.
   *
   * Throws `disposed`, `insecure_randomness`; `invalid_argument` for an arm that there is none of, and
   * where the action is more than one public arm: with contexts, slates and points.
   */
  adopt(chosen: Adopted): Decision<T>;
  /**
   * The decision that a page of this site made with this key, while it takes an answer. A reward
   * there is the reward of that decision; its report leaves at the time drawn by `choose`, from the
   * first page or worker after it. Until then the disk shows that there was an answer, not which.
   */
  recall(key: string): Promise<Decision<T> | undefined>;
  budget(): Promise<BudgetStatus>;
  /**
   * Closes every open decision of this page, and sends those reports now and what is due of earlier
   * visits. Decisions with a key or `sticky` keep their time. A page needs no call of it: reports leave by themselves. Call it at times that do
   * not depend on the feedback, as in tests or at the end of a simulated visit; never in reaction to
   * an answer.
   *
   * Resolves when the collector holds the reports durably. Failures of the network are events and
   * `onError`, not rejections: the same bytes are sent again, with growing pauses, until the packet's
   * end. Then it is dropped, because the collector's epoch is closed and its id would link two
   * visits.
   */
  flush(options?: { readonly signal?: AbortSignal }): Promise<FlushResult>;
  /**
   * Fetches the newest snapshot, and the manifest where it is not there yet. Rejects `transport`, `unknown_experiment` or
   * `manifest_mismatch`; the old snapshot then stays in use.
   */
  refresh(options?: { readonly signal?: AbortSignal }): Promise<SnapshotInfo>;
  /**
   * For UIs: what happens from now on. Ends on dispose or abort. A reader that lags more than 1,000
   * events loses the oldest.
   */
  events(options?: { readonly signal?: AbortSignal }): AsyncIterable<BanditEvent>;
}

/** An arm that was chosen from a public snapshot, and is no decision yet. A JSON value. */
export interface Picked {
  /** The arm, from 0. */
  readonly action: number;
  /** The number of the snapshot; 0: of none, and no report will be about it. */
  readonly snapshot: number;
  /**
   * Why no report will be about it: `forced` by the address of the page; `experiment_ended`: the
   * operator has ended the experiment, or the best arm is found.
   */
  readonly withheld?: 'forced' | 'experiment_ended';
  /** Drawn by a page that had no snapshot yet, each arm alike. */
  readonly policy?: 'offline-uniform';
}

/**
 * What `pick` or `assigner.assign()` gives. The ticket of an assignment is ignored: sent with the report,
 * it would link the report to the request for the page. `key` as in {@link ChooseOptions}.
 */
export type Adopted = (
  | Picked
  | { readonly arm: number; readonly snapshot: number; readonly ticket?: string }
) &
  ChooseOptions;

export interface FlushResult {
  readonly accepted: number;
  /** Reports that the collector had already: an earlier try had arrived. */
  readonly duplicate: number;
  /** Reports that are dropped for good: the collector refused them, or they are too old to be sent. */
  readonly rejected: number;
  /** Reports of this experiment still in the outbox. */
  readonly pending: number;
}

/**
 * One decision → exactly one report. A packet with the neutral feedback is queued at `choose`. At the
 * end of the response window, or when the page goes away, the bytes that leave are fixed: those of
 * the answer, or silence with noise of its own. A crash leaves the neutral report.
 */
export interface Decision<T extends AlgorithmType = AlgorithmType> extends Disposable {
  /** Ignores an answer from now on. The report stays. */
  dispose(): void;
  /**
   * With contexts it is private: content that is fetched for it alone tells the server what the
   * report does not. It must be in the page already.
   */
  readonly action: AlgorithmMap[T]['action'];
  /**
   * The arm that the report is about. It stands in the public snapshot, or a coin of this device drew
   * it, before the visitor sees the slate: a page can show it. -1 where the report names no single arm:
   * with contexts, of `cucb-ldp1`, which reports all of a slate, and of `cucb-ldp-sum`.
   */
  readonly reported: number;
  /** Rows of features that were shortened to the experiment's `norm`. 0 without contexts. */
  readonly rescaled: number;
  /**
   * `kept-snapshot`: drawn from the public snapshot that an earlier visit has kept, before the newest was there.
   * `offline-uniform`: no snapshot was known, so every arm is equally likely; a slate is then found by coins alone, and
   * points of a convex set lie around its middle. Of both, a part is reported once the newest snapshot is there, drawn so
   * that what is reported has its shares; the rest is withheld as `shown_early`, and nothing is spent.
   */
  readonly policy: 'snapshot' | 'kept-snapshot' | 'offline-uniform';
  /** What was wrong with the context, without values. The report is then about no features. */
  readonly problem?: LdpError;
  /**
   * Randomises here, keeps the noisy bytes, forgets the input; all of it before this call returns, so
   * the click that answers may leave the page (of a decision with a key or `sticky`, the write has
   * only begun then). A number beyond what the experiment's `rewards` maps to
   * [0, 1], or beyond the range of its `link`, counts as the nearer end.
   *
   * Of a slate all outcomes are checked and one is used; `cucb-ldp1` uses all, `cucb-ldp-sum` their
   * sum.
   *
   * Resolves once the budget is spent on disk. Never rejects for what only a visitor who answers can
   * cause: a second or late call changes nothing, and what is no feedback leaves the decision open.
   * `withheld` says why.
   */
  reward(feedback: AlgorithmMap[T]['feedback']): Promise<ReportOutcome>;
}

/**
 * Why there is no report: `awaiting_snapshot`: not yet. The option was shown before the newest snapshot was there, which has
 * not come for as long as the page's `timeoutMs`. The answer is randomised and kept; whether a report leaves is known when
 * the collector answers, on this page or a later one. `budget_exhausted`; `experiment_ended`: the operator has ended the
 * experiment, of whichever algorithm, or the best arm is certified, or the reports are used up, and this decision is not of
 * the share that goes on reporting; the action is the answer. `forced`: the address of the page forces
 * the arm, for tests. `manifest_mismatch`: the collector's terms, which came after the option was shown, are not those
 * of the page, which reports nothing any more. `may_not_report`; `shown_early`: the option was shown before the newest
 * snapshot was there, and is not of the part that is reported, or of an algorithm whose shares are no public numbers.
 * `stale_snapshot`: the
 * collector has closed the epoch, or there is no snapshot; `storage_failed`: the ledger could not be
 * written, and the budget may be spent.
 *
 * Why this answer does not count, and the report stays what it was: `already_reported`; `too_late`:
 * after the response window, or after the page was left; `disposed`; `invalid_feedback`: the event
 * `error` says what was expected.
 */
export type WithheldReason =
  | 'already_reported'
  | 'awaiting_snapshot'
  | 'budget_exhausted'
  | 'disposed'
  | 'experiment_ended'
  | 'forced'
  | 'invalid_feedback'
  | 'manifest_mismatch'
  | 'may_not_report'
  | 'shown_early'
  | 'stale_snapshot'
  | 'storage_failed'
  | 'too_late';

export type ReportOutcome =
  | {
      readonly status: 'queued';
      readonly report: Report;
      readonly spent: Spend;
      readonly trace?: PrivateTrace;
    }
  | { readonly status: 'withheld'; readonly reason: WithheldReason };

export type BanditEvent =
  /**
   * Comes once with the neutral packet at `choose`, and again under the same id with the bytes that
   * leave: when there is an answer, or when the decision closes without one. So a log of these events
   * shows who answered, which the collector cannot see.
   */
  | {
      readonly type: 'queued';
      readonly report: Report;
      readonly answered: boolean;
      readonly releaseAt: number;
    }
  | { readonly type: 'sent'; readonly ids: readonly string[]; readonly bytes: number }
  | { readonly type: 'withheld'; readonly reason: WithheldReason }
  | { readonly type: 'snapshot'; readonly snapshot: SnapshotInfo }
  | { readonly type: 'error'; readonly error: LdpError };
