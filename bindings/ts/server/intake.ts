/**
 * The way of reports into the store. A durable commit waits for the disk, and a call into wasm costs more than
 * the report that it reads, so neither happens for one report alone: bodies that arrive while the ones before
 * are stored, or in the same turn of the event loop, are read by one call and share one commit for each epoch.
 * Each is answered when, and only when, its commit is durable. A lone body does not wait: the slower the store,
 * the larger the groups become.
 */
import { LdpError } from '../internal/errors.js';
import { commitBodies, type Share } from './commit-bodies.js';
import type { Learner } from './learner.js';
import type { Decoded, DecodedBody } from './learner-bodies.js';
import { type AggregateStore, requireOpen } from './store.js';
import type { View } from './view.js';

/** The most that a group holds, to keep transactions short; a body that is longer goes alone. */
const FULL = { bodies: 500, bytes: 2 ** 19, numbers: 2 ** 20 };
/** Of all experiments together. More are refused: a store that is slower than its visitors never catches up. */
const MOST_WAITING = { bodies: 4096, bytes: 2 ** 26 };

/** How many reports of a body were added, and how many were known already. */
export interface Received {
  readonly accepted: number;
  readonly duplicate: number;
}

/** What waits, over all experiments of a collector. */
export class Waiting {
  #bodies = 0;
  #bytes = 0;

  get bodies(): number {
    return this.#bodies;
  }

  add(bodies: number, bytes: number): void {
    this.#bodies += bodies;
    this.#bytes += bytes;
  }

  /** @throws LdpError `transport` with `details.problem` `busy` if too many wait already. */
  requireRoom(): void {
    if (this.#bodies < MOST_WAITING.bodies && this.#bytes < MOST_WAITING.bytes) return;
    throw new LdpError('transport', 'Too many reports wait to be stored.', {
      retryable: true,
      details: { problem: 'busy', retryAfter: retryAfter() },
    });
  }
}

/** In seconds, drawn anew for each: the pages must not all come back at once. */
function retryAfter(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return 1 + (random % 5);
}

export interface IntakeSetup {
  readonly experiment: string;
  readonly learner: Learner;
  readonly store: AggregateStore;
  readonly waiting: Waiting;
  /** How many ids an epoch may have. */
  readonly maxIds: number;
  readonly maxReportsPerBody: number;
  /** What a report of two bytes becomes when it is read; 0: reports are as long as what they say. */
  readonly codewordLength: number;
  /** The newest publication that this collector knows of. */
  readonly known: () => View | null;
  /** The newest publication in the store. */
  readonly refreshed: () => Promise<View>;
  /** Arms are handed out one by one, so a report may name another arm than its snapshot shows. */
  readonly assigns: () => boolean;
  /** Told how many reports a commit added. */
  readonly added: (reports: number) => void;
}

interface Entry {
  readonly body: Uint8Array;
  readonly resolve: (received: Received) => void;
  readonly reject: (error: unknown) => void;
}

/** A body while its group is stored. */
interface Pending {
  readonly entry: Entry;
  readonly epochs: readonly Decoded[];
  accepted: number;
  duplicate: number;
  failed: boolean;
}

/**
 * Before fake clocks, which stand still. Sockets that are readable now are read before it calls. A host without
 * it has few requests at a time: a microtask, then.
 */
const nextTurn =
  (globalThis as { readonly setImmediate?: (act: () => void) => void }).setImmediate ??
  queueMicrotask;

export class Intake {
  readonly #setup: IntakeSetup;
  #entries: Entry[] = [];
  #running = false;
  #idle: (() => void)[] = [];

  constructor(setup: IntakeSetup) {
    this.#setup = setup;
  }

  /**
   * Takes the body of a POST. Resolves once its reports are durable.
   *
   * @throws LdpError `report_rejected`; `store_conflict` with `details.accepts` for a snapshot that
   *   takes no reports (any more); `transport` with `details.problem` `busy` if too many bodies wait;
   *   whatever the store rejects with. Nothing was added then, unless
   *   the store fails between two epochs of one body, or the second one is full; sent again, what is in
   *   counts as duplicate.
   */
  receive(body: Uint8Array): Promise<Received> {
    return new Promise((resolve, reject) => {
      this.#setup.waiting.requireRoom();
      this.#setup.waiting.add(1, body.length);
      this.#entries.push({ body, resolve, reject });
      if (!this.#running) this.#start();
    });
  }

  /** Resolves when nothing waits any more. */
  settled(): Promise<void> {
    if (!this.#running) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #start(): void {
    this.#running = true;
    nextTurn(() => void this.#run());
  }

  async #run(): Promise<void> {
    const group = this.#take();
    try {
      await this.#store(group);
    } catch (error) {
      // Of those that have their answer already nothing changes.
      for (const { reject } of group) reject(error);
    }
    if (this.#entries.length > 0) return this.#start();
    this.#running = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  #take(): Entry[] {
    let count = 0;
    let bytes = 0;
    const { codewordLength, maxReportsPerBody } = this.#setup;
    const most = Math.min(FULL.bodies, FULL.numbers / (codewordLength * maxReportsPerBody));
    for (const { body } of this.#entries) {
      if (count > 0 && (count + 1 > most || bytes + body.length > FULL.bytes)) break;
      bytes += body.length;
      count++;
    }
    this.#setup.waiting.add(-count, -bytes);
    return this.#entries.splice(0, count);
  }

  async #store(group: readonly Entry[]): Promise<void> {
    const pending = this.#read(group);
    if (!this.#areOpen(pending)) await this.#setup.refreshed();
    this.#refuseUnfit(pending);
    const epochs = new Set(pending.flatMap(({ epochs }) => epochs.map(({ snapshot }) => snapshot)));
    // Epochs close in order: if the oldest one still takes its reports, so do the others.
    for (const snapshot of [...epochs].sort((a, b) => a - b)) await this.#commit(snapshot, pending);
    for (const { entry, accepted, duplicate, failed } of pending) {
      if (!failed) entry.resolve({ accepted, duplicate });
    }
  }

  /** Those that cannot be read have their answer. */
  #read(entries: readonly Entry[]): Pending[] {
    const { learner, maxReportsPerBody } = this.#setup;
    const decoded = learner.decode(entries.map(({ body }) => body));
    const pending: Pending[] = [];
    for (const [i, entry] of entries.entries()) {
      const { epochs, error } = decoded[i] as DecodedBody;
      const refusal = error ?? tooMany(epochs, maxReportsPerBody);
      if (refusal) entry.reject(refusal);
      pending.push({ entry, epochs, accepted: 0, duplicate: 0, failed: refusal !== null });
    }
    return pending;
  }

  /** As far as this collector knows; the store decides. */
  #areOpen(pending: readonly Pending[]): boolean {
    const view = this.#setup.known();
    return pending.every(
      ({ epochs, failed }) => failed || epochs.every(({ snapshot }) => isOpen(view, snapshot)),
    );
  }

  /**
   * Reports to snapshots that take none, and such as a device with their snapshot cannot send: about an arm that
   * it does not show. The bodies are those that the learner has read last.
   */
  #refuseUnfit(pending: readonly Pending[]): void {
    const { learner, known, assigns } = this.#setup;
    const view = known();
    const checked = new Map<number, ReturnType<Learner['answers']>>();
    for (const [i, one] of pending.entries()) {
      for (const { snapshot } of one.failed ? [] : one.epochs) {
        try {
          // A device without a snapshot sends nothing.
          requireOpen(snapshot === 0 ? null : view, snapshot);
          const check = view?.answers[snapshot - view.open];
          if (!check || assigns()) continue;
          if (!checked.has(snapshot)) checked.set(snapshot, learner.answers(snapshot, check));
          const { error, refused } = checked.get(snapshot) as ReturnType<Learner['answers']>;
          if (error && refused[i]) throw error;
        } catch (error) {
          one.failed = true;
          one.entry.reject(error);
          break;
        }
      }
    }
  }

  async #commit(snapshot: number, pending: readonly Pending[]): Promise<void> {
    const { store, experiment, maxIds, added } = this.#setup;
    const shares: Share[] = [];
    for (const one of pending) {
      if (one.failed) continue;
      const items = one.epochs.find((epoch) => epoch.snapshot === snapshot)?.items;
      if (!items) continue;
      const settle: Share['settle'] = (error, duplicate) => {
        if (error !== null) {
          one.failed = true;
          return one.entry.reject(error);
        }
        one.accepted += items.length - duplicate;
        one.duplicate += duplicate;
      };
      shares.push({ items, settle });
    }
    await commitBodies(async (items) => {
      const result = await store.commit({ experiment, snapshot }, items, { maxIds });
      added(result.accepted);
      return result;
    }, shares);
  }
}

function isOpen(view: View | null, snapshot: number): boolean {
  return view !== null && snapshot >= view.open && snapshot <= view.snapshot;
}

function tooMany(epochs: readonly Decoded[], limit: number): LdpError | null {
  const count = epochs.reduce((sum, { items }) => sum + items.length, 0);
  if (count <= limit) return null;
  const text = `A body may hold ${limit} ${limit === 1 ? 'report' : 'reports'}. maxReportsPerBody allows more.`;
  return new LdpError('report_rejected', text, { details: { parameter: 'reports' } });
}
