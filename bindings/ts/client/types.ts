// The shapes of `ldp-bandits`: plain data except Bandit, Decision and BudgetLedger.
import type {
  BestArmLocalParameters,
  CombinatorialLocalParameters,
  ConvexLocalParameters,
  GeneralizedLinearLocalParameters,
  LinearLocalParameters,
  MultiArmedLocalParameters,
  ReductionLocalParameters,
} from '../generated/catalog.js';
import '../internal/disposable.js';
import type { LdpError } from '../internal/errors.js';
import type { WasmSource } from '../internal/instantiate.js';

interface Shape<Params, Context extends readonly unknown[], Action, Feedback> {
  params: Params;
  context: Context;
  action: Action;
  feedback: Feedback;
}

/**
 * One row per algorithm of the catalog that trusts nobody: its parameters, what `choose` takes,
 * what it returns, what the user's feedback is. Multi-armed, best arm, reduction: no context but
 * {@link ChooseOptions}; the action is an arm (from 0). Linear, generalized linear: the context is a row of features for every
 * arm that this visitor can get, and the action is a row (from 0). The feedback is one finite number.
 * Combinatorial: no context; the action is a slate, arms of the decision set (from 0) in ascending
 * order; the feedback is one finite number for each of them, in their order. Convex: no context; the
 * action is a point of the set, and the feedback its loss. With two points they are two, and the
 * feedback is the loss of each; or, where the experiment asks for a comparison, one number from -1
 * (the second is preferred) to 1 (the first is).
 */
export type AlgorithmMap = {
  [K in keyof MultiArmedLocalParameters]: Shape<
    MultiArmedLocalParameters[K],
    [options?: ChooseOptions],
    number,
    number
  >;
} & {
  [K in keyof LinearLocalParameters]: Shape<
    LinearLocalParameters[K],
    [features: Matrix],
    number,
    number
  >;
} & {
  [K in keyof BestArmLocalParameters]: Shape<
    BestArmLocalParameters[K],
    [options?: ChooseOptions],
    number,
    number
  >;
} & {
  [K in keyof ReductionLocalParameters]: Shape<
    ReductionLocalParameters[K],
    [options?: ChooseOptions],
    number,
    number
  >;
} & {
  [K in keyof ConvexLocalParameters]: K extends 'ldp-two-point'
    ? Shape<
        ConvexLocalParameters[K],
        [],
        readonly [Float64Array, Float64Array],
        readonly [number, number] | number
      >
    : Shape<ConvexLocalParameters[K], [], Float64Array, number>;
} & {
  [K in keyof GeneralizedLinearLocalParameters]: Shape<
    GeneralizedLinearLocalParameters[K],
    [features: Matrix],
    number,
    number
  >;
} & {
  [K in keyof CombinatorialLocalParameters]: Shape<
    CombinatorialLocalParameters[K],
    [],
    Uint32Array,
    Vector
  >;
};
export type AlgorithmType = keyof AlgorithmMap;
/** Discriminated by `type`. */
export type AlgorithmSpec<T extends AlgorithmType = AlgorithmType> = {
  [K in T]: { readonly type: K } & AlgorithmMap[K]['params'];
}[T];

/** For a decision about one arm without a context. */
export interface ChooseOptions {
  /**
   * Keeps the decision for later pages of the site: {@link Bandit.recall} finds it by this name, 1 to
   * 200 characters, until its response window is over. The name must not depend on what the visitor
   * does. The bandit needs a `responseWindowMs` as long as the answer may take, up to 30 days.
   */
  readonly key?: string;
}

/** The features of one arm; or what a visitor did with each arm of a slate. */
export type Vector = Float64Array | readonly number[];
/**
 * A row of features for every arm, from 1 to 4096 rows, each of the experiment's dimension; or the
 * same numbers row after row. Rows longer (Euclidean) than the experiment's `norm` are shortened to
 * it, or refused where it says so.
 */
export type Matrix =
  | readonly Vector[]
  | { readonly rows: number; readonly columns: number; readonly data: Float64Array };

/** A privacy loss. */
export interface Spend {
  readonly epsilon: number;
  readonly delta: number;
}

/**
 * Pinned in the page. If the collector's manifest differs, creation fails: a server can never raise
 * epsilon.
 */
export interface PrivacyTerms {
  /** Cost of one report, in [2^-10, 32]. With a menu of levels: at most this much. */
  readonly epsilon: number;
  /**
   * 0 (default) = pure: nothing else is allowed where the algorithm is pure. For Gaussian reports it
   * must be stated, from the algorithm's `delta` up to 0.1: at most this much for one report. It
   * should be far below one in the number of users.
   */
  readonly delta?: number;
  /**
   * Hard stop for this browser profile over every experiment sharing the ledger (basic
   * composition).
   */
  readonly epsilonTotal: number;
  /**
   * The same for the sum of the deltas, from 0 to 1. Default: that of as many reports as
   * `epsilonTotal` allows at `epsilon`, `delta * epsilonTotal / epsilon`. Pure reports add nothing
   * to it, so it never stops them.
   */
  readonly deltaTotal?: number;
  /**
   * Forget spent budget after this long. Omit = never. A renewed budget is a renewed loss. Times
   * are kept by the hour, so a spend is forgotten up to an hour later than this.
   */
  readonly windowMs?: number;
}

export interface BanditOptions<T extends AlgorithmType = AlgorithmType> {
  /** Base address of the collector. Relative addresses are resolved against the page. */
  readonly endpoint: string | URL;
  readonly experiment: string;
  readonly algorithm: AlgorithmSpec<T>;
  readonly privacy: PrivacyTerms;
  /**
   * False (Global Privacy Control, no consent …) → still chooses, never sends, spends nothing.
   * Asked at every decision and again before anything is sent. It must be a public switch: an
   * answer that depends on the user's feedback is a leak.
   */
  readonly mayReport?: () => boolean;
  /**
   * Default: IndexedDB, shared by every tab of the origin. A browser that refuses it lets no report
   * leave (`withheld` as `storage_failed`), unless the page accepts a budget per page load:
   * `memoryLedger()`. Outside browsers: in memory (`durable: false`).
   */
  readonly ledger?: BudgetLedger;
  /**
   * Injected WHATWG fetch, or the `fetch` of a collector: called with one Request. Requests carry
   * no credentials, no referrer and `cache: 'no-store'`.
   */
  readonly fetch?: (request: Request) => Promise<Response>;
  /**
   * How long a decision waits for its feedback, from 1 to 2,592,000,000 ms (30 days). Default 10,000.
   * Then it counts as unanswered. No report leaves by itself before this time is over, answered or
   * not: waiting costs nothing but time. At most what the collector's `timing` waits for.
   */
  readonly responseWindowMs?: number;
  /**
   * Upper end of the random delay after the response window, drawn at `choose`. From 0 to
   * 86,400,000 ms. Default 30,000. At most what the collector's `timing` waits for.
   */
  readonly maxDelayMs?: number;
  /**
   * Address of a Service Worker on the page's own origin, a file of one line:
   * `import 'ldp-bandits/worker'`. It sends each report at its drawn time when the page is gone, and
   * controls no page. Without it reports wait for another page of this site, and visitors who leave
   * the site for good are missing more often. Needs `responseWindowMs + maxDelayMs` of at most 53,000.
   * It cannot ask `mayReport`: that is asked at `choose` only then.
   */
  readonly worker?: string | URL;
  /**
   * What happens to open decisions when the page goes away. `keep` (default): their answers are fixed
   * on the disk, and the worker, another tab or the next page sends them at the drawn time. `send`:
   * they leave with the page, so the report shows when the page was left; for answers that do not end
   * the page (a rating, a like), and a collector on another origin.
   */
  readonly leaving?: 'keep' | 'send';
  /**
   * Shows a returning visitor the same arm, without another report: in this tab's `session`, or in
   * this browser `profile` for 30 days. A second `choose` gives the first decision again, which takes
   * an answer while its response window lasts. For decisions about one arm without a context.
   */
  readonly sticky?: 'session' | 'profile';
  /**
   * Default: the embedded module. For a separate file or a precompiled module, pass it, or import
   * `ldp-bandits/url`. The file is `ldp-bandits.wasm`, for an algorithm with contexts
   * `contextual.wasm`, for slates `combinatorial.wasm`, for points of a convex set `convex.wasm`. At
   * an address (URL or string) must be that file of this version, compared by its SHA-256; else
   * `wasm_not_found`. What the page has loaded itself (a Response, bytes, a module) is taken as it
   * is.
   */
  readonly wasm?: WasmSource;
  /** Keep the private side of reports in memory for inspection UIs; never serialisable. */
  readonly inspect?: boolean;
  /** Aborts creation, or disposes the bandit later. */
  readonly signal?: AbortSignal;
  /**
   * Told everything that fails and that no promise of the page's own rejects with: requests, refused
   * reports, the ledger. An error holds nothing of a report or of a visitor. `details` of a request
   * are `{ url, status?, problem?, detail?, parameter?, cause?, retryAfterMs? }`; `problem` and
   * `detail` are what the collector said, `cause` is why there was no answer of it: `offline`, `csp`,
   * `cors`, `mixed_content`, `unreachable`, `timeout`, `aborted` or `not_json`. What the function
   * throws is ignored. Default: one `console.warn` for each code and problem or cause in a page.
   */
  readonly onError?: (error: LdpError) => void;
}

/**
 * Disposing closes the open decisions, and changes nothing about when a queued report leaves: at its
 * own time if the page lives that long, else as for a page that is left. Aborting `signal` ends the
 * sending from this page too.
 */
export interface Bandit<T extends AlgorithmType = AlgorithmType> extends AsyncDisposable {
  dispose(): Promise<void>;
  readonly manifest: Manifest<T>;
  /** Id 0 and no reports while no snapshot could be fetched. */
  readonly snapshot: SnapshotInfo;
  /**
   * Synchronous and local. Reserves one report's budget in the background, and draws the noise of
   * silence and the time of sending now, before any feedback exists. The context never leaves.
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
   * The decision that a page of this site made with this key, while it takes an answer. A reward
   * there is the reward of that decision; its report leaves at the time drawn by `choose`, from the
   * first page or worker after it. Until then the disk shows that there was an answer, not which.
   */
  recall(key: string): Promise<Decision<T> | undefined>;
  budget(): Promise<BudgetStatus>;
  /**
   * Closes every open decision, and sends now what this bandit has queued and what earlier visits
   * left behind. A page needs no call of it: reports leave by themselves. Call it at times that do
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
   * Fetches the newest snapshot. Rejects `transport` or `manifest_mismatch`; the old snapshot then
   * stays in use.
   */
  refresh(options?: { readonly signal?: AbortSignal }): Promise<SnapshotInfo>;
  /**
   * For UIs: what happens from now on. Ends on dispose or abort. A reader that lags more than 1,000
   * events loses the oldest.
   */
  events(options?: { readonly signal?: AbortSignal }): AsyncIterable<BanditEvent>;
}

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
   * it, before anybody has seen the slate: a page can show it. -1 where the report names no single arm:
   * with contexts, of `cucb-ldp1`, which reports all of a slate, and of `cucb-ldp-sum`.
   */
  readonly reported: number;
  /** Rows of features that were shortened to the experiment's `norm`. 0 without contexts. */
  readonly rescaled: number;
  /**
   * `offline-uniform`: no snapshot is known, so every arm is equally likely and the report is
   * withheld. A slate is then found by coins alone, and points of a convex set lie around its middle.
   */
  readonly policy: 'snapshot' | 'offline-uniform';
  /** What was wrong with the context, without values. The report is then about no features. */
  readonly problem?: LdpError;
  /**
   * Randomises here, keeps the noisy bytes, forgets the input; all of it before this call returns, so
   * the click that answers may leave the page. A number beyond what the experiment's `rewards` maps to
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
 * Why there is no report: `budget_exhausted`; `experiment_ended`: the operator has ended the
 * experiment, or the best arm is certified, or the reports are used up, and this decision is not of
 * the share that goes on reporting; the action is the answer. `may_not_report`; `stale_snapshot`: the
 * collector has closed the epoch, or there is no snapshot; `storage_failed`: the ledger could not be
 * written, and the budget may be spent.
 *
 * Why this answer does not count, and the report stays what it was: `already_reported`; `too_late`:
 * after the response window, or after the page was left; `disposed`; `invalid_feedback`: the event
 * `error` says what was expected.
 */
export type WithheldReason =
  | 'already_reported'
  | 'budget_exhausted'
  | 'disposed'
  | 'experiment_ended'
  | 'invalid_feedback'
  | 'may_not_report'
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

/** All the server will ever get from this decision; every field says why it is safe to send. */
export interface Report {
  /** 128 random bits for idempotency; unlinkable across reports. */
  readonly id: string;
  readonly snapshot: number;
  /** The request body, byte for byte. */
  readonly body: Uint8Array;
  /**
   * Read back from `body`. `public` does not depend on the feedback; `randomized` is what the
   * mechanism released: a `bit`, or a `noisy` integer, which is the reward times 1024 plus Laplace
   * noise (of `cucb-ldp1` a list of them, one for each of `arms`), or the reward times a power of two
   * of its level plus Gaussian noise, or `data`, a noisy vector, which `body` has in base64url. There is no arm where there is a context; `part`, drawn
   * without looking at either, says which vector it is if there are several.
   */
  readonly fields: readonly {
    readonly name: string;
    readonly visibility: 'public' | 'randomized';
    readonly value: string | number | readonly number[];
  }[];
}

/**
 * The private side of a report, for the page's own eyes. JSON.stringify of it throws. Without
 * contexts: the feedback, and the noise in its units; with contexts: a {@link ContextualInput}, and
 * the noise on each of its `vector`; of a slate: a {@link SlateInput}, and the noise in units of an
 * outcome, of `cucb-ldp1` a list of it; of a convex set: a {@link ConvexInput}, and the noise in units
 * of its `value`.
 */
export interface PrivateTrace {
  readonly input: unknown;
  readonly noise: unknown;
  toJSON(): never;
}

/** What a contextual report is made of before it gets its noise. */
export interface ContextualInput {
  /** Which vector it is: `gram`, `pair`, `moment`, `design`, `score`, `gradient` or `published`. */
  readonly part: string;
  /** The features of the chosen arm, divided by `norm` and shortened to norm 1. */
  readonly x: Float64Array;
  /** The feedback as the page gave it. */
  readonly reward: number;
  /** Generalized linear: whether the feedback was beyond the range of the link, and was clamped. */
  readonly clamped?: boolean;
  /** What the report would say without noise: as long as its `data`. */
  readonly vector: Float64Array;
  /** What one step of a number in `data` is worth: `data[i] * unit` is `vector[i]` plus noise. */
  readonly unit: number;
}

/** What a report about a slate is made of before it gets its noise. */
export interface SlateInput {
  /** As the page gave them, one for each arm of the slate. */
  readonly outcomes: Float64Array;
  /** As `Decision.reported`: the arm whose outcome is used, or -1. */
  readonly reported: number;
}

/** What a report about points of a convex set is made of before it gets its noise. */
export interface ConvexInput {
  /** As the page gave it: a loss, two of them, or a preference. */
  readonly feedback: number | readonly [number, number];
  /**
   * What the report would say without noise, from -1 to 1: the loss from the least to the largest; of two
   * points their difference, as a part of the largest that is possible; of a preference its negative.
   */
  readonly value: number;
  /** Whether the feedback was beyond that range. Nothing of this leaves. */
  readonly clamped: boolean;
}

export interface LedgerEntry extends Spend {
  /**
   * Zero-concentrated DP parameter of the same report, for tighter accounting of many small
   * reports.
   */
  readonly rho: number;
  /** Start of the hour (UTC, ms): no finer time is kept. */
  readonly at: number;
  readonly experiment: string;
  readonly snapshot: number;
  readonly mechanism: string;
  readonly reportId: string;
}

export interface BudgetLedger {
  /** False: forgotten with the page. Absent: not known, shown as not durable. */
  readonly durable?: boolean;
  /**
   * Atomic across tabs: adds the entry and resolves true if the loss of the window stays within the
   * limit, else false and nothing changed. Nothing is ever given back.
   */
  reserve(entry: LedgerEntry, limit: Spend, windowMs?: number): Promise<boolean>;
  entries(): AsyncIterable<LedgerEntry>;
}

export interface BudgetStatus {
  /** Loss that counts against the limit: inside the window if there is one, else of all time. */
  readonly spent: Spend;
  readonly limit: Spend;
  /** Reports behind `spent`. */
  readonly reports: number;
  /** Loss of all time: a renewed window does not undo it. */
  readonly lifetime: Spend & { readonly reports: number };
  readonly windowMs?: number;
  /**
   * False: the ledger ends with this page, so the limit holds for this page only; or its storage was
   * cleared under an open page once, so that the limit may not hold.
   */
  readonly durable: boolean;
  entries(): AsyncIterable<LedgerEntry>;
}

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
  /** How old a snapshot may be that a page chooses from. */
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
  /** How many forged reports would change the present answer. Null: no such number. */
  readonly forgeries: number | null;
  /** Of a best-arm experiment. */
  readonly best?: BestArmStatus;
}

/** What a best-arm experiment has found so far: public, and the same for everybody. */
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
