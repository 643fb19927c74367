/** What an experiment's store holds, summed up: results for people, and copies for other stores. */
import type { Learner } from './learner.js';
import type { AnyExperiment } from './learner-module.js';
import type { Newest } from './newest.js';
import { MOST_TRIES, manyPublishers, type Publisher } from './publisher.js';
import type { Reporter } from './reporter.js';
import { readResults, requireArm } from './results.js';
import { type EpochSums, readRing, sumUp } from './ring.js';
import { encodeState } from './state.js';
import type { AggregateStore } from './store.js';
import type { Manifest, Results } from './types/index.js';
import { archivedPublication, type View } from './view.js';

export interface StoredReportsSetup {
  readonly name: string;
  readonly manifest: Manifest;
  readonly experiment: AnyExperiment;
  readonly store: AggregateStore;
  /** Its content means nothing before and after a synchronous call. */
  readonly learner: Learner;
  readonly newest: Newest;
  readonly publisher: Publisher;
  readonly reporter: Reporter;
  /** The newest snapshot, after one that was due. */
  readonly current: () => Promise<View>;
}

export class StoredReports {
  readonly #setup: StoredReportsSetup;

  constructor(setup: StoredReportsSetup) {
    this.#setup = setup;
  }

  /**
   * What all reports in the store say; publishes first if a snapshot is due.
   *
   * @param control An arm or its label.
   */
  async results(control?: unknown): Promise<Results> {
    const { name, manifest, experiment, learner, reporter, current } = this.#setup;
    const arms = armsOf(experiment);
    const arm =
      control === undefined ? null : requireArm('options.control', control, arms, manifest.labels);
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const view = await current();
      const ring = await this.#ringOf(view);
      if (ring === null) continue;
      sumUp(learner, view, ring);
      const { reports, reportsLeft } = learner;
      const rows = arms === undefined ? undefined : learner.results(arm);
      const refused = reporter.refusals(name);
      const counted = { arms: rows, control: arm, reports, reportsLeft, refused };
      return readResults(view.body, manifest.labels, counted);
    }
    throw manyPublishers();
  }

  /** State for {@link ExperimentService.start} of a collector over an empty store: everything is folded in it. */
  async export(): Promise<Uint8Array> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const state = await this.#stateOf(await this.#setup.publisher.publish());
      if (state !== null) return state;
    }
    throw manyPublishers();
  }

  /**
   * Ends the experiment in the store, and gives what {@link export} gives. First a publication closes every epoch
   * that devices know, so that the state has all that was acknowledged; then the last one holds this state. The
   * store has one or the other whatever fails, so it can be called again.
   *
   * @param ending Called before the last publication, which may reach the store also after an error.
   */
  async archive(ending: () => void): Promise<Uint8Array> {
    const { store, name, publisher } = this.#setup;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const view = await publisher.close();
      const state = view.open === view.snapshot ? await this.#stateOf(view) : null;
      if (state === null) continue;
      const last = archivedPublication(state, view.snapshot + 1);
      ending();
      if (await store.publish(name, view.snapshot, last)) return state;
    }
    throw manyPublishers();
  }

  /** Null: another publication has taken its place. */
  async #stateOf(view: View): Promise<Uint8Array | null> {
    const { learner } = this.#setup;
    const ring = await this.#ringOf(view);
    if (ring === null) return null;
    sumUp(learner, view, ring);
    learner.fold(view.snapshot);
    const epochs = view.epochs.slice(-1);
    return encodeState({ base: learner.save(), snapshot: view.body, epochs });
  }

  /** Null: another publication has folded some of them. */
  async #ringOf(view: View): Promise<EpochSums[] | null> {
    const { store, name, newest } = this.#setup;
    const ring = await readRing(store, name, view);
    return (await newest.refresh()) === view ? ring : null;
  }
}

/** How many arms reports name one by one. Undefined: none; sum reports are about slates as a whole. */
export function armsOf(experiment: AnyExperiment): number | undefined {
  if (experiment.algorithm === 'cucb-ldp-sum') return undefined;
  return 'arms' in experiment ? experiment.arms : undefined;
}
