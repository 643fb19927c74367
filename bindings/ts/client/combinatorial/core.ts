// The core of combinatorial bandits: a slate without context, a report about one of its arms, which
// is fixed before the visitor sees the slate. Pages load it only for an algorithm of this family.

import {
  combinatorialExperimentRecord,
  combinatorialSnapshotRecord,
} from '../../generated/catalog-combinatorial.js';
import { flattenDecisionSet } from '../../internal/decision-set.js';
import type { LdpError } from '../../internal/errors.js';
import { times } from '../../internal/list.js';
import type { CombinatorialExperiment } from '../../internal/validate-combinatorial.js';
import { type Core, type Drawn, readNumber, refuseContext, refused } from '../core.js';
import { FamilyCore, type FamilyModule } from '../family-core.js';
import type { Flag } from '../page-module.js';
import { deviceTerms, OWN } from '../record.js';
import { mismatch } from '../snapshot.js';
import type { SlateInput, Spend } from '../types.js';
import { parseSlateSnapshot, type SlateRules, type SlateSnapshot } from './snapshot.js';

/** What bindings/combinatorial.cpp exports. */
export interface CombinatorialModule extends FamilyModule {
  setSnapshot(client: number): Flag;
  choose(client: number, maxDelayMs: number): Flag;
  report(client: number): Flag;
  noises(): number;
}

/** Layout of the record; bindings/combinatorial.cpp asserts the same numbers. */
const ARMS = OWN;
const REPORTED = OWN + 8;

export class CombinatorialCore extends FamilyCore<CombinatorialModule> implements Core {
  readonly #neutral: number;
  readonly #rules: SlateRules;
  /** Whether the `arm` of a report is one of the slate's. */
  readonly #namesArm: boolean;
  /** Whether a report is about every arm of the slate. */
  readonly #isVector: boolean;

  /**
   * `name` is that of the experiment. Throws `invalid_argument`, for a decision set without a super
   * arm too, or `manifest_mismatch` if every level exceeds the epsilon of `pinned`.
   */
  constructor(
    module: CombinatorialModule,
    name: string,
    experiment: CombinatorialExperiment,
    pinned: Spend,
  ) {
    const { algorithm, arms, coordinate, neutral } = experiment;
    const set = flattenDecisionSet(experiment.set);
    super(module, [
      ...combinatorialExperimentRecord({ ...experiment, set }),
      ...deviceTerms(experiment, pinned),
    ]);
    this.#neutral = neutral;
    this.#namesArm = coordinate !== 'all';
    this.#isVector = experiment.payload === 'slate';
    this.#rules = {
      experiment: name,
      arms,
      namesReported: coordinate === 'least-reported' || algorithm === 'cucb-ldp-sum',
      namesSuperArm: algorithm === 'cucb-ldp-sum',
    };
  }

  use(value: unknown): SlateSnapshot {
    const snapshot = parseSlateSnapshot(value, this.#rules);
    const accepted = this.record.call((module, client) => {
      this.record.write(combinatorialSnapshotRecord(snapshot));
      return module.setSnapshot(client);
    });
    if (!accepted) throw refusedSnapshot(this.record.error());
    return snapshot;
  }

  choose(context: readonly unknown[], maxDelayMs: number): Drawn {
    refuseContext(context);
    this.require((module, client) => module.choose(client, maxDelayMs));
    const drawn = this.drawn(new Uint32Array(this.record.bytesAt(ARMS).slice().buffer));
    if (!this.#namesArm) drawn.reported = -1;
    return drawn;
  }

  read(feedback: unknown, { action }: Drawn): Float64Array {
    const { length } = action as Uint32Array;
    const isList = Array.isArray(feedback) || feedback instanceof Float64Array;
    if (!isList || feedback.length !== length)
      throw refused(
        'feedback',
        `must be a list of ${length} numbers, one for each arm of the slate`,
      );
    return new Float64Array(times(length, (i) => readNumber(feedback[i], `feedback[${i}]`)));
  }

  silence({ action }: Drawn): Float64Array {
    return new Float64Array((action as Uint32Array).length).fill(this.#neutral);
  }

  report(sealed: Uint8Array, outcomes: Float64Array): string {
    return this.reportWith(sealed, (module, client) => {
      this.record.write([outcomes]);
      return module.report(client);
    });
  }

  /** The noise: the coin in [0, 1), or what is added, in units of an outcome. */
  trace(
    sealed: Uint8Array,
    outcomes: Float64Array,
  ): { readonly input: SlateInput; readonly noise: number | Float64Array } {
    this.putSealed(sealed);
    const length = this.record.call((module) => module.noises());
    if (length === 0) throw this.record.error();
    const left = this.record.room(length);
    const noise = left.slice();
    left.fill(0);
    const reported = this.#namesArm ? this.record.word(REPORTED) : -1;
    return {
      input: { outcomes: outcomes.slice(), reported },
      noise: this.#isVector ? noise : (noise[0] as number),
    };
  }
}

/** What the core has against the slates of a snapshot: `value` is the position of one. */
function refusedSnapshot(error: LdpError): LdpError {
  const { parameter, reason, value } = error.details;
  const field =
    parameter === 'slates'
      ? `slates[${value}]`
      : parameter === 'reported'
        ? `slates[${value}].reported`
        : parameter;
  return mismatch(`snapshot.${field}`, reason, value);
}
