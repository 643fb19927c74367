/** The newest publication, as far as this collector knows it: a cache that another collector may outdate. */
import { LdpError } from '../internal/errors.js';
import { Clock } from './clock.js';
import type { Learner } from './learner.js';
import { corrupt } from './state.js';
import type { AggregateStore } from './store.js';
import { firstPublication, isArchived, isSame, publishedNow, type View, viewOf } from './view.js';
import { lastPublishedAt } from './window.js';

export interface NewestSetup {
  readonly name: string;
  readonly store: AggregateStore;
  /** Its state is overwritten whenever a publication is read. */
  readonly learner: Learner;
  /** Ms since 1970. */
  readonly now: () => number;
  /** For how long the head of the store need not be read again, in ms. */
  readonly lookEveryMs: number;
  /** Of the first snapshot, as for `Learner.publish`. */
  readonly decisions: () => number;
  /** Told of a publication that another collector made, or that was there before. */
  readonly found: () => void;
  /** Told that the experiment was archived. */
  readonly archived: () => void;
}

export class Newest {
  readonly #setup: NewestSetup;
  readonly #clock: Clock;
  #view: View | null = null;
  /** When the store last said that the view is its newest, by the clock as it is. */
  #seenAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<View> | null = null;
  /** A snapshot of ours that may have reached the store long after its time was written down. */
  #unsure: number | null = null;

  constructor(setup: NewestSetup) {
    this.#setup = setup;
    this.#clock = new Clock(setup.now);
  }

  get view(): View | null {
    return this.#view;
  }

  /** Of the newest snapshot that is known here. */
  get number(): number {
    return this.#view?.snapshot ?? 0;
  }

  /** Ms since 1970, never before `last`; never before the newest snapshot by default. */
  now(last = this.#view === null ? 0 : lastPublishedAt(this.#view)): number {
    return this.#clock.after(last);
  }

  /** As the store had it a moment ago; however many ask, it is read once. */
  recent(): View | Promise<View> {
    const { now, lookEveryMs } = this.#setup;
    const age = now() - this.#seenAt;
    if (this.#view !== null && age >= 0 && age < lookEveryMs) return this.#view;
    this.#looking ??= this.refresh().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /**
   * As the store has it now. Makes the first publication where there is none.
   *
   * @throws LdpError `store_conflict` with `details.problem` `unknown_experiment` if it was archived.
   */
  async refresh(): Promise<View> {
    const asked = this.#setup.now();
    const view = await this.#look();
    this.#seenAt = asked;
    return view;
  }

  /** This collector publishes `snapshot`. Until {@link published} the store may take it, much later. */
  publishing(snapshot: number): void {
    this.#unsure = snapshot;
  }

  published(view: View): void {
    this.#unsure = null;
    this.#view = view;
  }

  async #look(): Promise<View> {
    const { store, name, learner, found } = this.#setup;
    const before = this.#view;
    const head = await store.head(name);
    if (head !== null && this.#view !== null && isSame(this.#view, head)) return this.#view;
    let latest = head && (await store.latest(name));
    if (latest === null) {
      // First start, or the database was deleted under us ("forget everything").
      const first = firstPublication(name, learner, this.#setup.decisions(), this.now(), 0);
      const begun = await store.publish(name, null, first);
      latest = begun ? first : await store.latest(name);
      if (latest === null) throw corrupt('it disappears');
    }
    if (isArchived(latest)) {
      this.#setup.archived();
      const details = { parameter: 'experiment', problem: 'unknown_experiment' };
      throw new LdpError('store_conflict', `${name} was archived.`, { details });
    }
    if (this.#view !== null && isSame(this.#view, latest)) return this.#view;
    // A later look, or a publication of ours, was faster than this one.
    if (this.#view !== before && this.#view !== null && this.#view.snapshot > latest.snapshot)
      return this.#view;
    const now = this.now();
    const read = viewOf(latest, learner, now);
    const view = read.snapshot === this.#unsure ? publishedNow(read, now) : read;
    if (this.#unsure !== null && read.snapshot >= this.#unsure) this.#unsure = null;
    this.#view = view;
    found();
    return view;
  }
}
