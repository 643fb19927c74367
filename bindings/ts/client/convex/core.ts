// The core of convex bandits: a point of a convex set without context, or two of them, and a report of
// one number about its loss. Which way it lies from the snapshot's point is drawn before any feedback
// exists. Pages load it only for an algorithm of this family.

import { convexExperimentRecord, convexSnapshotRecord } from '../../generated/catalog-convex.js';
import { flattenConvexSet } from '../../internal/convex-set.js';
import { times } from '../../internal/list.js';
import type { ConvexExperiment } from '../../internal/validate-convex.js';
import { type Core, type Drawn, readNumber, refuseContext, refused } from '../core.js';
import { FamilyCore, type FamilyModule } from '../family-core.js';
import type { Flag } from '../page-module.js';
import { deviceTerms, OWN } from '../record.js';
import { mismatch } from '../snapshot.js';
import type { ConvexInput, Spend } from '../types.js';
import { type ConvexSnapshot, parseConvexSnapshot } from './snapshot.js';

/** What bindings/convex.cpp exports. */
export interface ConvexModule extends FamilyModule {
  setSnapshot(client: number): Flag;
  choose(client: number, maxDelayMs: number): Flag;
  report(client: number): Flag;
  trace(client: number): Flag;
}

/** Layout of the record; bindings/convex.cpp asserts the same numbers. */
const POINTS = OWN;
const VALUE = OWN + 8;
const CLAMPED = OWN + 24;

export class ConvexCore extends FamilyCore<ConvexModule> implements Core {
  readonly #name: string;
  readonly #experiment: ConvexExperiment;
  /** Whether a feedback is the losses of two points. */
  readonly #isPair: boolean;
  /** What is played once the experiment has ended. */
  #answer: Float64Array | null = null;

  /**
   * `name` is that of the experiment. Throws `invalid_argument`, for a polytope without inside or end
   * too, or `manifest_mismatch` if the experiment costs more than what is pinned.
   */
  constructor(module: ConvexModule, name: string, experiment: ConvexExperiment, pinned: Spend) {
    const set = [flattenConvexSet(experiment.set)];
    super(module, [
      ...convexExperimentRecord({ ...experiment, set }),
      ...deviceTerms(experiment, pinned),
    ]);
    this.#name = name;
    this.#experiment = experiment;
    const { algorithm, feedback } = experiment;
    this.#isPair = algorithm === 'ldp-two-point' && feedback === 'losses';
  }

  use(value: unknown): ConvexSnapshot {
    const snapshot = parseConvexSnapshot(value, this.#name, this.#experiment);
    const accepted = this.record.call((module, client) => {
      this.record.write(convexSnapshotRecord(snapshot));
      return module.setSnapshot(client);
    });
    if (accepted) {
      this.#answer = snapshot.ended ? snapshot.answer : null;
      return snapshot;
    }
    const { parameter, reason, value: offered } = this.record.error().details;
    throw mismatch(`snapshot.${parameter}`, reason, offered);
  }

  choose(context: readonly unknown[], maxDelayMs: number): Drawn {
    refuseContext(context);
    this.require((module, client) => module.choose(client, maxDelayMs));
    const points = new Float64Array(this.record.bytesAt(POINTS).slice().buffer);
    const half = points.length / 2;
    const isOne = this.#experiment.algorithm !== 'ldp-two-point';
    const [first, second] = this.#answer
      ? [this.#answer.slice(), this.#answer.slice()]
      : [points.slice(0, half), points.slice(half)];
    return this.drawn(isOne ? (this.#answer ? first : points) : [first, second]);
  }

  read(feedback: unknown): Float64Array {
    if (!this.#isPair) return Float64Array.of(readNumber(feedback));
    const isList = Array.isArray(feedback) || feedback instanceof Float64Array;
    if (!isList || feedback.length !== 2)
      throw refused('feedback', 'must be a list of 2 numbers, the loss of each point');
    return new Float64Array(times(2, (i) => readNumber(feedback[i], `feedback[${i}]`)));
  }

  silence(): Float64Array {
    return new Float64Array(this.#isPair ? 2 : 1).fill(this.#experiment.neutral);
  }

  report(sealed: Uint8Array, losses: Float64Array): string {
    return this.reportWith(sealed, (module, client) => {
      this.record.write([losses]);
      return module.report(client);
    });
  }

  /** The noise: the coin in [0, 1), or what is added, in units of the input's `value`. */
  trace(
    sealed: Uint8Array,
    losses: Float64Array,
  ): { readonly input: ConvexInput; readonly noise: number } {
    this.putSealed(sealed);
    this.require((module, client) => {
      this.record.write([losses]);
      return module.trace(client);
    });
    const [value, noise] = this.record.numbersAt(VALUE, 2) as unknown as [number, number];
    const clamped = this.record.word(CLAMPED) === 1;
    this.record.bytes(VALUE, CLAMPED + 4 - VALUE).fill(0);
    const [first, second] = losses as unknown as [number, number];
    return { input: { feedback: this.#isPair ? [first, second] : first, value, clamped }, noise };
  }
}
