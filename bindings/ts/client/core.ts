// The wasm client behind a typed face. Results are read in place, from one record in the module's
// memory.
import { type CoreError, type LdpError, rethrowTrap, toLdpError } from '../internal/errors.js';
import { discard } from '../internal/instantiate.js';
import type { Experiment } from '../internal/validate.js';
import type { Snapshot } from './snapshot.js';
import type { Spend } from './types.js';

/** What bindings/client.cpp binds. Clients are addresses; 0 is none. */
export interface ClientModule {
  memory(): Uint8Array<ArrayBuffer>;
  open(): number;
  numbers(count: number): number;
  create(
    algorithm: number,
    arms: number,
    epsilonMin: number,
    bound: number,
    levelAwareFrom: number,
    delta: number,
    transform: number,
    first: number,
    second: number,
    neutral: number,
    pinnedEpsilon: number,
    pinnedDelta: number,
  ): number;
  destroy(client: number): void;
  epsilonMicro(client: number): number;
  deltaFemto(client: number): number;
  rhoNano(client: number): number;
  setSnapshot(
    client: number,
    id: number,
    reports: number,
    scale: number,
    tilts: number,
    forced: number,
    incumbent: number,
  ): boolean;
  choose(client: number, maxDelayMs: number): number;
  report(client: number, feedback: number): number;
  noise(): number;
}

/** Layout of the record; bindings/client.cpp asserts the same numbers. */
const DELAY = 0;
const POLICY = 4;
const SEALED = 8;
const BODY = 72;
const ERROR_VALUE = 192;
const ERROR_CODE = 200;
const ERROR_PARAMETER = 208;
const ERROR_REASON = 216;

/** Positions in the C++ enumerations. */
const BOUNDS = ['L4', 'La', 'Lk'];
const TRANSFORMS = ['unit', 'clip', 'sigmoid', 'threshold'];

const decoder = new TextDecoder();

/** The fields of a report body, in the order of the bytes. */
export interface ReportFields {
  readonly v: 1;
  readonly id: string;
  readonly snapshot: number;
  readonly arm: number;
  readonly level: number;
  readonly bit?: 0 | 1;
  readonly noisy?: number;
}

/** A decision whose noise is drawn and whose neutral report is ready. */
export interface Drawn {
  /** Noise and id for exactly one report, opaque. Wiped by `report`. */
  readonly sealed: Uint8Array;
  readonly offline: boolean;
  /** Uniform in 0..maxDelayMs, drawn like the noise before any feedback exists. */
  readonly delayMs: number;
  /**
   * The neutral report, canonical JSON in ASCII. A string, because short ones are far cheaper to
   * allocate than bytes.
   */
  readonly body: string;
  readonly fields: ReportFields;
}

export function readFields(body: string): ReportFields {
  return JSON.parse(body) as ReportFields;
}

function destroy(module: ClientModule, client: number): void {
  try {
    module.destroy(client);
  } catch {
    // The instance has died, and its memory with it.
  }
}

/** Frees the clients of bandits that were dropped without being disposed. */
const dropped = new FinalizationRegistry<() => void>((free) => free());

export class Core {
  readonly #module: ClientModule;
  readonly #record: number;
  readonly #client: number;
  /**
   * Cost of one report in the integers of the ledger, from the integers that the mechanism really
   * uses.
   */
  readonly epsilonMicro: number;
  readonly deltaFemto: number;
  readonly rhoNano: number;

  /**
   * Shared modules have one entropy pool; a pool that has failed is replaced here, so check the
   * generator first. Throws `invalid_argument`, or `manifest_mismatch` if every level exceeds the
   * epsilon of `pinned`, or the experiment's delta exceeds its delta.
   */
  constructor(module: ClientModule, experiment: Experiment, pinned: Spend) {
    this.#module = module;
    this.#record = this.#call(() => module.open());
    const { rewards } = experiment;
    const [first = 0, second = 0] = Object.values(rewards).filter((x) => typeof x === 'number');
    const client = this.#call(() => {
      this.#write([experiment.levels]);
      return module.create(
        experiment.algorithmIndex,
        experiment.arms,
        experiment.epsilonMin,
        BOUNDS.indexOf(experiment.bound),
        experiment.levelAwareFrom,
        experiment.delta,
        TRANSFORMS.indexOf(rewards.type),
        first,
        second,
        experiment.neutral,
        pinned.epsilon,
        pinned.delta,
      );
    });
    if (client === 0) throw this.#error();
    this.#client = client;
    dropped.register(this, () => destroy(module, client), this);
    this.epsilonMicro = module.epsilonMicro(client);
    this.deltaFemto = module.deltaFemto(client);
    this.rhoNano = module.rhoNano(client);
  }

  setSnapshot(snapshot: Snapshot): void {
    const { id, reports, scale, mean, width, tilt, weights, forced, incumbent } = snapshot;
    const accepted = this.#call(() => {
      this.#write([mean, width, tilt, weights]);
      const client = this.#client;
      return this.#module.setSnapshot(client, id, reports, scale, tilt.length, forced, incumbent);
    });
    if (!accepted) throw this.#error();
  }

  /** Throws `insecure_randomness`. */
  choose(maxDelayMs: number): Drawn {
    const size = this.#call(() => this.#module.choose(this.#client, maxDelayMs));
    if (size === 0) throw this.#error();
    const body = decoder.decode(this.#bytes(BODY, size));
    const sealed = this.#takeSealed();
    return {
      sealed,
      offline: this.#word(POLICY) === 1,
      delayMs: this.#word(DELAY),
      body,
      fields: readFields(body),
    };
  }

  /** The report for a finite feedback, with the noise in `sealed`, which is used up. */
  report(sealed: Uint8Array, feedback: number): string {
    this.#bytes(SEALED, sealed.length).set(sealed);
    sealed.fill(0);
    const size = this.#call(() => this.#module.report(this.#client, feedback));
    this.#takeSealed().fill(0);
    if (size === 0) throw this.#error();
    return decoder.decode(this.#bytes(BODY, size));
  }

  /**
   * The noise in `sealed`: the coin in [0, 1), or the Laplace or Gaussian noise in units of the
   * reward. For inspection.
   */
  noise(sealed: Uint8Array): number {
    this.#bytes(SEALED, sealed.length).set(sealed);
    const noise = this.#module.noise();
    this.#takeSealed().fill(0);
    return noise;
  }

  dispose(): void {
    dropped.unregister(this);
    destroy(this.#module, this.#client);
  }

  /** Moves the sealed decision out of the record. */
  #takeSealed(): Uint8Array {
    const held = this.#bytes(SEALED, BODY - SEALED);
    const sealed = held.slice();
    held.fill(0);
    return sealed;
  }

  #bytes(offset: number, size: number): Uint8Array<ArrayBuffer> {
    const from = this.#record + offset;
    return this.#module.memory().subarray(from, from + size);
  }

  #word(offset: number): number {
    return new DataView(this.#module.memory().buffer).getUint32(this.#record + offset, true);
  }

  /** Puts the numbers where the next call reads them. */
  #write(lists: readonly ArrayLike<number>[]): void {
    const count = lists.reduce((sum, { length }) => sum + length, 0);
    const address = this.#module.numbers(count);
    const room = new Float64Array(this.#module.memory().buffer, address, count);
    let at = 0;
    for (const list of lists) {
      room.set(list, at);
      at += list.length;
    }
  }

  #call<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      discard(this.#module);
      return rethrowTrap(error);
    }
  }

  #error(): LdpError {
    const text = (offset: number) => {
      const from = this.#word(offset);
      return decoder.decode(this.#module.memory().subarray(from, from + this.#word(offset + 4)));
    };
    const view = new DataView(this.#module.memory().buffer);
    return toLdpError({
      code: text(ERROR_CODE) as CoreError['code'],
      parameter: text(ERROR_PARAMETER),
      reason: text(ERROR_REASON),
      value: view.getFloat64(this.#record + ERROR_VALUE, true),
    });
  }
}
