// The core of convex bandits: a point of a convex set without context, or two of them, and a report of
// one number about its loss. Which way it lies from the snapshot's point is drawn before any feedback
// exists. Pages load it only for an algorithm of this family.
import { convexExperimentRecord, convexSnapshotRecord } from '../../generated/catalog-convex.js';
import { flattenConvexSet } from '../../internal/convex-set.js';
import type { ConvexExperiment } from '../../internal/validate-convex.js';
import type { Core, Drawn, ReportFields } from '../core.js';
import { readFields, readNumber, refused } from '../core.js';
import { DELAY, deviceTerms, ModuleRecord, OWN, type PageModule, POLICY } from '../record.js';
import { mismatch } from '../snapshot.js';
import type { ConvexInput, Report, Spend } from '../types.js';
import { type ConvexSnapshot, parseConvexSnapshot } from './snapshot.js';

/** What bindings/convex.cpp binds. */
export interface ConvexModule extends PageModule {
  setSnapshot(client: number): boolean;
  choose(client: number, maxDelayMs: number): boolean;
  sealed(size: number): number;
  redraw(client: number): boolean;
  report(client: number): boolean;
  trace(client: number): boolean;
}

/** Layout of the record; bindings/convex.cpp asserts the same numbers. */
const SEALED = OWN;
const BODY = OWN + 8;
const POINTS = OWN + 16;
const VALUE = OWN + 24;
const CLAMPED = OWN + 40;

/** What the mechanism released; every other field is the same whatever the feedback. */
const RANDOMIZED = ['bit', 'noisy'];

export class ConvexCore implements Core {
  readonly epsilonMicro: number;
  readonly deltaFemto: number;
  readonly rhoNano: number;
  readonly #record: ModuleRecord<ConvexModule>;
  readonly #name: string;
  readonly #experiment: ConvexExperiment;
  /** Whether a feedback is the losses of two points. */
  readonly #isPair: boolean;

  /**
   * `name` is that of the experiment. Throws `invalid_argument`, for a polytope without inside or end
   * too, or `manifest_mismatch` if the experiment costs more than what is pinned.
   */
  constructor(module: ConvexModule, name: string, experiment: ConvexExperiment, pinned: Spend) {
    this.#name = name;
    this.#experiment = experiment;
    const set = [flattenConvexSet(experiment.set)];
    this.#record = new ModuleRecord(module, [
      ...convexExperimentRecord({ ...experiment, set }),
      ...deviceTerms(experiment, pinned),
    ]);
    const { client } = this.#record;
    this.epsilonMicro = module.epsilonMicro(client);
    this.deltaFemto = module.deltaFemto(client);
    this.rhoNano = module.rhoNano(client);
    const { algorithm, feedback } = experiment;
    this.#isPair = algorithm === 'ldp-two-point' && feedback === 'losses';
  }

  use(value: unknown): ConvexSnapshot {
    const snapshot = parseConvexSnapshot(value, this.#name, this.#experiment);
    const accepted = this.#call((module, client) => {
      this.#record.write(convexSnapshotRecord(snapshot));
      return module.setSnapshot(client);
    });
    if (accepted) return snapshot;
    const { parameter, reason, value: offered } = this.#record.error().details;
    throw mismatch(`snapshot.${parameter}`, reason, offered);
  }

  choose(context: readonly unknown[], maxDelayMs: number): Drawn {
    if (context.length > 0) throw refused('context', 'this algorithm takes none');
    if (!this.#call((module, client) => module.choose(client, maxDelayMs)))
      throw this.#record.error();
    const body = this.#record.textAt(BODY);
    const sealed = this.#takeSealed();
    const points = new Float64Array(this.#record.bytesAt(POINTS).slice().buffer);
    const half = points.length / 2;
    const isOne = this.#experiment.algorithm !== 'ldp-two-point';
    const fields = readFields(body);
    return {
      sealed,
      action: isOne ? points : [points.slice(0, half), points.slice(half)],
      reported: (fields['arm'] as number | undefined) ?? -1,
      rescaled: 0,
      offline: this.#record.word(POLICY) === 1,
      delayMs: this.#record.word(DELAY),
      body,
      fields,
    };
  }

  read(feedback: unknown): Float64Array {
    if (!this.#isPair) return Float64Array.of(readNumber(feedback));
    const isList = Array.isArray(feedback) || feedback instanceof Float64Array;
    if (!isList || feedback.length !== 2)
      throw refused('feedback', 'must be a list of 2 numbers, the loss of each point');
    return Float64Array.from({ length: 2 }, (_, i) => readNumber(feedback[i], `feedback[${i}]`));
  }

  silence(): Float64Array {
    return new Float64Array(this.#isPair ? 2 : 1).fill(this.#experiment.neutral);
  }

  redraw(sealed: Uint8Array): Uint8Array | undefined {
    this.#unseal(sealed);
    return this.#call((module, client) => module.redraw(client)) ? this.#takeSealed() : undefined;
  }

  report(sealed: Uint8Array, losses: Float64Array): string {
    this.#unseal(sealed);
    sealed.fill(0);
    const reported = this.#call((module, client) => {
      this.#record.write([losses]);
      return module.report(client);
    });
    if (!reported) throw this.#record.error();
    return this.#record.textAt(BODY);
  }

  /** The noise: the coin in [0, 1), or what is added, in units of the input's `value`. */
  trace(
    sealed: Uint8Array,
    losses: Float64Array,
  ): { readonly input: ConvexInput; readonly noise: number } {
    this.#unseal(sealed);
    const traced = this.#call((module, client) => {
      this.#record.write([losses]);
      return module.trace(client);
    });
    if (!traced) throw this.#record.error();
    const held = this.#record.bytes(VALUE, CLAMPED - VALUE);
    const [value, noise] = new Float64Array(held.slice().buffer) as unknown as [number, number];
    held.fill(0);
    const clamped = this.#record.word(CLAMPED) === 1;
    this.#record.bytes(CLAMPED, 4).fill(0);
    const [first, second] = losses as unknown as [number, number];
    return { input: { feedback: this.#isPair ? [first, second] : first, value, clamped }, noise };
  }

  describe(fields: ReportFields): Report['fields'] {
    return Object.entries(fields).map(([name, value]) => ({
      name,
      visibility: RANDOMIZED.includes(name) ? 'randomized' : 'public',
      value,
    }));
  }

  dispose(): void {
    this.#record.dispose();
  }

  /** Moves the sealed decision out of the module. */
  #takeSealed(): Uint8Array {
    const held = this.#record.bytesAt(SEALED);
    const sealed = held.slice();
    held.fill(0);
    return sealed;
  }

  #unseal(sealed: Uint8Array): void {
    const address = this.#call((module) => module.sealed(sealed.length));
    this.#record.at(address, sealed.length).set(sealed);
  }

  #call<T>(run: (module: ConvexModule, client: number) => T): T {
    const { module, client } = this.#record;
    return this.#record.call(() => run(module, client));
  }
}
