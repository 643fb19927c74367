/**
 * Publishes the snapshots of one experiment. A publication is a learner over the folded epochs plus the sums of the
 * epochs in the ring. Only epochs that were closed before the publisher looked are folded (see store.ts), so two
 * publishers, a late report and a killed worker can meet in any order, and every accepted report counts once.
 */
import { LdpError } from '../internal/errors.js';
import type { Backlog } from './backlog.js';
import type { ExperimentSetup } from './experiment.js';
import type { Learner } from './learner.js';
import type { AnyPublishable } from './learner-module.js';
import type { Newest } from './newest.js';
import { readRing, sumUp } from './ring.js';
import { firstPublication, isArchived, publication, type View, viewOf } from './view.js';
import { lastPublishedAt, nextOpen, nextPublicationAt, type Rules } from './window.js';

/** Of a snapshot: kMaximumSlates in protocol/combinatorial_snapshot.hpp. */
const MAXIMUM_SLATES = 64;

/** Attempts at a change while other collectors publish; then it fails. */
export const MOST_TRIES = 10;

/** An operator ends an experiment or resumes it. */
export interface Change {
  readonly ended: boolean;
  /** What devices play; -1: what was learnt. */
  readonly answer: number;
}

interface PublisherSetup extends Omit<ExperimentSetup, 'learner'> {
  readonly learner: Learner;
  readonly newest: Newest;
  readonly backlog: Backlog;
}

export class Publisher {
  readonly #setup: PublisherSetup;
  readonly #rules: Rules;
  #publishing: Promise<View> | null = null;
  /** Epochs whose reports cannot be counted; the operator was told. */
  readonly #lost = new Set<number>();

  constructor(setup: PublisherSetup) {
    this.#setup = setup;
    this.#rules = { timing: setup.manifest.timing, retention: setup.retention };
  }

  /** Resolves when no publication is under way. */
  async settled(): Promise<void> {
    await this.#publishing?.catch(() => {});
  }

  /** Whether the epochs allow another snapshot now. */
  mayPublish(view: View | null): boolean {
    if (view === null || this.#isFinal(view)) return false;
    return this.#setup.newest.now() >= nextPublicationAt(view, this.#rules);
  }

  /**
   * Only the operator publishes another snapshot. A learner of best arms remembers itself that it has ended: its
   * later snapshots say so, too.
   */
  #isFinal({ header }: View): boolean {
    return header.ended && this.#setup.experiment.family !== 'best-arm';
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
   * Publishes what was learnt once more, and closes every older epoch. If another collector published first,
   * nothing is closed, and its view is returned.
   */
  close(): Promise<View> {
    return this.#alone(() => this.#publish(undefined, { always: true, closes: true }));
  }

  /** Publishes, whether there are new reports or not: a publication that the store takes late then comes too late. */
  renew(): Promise<View> {
    return this.#alone(() => this.#publish(undefined, { always: true }));
  }

  /**
   * Publishes that nothing was learnt. The numbers of the snapshots go on, so that no report that a device still
   * holds counts for a new one.
   *
   * @throws LdpError `store_conflict` if other collectors publish at the same time, every time.
   */
  reset(): Promise<View> {
    return this.#alone(() => this.#reset());
  }

  /** Once no publication is under way. */
  async #alone(work: () => Promise<View>): Promise<View> {
    while (this.#publishing) await this.#publishing.catch(() => {});
    this.#publishing = work().finally(() => {
      this.#publishing = null;
    });
    return this.#publishing;
  }

  async #reset(): Promise<View> {
    const { store, name, learner, newest, backlog } = this.#setup;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const head = await store.head(name);
      // Throws. Only an experiment that nothing has served yet may begin over an archive.
      if (head !== null && isArchived(head) && newest.view !== null) await newest.refresh();
      const expected = head?.snapshot ?? null;
      const after = Math.max(newest.number, expected ?? 0);
      const mark = backlog.accepted;
      const now = newest.now();
      const first = firstPublication(name, learner, this.decisions(1), now, after);
      const view = viewOf(first, learner, now);
      newest.publishing(first.snapshot);
      if (!(await store.publish(name, expected, first))) continue;
      this.#lost.clear();
      this.#remember(view, mark);
      return view;
    }
    throw manyPublishers();
  }

  async #publish(asked?: Change, { always = false, closes = false } = {}): Promise<View> {
    const { store, name, learner, newest, backlog } = this.#setup;
    const view = await newest.refresh();
    const answer = view.header.answer ?? -1;
    const change = always && this.#isFinal(view) ? { ended: true, answer } : asked;
    const isDue = always || change !== undefined;
    if (!isDue && !this.mayPublish(view)) return view;
    const mark = backlog.accepted;
    const ring = await readRing(store, name, view);

    const lost = sumUp(learner, view, ring);
    this.#tellLost(lost);
    const usable = !lost.includes(view.snapshot);
    if (!isDue && usable && learner.reports === view.reports) {
      if (newest.view === view) backlog.clear(mark, newest.now());
      return view;
    }
    const decisions = this.decisions(learner.reports - view.reports);
    const learnt = this.#learn(decisions, change);
    const snapshot = { ...learnt, keep: this.#setup.keepReporting };
    const check = learner.publishedCheck;
    const closed = ring.filter(({ epoch }) => epoch < view.open);
    sumUp(learner, view, closed);
    learner.adopt();
    learner.fold(view.open);

    const publishedAt = newest.now(lastPublishedAt(view) + 1);
    const open = closes ? view.snapshot + 1 : nextOpen(view, publishedAt, this.#rules);
    const epochs = [...view.epochs.slice(open - view.open), { publishedAt, check }];
    const next = publication(name, learner, snapshot, epochs, view.open);
    const published = viewOf(next, learner, publishedAt);
    newest.publishing(next.snapshot);
    const isNewest = await store.publish(name, view.snapshot, next);
    // The newer snapshot may be an earlier one of ours that the store took late.
    if (!isNewest) return newest.refresh();
    this.#remember(published, mark);
    return published;
  }

  /** The store has no report that this snapshot does not count, but those accepted since `mark`. */
  #remember(view: View, mark: number): void {
    this.#setup.newest.published(view);
    this.#setup.backlog.clear(mark, this.#setup.newest.now());
  }

  #learn(decisions: number, change?: Change): AnyPublishable {
    const learner = this.#setup.learner;
    if (!change) return learner.publish(decisions);
    const { ended, answer } = change;
    if (this.#setup.experiment.family === 'best-arm') {
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

  /**
   * How many decisions a snapshot's distribution is for: the reports that an epoch is expected to have.
   * Where time keeps epochs open, as many as the last one had, if these are more than `publishEvery` says.
   * Without a number to go by, as many as the last one had. 0: no distribution. Of slates as many as a
   * snapshot can have.
   *
   * @param last How many reports have come since the last snapshot.
   */
  decisions(last: number): number {
    const { serve, publishEvery, experiment } = this.#setup;
    const { reports } = publishEvery;
    const isSlates = experiment.family === 'combinatorial';
    if (!isSlates && serve === 'index') return 0;
    if (!Number.isFinite(reports)) return isSlates ? MAXIMUM_SLATES : last;
    return this.#rules.timing.publishAtMostEveryMs === 0 ? reports : Math.max(reports, last);
  }
}

export function manyPublishers(): LdpError {
  return new LdpError('store_conflict', 'Other collectors published at the same time, every time.');
}
