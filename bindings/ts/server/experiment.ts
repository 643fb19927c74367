/**
 * One experiment of a collector: takes reports, publishes snapshots. Everything that must survive is
 * in the store; what this object holds is a cache that another collector may outdate at any moment.
 */

import { LdpError } from '../internal/errors.js';
import { Backlog } from './backlog.js';
import { Intake, type Received, type Waiting } from './intake.js';
import { Learner } from './learner.js';
import type { AnyExperiment, LearnerModule } from './learner-module.js';
import type { Described } from './manifest.js';
import { movedAhead, numberOf } from './move-ahead.js';
import { Newest } from './newest.js';
import type { PublishEvery } from './options.js';
import { MOST_TRIES, manyPublishers, Publisher } from './publisher.js';
import { codewordLength, largestBody } from './report-size.js';
import type { Reporter } from './reporter.js';
import { requireArm } from './results.js';
import { readRing, sumUp } from './ring.js';
import type { AggregateStore, Publication } from './store.js';
import { armsOf, StoredReports } from './stored-reports.js';
import type { Manifest, Results } from './types/index.js';
import { firstPublication, isArchived, type View } from './view.js';
import { lastPublishedAt } from './window.js';

export interface ExperimentSetup extends Described {
  readonly name: string;
  readonly store: AggregateStore;
  readonly waiting: Waiting;
  /** How many ids an epoch may have. */
  readonly maxIdsPerEpoch: number;
  readonly publishEvery: PublishEvery;
  readonly retention: number;
  /** Ms since 1970. */
  readonly now: () => number;
  readonly maxReportsPerBody: number;
  readonly reporter: Reporter;
  /** For how long the head of the store need not be read again, in ms. */
  readonly lookEveryMs: number;
  /** Told that the experiment was archived: nothing serves it any more. */
  readonly archived: () => void;
}

export class ExperimentService {
  readonly manifest: Manifest;
  readonly experiment: AnyExperiment;
  /** Longer bodies are not read. */
  readonly maxBodyBytes: number;
  readonly #setup: ExperimentSetup;
  readonly #newest: Newest;
  readonly #backlog = new Backlog();
  readonly #publisher: Publisher;
  /** Working memory of synchronous calls; its content means nothing between them. */
  readonly #learner: Learner;
  readonly #intake: Intake;
  readonly #stored: StoredReports;
  /** Arms are handed out here one by one, so a report may name another arm than its snapshot shows. */
  #assigns = false;
  /** The last publication of {@link archive} may still reach the store, and would drop what is taken before it. */
  #mayEnd = false;
  #fencing: Promise<View> | null = null;
  #counting: Promise<void> | null = null;

  constructor(module: LearnerModule, setup: ExperimentSetup) {
    this.manifest = setup.manifest;
    this.experiment = setup.experiment;
    this.maxBodyBytes = largestBody(setup.experiment, setup.maxReportsPerBody);
    this.#setup = setup;
    this.#learner = new Learner(module, setup.experiment, setup.oracle, setup.learner);
    this.#newest = new Newest({
      ...setup,
      learner: this.#learner,
      decisions: () => this.#publisher.decisions(1),
      found: () => this.#backlog.forget(),
    });
    this.#publisher = new Publisher({
      ...setup,
      learner: this.#learner,
      newest: this.#newest,
      backlog: this.#backlog,
    });
    this.#intake = new Intake({
      experiment: setup.name,
      learner: this.#learner,
      store: setup.store,
      waiting: setup.waiting,
      maxIds: setup.maxIdsPerEpoch,
      maxReportsPerBody: setup.maxReportsPerBody,
      codewordLength: codewordLength(setup.experiment, setup.maxReportsPerBody),
      known: () => this.#newest.view,
      refreshed: () => this.#newest.refresh(),
      assigns: () => this.#assigns,
      added: (reports) => this.#added(reports),
    });
    this.#stored = new StoredReports({
      ...setup,
      learner: this.#learner,
      newest: this.#newest,
      publisher: this.#publisher,
      current: () => this.current(),
    });
  }

  /**
   * Loads the newest publication, or makes the first one; of an experiment that was archived, the next one.
   *
   * @param initial State from {@link export}, asked for if the store has none, or one that was archived. It goes on
   *   with the next number.
   * @param revives Whether an archived experiment begins anew where there is no state for it. The archive is gone then.
   * @returns Whether the experiment is served.
   * @throws LdpError `store_conflict` if the stored or the initial state cannot be used.
   */
  async start(
    initial: () => Promise<Uint8Array | null | undefined>,
    revives: boolean,
  ): Promise<boolean> {
    const { store, name, reporter } = this.#setup;
    const head = await store.head(name);
    if (head === null || isArchived(head)) {
      const state = (await initial()) ?? null;
      if (head !== null && state === null && !revives) {
        const text = `${name} was archived, and is not served. archive() gives its state again, define() begins anew.`;
        const error = new LdpError('store_conflict', text, { details: { experiment: name } });
        reporter.failed(error, { experiment: name, operation: 'start' });
        return false;
      }
      const first = this.#first(head?.snapshot ?? 0, state);
      // Losing this race is fine: another collector has begun, then.
      await store.publish(name, head?.snapshot ?? null, first);
    }
    await this.#count(await this.#newest.refresh());
    return true;
  }

  /** Of an experiment that begins after snapshot `after`, with `state` or with nothing. */
  #first(after: number, state: Uint8Array | null): Publication {
    const { name } = this.#setup;
    const learner = this.#learner;
    const now = this.#newest.now();
    if (state === null) {
      return firstPublication(name, learner, this.#publisher.decisions(1), now, after);
    }
    const least = Math.max(numberOf(state), after);
    return movedAhead(this.#setup, learner, state, least, this.#publisher.decisions(1), now);
  }

  /** As {@link Intake.receive}. Too many reports since the last snapshot make the next one due. */
  receive(body: Uint8Array): Promise<Received> {
    if (!this.#mayEnd) return this.#intake.receive(body);
    return this.#fence().then(() => this.#intake.receive(body));
  }

  #fence(): Promise<View> {
    this.#fencing ??= this.#publisher.renew().finally(() => {
      this.#fencing = null;
    });
    return this.#fencing.then((view) => {
      this.#mayEnd = false;
      return view;
    });
  }

  #added(reports: number): void {
    this.#backlog.add(reports);
    const due = this.#backlog.waiting >= this.#setup.publishEvery.reports;
    if (reports === 0 || !due || !this.#publisher.mayPublish(this.#newest.view)) return;
    // Not awaited: the reports are safe already. A page that asks for the snapshot next waits for it and
    // gets its error, and the operator too; if the worker dies before, the next one publishes.
    this.#publisher.publish().catch(() => {});
  }

  /** From now on reports may name any arm: an assigner hands them out. */
  assign(): void {
    this.#assigns = true;
  }

  /** Goes on for an older service of the experiment: its tickets stay good, and what it began may still end. */
  follow({ assigns, mayEnd }: ExperimentService): void {
    this.#assigns ||= assigns;
    this.#mayEnd ||= mayEnd;
  }

  get mayEnd(): boolean {
    return this.#mayEnd;
  }

  get assigns(): boolean {
    return this.#assigns;
  }

  /** The newest snapshot; publishes first if one is due. */
  async current(): Promise<View> {
    // A publication under way may have read the store before the reports that the caller knows of.
    await this.#publisher.settled();
    const view = await this.#newest.recent();
    if (!this.#publisher.mayPublish(view)) return view;
    if (!this.#backlog.isCounted) {
      this.#counting ??= this.#count(view).finally(() => {
        this.#counting = null;
      });
      await this.#counting;
    }
    const { reports, ms } = this.#setup.publishEvery;
    // By age even if this collector knows of nothing new: another collector may have taken reports and stopped.
    // Publishing looks into the store, and does nothing without new reports.
    const since = this.#backlog.since(lastPublishedAt(view), this.#newest.now());
    const aged = ms < Number.POSITIVE_INFINITY && this.#newest.now(since) - since >= ms;
    const { waiting } = this.#backlog;
    const due = aged || (waiting > 0 && waiting >= reports);
    return due ? this.#publisher.publish() : view;
  }

  /** As {@link current}, but while the operator's own oracle or learner fails, what was published before. */
  async served(): Promise<View> {
    try {
      return await this.current();
    } catch (error) {
      const parameter = LdpError.is(error, 'invalid_argument') && error.details['parameter'];
      const path = `experiments.${this.#setup.name}`;
      const isOwn = parameter === `${path}.oracle` || parameter === `${path}.learner`;
      if (this.#newest.view === null || !isOwn) throw error;
      return this.#newest.view;
    }
  }

  /**
   * Ends the experiment, or takes that back. Resolves once it is in the store.
   *
   * @param answer An arm or its label, where there are arms that the server knows. Undefined: what was learnt.
   * @throws LdpError `invalid_argument` for an answer that is none, and without an answer and a report.
   */
  async setEnded(ended: boolean, answer?: unknown): Promise<View> {
    const { labels } = this.manifest;
    const { experiment } = this;
    // The answer of slates is one of the snapshot's.
    const arms = experiment.family === 'combinatorial' ? undefined : armsOf(experiment);
    const arm = answer === undefined ? -1 : requireArm('options.answer', answer, arms, labels);
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      await this.#publisher.settled();
      const view = await this.#newest.refresh();
      const isPlayed = arm < 0 || view.header.answer === arm;
      if (view.header.ended === ended && isPlayed) return view;
      await this.#publisher.publish({ ended, answer: arm });
    }
    throw manyPublishers();
  }

  /** As {@link StoredReports.results}. */
  results(control?: unknown): Promise<Results> {
    return this.#stored.results(control);
  }

  /** As {@link StoredReports.export}. */
  export(): Promise<Uint8Array> {
    return this.#stored.export();
  }

  /** As {@link StoredReports.archive}. After an error reports are taken once a publication has succeeded. */
  archive(): Promise<Uint8Array> {
    return this.#stored.archive(() => {
      this.#mayEnd = true;
    });
  }

  /** See {@link Publisher.reset}. */
  reset(): Promise<View> {
    return this.#publisher.reset();
  }

  /** Waits for what runs in the background, then frees the wasm objects. */
  async close(): Promise<void> {
    await this.#intake.settled();
    await this.#publisher.settled();
    this.#learner.delete();
  }

  async #count(view: View): Promise<void> {
    const mark = this.#backlog.accepted;
    const ring = await readRing(this.#setup.store, this.#setup.name, view);
    sumUp(this.#learner, view, ring);
    if (this.#newest.view !== view) return;
    this.#backlog.count(Math.max(0, this.#learner.reports - view.reports), mark);
  }
}
