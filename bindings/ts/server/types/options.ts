/** What a collector is made with. */
import type { LdpError } from '../../internal/errors.js';
import type { WasmSource } from '../../internal/instantiate.js';
import type { AggregateStore } from '../store.js';
import type { Collector } from './collector.js';
import type { ExperimentOptions, Timing } from './experiment.js';

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
   * this number of the experiment's longest reports are refused with 413, unread. Of codebook reports at most
   * 2^22 over the numbers of a codeword: each becomes that many.
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
   * State to begin with where the store has none for an experiment, or an archive: bytes from
   * {@link Collector.export}. Asked when the collector begins to serve the experiment; null or undefined: begin
   * with nothing. The experiment goes on with the next snapshot, and reports to older ones are refused with 409: the
   * state has no ids of reports, and none may count twice. The collector that it is from must have stopped, or
   * devices hold snapshots of two collectors under one number.
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

/** `operation`: `start`, `receive`, `request`, `publication`, or the method of the store. */
export type OnError = (
  error: LdpError,
  where: { readonly experiment?: string; readonly operation: string },
) => void;
