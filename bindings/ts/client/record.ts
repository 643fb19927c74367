// The memory of a client module behind a typed face. Results are read in place, from one record in
// the module's memory; every client module begins its record alike (bindings/page.hpp).

import type { RewardTransform } from '../generated/catalog.js';
import { deviceTermsRecord } from '../generated/catalog-multi-armed.js';
import { type CoreError, type LdpError, rethrowTrap, toLdpError } from '../internal/errors.js';
import { discard } from '../internal/instantiate.js';
import { totalLength } from '../internal/list.js';
import type { Cost } from './core.js';
import type { PageModule } from './page-module.js';
import type { Spend } from './types.js';

/** Layout of the record; the bindings assert the same numbers. */
export const DELAY = 0;
export const POLICY = 4;
const ERROR_VALUE = 8;
const ERROR_CODE = 16;
const ERROR_PARAMETER = 24;
const ERROR_REASON = 32;
const COST = 40;
/** Where the part begins that is the module's own. */
export const OWN = 80;

/** What a device of any family is told beside its experiment, as the bindings take it. */
export function deviceTerms(
  experiment: { readonly rewards?: RewardTransform; readonly neutral: number },
  pinned: Spend,
): readonly ArrayLike<number>[] {
  const { rewards = { type: 'unit' }, neutral } = experiment;
  const [first = 0, second = 0] = Object.values(rewards).filter((x) => typeof x === 'number');
  return deviceTermsRecord({ transform: rewards.type, first, second, neutral, ...pinned });
}

/** Frees the clients of bandits that were dropped without being disposed. */
const dropped = new FinalizationRegistry<() => void>((free) => free());

export class ModuleRecord<M extends PageModule> {
  readonly module: M;
  readonly client: number;
  readonly #record: number;
  /** Of the whole memory, as long as it does not grow. */
  #bytes = new Uint8Array(0);
  #view = new DataView(new ArrayBuffer(0));

  /**
   * Shared modules have one entropy pool; one that has failed may ask its generator again here, so
   * check that first. `records` say what the client is. Throws what `create` has left as an error.
   */
  constructor(module: M, records: readonly ArrayLike<number>[]) {
    this.module = module;
    this.#record = this.call(() => module.open());
    const client = this.call(() => {
      this.write(records);
      return module.create();
    });
    if (client === 0) throw this.error();
    this.client = client;
    dropped.register(this, () => destroy(module, client), this);
  }

  dispose(): void {
    dropped.unregister(this);
    destroy(this.module, this.client);
  }

  /** Of one report of the client that was made last, from the integers that its mechanism uses. */
  cost(): Cost {
    const [epsilon = 0, delta = 0, rho = 0] = this.numbersAt(COST, 3);
    return { epsilon, delta, rho };
  }

  call<T>(run: (module: M, client: number) => T): T {
    try {
      return run(this.module, this.client);
    } catch (error) {
      discard(this.module);
      return rethrowTrap(error);
    }
  }

  /** `size` bytes of the record, in place. */
  bytes(offset: number, size: number): Uint8Array<ArrayBuffer> {
    return this.at(this.#record + offset, size);
  }

  /** Bytes of the module, in place: a call may move them. */
  at(address: number, size: number): Uint8Array<ArrayBuffer> {
    return this.#memory().subarray(address, address + size);
  }

  /** Moves `size` bytes out of the record, which then has zeros there. */
  take(offset: number, size: number): Uint8Array<ArrayBuffer> {
    const bytes = this.#memory();
    const from = this.#record + offset;
    const taken = bytes.slice(from, from + size);
    bytes.fill(0, from, from + size);
    return taken;
  }

  /** Puts bytes into the record. */
  put(offset: number, bytes: Uint8Array): void {
    this.#memory().set(bytes, this.#record + offset);
  }

  word(offset: number): number {
    this.#memory();
    return this.#view.getUint32(this.#record + offset, true);
  }

  number(offset: number): number {
    this.#memory();
    return this.#view.getFloat64(this.#record + offset, true);
  }

  /** A copy of `count` numbers of the record. */
  numbersAt(offset: number, count: number): Float64Array {
    return new Float64Array(this.bytes(offset, 8 * count).slice().buffer);
  }

  /** ASCII at `offset` of the record. */
  text(offset: number, size: number): string {
    return new TextDecoder().decode(this.bytes(offset, size));
  }

  /** Bytes elsewhere, by the address and the size that stand at `offset` of the record. */
  bytesAt(offset: number): Uint8Array<ArrayBuffer> {
    return this.at(this.word(offset), this.word(offset + 4));
  }

  /** The same as ASCII. */
  textAt(offset: number): string {
    return new TextDecoder().decode(this.bytesAt(offset));
  }

  /** Puts the numbers where the next call reads them. */
  write(lists: readonly ArrayLike<number>[]): void {
    const room = this.room(totalLength(lists));
    let at = 0;
    for (const list of lists) {
      room.set(list, at);
      at += list.length;
    }
  }

  /** Where the next call reads `count` numbers, or the last one left them. */
  room(count: number): Float64Array {
    const address = this.module.numbers(count);
    return new Float64Array(this.module.memory.buffer, address, count);
  }

  error(): LdpError {
    return toLdpError({
      code: this.textAt(ERROR_CODE) as CoreError['code'],
      parameter: this.textAt(ERROR_PARAMETER),
      reason: this.textAt(ERROR_REASON),
      value: this.number(ERROR_VALUE),
    });
  }

  /** The memory as it is now. */
  #memory(): Uint8Array<ArrayBuffer> {
    const { buffer } = this.module.memory;
    if (this.#bytes.buffer !== buffer) {
      this.#bytes = new Uint8Array(buffer);
      this.#view = new DataView(buffer);
    }
    return this.#bytes;
  }
}

function destroy(module: PageModule, client: number): void {
  try {
    module.destroy(client);
  } catch {
    // The instance has died, and its memory with it.
  }
}
