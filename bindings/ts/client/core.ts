// The wasm client behind a typed face. A call through Embind costs more than the randomiser itself, so choose() and
// report() leave their results in one scratch record, which is read in place.
import { type CoreError, LdpError, rethrowTrap, unwrap } from '../internal/errors.js';
import type { Experiment } from '../internal/validate.js';
import { fillWithRandomness, insecureRandomness } from './randomness.js';
import type { Snapshot } from './snapshot.js';

/** What Embind gives us; the names are those of bindings/client.cpp. */
export interface ClientModule {
  useRandomness(fill: (bytes: Uint8Array) => boolean): void;
  scratch(): Uint8Array<ArrayBuffer>;
  readonly Client: {
    create(experiment: Experiment, pinnedEpsilon: number): WasmClient | CoreError;
  };
}

interface WasmClient {
  level(): number;
  epsilonMicro(): number;
  rhoNano(): number;
  setSnapshot(snapshot: Snapshot): CoreError | undefined;
  choose(maxDelayMs: number): number;
  report(feedback: number): number;
  noise(): number;
  delete(): void;
}

/** Layout of the scratch record; bindings/client.cpp asserts the same numbers. */
const DELAY = 0;
const POLICY = 1;
const SEALED = 8;
const BODY = 72;

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
  readonly body: Uint8Array;
  readonly fields: ReportFields;
}

export function readFields(body: Uint8Array): ReportFields {
  return JSON.parse(decoder.decode(body)) as ReportFields;
}

export class Core {
  readonly #module: ClientModule;
  readonly #client: WasmClient;
  #scratch: Uint8Array<ArrayBuffer>;
  #words: Uint32Array;
  /** Cost of one report in the integers of the ledger, from the integers that the mechanism really uses. */
  readonly epsilonMicro: number;
  readonly rhoNano: number;

  /** Throws `invalid_argument`, or `manifest_mismatch` if every level exceeds `pinnedEpsilon`. */
  constructor(module: ClientModule, experiment: Experiment, pinnedEpsilon: number) {
    this.#module = module;
    module.useRandomness(fillWithRandomness);
    this.#client = guard(() => unwrap(module.Client.create(experiment, pinnedEpsilon)));
    this.epsilonMicro = this.#client.epsilonMicro();
    this.rhoNano = this.#client.rhoNano();
    this.#scratch = module.scratch();
    this.#words = new Uint32Array(this.#scratch.buffer, this.#scratch.byteOffset, 2);
  }

  setSnapshot(snapshot: Snapshot): void {
    guard(() => unwrap(this.#client.setSnapshot(snapshot)));
  }

  /** Throws `insecure_randomness`. */
  choose(maxDelayMs: number): Drawn {
    const size = guard(() => this.#client.choose(maxDelayMs));
    if (size === 0) throw insecureRandomness();
    const scratch = this.#record();
    const body = scratch.slice(BODY, BODY + size);
    const sealed = scratch.slice(SEALED, BODY);
    scratch.fill(0, SEALED, BODY);
    return {
      sealed,
      offline: this.#words[POLICY] === 1,
      delayMs: this.#words[DELAY] as number,
      body,
      fields: readFields(body),
    };
  }

  /** The report bytes for a finite feedback, with the noise in `sealed`, which is used up. */
  report(sealed: Uint8Array, feedback: number): Uint8Array {
    this.#record().set(sealed, SEALED);
    sealed.fill(0);
    const size = guard(() => this.#client.report(feedback));
    const scratch = this.#record();
    scratch.fill(0, SEALED, BODY);
    if (size === 0) throw new LdpError('invalid_argument', 'feedback: must be a finite number');
    return scratch.slice(BODY, BODY + size);
  }

  /** The noise in `sealed`, for inspection: the coin in [0, 1), or the Laplace noise in units of the reward. */
  noise(sealed: Uint8Array): number {
    this.#record().set(sealed, SEALED);
    const noise = guard(() => this.#client.noise());
    this.#record().fill(0, SEALED, BODY);
    return noise;
  }

  dispose(): void {
    this.#client.delete();
  }

  /** The scratch record; viewed again if the memory has grown, which detaches views. */
  #record(): Uint8Array<ArrayBuffer> {
    if (this.#scratch.byteLength === 0) {
      this.#scratch = this.#module.scratch();
      this.#words = new Uint32Array(this.#scratch.buffer, this.#scratch.byteOffset, 2);
    }
    return this.#scratch;
  }
}

function guard<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    return rethrowTrap(error);
  }
}
