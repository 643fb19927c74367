// The core of linear and generalized linear contextual bandits: a choice from a private context, a report that is a noisy
// vector. Pages load it only for an algorithm of this family.

import {
  featureNormRecord,
  linearExperimentRecord,
  linearSnapshotRecord,
} from '../../generated/catalog-linear.js';
import { LdpError } from '../../internal/errors.js';
import type { ContextualExperiment } from '../../internal/validate-linear.js';
import type { Core, Drawn, ReportFields } from '../core.js';
import { readFields, readNumber } from '../core.js';
import { DELAY, deviceTerms, ModuleRecord, OWN, type PageModule, POLICY } from '../record.js';
import type { ContextualInput, Report, Spend } from '../types.js';
import { anyRow, refusedRow, writeFeatures } from './features.js';
import { type LinearSnapshot, parseLinearSnapshot } from './snapshot.js';

/** What bindings/contextual.cpp binds. */
export interface ContextualModule extends PageModule {
  numberBytes(client: number): number;
  setSnapshot(client: number): boolean;
  choose(client: number, rows: number, maxDelayMs: number): boolean;
  sealed(size: number): number;
  redraw(client: number): boolean;
  report(client: number, feedback: number): boolean;
  trace(client: number, feedback: number): number;
}

/** Layout of the record; bindings/contextual.cpp asserts the same numbers. */
const SEALED = OWN;
const BODY = OWN + 8;
const ACTION = OWN + 16;
const RESCALED = OWN + 20;
const PART = OWN + 24;

export class ContextualCore implements Core {
  readonly epsilonMicro: number;
  readonly deltaFemto: number;
  readonly rhoNano: number;
  readonly #neutral: number;
  readonly #record: ModuleRecord<ContextualModule>;
  readonly #name: string;
  readonly #dimension: number;
  readonly #numberBytes: number;
  /** Of a feedback. Without a link the experiment's `rewards` say what is beyond it. */
  readonly #range: readonly [low: number, high: number] | undefined;

  /**
   * `name` is that of the experiment. Throws `invalid_argument`, or `manifest_mismatch` if a report
   * costs more than `pinned` allows.
   */
  constructor(
    module: ContextualModule,
    name: string,
    experiment: ContextualExperiment,
    pinned: Spend,
  ) {
    this.#name = name;
    this.#dimension = experiment.dimension;
    this.#neutral = experiment.neutral;
    this.#range = experiment.family === 'linear' ? undefined : rangeOf(experiment);
    this.#record = new ModuleRecord(module, [
      ...linearExperimentRecord(experiment),
      ...featureNormRecord(experiment),
      ...deviceTerms(experiment, pinned),
    ]);
    const { client } = this.#record;
    this.epsilonMicro = module.epsilonMicro(client);
    this.deltaFemto = module.deltaFemto(client);
    this.rhoNano = module.rhoNano(client);
    this.#numberBytes = module.numberBytes(client);
  }

  use(value: unknown): LinearSnapshot {
    const snapshot = parseLinearSnapshot(value, this.#name, this.#dimension);
    const accepted = this.#call((module, client) => {
      this.#record.write(linearSnapshotRecord(snapshot));
      return module.setSnapshot(client);
    });
    if (!accepted) throw this.#record.error();
    return snapshot;
  }

  choose(context: readonly unknown[], maxDelayMs: number): Drawn {
    const problem = this.#choose(context, maxDelayMs);
    const body = this.#record.textAt(BODY);
    const sealed = this.#takeSealed();
    return {
      sealed,
      action: problem ? anyRow(context) : this.#record.word(ACTION),
      reported: -1,
      rescaled: this.#record.word(RESCALED),
      offline: this.#record.word(POLICY) === 1,
      delayMs: this.#record.word(DELAY),
      body,
      fields: readFields(body),
      ...(problem ? { problem } : {}),
    };
  }

  /**
   * Leaves a decision in the record: about no features at all if the context is none, and says then
   * what was wrong. A decision that was not made would tell a collector who counts visits that this
   * visitor's features are unusual.
   */
  #choose(context: readonly unknown[], maxDelayMs: number): LdpError | undefined {
    const choose = (rows: number) =>
      this.#call((module, client) => module.choose(client, rows, maxDelayMs));
    let problem: LdpError;
    try {
      if (choose(this.#write(context))) return undefined;
      problem = refusedRow(this.#record.error());
    } catch (error) {
      if (!LdpError.is(error)) throw error;
      problem = error;
    }
    if (!LdpError.is(problem, 'invalid_argument')) throw problem;
    this.#call(() => this.#record.room(this.#dimension).fill(0));
    if (!choose(1)) throw this.#record.error();
    return problem;
  }

  read(feedback: unknown): number {
    return readNumber(feedback);
  }

  silence(): number {
    return this.#neutral;
  }

  redraw(sealed: Uint8Array): Uint8Array | undefined {
    this.#unseal(sealed);
    return this.#call((module, client) => module.redraw(client)) ? this.#takeSealed() : undefined;
  }

  report(sealed: Uint8Array, feedback: number): string {
    this.#unseal(sealed);
    sealed.fill(0);
    if (!this.#call((module, client) => module.report(client, feedback)))
      throw this.#record.error();
    return this.#record.textAt(BODY);
  }

  trace(
    sealed: Uint8Array,
    feedback: number,
  ): { readonly input: ContextualInput; readonly noise: Float64Array } {
    this.#unseal(sealed);
    const length = this.#call((module, client) => module.trace(client, feedback));
    if (length === 0) throw this.#record.error();
    const dimension = this.#dimension;
    const left = this.#record.room(1 + dimension + 2 * length);
    const truth = 1 + dimension;
    const input = {
      part: this.#record.textAt(PART),
      x: left.slice(1, truth),
      reward: feedback,
      ...(this.#range ? { clamped: feedback < this.#range[0] || feedback > this.#range[1] } : {}),
      vector: left.slice(truth, truth + length),
      unit: left[0] as number,
    };
    const noise = left.slice(truth + length);
    left.fill(0);
    return { input, noise };
  }

  describe(fields: ReportFields): Report['fields'] {
    return Object.entries(fields).map(([name, value]) =>
      name === 'data'
        ? { name, visibility: 'randomized', value: this.#numbersOf(value as string) }
        : { name, visibility: 'public', value },
    );
  }

  dispose(): void {
    this.#record.dispose();
  }

  #write(context: readonly unknown[]): number {
    let room: Float64Array | undefined;
    try {
      return writeFeatures(context, this.#dimension, (rows) => {
        room = this.#call(() => this.#record.room(rows * this.#dimension));
        return room;
      });
    } catch (error) {
      room?.fill(0);
      throw error;
    }
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

  #call<T>(run: (module: ContextualModule, client: number) => T): T {
    const { module, client } = this.#record;
    return this.#record.call(() => run(module, client));
  }

  /** Two's complement, little endian, in base64url. */
  #numbersOf(data: string): number[] {
    const bytes = atob(data.replaceAll('-', '+').replaceAll('_', '/'));
    const width = this.#numberBytes;
    return Array.from({ length: bytes.length / width }, (_, i) => {
      let value = 0;
      for (let at = width; at-- > 0; ) value = value * 256 + bytes.charCodeAt(i * width + at);
      return value < 2 ** (8 * width - 1) ? value : value - 2 ** (8 * width);
    });
  }
}

/** As LinkModel in protocol/link.hpp. */
function rangeOf({ link, largest }: ContextualExperiment): readonly [number, number] {
  return [link === 'identity' ? -largest : 0, largest > 0 ? largest : 1];
}
