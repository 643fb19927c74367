/** Random numbers from a seed: of replays alone, whose visitors are rows of a log that the operator has anyway. */
import { sha256 } from '../server/digest.js';

/** xoshiro128** (Blackman and Vigna 2021), begun with SHA-256 of names. */
export class SeededStream {
  readonly #state: Uint32Array;

  constructor(...names: readonly (string | number)[]) {
    const hash = sha256(new TextEncoder().encode(JSON.stringify(names)));
    const words = new DataView(hash.buffer, hash.byteOffset);
    this.#state = Uint32Array.from({ length: 4 }, (_, i) => words.getUint32(4 * i, true));
  }

  /** 32 bits. */
  word(): number {
    const s = this.#state;
    const [a = 0, b = 0, c = 0, d = 0] = s;
    const drawn = Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0;
    s[0] = a ^ d ^ b;
    s[1] = b ^ c ^ a;
    s[2] = c ^ a ^ (b << 9);
    s[3] = rotated(d ^ b, 11);
    return drawn;
  }

  /** In [0, 1), multiples of 2^-53. */
  readonly uniform = (): number => ((this.word() >>> 5) * 2 ** 26 + (this.word() >>> 6)) / 2 ** 53;

  /** As a device asks for entropy. */
  readonly fill = (bytes: Uint8Array): boolean => {
    for (let at = 0; at < bytes.length; at += 4) {
      const word = this.word();
      for (let i = 0; i < 4 && at + i < bytes.length; i += 1) bytes[at + i] = word >>> (8 * i);
    }
    return true;
  };
}

const rotated = (x: number, by: number) => (x << by) | (x >>> (32 - by));
