/** The sums of one epoch during one commit: read once, added up here, written once. */
import { addExactly, at, type StatisticsDelta } from '../statistics.js';
import { bytesOf } from './handle.js';
import type { Statements } from './statements.js';

/** Sums in one row. */
export const CHUNK = 512;

export class TouchedSums {
  readonly #statements: Statements;
  readonly #epoch: number;
  readonly #size: number;
  readonly #chunks = new Map<number, BigInt64Array>();

  constructor(statements: Statements, epoch: number, size: number) {
    this.#statements = statements;
    this.#epoch = epoch;
    this.#size = size;
  }

  /** @throws LdpError `invalid_argument` if a sum leaves int64. */
  add({ indices, values }: StatisticsDelta): void {
    for (let k = 0; k < indices.length; k++) {
      const index = indices[k] as number;
      const place = index % CHUNK;
      const sums = this.#chunk((index - place) / CHUNK);
      sums[place] = addExactly(at(sums, place), at(values, k));
    }
  }

  write(): void {
    for (const [chunk, sums] of this.#chunks)
      this.#statements.putChunk.run(this.#epoch, chunk, new Uint8Array(sums.buffer));
  }

  #chunk(chunk: number): BigInt64Array {
    let sums = this.#chunks.get(chunk);
    if (!sums) {
      const stored = this.#statements.chunk.get(this.#epoch, chunk)?.['sums'];
      sums =
        stored === undefined
          ? new BigInt64Array(Math.min(CHUNK, this.#size - chunk * CHUNK))
          : int64Of(stored);
      this.#chunks.set(chunk, sums);
    }
    return sums;
  }
}

/** The sums of a blob, copied. */
export const int64Of = (blob: unknown): BigInt64Array =>
  new BigInt64Array(bytesOf(blob).buffer as ArrayBuffer);
