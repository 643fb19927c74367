/**
 * Which experiments there are. The definitions are in the store, so every collector over it sees a change within
 * about a second; the config only says what has to be there when a process starts.
 */
import { Problem } from '../command/problem.js';
import { LdpError } from '../internal/errors.js';
import type { DefinitionStore } from '../server/store.js';
import type { Collector, Manifest, SnapshotInfo } from '../server/types/index.js';
import {
  checkEntry,
  type ExperimentEntry,
  optionsOf,
  requireFreeName,
  type SharedOptions,
} from './config.js';
import {
  type Definition,
  decodeDefinition,
  encodeDefinition,
  isServed,
  requireSameTerms,
  type Served,
} from './definition.js';
import type { Log } from './log.js';
import { readingsOf, withNamedCodebook } from './named-codebook.js';

export const LOOK_EVERY_MS = 1000;
/** Attempts at a change while other operators change the same definition. */
const MOST_TRIES = 5;
/** No text of a store: the next look applies what the store has. */
const UNKNOWN = '';

export interface RegistrySetup {
  readonly store: DefinitionStore;
  readonly collector: Collector;
  readonly shared: SharedOptions;
  readonly log: Log;
}

interface Failed {
  readonly text: string;
  readonly message: string;
  /** It fails at every look, because of what it says. */
  readonly forGood: boolean;
}

export class Registry {
  readonly #setup: RegistrySetup;
  /** What this process serves, as the store has it. */
  readonly #served = new Map<string, { readonly text: string; readonly entry: ExperimentEntry }>();
  /** Definitions that failed here, so that each failure is logged once. */
  readonly #failed = new Map<string, Failed>();
  /** Changes one after the other. */
  #queue: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(setup: RegistrySetup) {
    this.#setup = setup;
  }

  /** What is served here, by name. */
  entries(): ReadonlyMap<string, ExperimentEntry> {
    // The collector leaves by itself what it finds archived.
    const names = this.#setup.collector.experiments();
    return new Map(
      [...this.#served].flatMap(([name, { entry }]) =>
        names.includes(name) ? [[name, entry] as const] : [],
      ),
    );
  }

  /** Looks into the store now and then every second. */
  async start(): Promise<void> {
    await this.look();
    const again = async () => {
      await this.look().catch(() => {}); // logged by the store's observer
      if (this.#stopped) return;
      this.#timer = setTimeout(again, LOOK_EVERY_MS);
    };
    this.#timer = setTimeout(again, LOOK_EVERY_MS);
  }

  /** Looks no more; resolves once a change under way is done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#queue.catch(() => {});
  }

  /** Serves what the store says, and nothing else. */
  look(): Promise<void> {
    return this.#inTurn(() => this.#look());
  }

  /**
   * Makes an experiment what `value` says, in the store and so everywhere.
   *
   * @param revive Also where an operator removed or archived it.
   * @returns The manifest; null where it stays removed or archived.
   * @throws {Problem} or LdpError `invalid_argument`; the experiment then goes on as it was.
   */
  define(name: string, value: unknown, revive = true): Promise<Manifest | null> {
    return this.#inTurn(async () => {
      const { shared, store, collector, log } = this.#setup;
      const entry = await withNamedCodebook(name, checkEntry(name, value, shared));
      const next = encodeDefinition({ experiment: entry });
      let isAhead = false;
      try {
        for (let tries = 0; tries < MOST_TRIES; tries++) {
          const text = (await store.definitions()).get(name) ?? null;
          const known = text === null ? null : decodeDefinition(name, text);
          if (known !== null && !isServed(known) && !revive) {
            log('warn', 'experiment_gone', { experiment: name, gone: known.gone });
            return null;
          }
          if (known !== null && isServed(known)) {
            requireSameTerms(name, await readingsOf(name, known.experiment), entry);
          }
          const isServing = this.#served.get(name)?.text === next;
          // The collector first: it refuses what the store's state does not fit.
          const manifest = isServing
            ? collector.manifest(name)
            : await collector.define(name, optionsOf(entry));
          isAhead = !isServing;
          if (text === next || (await store.define(name, text, next))) {
            isAhead = false;
            if (!isServing) log('info', 'defined', { experiment: name });
            this.#served.set(name, { text: next, entry });
            return manifest;
          }
        }
        throw new Problem(`${name}: other operators changed it at the same time, every time.`);
      } finally {
        if (isAhead) await this.#putBack(name, entry);
      }
    });
  }

  /** The collector serves what the store did not take. If the store is away, a later look puts it right. */
  async #putBack(name: string, refused: ExperimentEntry): Promise<void> {
    const entry = this.#served.get(name)?.entry ?? refused;
    this.#served.set(name, { text: UNKNOWN, entry });
    await this.#look().catch(() => {});
  }

  /** Stops serving an experiment everywhere; what was learnt stays. */
  remove(name: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#setup.collector.manifest(name); // throws for an unknown one
      await this.#bury(name, 'removed');
      await this.#setup.collector.remove(name);
      this.#served.delete(name);
      this.#setup.log('info', 'removed', { experiment: name });
    });
  }

  /** Forgets what was learnt and goes on from nothing. */
  async reset(name: string): Promise<SnapshotInfo> {
    const info = await this.#setup.collector.reset(name);
    this.#setup.log('info', 'reset', { experiment: name, snapshot: info.id });
    return info;
  }

  /** Stops serving an experiment everywhere, for good. @returns Its state, for `import`; the same when asked again. */
  archive(name: string): Promise<Uint8Array> {
    return this.#inTurn(async () => {
      const { collector } = this.#setup;
      const served = this.#served.get(name);
      if (served === undefined) return collector.archive(name);
      // After an error other collectors no longer serve it. This one does until archive is called again.
      const text = await this.#bury(name, 'archived');
      this.#served.set(name, { ...served, text });
      // A collector that still serves it could take reports that the copy has not: let the others look first.
      await new Promise((resolve) => setTimeout(resolve, 2 * LOOK_EVERY_MS));
      const state = await collector.archive(name);
      this.#served.delete(name);
      this.#setup.log('info', 'archived', { experiment: name, bytes: state.length });
      return state;
    });
  }

  /** @returns The definition from now on. */
  async #bury(name: string, gone: 'removed' | 'archived'): Promise<string> {
    const { store } = this.#setup;
    const text = (await store.definitions()).get(name) ?? null;
    const next = encodeDefinition({ gone });
    const buried = await store.define(name, text, next);
    if (!buried) throw new Problem(`${name}: another operator changed it at the same time.`);
    return next;
  }

  async #look(): Promise<void> {
    const found = await this.#setup.store.definitions();
    for (const [name, text] of found) {
      const failed = this.#failed.get(name);
      if (this.#served.get(name)?.text === text) continue;
      if (failed?.forGood && failed.text === text) continue;
      try {
        await this.#follow(name, text);
        this.#failed.delete(name);
      } catch (error) {
        const { message } = error as Error;
        // All other errors are the store's, and pass: the next look tries again.
        const forGood = error instanceof Problem || LdpError.is(error, 'invalid_argument');
        this.#failed.set(name, { text, message, forGood });
        if (failed?.text === text && failed.message === message) continue;
        this.#setup.log('error', 'definition_failed', { experiment: name, message });
      }
    }
    for (const name of this.#served.keys()) if (!found.has(name)) await this.#leave(name);
  }

  async #follow(name: string, text: string): Promise<void> {
    const definition: Definition = decodeDefinition(name, text);
    if (!isServed(definition)) return this.#leave(name);
    const { experiment: entry }: Served = definition;
    requireFreeName(name);
    await this.#setup.collector.define(name, optionsOf(entry));
    this.#served.set(name, { text, entry });
    this.#setup.log('info', 'serving', { experiment: name });
  }

  async #leave(name: string): Promise<void> {
    if (!this.#served.delete(name)) return;
    const { collector } = this.#setup;
    // It has left by itself where it found the experiment archived first.
    if (collector.experiments().includes(name)) await collector.remove(name);
    this.#setup.log('info', 'left', { experiment: name });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.catch(() => {}).then(work);
    this.#queue = turn;
    return turn;
  }
}
