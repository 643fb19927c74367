/**
 * Which experiments a collector serves, and every change to that while it runs. Changes happen one after the
 * other. A request keeps the service that it began with, so a service is freed only once every request that may
 * have it is answered.
 */
import { LdpError } from '../internal/errors.js';
import { invalidArgument } from '../internal/validate.js';
import { ExperimentService, type ExperimentSetup } from './experiment.js';
import type { LearnerModule } from './learner-module.js';
import type { Described } from './manifest.js';
import type { Manifest } from './types/index.js';
import { isArchived, type View } from './view.js';

type Shared = Omit<ExperimentSetup, keyof Described | 'name' | 'archived'>;
type InitialState = (
  name: string,
) => Promise<Uint8Array | null | undefined> | Uint8Array | null | undefined;

export interface ExperimentsSetup {
  readonly module: LearnerModule;
  readonly shared: Shared;
  /** Throws LdpError `invalid_argument`, naming the option. */
  readonly describe: (name: string, options: unknown) => Described;
  readonly initialState: InitialState;
}

export const shutDown = () => new LdpError('disposed', 'The collector has been disposed.');

export class Experiments {
  readonly #setup: ExperimentsSetup;
  readonly #serving = new Map<string, ExperimentService>();
  /** Requests and calls that may hold a service. */
  readonly #underway = new Set<Promise<unknown>>();
  #changes: Promise<unknown> = Promise.resolve();
  #closed: Promise<void> | null = null;
  #gone = false;

  constructor(setup: ExperimentsSetup) {
    this.#setup = setup;
  }

  get closed(): boolean {
    return this.#closed !== null;
  }

  /** No request may use a service any more. */
  get gone(): boolean {
    return this.#gone;
  }

  get serving(): ReadonlyMap<string, ExperimentService> {
    return this.#serving;
  }

  /** @throws LdpError `invalid_argument`, `disposed`. */
  find(name: string): ExperimentService {
    if (this.#closed) throw shutDown();
    const experiment = this.#serving.get(name);
    if (experiment) return experiment;
    const known = [...this.#serving.keys()].join(', ') || 'none';
    throw invalidArgument('experiment', name, `must be one that this collector serves: ${known}`);
  }

  /** Holds back the end of every service until `work` is over. */
  track<T>(work: Promise<T>): Promise<T> {
    this.#underway.add(work);
    const done = () => this.#underway.delete(work);
    work.then(done, done);
    return work;
  }

  /** Those of the creation, all at once, without archived ones. After an error {@link close} frees what was begun. */
  async begin(described: readonly (Described & { readonly name: string })[]): Promise<void> {
    for (const one of described) this.#serving.set(one.name, this.#make(one.name, one));
    await Promise.all(
      [...this.#serving].map(async ([name, service]) => {
        if (await this.#start(service, false)) return;
        this.#serving.delete(name);
        await service.close();
      }),
    );
  }

  /** Adds an experiment, or changes what may change of one that is served. See Collector.define. */
  define(name: string, options: unknown): Promise<Manifest> {
    return this.#inTurn(async () => {
      const described = this.#setup.describe(name, options);
      const old = this.#serving.get(name);
      if (old) requireSameTerms(old.manifest, described.manifest);
      await this.#replace(name, described, (service) => {
        if (old) service.follow(old);
        return this.#start(service, true);
      });
      return described.manifest;
    });
  }

  /** Resolves once requests that had begun are answered. */
  remove(name: string): Promise<void> {
    return this.#inTurn(async () => {
      const service = this.find(name);
      this.#serving.delete(name);
      await this.#retire(service);
    });
  }

  /** @param options Undefined: those that it has. */
  reset(name: string, options?: unknown): Promise<View> {
    return this.#inTurn(async () => {
      if (options === undefined) return this.track(this.find(name).reset());
      const described = this.#setup.describe(name, options);
      return this.#replace(name, described, (service) => service.reset());
    });
  }

  archive(name: string): Promise<Uint8Array> {
    return this.#inTurn(async () => {
      const archived = await this.#archived(name);
      if (archived !== null && !this.#serving.has(name)) return archived;
      const service = this.find(name);
      // First, so that no report is acknowledged that the copy has not.
      this.#serving.delete(name);
      try {
        await this.#settled();
        const state = archived ?? (await service.archive());
        await service.close();
        return state;
      } catch (error) {
        this.#serving.set(name, service);
        throw error;
      }
    });
  }

  /** The copy that the store has of an experiment that was archived, perhaps later than {@link archive} waited. */
  async #archived(name: string): Promise<Uint8Array | null> {
    if (typeof name !== 'string') return null;
    const { store } = this.#setup.shared;
    const head = await store.head(name);
    const latest = head !== null && isArchived(head) ? await store.latest(name) : null;
    return latest !== null && isArchived(latest) ? latest.state : null;
  }

  /**
   * Refuses calls and changes from now on. Resolves once nothing is under way and everything is freed.
   *
   * @param requests Resolves when those that have begun are answered; they are served until then.
   */
  close(requests: () => Promise<unknown> = async () => {}): Promise<void> {
    this.#closed ??= (async () => {
      await requests();
      this.#gone = true;
      await this.#changes;
      await this.#settled();
      await Promise.all([...this.#serving.values()].map((service) => service.close()));
    })();
    return this.#closed;
  }

  #make(name: string, described: Described): ExperimentService {
    const { module, shared } = this.#setup;
    const service: ExperimentService = new ExperimentService(module, {
      ...described,
      ...shared,
      name,
      archived: () => this.#leave(name, service),
    });
    return service;
  }

  /** Another collector archived it. */
  #leave(name: string, service: ExperimentService): void {
    if (this.#closed || this.#serving.get(name) !== service) return;
    this.#serving.delete(name);
    this.#changes = this.#changes.then(() => this.#retire(service));
  }

  #start(service: ExperimentService, revives: boolean): Promise<boolean> {
    const initial = async () => this.#setup.initialState(service.manifest.experiment);
    return service.start(initial, revives);
  }

  /** Where `begin` fails, the old service stays. */
  async #replace<T>(
    name: string,
    described: Described,
    begin: (service: ExperimentService) => Promise<T>,
  ): Promise<T> {
    const service = this.#make(name, described);
    let begun: T;
    try {
      begun = await begin(service);
    } catch (error) {
      await service.close();
      throw error;
    }
    const old = this.#serving.get(name);
    this.#serving.set(name, service);
    if (old) await this.#retire(old);
    return begun;
  }

  async #retire(service: ExperimentService): Promise<void> {
    await this.#settled();
    await service.close();
  }

  async #settled(): Promise<void> {
    await Promise.allSettled([...this.#underway]);
  }

  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(shutDown());
    const turn = this.#changes.then(() => {
      if (this.#closed) throw shutDown();
      return change();
    });
    this.#changes = turn.catch(() => {});
    return turn;
  }
}

/**
 * The reports of two algorithms do not add up, and pages have pinned what a report costs.
 *
 * @throws LdpError `invalid_argument`, naming what differs.
 */
function requireSameTerms(served: Manifest, offered: Manifest): void {
  for (const member of ['algorithm', 'perReport'] as const) {
    const [old, next] = [served[member], offered[member]] as unknown as [Fields, Fields];
    for (const key of new Set([...Object.keys(old), ...Object.keys(next)])) {
      const [was, is] = [JSON.stringify(old[key]), JSON.stringify(next[key])];
      if (was === is) continue;
      const parameter = `experiments.${served.experiment}.${member}.${key}`;
      const reason = `is ${was} in the experiment that is served and ${is} here. Give the changed one a new name, or begin anew with reset(name, options)`;
      throw invalidArgument(parameter, next[key], reason);
    }
  }
}

type Fields = Readonly<Record<string, unknown>>;
