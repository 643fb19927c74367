// The core of linear and generalized linear contextual bandits: a choice from a private context, a report that is a noisy
// vector. Pages load it only for an algorithm of this family.

import {
  featureNormRecord,
  linearExperimentRecord,
  linearSnapshotRecord,
} from '../../generated/catalog-linear.js';
import { LdpError } from '../../internal/errors.js';
import { times } from '../../internal/list.js';
import type { ContextualExperiment } from '../../internal/validate-linear.js';
import { type Core, type Drawn, type ReportFields, readNumber } from '../core.js';
import { FamilyCore, type FamilyModule } from '../family-core.js';
import type { Flag } from '../page-module.js';
import { deviceTerms, OWN } from '../record.js';
import type { ContextualInput, Report, Spend } from '../types.js';
import { anyRow, refusedRow, writeFeatures } from './features.js';
import { type LinearSnapshot, parseLinearSnapshot } from './snapshot.js';

/** What bindings/contextual.cpp exports. */
export interface ContextualModule extends FamilyModule {
  numberBytes(client: number): number;
  setSnapshot(client: number): Flag;
  choose(client: number, rows: number, maxDelayMs: number): Flag;
  report(client: number, feedback: number): Flag;
  trace(client: number, feedback: number): number;
}

/** Layout of the record; bindings/contextual.cpp asserts the same numbers. */
const ACTION = OWN;
const RESCALED = OWN + 4;
const PART = OWN + 8;

export class ContextualCore extends FamilyCore<ContextualModule> implements Core {
  readonly #neutral: number;
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
    super(module, [
      ...linearExperimentRecord(experiment),
      ...featureNormRecord(experiment),
      ...deviceTerms(experiment, pinned),
    ]);
    this.#name = name;
    this.#dimension = experiment.dimension;
    this.#neutral = experiment.neutral;
    this.#range = experiment.family === 'linear' ? undefined : rangeOf(experiment);
    this.#numberBytes = this.record.call((made, client) => made.numberBytes(client));
  }

  use(value: unknown): LinearSnapshot {
    const snapshot = parseLinearSnapshot(value, this.#name, this.#dimension);
    this.require((module, client) => {
      this.record.write(linearSnapshotRecord(snapshot));
      return module.setSnapshot(client);
    });
    return snapshot;
  }

  choose(context: readonly unknown[], maxDelayMs: number): Drawn {
    const problem = this.#choose(context, maxDelayMs);
    const drawn = this.drawn(problem ? anyRow(context) : this.record.word(ACTION));
    drawn.reported = -1;
    drawn.rescaled = this.record.word(RESCALED);
    if (problem) drawn.problem = problem;
    return drawn;
  }

  /**
   * Leaves a decision in the record: about no features at all if the context is none, and says then
   * what was wrong. A decision that was not made would tell a collector who counts visits that this
   * visitor's features are unusual.
   */
  #choose(context: readonly unknown[], maxDelayMs: number): LdpError | undefined {
    const choose = (rows: number) =>
      this.record.call((module, client) => module.choose(client, rows, maxDelayMs));
    let problem: LdpError;
    try {
      if (choose(this.#write(context))) return undefined;
      problem = refusedRow(this.record.error());
    } catch (error) {
      if (!LdpError.is(error)) throw error;
      problem = error;
    }
    if (!LdpError.is(problem, 'invalid_argument')) throw problem;
    this.record.call(() => this.record.room(this.#dimension).fill(0));
    if (!choose(1)) throw this.record.error();
    return problem;
  }

  read(feedback: unknown): number {
    return readNumber(feedback);
  }

  silence(): number {
    return this.#neutral;
  }

  report(sealed: Uint8Array, feedback: number): string {
    return this.reportWith(sealed, (module, client) => module.report(client, feedback));
  }

  trace(
    sealed: Uint8Array,
    feedback: number,
  ): { readonly input: ContextualInput; readonly noise: Float64Array } {
    this.putSealed(sealed);
    const length = this.record.call((module, client) => module.trace(client, feedback));
    if (length === 0) throw this.record.error();
    const dimension = this.#dimension;
    const left = this.record.room(1 + dimension + 2 * length);
    const truth = 1 + dimension;
    const input = {
      part: this.record.textAt(PART),
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

  #write(context: readonly unknown[]): number {
    let room: Float64Array | undefined;
    try {
      return writeFeatures(context, this.#dimension, (rows) => {
        room = this.record.call(() => this.record.room(rows * this.#dimension));
        return room;
      });
    } catch (error) {
      room?.fill(0);
      throw error;
    }
  }

  /** Two's complement, little endian, in base64url. */
  #numbersOf(data: string): number[] {
    const bytes = atob(data.replaceAll('-', '+').replaceAll('_', '/'));
    const width = this.#numberBytes;
    return times(bytes.length / width, (i) => {
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
