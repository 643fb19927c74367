/** The wasm memory that calls into a learner read their bytes from. */
import type { AnyWasmLearner } from './learner-create.js';

export class Scratch {
  readonly #wasm: Pick<AnyWasmLearner, 'scratch'>;
  #view: Uint8Array = new Uint8Array(0);

  constructor(wasm: Pick<AnyWasmLearner, 'scratch'>) {
    this.#wasm = wasm;
  }

  /** Puts bytes where the next call reads them; returns how many. */
  write(bytes: Uint8Array): number {
    this.#room(bytes.length).set(bytes);
    return bytes.length;
  }

  /** Puts there where each body ends, as uint32, then their bytes; returns how many bytes that is. */
  writeBodies(bodies: readonly Uint8Array[]): number {
    const head = bodies.length * Uint32Array.BYTES_PER_ELEMENT;
    const size = bodies.reduce((sum, { length }) => sum + length, head);
    const room = this.#room(size);
    const ends = new Uint32Array(room.buffer, room.byteOffset, bodies.length);
    let end = 0;
    for (const [i, body] of bodies.entries()) {
      room.set(body, head + end);
      end += body.length;
      ends[i] = end;
    }
    return size;
  }

  /** The view is kept while wasm memory stays in place. */
  #room(size: number): Uint8Array {
    // Length 0: none yet, or wasm memory has grown and the view is detached.
    if (this.#view.length < Math.max(size, 1)) {
      this.#view = this.#wasm.scratch(Math.max(size, 4096));
    }
    return this.#view;
  }
}
