/** The public shapes of a collector. */
import type { LocalAlgorithmParameters } from '../generated/catalog.js';
import type { AsyncOwned } from '../internal/disposable.js';
import type { LdpError } from '../internal/errors.js';
import type { WasmSource } from '../internal/instantiate.js';
import type { Assigner, AssignerOptions } from './assigner.js';
import type { BlackBoxLearner } from './black-box.js';
import type { Delivered } from './broadcast.js';
import type { Digest } from './digest.js';
import type { SlateOracle } from './oracle.js';
import type { AggregateStore } from './store.js';

/** Discriminated by `type`. */
export type AlgorithmSpec = {
  [K in keyof LocalAlgorithmParameters]: { readonly type: K } & LocalAlgorithmParameters[K];
}[keyof LocalAlgorithmParameters];

/** The cost of one report. */
export interface Spend {
  readonly epsilon: number;
  readonly delta: number;
}

/**
 * The times that page and collector keep, in ms; whole numbers. The page may wait shorter than they say, never
 * longer, and the collector keeps an epoch open at least as long as they say.
 *
 * With `closesAfterMs` 0 nothing is said about time: reports arrive at once, and epochs close by count.
 */
export interface Timing {
  /** How long a page waits for its visitor's answer, at most. */
  readonly responseWindowMs: number;
  /** The longest random delay before a page sends. */
  readonly maxDelayMs: number;
  /** A page that asked longer ago uses its snapshot only while its epoch is surely open. */
  readonly snapshotAgeMs: number;
  /** An epoch takes reports until so long after the next snapshot, or longer. */
  readonly closesAfterMs: number;
  /** The shortest time between two snapshots. */
  readonly publishAtMostEveryMs: number;
}

/**
 * Times of an experiment, in ms; whole numbers. `closesAfterMs` of the manifest is the sum of the first four
 * and of 2,000 for the page's disk. All four 0, in tests and replays: reports arrive at once, epochs follow each
 * other without a pause and close by count (`retention`).
 */
export interface TimingOptions {
  /**
   * How long pages may wait for an answer. Default 10,000; at most 30 days. Over an hour, snapshots are at
   * least a day apart, so that the number of a snapshot tells no more than the day.
   */
  readonly responseWindowMs?: number;
  /** The longest random delay before a page sends. Default 30,000; at most a day. */
  readonly maxDelayMs?: number;
  /** How old a snapshot may be that a page chooses from; caches count. Default 60,000; at most a day. */
  readonly snapshotAgeMs?: number;
  /**
   * For reports that wait for the next page of the site, slow networks, retries, and clocks that differ
   * between the collectors over one store. Default 600,000; at most a day.
   */
  readonly slackMs?: number;
  /**
   * The shortest time between two snapshots. Default, and least: the smallest number with which at most
   * `retention` epochs are open at once, `closesAfterMs / (retention - 2)` rounded up.
   */
  readonly publishAtMostEveryMs?: number;
}

/** What an experiment asks of a device. A page that pinned other terms refuses it. */
export interface Manifest {
  readonly protocol: 1;
  readonly experiment: string;
  /** With every default filled in. */
  readonly algorithm: AlgorithmSpec;
  /** Cost of one report; with a menu of levels, of the dearest. */
  readonly perReport: Spend;
  readonly protects: 'feedback' | 'context-and-feedback';
  readonly timing: Timing;
  /** What the arms are called, for people. */
  readonly labels?: readonly string[];
  /** SHA-256 of the JSON of the members before this one, in this order, without spaces. */
  readonly digest: Digest;
}

export interface SnapshotInfo {
  /** Grows by one with every publication, from 0, which nothing was learnt from. */
  readonly id: number;
  /** How many reports it was computed from. */
  readonly reports: number;
  /** SHA-256 of the bytes that every device gets. */
  readonly digest: Digest;
  /**
   * The smallest number of further reports, all forged, that would change the present answer: which arm has the
   * largest estimated mean, or which arms the best slate has. Exact for single arms, `cucb-ldp-sum`, and the sets
   * `top-k`, `partition` and `spanning-tree`. For `path`, `matching` and `list`, and with `cucb-ldp1` for every set,
   * no fewer than this would do; more may be needed.
   *
   * Null: there is no answer yet or no other, or none that is one thing. Contextual algorithms answer each context
   * by itself; in convex ones every report moves the point; of paths and lists of the reward `minimum` many are
   * equally good; the oracles of `coverage` and `influence` are approximate, and that of a `custom` set is the
   * operator's. A number to judge the answer by, not a protection.
   */
  readonly forgeries: number | null;
}

/** What all reports of an experiment say. Nothing in it is about one visitor: reports are noisy, and are summed up. */
export interface Results {
  /** Number of the newest snapshot. */
  readonly snapshot: number;
  /** How many reports were counted, with those that the newest snapshot does not know yet. */
  readonly reports: number;
  /** As in {@link SnapshotInfo}. */
  readonly forgeries: number | null;
  /** By {@link Collector.end}. */
  readonly ended: boolean;
  /**
   * One per arm, of slates one per item. Absent for contextual and convex algorithms, which have no arms that the
   * collector knows, and for `cucb-ldp-sum`, whose reports are about slates as a whole.
   */
  readonly options?: readonly OptionResult[];
  /** Of an experiment that looks for the best arm. */
  readonly best?: BestArmResult;
}

/** Rewards as the device transforms them, 0 to 1. */
export interface OptionResult {
  readonly label?: string;
  /** How many reports are about it. */
  readonly reports: number;
  /**
   * Mean reward of those who reported about it, without bias, so that noise may take it out of [0, 1]. Null: not
   * enough reports, which is fewer than 30, or an interval that may be as long as from 0 to 1.
   */
  readonly mean: number | null;
  /**
   * Confidence interval of the mean at 95 %, within [0, 1]: Wilson's on randomised bits. With Laplace and Gaussian
   * noise its variance is that of the noise and the largest that a reward of this mean can have. It is for one look:
   * who stops as soon as intervals part is wrong more often; the bounds of best-arm algorithms allow that.
   */
  readonly low: number | null;
  readonly high: number | null;
  /** Its share of what was reported: about how often it was played. 0 before the first report. */
  readonly share: number;
  /** Against the control. Absent without a control and for the control itself; null: not enough reports. */
  readonly lift?: Lift | null;
  /**
   * The bounds of the algorithm, within [0, 1], from the newest snapshot. Those of best-arm algorithms hold at all
   * looks with the experiment's error probability; those of the others are what the algorithm explores by.
   */
  readonly bounds: { readonly low: number; readonly high: number };
}

/** How much more reward an option has than the control. Intervals at 95 %. */
export interface Lift {
  /** Difference of the means. */
  readonly mean: number;
  /** Newcombe's interval, within [-1, 1]. */
  readonly low: number;
  readonly high: number;
  /**
   * The same as a share of the control's mean: 0.1 is a tenth more. Null where the control's mean may be 0 by its
   * interval.
   */
  readonly relative: { readonly mean: number; readonly low: number; readonly high: number } | null;
}

export interface BestArmResult {
  /** Null: no report yet. */
  readonly answer: number | null;
  /** By all reports so far; more reports can take it back. */
  readonly certified: boolean;
  /** With how much doubt it could be certified now; 1: with none. */
  readonly error: number;
  /** Arms that may still become the answer. */
  readonly left: readonly number[];
  /**
   * About how many further reports certify the answer, or use up `maximumPulls`, if no mean changes; 0: none. Near
   * a tie it may be far off. Null: an arm has no report, two lead, or no number would do.
   */
  readonly reportsLeft: number | null;
  /** By {@link Collector.end}. */
  readonly ended: boolean;
  /** The share of devices that go on reporting, while the rule has stopped and the operator has not. */
  readonly keep?: number;
}

export interface ExperimentOptions {
  readonly algorithm: AlgorithmSpec;
  /** With `algorithm.levels`: the largest of them. */
  readonly perReport: {
    readonly epsilon: number;
    /** That of the algorithm, 0 if it has none. Default: just that. */
    readonly delta?: number;
  };
  /**
   * With algorithms that look for the best arm, and there only: the share of devices that go on reporting while
   * the answer is certified, or the budget used, until {@link Collector.end}. 0 to 1, default 0.1. Their reports
   * can take the certificate back. Not part of the manifest.
   */
  readonly keepReporting?: number;
  /** Times that page and collector keep. Default: those of {@link TimingOptions}. */
  readonly timing?: TimingOptions;
  /** One per arm, 1 to 200 characters each. Not for contextual algorithms. */
  readonly labels?: readonly string[];
  /**
   * How snapshots tell devices what to play. Default `index`, the only one for contextual algorithms
   * and for slates, which are made for the decisions of an epoch anyway. Not part of the manifest.
   */
  readonly serve?: Serve;
  /**
   * Chooses slates where the decision set has type `custom`, and there only. If it throws, or returns
   * what is no slate, the snapshot before stays published. Not part of the manifest.
   */
  readonly oracle?: SlateOracle;
  /**
   * With `one-point-reduction`, and there only: the learner that is reduced to. If it throws, or returns
   * what are no weights, the snapshot before stays published. Not part of the manifest.
   */
  readonly learner?: BlackBoxLearner;
}

/**
 * `index`: what the algorithm publishes. Where that is one index per arm, all devices of an epoch
 * play the arm of the largest one.
 *
 * `distribution`: devices draw from the shares that the arms would have among the decisions of an
 * epoch, were they made one after the other. The number of decisions is `publishEvery.reports`; that of
 * the epoch before where that is larger, because a snapshot had to wait for its time, or where there
 * is no such number. Costs nothing if epochs are one report long, and gains the
 * more the longer they are. Algorithms that publish a distribution by themselves keep theirs.
 */
export type Serve = 'index' | 'distribution';

/** `operation`: `receive`, `request`, `publication`, or the method of the store. */
export type OnError = (
  error: LdpError,
  where: { readonly experiment?: string; readonly operation: string },
) => void;

export interface CollectorOptions {
  /**
   * By name: 1 to 64 of `A-Z a-z 0-9 . _ -`, not beginning with a dot, not `healthz`, `reports` or `snapshot`.
   * May be empty: {@link Collector.define} adds experiments.
   */
  readonly experiments: Readonly<Record<string, ExperimentOptions>>;
  /** Where reports and snapshots live. Not disposed with the collector: others may share it. */
  readonly store: AggregateStore;
  /**
   * Path before the routes, e.g. `/collector`; routers may strip all of it, or the beginning. With one, the collector
   * serves nowhere else; without, below any path. Default: none.
   */
  readonly basePath?: string;
  /** Exact origins that may call from elsewhere. Default: none, same origin only. */
  readonly cors?: readonly string[];
  /**
   * A new snapshot after this many reports, or when the last one is this old and reports wait;
   * whichever comes first, and at the earliest when {@link Timing} allows it. Default: 100 reports or
   * 10,000 ms. No timers run: a request for the snapshot checks its age. Each collector
   * counts the reports that it took itself; `ms` is what makes it look for those of others.
   */
  readonly publishEvery?: { readonly reports?: number; readonly ms?: number };
  /**
   * How many of the newest snapshots may take reports at once, 3 to 1,024 (1 to 1,024 for experiments
   * without times); at most 64 for `ldp-tsallis-inf`, `ldp-exp3`, `online-ldp-linucb`,
   * `private-bandits-combiner`, generalized linear algorithms, slates and convex sets, whose learners
   * keep what all of them said. Default 64. More of them let snapshots follow each other faster.
   */
  readonly retention?: number;
  /**
   * How many reports a body may hold, 1 to 10,000. Default 1, which is what pages send. Bodies longer than
   * this number of the experiment's longest reports are refused with 413, unread.
   */
  readonly maxReportsPerBody?: number;
  /**
   * How many reports an epoch takes: the store keeps an id for each until the epoch closes. Beyond it,
   * reports are refused with 503 `epoch_full`. 1 to 1e9, default 1,000,000.
   */
  readonly maxIdsPerEpoch?: number;
  /**
   * How old the collector's knowledge of the newest snapshot may be, in ms: within it, requests for the snapshot
   * are answered from memory, and a snapshot that another collector has published may be missed for as long.
   * 0 to 60,000, default 1,000; 0 asks the store at every request.
   */
  readonly lookEveryMs?: number;
  /**
   * How long one call to the store may take, in ms; then the request is refused with 503
   * `store_unavailable`. 1 to 600,000, default 5,000. A call that finishes later does no harm.
   */
  readonly storeDeadlineMs?: number;
  /**
   * Told of every failure of the store (its own error is `error.cause`), of every publication that fails,
   * of an oracle or learner that fails, and of refused bodies, by code: the 1st, 10th, 100th, … of each
   * experiment (`report_rejected`; `details.problem` is the code of the refusal, `details.count` how many).
   * Nothing of a report or a visitor is in it. Default: one `console.warn` per code.
   */
  readonly onError?: OnError;
  /**
   * State to begin with where the store has none for an experiment: bytes from
   * {@link Collector.export}. Asked when the collector begins to serve the experiment; null or undefined: begin
   * with nothing.
   */
  readonly initialState?: (
    experiment: string,
  ) => Promise<Uint8Array | null | undefined> | Uint8Array | null | undefined;
  /**
   * The clock, ms since 1970. Default `Date.now`. Clocks of collectors over one store may differ by
   * `slackMs`.
   */
  readonly now?: () => number;
  /** Default: the embedded module. */
  readonly wasm?: WasmSource;
  /** Shuts the collector down, like disposing it. */
  readonly signal?: AbortSignal;
}

/** One request body that arrived at `/:id/reports` of an experiment that exists. */
export interface Arrival {
  /** When, in ms since 1970. Held in memory for readers of the tap, stored nowhere. */
  readonly at: number;
  readonly experiment: string;
  /** The body, exactly as it was carried. */
  readonly body: Uint8Array;
  /** Were reports of this body counted? False for a refusal and for a mere repetition. */
  readonly accepted: boolean;
  /** How many reports of this body were counted. */
  readonly reports: number;
  /** The HTTP status of the answer. */
  readonly status: number;
}

/**
 * One WHATWG fetch handler, the same in a Service Worker, Node, Deno, Bun and at the edge:
 *
 *     POST …/:id/reports   202 {accepted, duplicate}, once durable
 *     GET  …/:id           the manifest
 *     GET  …/:id/snapshot  the newest snapshot
 *     GET  …/healthz       200 while it can serve
 *
 * Everything else, and every refusal, is `application/problem+json` with a `code` and a `detail` that says
 * what to do. A device drops a report that is refused as `report_rejected` (400) or `stale_snapshot` (409), and
 * sends it again later after any other: `busy`, `epoch_full`, `store_unavailable` (503, with `Retry-After`),
 * `body_consumed` (500: something in front of the collector has read the body), `body_too_large` (413),
 * `unsupported_media_type` (415), `unknown_experiment` (404).
 */
export interface Collector extends AsyncOwned {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The names of the experiments that this collector serves. */
  experiments(): readonly string[];
  /**
   * Adds an experiment while the collector runs. Where the store has one of this name, it goes on.
   *
   * Of an experiment that is served it changes `labels`, `serve`, `keepReporting`, `timing`, `oracle` and
   * `learner`; what is left out has its default. Pages that are open keep the times that they have read, so shorter
   * times cost reports of these pages. Requests are answered all the while. After an error the experiment is served
   * as before.
   *
   * @throws LdpError `invalid_argument`, naming the option; for another `algorithm` or `perReport` than it is
   *   served with, since pages have pinned both: take a new name, or {@link reset}. `store_conflict` where the store
   *   has another experiment of this name; `transport`; `disposed`.
   */
  define(experiment: string, options: ExperimentOptions): Promise<Manifest>;
  /**
   * Stops serving an experiment. What was learnt stays in the store: {@link define} goes on with it, and so do other
   * collectors over the store. Resolves once requests under way are answered. Pages get 404 `unknown_experiment`
   * and keep their reports for later.
   *
   * @throws LdpError `invalid_argument` for an unknown experiment; `disposed`.
   */
  remove(experiment: string): Promise<void>;
  /**
   * Forgets in the store everything that was learnt, and begins anew. Other collectors over the store begin anew as
   * soon as they look. The numbers of the snapshots go on: a report that a device still holds to an earlier one is
   * refused with 409, and the device drops it.
   *
   * @param options As for {@link define}; may change everything, and the experiment need not be served yet. Then
   *   the other collectors fail with `store_conflict` until they have the same options. Default: as it is.
   * @throws LdpError `invalid_argument` for an unknown experiment, or naming the option; `store_conflict`,
   *   `transport`, `disposed`.
   */
  reset(experiment: string, options?: ExperimentOptions): Promise<SnapshotInfo>;
  /**
   * Ends the life of an experiment: stops serving it, exports it as {@link export} does, and forgets it in the
   * store. Everything that was acknowledged here is in the copy. Other collectors must have removed it before: one
   * that still serves it begins anew. After an error it is served as before.
   *
   * @returns Bytes for `initialState` of a collector that is to go on with it.
   * @throws LdpError `invalid_argument` for an unknown experiment; `transport`; `disposed`.
   */
  archive(experiment: string): Promise<Uint8Array>;
  /** @throws LdpError `invalid_argument` for an unknown experiment. */
  manifest(experiment: string): Manifest;
  /** The newest snapshot; publishes one first if it is due. */
  snapshot(experiment: string): Promise<SnapshotInfo>;
  /**
   * What all reports say, with the labels; publishes a snapshot first if one is due.
   *
   * @param options `control`: the arm, or its label, that the others are compared with.
   * @throws LdpError `invalid_argument` for an unknown experiment or control; `transport`.
   */
  results(experiment: string, options?: { readonly control?: number | string }): Promise<Results>;
  /**
   * Ends an experiment: devices play its answer, spend no budget and send nothing, and nothing that still arrives
   * changes the answer. Resolves once that is in the store, from where all collectors have it, after restarts too.
   * Publishes a snapshot at once, ahead of `publishAtMostEveryMs`; of other algorithms than those of best arms it is
   * the last until {@link resume}.
   *
   * The answer is the arm of the largest estimated mean, or the operator's; of best arms it stays uncertified where
   * it is. Of slates it is the best one of the snapshot by the estimated means. Contextual devices play what the
   * estimate says is best for their features, convex ones the snapshot's answer: both without exploring.
   *
   * @param options `answer`: the arm, or its label, that devices play; not for slates, contextual and convex
   *   algorithms. Of an experiment that has ended, another answer takes its place.
   * @throws LdpError `invalid_argument` for an unknown experiment or answer, and before the first report where no
   *   answer is given.
   */
  end(experiment: string, options?: { readonly answer?: number | string }): Promise<SnapshotInfo>;
  /** Takes {@link end} back: devices report again. Nothing happens if the experiment has not ended. */
  resume(experiment: string): Promise<SnapshotInfo>;
  /**
   * Everything that was learnt, as bytes for `initialState` of another collector. Publishes waiting
   * reports first. Reports under way to an older snapshot have no place in the copy.
   */
  export(experiment: string): Promise<Uint8Array>;
  /**
   * For a server that assigns the arms itself, in place of its pages, e.g. while it renders them:
   * tickets for single decisions, each knowing of those before it. A page that chooses from the
   * snapshot reveals less: the server does not learn when it decided. So take this only where the server has to
   * know the arm anyway. Tickets live in memory, of this collector alone, and from this call on it alone
   * takes reports about arms that their snapshot does not show: route the reports to it.
   *
   * @throws LdpError `invalid_argument` for an unknown experiment or option, a contextual one,
   *   whose arms only the devices know, or one of slates, which stand in the snapshot; `disposed`.
   */
  assigner(experiment: string, options?: AssignerOptions): Assigner;
  /**
   * What arrived from this call on: nothing the network did not carry. At most 256 bodies or 1 MiB
   * wait for a slow reader; then the oldest are dropped, and `missed` of the next one says how many.
   * Ends on abort and on disposal.
   */
  tap(options?: { readonly signal?: AbortSignal }): AsyncIterable<Delivered<Arrival>>;
}
