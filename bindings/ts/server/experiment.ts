/**
 * One experiment of a collector: takes reports, publishes snapshots. Everything that must survive is
 * in the store; what this object holds is a cache that another collector may outdate at any moment.
 *
 * A publication is a learner over the folded epochs plus the sums of the epochs in the ring. Only
 * epochs that were closed before the publisher looked are folded (see store.ts), so two publishers,
 * a late report and a killed worker can meet in any order, and every accepted report counts once.
 */

import { LdpError } from '../internal/errors.js';
import type { CheckedBlackBox } from './black-box.js';
import type { GroupCommit } from './group-commit.js';
import { type Decoded, Learner } from './learner.js';
import type { AnyExperiment, LearnerModule } from './learner-module.js';
import type { PublishEvery } from './options.js';
import type { CheckedOracle } from './oracle.js';
import { corrupt, encodeState } from './state.js';
import type { Statistics } from './statistics.js';
import { type AggregateStore, requireOpen } from './store.js';
import type { Manifest, Serve } from './types.js';
import {
  adoptedPublication,
  firstPublication,
  isSame,
  loadBase,
  publication,
  type View,
  viewOf,
} from './view.js';

/** Of a snapshot: kMaximumSlates in protocol/combinatorial_snapshot.hpp. */
const MAXIMUM_SLATES = 64;

export interface ExperimentSetup {
  readonly name: string;
  readonly experiment: AnyExperiment;
  readonly manifest: Manifest;
  readonly store: AggregateStore;
  readonly commits: GroupCommit;
  readonly publishEvery: PublishEvery;
  readonly retention: number;
  readonly serve: Serve;
  readonly oracle?: CheckedOracle;
  readonly learner?: CheckedBlackBox;
}

export class ExperimentService {
  readonly manifest: Manifest;
  readonly experiment: AnyExperiment;
  readonly #setup: ExperimentSetup;
  /** Working memory of synchronous calls; its content means nothing between them. */
  readonly #learner: Learner;
  #view: View | null = null;
  /** When this collector first saw the newest snapshot, monotonic ms. Unknown: minus infinity. */
  #since = Number.NEGATIVE_INFINITY;
  /** Reports accepted here since creation. */
  #accepted = 0;
  /** At `accepted` = `mark`, `known` reports waited for a snapshot. Null: somebody has to count. */
  #known: number | null = null;
  #mark = 0;
  #publishing: Promise<View> | null = null;

  constructor(module: LearnerModule, setup: ExperimentSetup) {
    this.manifest = setup.manifest;
    this.experiment = setup.experiment;
    this.#setup = setup;
    this.#learner = new Learner(module, setup.experiment, setup.oracle, setup.learner);
  }

  /**
   * Loads the newest publication, or makes the first one.
   *
   * @param initial State from {@link export}, asked for if the store has none.
   * @throws LdpError `store_conflict` if the stored or the initial state cannot be used.
   */
  async start(initial: () => Promise<Uint8Array | null | undefined>): Promise<void> {
    const { store, name } = this.#setup;
    if ((await store.latest(name)) === null) {
      const state = await initial();
      if (state) {
        const adopted = adoptedPublication(state);
        viewOf(adopted, this.#learner);
        // Losing this race is fine: another collector has begun, then.
        await store.publish(name, null, adopted);
      }
    }
    await this.#count(await this.#refresh());
  }

  /**
   * Takes the body of a POST. Resolves once its reports are durable.
   *
   * @throws LdpError `report_rejected`; `store_conflict` with `details.accepts` for a snapshot that
   *   takes no reports (any more); whatever the store rejects with. Nothing was added then, unless
   *   the store fails between two epochs of one body; sent again, what is in counts as duplicate.
   */
  async receive(body: Uint8Array): Promise<{ accepted: number; duplicate: number }> {
    const { commits, name, publishEvery } = this.#setup;
    const epochs = this.#learner.decode(body);
    await this.#requireOpen(epochs);
    this.#requireAnswers(body);
    let accepted = 0;
    let duplicate = 0;
    // Epochs close in order: if the oldest one still takes its reports, so do the others.
    for (const { snapshot, items } of epochs.sort((a, b) => a.snapshot - b.snapshot)) {
      const result = await commits.commit({ experiment: name, snapshot }, items);
      accepted += result.accepted;
      duplicate += result.duplicate;
      this.#accepted += result.accepted;
    }
    if (accepted > 0 && this.#waiting >= publishEvery.reports) {
      // Not awaited: the reports are safe already. Who asks for the snapshot next waits for it and
      // gets its error; if the worker dies before, the next one publishes.
      this.publish().catch(() => {});
    }
    return { accepted, duplicate };
  }

  /** The newest snapshot; publishes first if one is due. */
  async current(): Promise<View> {
    // What is being published may have been read before the reports that the caller knows of.
    await this.#publishing?.catch(() => {});
    const view = await this.#refresh();
    if (this.#known === null) await this.#count(view);
    const { reports, ms } = this.#setup.publishEvery;
    // By age even if this collector knows of nothing new: another one may have taken reports, and
    // be dead. Publishing looks into the store, and does nothing if there is nothing.
    const aged = ms < Number.POSITIVE_INFINITY && performance.now() - this.#since >= ms;
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

  /** Publishes a snapshot of everything in the store, unless nothing is new. */
  publish(): Promise<View> {
    this.#publishing ??= this.#publish().finally(() => {
      this.#publishing = null;
    });
    return this.#publishing;
  }

  /** State for {@link start} of a collector over an empty store: everything is folded in it. */
  async export(): Promise<Uint8Array> {
    const view = await this.publish();
    const ring = await this.#readRing(view);
    this.#sum(view, ring);
    this.#learner.fold(view.snapshot);
    return encodeState({ base: this.#learner.save(), snapshot: view.body });
  }

  /** Waits for what runs in the background, then frees the wasm object. */
  async close(): Promise<void> {
    await this.#publishing?.catch(() => {});
    this.#learner.delete();
  }

  async #publish(): Promise<View> {
    const { store, name, retention } = this.#setup;
    const view = await this.#refresh();
    const mark = this.#accepted;
    const ring = await this.#readRing(view);

    const usable = this.#sum(view, ring);
    if (usable && this.#learner.reports === view.reports) {
      this.#remember(view, 0, mark);
      return view;
    }
    const snapshot = this.#learner.publish(this.#decisions(this.#learner.reports - view.reports));
    const closed = ring.filter(({ epoch }) => epoch < view.open);
    this.#sum(view, closed);
    this.#learner.adopt();
    this.#learner.fold(view.open);
    const open = Math.max(view.open, snapshot.id - retention + 1);
    const next = publication(name, this.#learner, snapshot, open, view.open);
    const published = viewOf(next, this.#learner);

    if (await store.publish(name, view.snapshot, next)) {
      this.#remember(published, 0, mark);
      return published;
    }
    return this.#refresh();
  }

  /** The newest publication, as the store has it now. */
  async #refresh(): Promise<View> {
    const { store, name } = this.#setup;
    let latest = await store.latest(name);
    if (latest === null) {
      // First start, or the database was deleted under us ("forget everything").
      const first = firstPublication(name, this.#learner, this.#decisions(1));
      const begun = await store.publish(name, null, first);
      latest = begun ? first : await store.latest(name);
      if (latest === null) throw corrupt('it disappears');
    }
    if (this.#view !== null && isSame(this.#view, latest)) return this.#view;
    const view = viewOf(latest, this.#learner);
    this.#remember(view, null, this.#accepted);
    return view;
  }

  #remember(view: View, known: number | null, mark: number): void {
    // After a restart the age of the newest snapshot is unknown, and no time is stored: it is old.
    this.#since = this.#view === null ? Number.NEGATIVE_INFINITY : performance.now();
    this.#view = view;
    this.#known = known;
    this.#mark = mark;
  }

  get #waiting(): number {
    return this.#known === null ? 0 : this.#known + this.#accepted - this.#mark;
  }

  async #count(view: View): Promise<void> {
    const mark = this.#accepted;
    const ring = await this.#readRing(view);
    this.#sum(view, ring);
    if (this.#view !== view) return;
    this.#known = Math.max(0, this.#learner.reports - view.reports);
    this.#mark = mark;
  }

  async #requireOpen(epochs: readonly Decoded[]): Promise<void> {
    const isOpen = ({ snapshot }: Decoded) =>
      this.#view !== null && snapshot >= this.#view.open && snapshot <= this.#view.snapshot;
    if (epochs.every(isOpen)) return;
    const view = await this.#refresh();
    for (const { snapshot } of epochs) requireOpen(view, snapshot);
  }

  /**
   * A report says something about a slate of the snapshot that it names, and about that arm of it which
   * the snapshot asks for. Synchronous.
   */
  #requireAnswers(body: Uint8Array): void {
    if (this.experiment.family !== 'combinatorial' || this.#view === null) return;
    loadBase(this.#learner, this.#view.base);
    this.#learner.decode(body);
    this.#learner.check();
  }

  /** The epochs that are not folded yet and have reports. */
  async #readRing({ folded, snapshot }: View): Promise<{ epoch: number; sums: Statistics }[]> {
    const { store, name } = this.#setup;
    const epochs = Array.from({ length: snapshot - folded + 1 }, (_, i) => folded + i);
    const read = await Promise.all(
      epochs.map(async (epoch) => ({
        epoch,
        sums: await store.read({ experiment: name, snapshot: epoch }),
      })),
    );
    return read.filter((row): row is { epoch: number; sums: Statistics } => row.sums !== null);
  }

  /**
   * How many decisions a snapshot's distribution is for: the reports that an epoch is expected to
   * have. Without a number to go by, as many as the last one had. 0: no distribution. Of slates as many
   * as a snapshot can have.
   */
  #decisions(last: number): number {
    const { serve, publishEvery, experiment } = this.#setup;
    if (experiment.family === 'combinatorial') {
      return Number.isFinite(publishEvery.reports) ? publishEvery.reports : MAXIMUM_SLATES;
    }
    if (serve === 'index') return 0;
    return Number.isFinite(publishEvery.reports) ? publishEvery.reports : last;
  }

  /**
   * Leaves in the learner: the base of the view and these epochs. Synchronous.
   *
   * @returns False if the newest epoch is lost, so that only another snapshot can go on.
   */
  #sum(
    view: View,
    epochs: readonly { readonly epoch: number; readonly sums: Statistics }[],
  ): boolean {
    loadBase(this.#learner, view.base);
    let usable = true;
    for (const { epoch, sums } of epochs) {
      if (sums.schema !== this.#learner.schema) throw corrupt('an epoch is of another experiment');
      try {
        this.#learner.ingestStatistics(epoch, sums);
      } catch (cause) {
        // A store that was emptied numbers its snapshots anew, and a collector that has not seen it yet
        // may have checked a report against the old slates of that number. Its epoch is lost, the
        // experiment is not.
        if (!LdpError.is(cause) || cause.details['parameter'] !== 'slates') {
          throw corrupt('no reports give the sums of an epoch', cause);
        }
        usable &&= epoch !== view.snapshot;
      }
    }
    return usable;
  }
}
