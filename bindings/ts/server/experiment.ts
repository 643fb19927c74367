/**
 * One experiment of a collector: takes reports, publishes snapshots. Everything that must survive is
 * in the store; what this object holds is a cache that another collector may outdate at any moment.
 *
 * A publication is a learner over the folded epochs plus the sums of the epochs in the ring. Only
 * epochs that were closed before the publisher looked are folded (see store.ts), so two publishers,
 * a late report and a killed worker can meet in any order, and every accepted report counts once.
 */

import { LdpError } from '../internal/errors.js';
import { Clock } from './clock.js';
import { Intake, type Received, type Waiting } from './intake.js';
import { Learner } from './learner.js';
import type { AnyExperiment, AnyPublishable, LearnerModule } from './learner-module.js';
import type { Described } from './manifest.js';
import type { PublishEvery } from './options.js';
import { largestBody } from './report-size.js';
import type { Reporter } from './reporter.js';
import { readResults, requireArm } from './results.js';
import { readRing, sumUp } from './ring.js';
import { corrupt, encodeState } from './state.js';
import type { AggregateStore } from './store.js';
import type { Manifest, Results } from './types.js';
import {
  adoptedPublication,
  firstPublication,
  isSame,
  publication,
  publishedNow,
  type View,
  viewOf,
} from './view.js';
import { lastPublishedAt, nextOpen, nextPublicationAt, type Rules } from './window.js';

/** Of a snapshot: kMaximumSlates in protocol/combinatorial_snapshot.hpp. */
const MAXIMUM_SLATES = 64;

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
  /** A new experiment begins after this snapshot: devices may hold reports to it. */
  readonly after: number;
}

/** An operator ends an experiment or resumes it. */
interface Change {
  readonly ended: boolean;
  /** What devices play; -1: what was learnt. */
  readonly answer: number;
}

/** Attempts at a change while other collectors publish; then it fails. */
const MOST_TRIES = 10;

export class ExperimentService {
  readonly manifest: Manifest;
  readonly experiment: AnyExperiment;
  /** Longer bodies are not read. */
  readonly maxBodyBytes: number;
  readonly #setup: ExperimentSetup;
  readonly #rules: Rules;
  readonly #clock: Clock;
  /** Working memory of synchronous calls; its content means nothing between them. */
  readonly #learner: Learner;
  readonly #intake: Intake;
  /** Arms are handed out here one by one, so a report may name another arm than its snapshot shows. */
  #assigns = false;
  #view: View | null = null;
  /** When the store last said that the view is its newest, by the clock as it is. */
  #seenAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<View> | null = null;
  /** When this collector last found every report in the newest snapshot, ms since 1970. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Reports accepted here since creation. */
  #accepted = 0;
  /** At `accepted` = `mark`, `known` reports waited for a snapshot. Null: not counted yet. */
  #known: number | null = null;
  #mark = 0;
  #publishing: Promise<View> | null = null;
  /** Epochs whose reports cannot be counted; the operator was told. */
  readonly #lost = new Set<number>();
  /** A snapshot of ours that may have reached the store long after its time was written down. */
  #unsure: number | null = null;

  constructor(module: LearnerModule, setup: ExperimentSetup) {
    this.manifest = setup.manifest;
    this.experiment = setup.experiment;
    this.maxBodyBytes = largestBody(setup.experiment, setup.maxReportsPerBody);
    this.#setup = setup;
    this.#rules = { timing: setup.manifest.timing, retention: setup.retention };
    this.#clock = new Clock(setup.now);
    this.#learner = new Learner(module, setup.experiment, setup.oracle, setup.learner);
    this.#intake = new Intake({
      experiment: setup.name,
      learner: this.#learner,
      store: setup.store,
      waiting: setup.waiting,
      maxIds: setup.maxIdsPerEpoch,
      maxReportsPerBody: setup.maxReportsPerBody,
      known: () => this.#view,
      refreshed: () => this.#refresh(),
      assigns: () => this.#assigns,
      added: (reports) => this.#added(reports),
    });
  }

  /**
   * Loads the newest publication, or makes the first one.
   *
   * @param initial State from {@link export}, asked for if the store has none.
   * @throws LdpError `store_conflict` if the stored or the initial state cannot be used.
   */
  async start(initial: () => Promise<Uint8Array | null | undefined>): Promise<void> {
    const { store, name } = this.#setup;
    if ((await store.head(name)) === null) {
      const state = await initial();
      if (state) {
        const adopted = adoptedPublication(state);
        viewOf(adopted, this.#learner, this.#now());
        // Losing this race is fine: another collector has begun, then.
        await store.publish(name, null, adopted);
      }
    }
    await this.#count(await this.#refresh());
  }

  /** As {@link Intake.receive}. Too many reports since the last snapshot make the next one due. */
  receive(body: Uint8Array): Promise<Received> {
    return this.#intake.receive(body);
  }

  #added(reports: number): void {
    this.#accepted += reports;
    const due = this.#waiting >= this.#setup.publishEvery.reports;
    if (reports === 0 || !due || !this.#mayPublish(this.#view)) return;
    // Not awaited: the reports are safe already. A page that asks for the snapshot next waits for it and
    // gets its error, and the operator too; if the worker dies before, the next one publishes.
    this.publish().catch(() => {});
  }

  /** From now on reports may name any arm: an assigner hands them out. */
  assign(): void {
    this.#assigns = true;
  }

  /** The newest snapshot; publishes first if one is due. */
  async current(): Promise<View> {
    // A publication under way may have read the store before the reports that the caller knows of.
    await this.#publishing?.catch(() => {});
    const view = await this.#recent();
    if (!this.#mayPublish(view)) return view;
    if (this.#known === null) await this.#count(view);
    const { reports, ms } = this.#setup.publishEvery;
    // The clock was ahead at the last look: forget that look.
    if (this.#lookedAt > this.#now()) this.#lookedAt = Number.NEGATIVE_INFINITY;
    // By age even if this collector knows of nothing new: another collector may have taken reports and stopped.
    // Publishing looks into the store, and does nothing without new reports.
    const since = Math.max(lastPublishedAt(view), this.#lookedAt);
    const aged = ms < Number.POSITIVE_INFINITY && this.#clock.after(since) - since >= ms;
    const due = aged || (this.#waiting > 0 && this.#waiting >= reports);
    return due ? this.publish() : view;
  }

  /** As {@link current}, but while the operator's own oracle or learner fails, what was published before. */
  async served(): Promise<View> {
    try {
      return await this.current();
    } catch (error) {
      const parameter = LdpError.is(error, 'invalid_argument') && error.details['parameter'];
      const path = `experiments.${this.#setup.name}`;
      const isOwn = parameter === `${path}.oracle` || parameter === `${path}.learner`;
      if (this.#view === null || !isOwn) throw error;
      return this.#view;
    }
  }

  /**
   * Publishes a snapshot of everything in the store, unless nothing is new or the epochs do not allow
   * another snapshot yet. A change is published at once, with or without new reports; it has not been where
   * another publication was under way.
   */
  publish(change?: Change): Promise<View> {
    this.#publishing ??= this.#publish(change)
      .catch((error: unknown) => {
        const { reporter, name } = this.#setup;
        reporter.failed(error, { experiment: name, operation: 'publication' });
        throw error;
      })
      .finally(() => {
        this.#publishing = null;
      });
    return this.#publishing;
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
      await this.#publishing?.catch(() => {});
      const view = await this.#refresh();
      const isPlayed = arm < 0 || view.header.answer === arm;
      if (view.header.ended === ended && isPlayed) return view;
      await this.publish({ ended, answer: arm });
    }
    throw manyPublishers();
  }

  /**
   * What all reports in the store say; publishes first if a snapshot is due.
   *
   * @param control An arm or its label.
   */
  async results(control?: unknown): Promise<Results> {
    const { manifest } = this;
    const arms = armsOf(this.experiment);
    const arm =
      control === undefined ? null : requireArm('options.control', control, arms, manifest.labels);
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const view = await this.current();
      const ring = await this.#readRing(view);
      // An epoch that was folded meanwhile is in another base.
      if ((await this.#refresh()) !== view) continue;
      sumUp(this.#learner, view, ring);
      const { reports, reportsLeft } = this.#learner;
      const rows = arms === undefined ? undefined : this.#learner.results(arm);
      const counted = { arms: rows, control: arm, reports, reportsLeft };
      return readResults(view.body, manifest.labels, counted);
    }
    throw manyPublishers();
  }

  /** State for {@link start} of a collector over an empty store: everything is folded in it. */
  async export(): Promise<Uint8Array> {
    const view = await this.publish();
    sumUp(this.#learner, view, await this.#readRing(view));
    this.#learner.fold(view.snapshot);
    const epochs = view.epochs.slice(-1);
    return encodeState({ base: this.#learner.save(), snapshot: view.body, epochs });
  }

  /** Of the newest snapshot that is known here. */
  get number(): number {
    return Math.max(this.#view?.snapshot ?? 0, this.#setup.after);
  }

  /**
   * Forgets in the store what was learnt, and begins anew. The numbers of the snapshots go on, so that no report
   * that a device still holds counts for a new one.
   *
   * @throws LdpError `store_conflict` if other collectors begin anew at the same time, every time.
   */
  async reset(): Promise<View> {
    while (this.#publishing) await this.#publishing.catch(() => {});
    this.#publishing = this.#reset().finally(() => {
      this.#publishing = null;
    });
    return this.#publishing;
  }

  async #reset(): Promise<View> {
    const { store, name } = this.#setup;
    let after = this.number;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      after = Math.max(after, (await store.head(name))?.snapshot ?? 0);
      await store.forget(name);
      const mark = this.#accepted;
      const now = this.#now();
      const first = firstPublication(name, this.#learner, this.#decisions(1), now, after);
      // Where this fails, a collector that still served the old one has begun: it, too, is forgotten.
      if (!(await store.publish(name, null, first))) continue;
      this.#lost.clear();
      const view = viewOf(first, this.#learner, now);
      this.#remember(view, 0, mark);
      return view;
    }
    throw manyPublishers();
  }

  /** Waits for what runs in the background, then frees the wasm objects. */
  async close(): Promise<void> {
    await this.#intake.settled();
    await this.#publishing?.catch(() => {});
    this.#learner.delete();
  }

  async #publish(change?: Change): Promise<View> {
    const { store, name } = this.#setup;
    const view = await this.#refresh();
    if (!change && !this.#mayPublish(view)) return view;
    const mark = this.#accepted;
    const ring = await this.#readRing(view);

    const lost = sumUp(this.#learner, view, ring);
    this.#tellLost(lost);
    const usable = !lost.includes(view.snapshot);
    if (!change && usable && this.#learner.reports === view.reports) {
      this.#remember(view, 0, mark);
      return view;
    }
    const decisions = this.#decisions(this.#learner.reports - view.reports);
    const learnt = this.#learn(decisions, change);
    const snapshot = { ...learnt, keep: this.#setup.keepReporting };
    const check = this.#learner.publishedCheck;
    const closed = ring.filter(({ epoch }) => epoch < view.open);
    sumUp(this.#learner, view, closed);
    this.#learner.adopt();
    this.#learner.fold(view.open);

    const publishedAt = this.#clock.after(lastPublishedAt(view) + 1);
    const open = nextOpen(view, publishedAt, this.#rules);
    const epochs = [...view.epochs.slice(open - view.open), { publishedAt, check }];
    const next = publication(name, this.#learner, snapshot, epochs, view.open);
    const published = viewOf(next, this.#learner, publishedAt);
    // Until the store has answered. Past its deadline it may still take the snapshot, much later.
    this.#unsure = next.snapshot;
    const isNewest = await store.publish(name, view.snapshot, next);
    // The newer snapshot may be an earlier one of ours that the store took late.
    if (!isNewest) return this.#refresh();
    this.#unsure = null;
    this.#remember(published, 0, mark);
    return published;
  }

  #learn(decisions: number, change?: Change): AnyPublishable {
    const learner = this.#learner;
    if (!change) return learner.publish(decisions);
    const { ended, answer } = change;
    if (this.experiment.family === 'best-arm') {
      learner.setEnded(ended, answer);
      return learner.publish(decisions);
    }
    return ended ? { ...learner.publish(decisions, answer), ended } : learner.publish(decisions);
  }

  /** Once for each of these epochs. */
  #tellLost(epochs: readonly number[]): void {
    const { reporter, name } = this.#setup;
    for (const epoch of epochs.filter((one) => !this.#lost.has(one))) {
      this.#lost.add(epoch);
      const text = `The reports to snapshot ${epoch} are about slates that it did not have, and are not counted. Was the store emptied under this collector?`;
      const error = new LdpError('store_conflict', text, { details: { snapshot: epoch } });
      reporter.failed(error, { experiment: name, operation: 'publication' });
    }
  }

  /** The newest publication, as the store had it a moment ago; however many ask, it is read once. */
  #recent(): View | Promise<View> {
    const { now, lookEveryMs } = this.#setup;
    const age = now() - this.#seenAt;
    if (this.#view !== null && age >= 0 && age < lookEveryMs) return this.#view;
    this.#looking ??= this.#refresh().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** The newest publication, as the store has it now. */
  async #refresh(): Promise<View> {
    const asked = this.#setup.now();
    const view = await this.#look();
    this.#seenAt = asked;
    return view;
  }

  async #look(): Promise<View> {
    const { store, name } = this.#setup;
    const head = await store.head(name);
    if (head !== null && this.#view !== null && isSame(this.#view, head)) return this.#view;
    let latest = head && (await store.latest(name));
    if (latest === null) {
      // First start, or the database was deleted under us ("forget everything").
      const now = this.#now();
      const first = firstPublication(
        name,
        this.#learner,
        this.#decisions(1),
        now,
        this.#setup.after,
      );
      const begun = await store.publish(name, null, first);
      latest = begun ? first : await store.latest(name);
      if (latest === null) throw corrupt('it disappears');
    }
    if (this.#view !== null && isSame(this.#view, latest)) return this.#view;
    const now = this.#now();
    const found = viewOf(latest, this.#learner, now);
    const view = found.snapshot === this.#unsure ? publishedNow(found, now) : found;
    if (this.#unsure !== null && found.snapshot >= this.#unsure) this.#unsure = null;
    this.#remember(view, null, this.#accepted);
    return view;
  }

  /** @param known How many reports the store has that the view does not count; null: unknown. */
  #remember(view: View, known: number | null, mark: number): void {
    this.#view = view;
    this.#known = known;
    this.#mark = mark;
    this.#lookedAt = known === 0 ? this.#now() : Number.NEGATIVE_INFINITY;
  }

  #now(): number {
    return this.#clock.after(this.#view === null ? 0 : lastPublishedAt(this.#view));
  }

  #mayPublish(view: View | null): boolean {
    if (view === null || this.#isFinal(view)) return false;
    return this.#now() >= nextPublicationAt(view, this.#rules);
  }

  /**
   * Only the operator publishes another snapshot. A learner of best arms remembers itself that it has ended: its
   * later snapshots say so, too.
   */
  #isFinal({ header }: View): boolean {
    return header.ended && this.experiment.family !== 'best-arm';
  }

  get #waiting(): number {
    return this.#known === null ? 0 : this.#known + this.#accepted - this.#mark;
  }

  async #count(view: View): Promise<void> {
    const mark = this.#accepted;
    const ring = await this.#readRing(view);
    sumUp(this.#learner, view, ring);
    if (this.#view !== view) return;
    this.#known = Math.max(0, this.#learner.reports - view.reports);
    this.#mark = mark;
  }

  #readRing(view: View) {
    return readRing(this.#setup.store, this.#setup.name, view);
  }

  /**
   * How many decisions a snapshot's distribution is for: the reports that an epoch is expected to have.
   * Where time keeps epochs open, as many as the last one had, if these are more than `publishEvery` says.
   * Without a number to go by, as many as the last one had. 0: no distribution. Of slates as many as a
   * snapshot can have.
   *
   * @param last How many reports have come since the last snapshot.
   */
  #decisions(last: number): number {
    const { serve, publishEvery, experiment } = this.#setup;
    const { reports } = publishEvery;
    const isSlates = experiment.family === 'combinatorial';
    if (!isSlates && serve === 'index') return 0;
    if (!Number.isFinite(reports)) return isSlates ? MAXIMUM_SLATES : last;
    return this.#rules.timing.publishAtMostEveryMs === 0 ? reports : Math.max(reports, last);
  }
}

/** How many arms reports name one by one. Undefined: none; sum reports are about slates as a whole. */
function armsOf(experiment: AnyExperiment): number | undefined {
  if (experiment.algorithm === 'cucb-ldp-sum') return undefined;
  return 'arms' in experiment ? experiment.arms : undefined;
}

function manyPublishers(): LdpError {
  return new LdpError('store_conflict', 'Other collectors published at the same time, every time.');
}
