/** A batch as PostgreSQL takes it: arrays as text, which every driver passes on as they are. */

import { reportIdBytes } from '../report-id.js';
import { addExactly } from '../statistics.js';
import type { BatchItem, CommitResult } from '../store.js';
import { CHUNK } from './schema.js';

const hexOf = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
};

/** The ids in hexadecimal, in the order of the batch. */
export const idsOf = (batch: readonly BatchItem[]): string[] =>
  batch.map(({ id }) => hexOf(reportIdBytes(id)));

export const byteaArray = (ids: readonly string[]): string =>
  `{${ids.map((id) => `"\\\\x${id}"`).join()}}`;

/** @param added Ids that the epoch did not know, as the server says. */
export function split(ids: readonly string[], added: ReadonlySet<string>) {
  const left = new Set(added);
  const fresh: number[] = [];
  const duplicates: number[] = [];
  for (const [position, id] of ids.entries()) (left.delete(id) ? fresh : duplicates).push(position);
  const result: CommitResult = {
    accepted: fresh.length,
    duplicate: duplicates.length,
    duplicates,
  };
  return { fresh, result };
}

/** The touched chunks of a batch, in increasing order: all collectors lock rows in the same order. */
export class Chunks {
  readonly #sums = new Map<number, bigint>();

  constructor(items: Iterable<BatchItem>) {
    for (const { delta } of items) {
      for (const [k, index] of delta.indices.entries()) {
        const before = this.#sums.get(index) ?? 0n;
        this.#sums.set(index, before + (delta.values[k] as bigint));
      }
    }
  }

  /** The largest absolute value. */
  get bound(): bigint {
    let bound = 0n;
    for (const value of this.#sums.values()) {
      const size = value < 0n ? -value : value;
      if (size > bound) bound = size;
    }
    return bound;
  }

  get chunks(): number[] {
    const chunks = new Set([...this.#sums.keys()].map((index) => Math.floor(index / CHUNK)));
    return [...chunks].sort((a, b) => a - b);
  }

  /** The sums of all chunks, one after the other, on top of what `stored` says. */
  values(stored: ReadonlyMap<number, bigint> = new Map()): bigint[] {
    return this.chunks.flatMap((chunk) =>
      Array.from({ length: CHUNK }, (_, place) => {
        const index = chunk * CHUNK + place;
        return addExactly(stored.get(index) ?? 0n, this.#sums.get(index) ?? 0n);
      }),
    );
  }
}

export const array = (values: readonly (number | bigint)[]): string => `{${values.join()}}`;

/** The numbers of an array that the server wrote as text. */
export const numbersOf = (text: unknown): bigint[] =>
  String(text).slice(1, -1).split(',').map(BigInt);
