/** A collector as its operator holds it. */
import type { Bootstrap } from '../../internal/bootstrap.js';
import type { AsyncOwned } from '../../internal/disposable.js';
import type { Delivered } from '../broadcast.js';
import type { Assigner, AssignerOptions } from './assigner.js';
import type { ExperimentOptions, Manifest } from './experiment.js';
import type { Results, SnapshotInfo } from './results.js';

/**
 * One WHATWG fetch handler, the same in a Service Worker, Node, Deno, Bun and at the edge:
 *
 *     POST …/:id/reports   202 {accepted, duplicate}, once durable
 *     GET  …/:id           the manifest; with `?snapshot` the newest snapshot is its last member
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
   * Replaces in the store everything that was learnt, and begins anew. Other collectors over the store begin anew as
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
   * Ends the life of an experiment: stops serving it, and exports it as {@link export} does. Everything that was
   * acknowledged here is in the copy. Other collectors stop serving it once they look; remove it there before, since
   * the copy may miss a report that they take in that moment.
   *
   * The store keeps the copy until {@link define} or `initialState` begins the name again; the snapshots then go on from
   * the last number. A collector that is created with the name does not serve it. After an error call it again: either
   * the experiment is served, and takes reports once the store takes a publication, or it is archived and the call
   * gives the copy.
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
   * Manifest and newest snapshot of these experiments, for the pages of this server: with it `createBandit` and
   * `pick` of `ldp-bandits/bootstrap` make their first choice without a request. The same for all visitors, so a
   * cache may keep the page: for about `timing.slackMs`, 10 minutes by default. `jsonForHtml` of
   * `ldp-bandits/bootstrap` writes it into HTML.
   *
   * @throws LdpError `invalid_argument` for an unknown experiment, with those that there are; `transport`; `disposed`.
   */
  bootstrap<const Name extends string>(experiments: readonly Name[]): Promise<Bootstrap<Name>>;
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
   * takes reports about arms that their snapshot does not show: route the reports to it. A page takes an assignment
   * with `bandit.adopt`, and does not send its ticket, which would link its report to the request for the page: let
   * such a ticket time out.
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
