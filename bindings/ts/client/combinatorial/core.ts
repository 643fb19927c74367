// The core of combinatorial bandits: a slate without context, a report about one of its arms, which
// is fixed before the visitor sees the slate. Pages load it only for an algorithm of this family.

import { combinatorialExperimentRecord } from '../../generated/catalog-combinatorial.js';
import { flattenDecisionSet } from '../../internal/decision-set.js';
import type { LdpError } from '../../internal/errors.js';
import type { CombinatorialExperiment } from '../../internal/validate-combinatorial.js';
import type { Core, Drawn, ReportFields } from '../core.js';
import { readFields, readNumber, refused } from '../core.js';
import { DELAY, deviceTerms, ModuleRecord, OWN, type PageModule, POLICY } from '../record.js';
import { mismatch } from '../snapshot.js';
import type { Report, SlateInput, Spend } from '../types.js';
import { parseSlateSnapshot, type SlateRules, type SlateSnapshot } from './snapshot.js';

/** What bindings/combinatorial.cpp binds. */
export interface CombinatorialModule extends PageModule {
  setSnapshot(
    client: number,
    id: number,
    reports: number,
    named: number,
    slates: number,
    isNamed: boolean,
  ): boolean;
  choose(client: number, maxDelayMs: number): boolean;
  sealed(size: number): number;
  redraw(client: number): boolean;
  report(client: number): boolean;
  noises(): number;
}

/** Layout of the record; bindings/combinatorial.cpp asserts the same numbers. */
const SEALED = OWN;
const BODY = OWN + 8;
const ARMS = OWN + 16;
const REPORTED = OWN + 24;

/** What the mechanism released; every other field is the same whatever the feedback. */
const RANDOMIZED = ['bit', 'noisy'];

export class CombinatorialCore implements Core {
  readonly epsilonMicro: number;
  readonly deltaFemto: number;
  readonly rhoNano: number;
  readonly #neutral: number;
  readonly #record: ModuleRecord<CombinatorialModule>;
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
    this.#neutral = neutral;
    const set = flattenDecisionSet(experiment.set);
    this.#record = new ModuleRecord(module, [
      ...combinatorialExperimentRecord({ ...experiment, set }),
      ...deviceTerms(experiment, pinned),
    ]);
    const { client } = this.#record;
    this.epsilonMicro = module.epsilonMicro(client);
    this.deltaFemto = module.deltaFemto(client);
    this.rhoNano = module.rhoNano(client);
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
    const { id, reports, mean, width, ends, arms, reported } = snapshot;
    const accepted = this.#call((module, client) => {
      this.#record.write([mean, width, ends, reported, arms]);
      return module.setSnapshot(client, id, reports, mean.length, ends.length, reported.length > 0);
    });
    if (!accepted) throw refusedSnapshot(this.#record.error());
    return snapshot;
  }

  choose(context: readonly unknown[], maxDelayMs: number): Drawn {
    if (context.length > 0) throw refused('context', 'this algorithm takes none');
    if (!this.#call((module, client) => module.choose(client, maxDelayMs)))
      throw this.#record.error();
    const body = this.#record.textAt(BODY);
    const sealed = this.#takeSealed();
    const fields = readFields(body);
    return {
      sealed,
      action: new Uint32Array(this.#record.bytesAt(ARMS).slice().buffer),
      reported: this.#namesArm ? (fields['arm'] as number) : -1,
      rescaled: 0,
      offline: this.#record.word(POLICY) === 1,
      delayMs: this.#record.word(DELAY),
      body,
      fields,
    };
  }

  read(feedback: unknown, { action }: Drawn): Float64Array {
    const { length } = action as Uint32Array;
    const isList = Array.isArray(feedback) || feedback instanceof Float64Array;
    if (!isList || feedback.length !== length)
      throw refused(
        'feedback',
        `must be a list of ${length} numbers, one for each arm of the slate`,
      );
    return Float64Array.from({ length }, (_, i) => readNumber(feedback[i], `feedback[${i}]`));
  }

  silence({ action }: Drawn): Float64Array {
    return new Float64Array((action as Uint32Array).length).fill(this.#neutral);
  }

  redraw(sealed: Uint8Array): Uint8Array | undefined {
    this.#unseal(sealed);
    return this.#call((module, client) => module.redraw(client)) ? this.#takeSealed() : undefined;
  }

  report(sealed: Uint8Array, outcomes: Float64Array): string {
    this.#unseal(sealed);
    sealed.fill(0);
    const reported = this.#call((module, client) => {
      this.#record.write([outcomes]);
      return module.report(client);
    });
    if (!reported) throw this.#record.error();
    return this.#record.textAt(BODY);
  }

  /** The noise: the coin in [0, 1), or what is added, in units of an outcome. */
  trace(
    sealed: Uint8Array,
    outcomes: Float64Array,
  ): { readonly input: SlateInput; readonly noise: number | Float64Array } {
    this.#unseal(sealed);
    const length = this.#call((module) => module.noises());
    if (length === 0) throw this.#record.error();
    const left = this.#record.room(length);
    const noise = left.slice();
    left.fill(0);
    const reported = this.#namesArm ? this.#record.word(REPORTED) : -1;
    return {
      input: { outcomes: outcomes.slice(), reported },
      noise: this.#isVector ? noise : (noise[0] as number),
    };
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

  #call<T>(run: (module: CombinatorialModule, client: number) => T): T {
    const { module, client } = this.#record;
    return this.#record.call(() => run(module, client));
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
