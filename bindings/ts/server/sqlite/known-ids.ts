/**
 * The ids of open epochs, as this process knows them: read from the log, where this process and others add to it.
 * Nothing else is in memory, so that a transaction that was rolled back, or whose end is unknown, leaves nothing to
 * undo: what it did write is read by the next one.
 */
import { REPORT_ID_BYTES, writeReportId } from '../report-id.js';
import type { BatchItem } from '../store.js';
import { bytesOf } from './handle.js';
import { IdIndex } from './id-index.js';
import type { Statements } from './statements.js';

/** Bytes of memory for ids, of all epochs together: 6 to 12 million ids. */
const MAX_BYTES = 2 ** 28;

interface Known {
  readonly experiment: string;
  readonly snapshot: number;
  readonly index: IdIndex;
  /** The newest part of the log that is in the index. */
  part: number;
}

/** The ids of a batch, looked up. */
interface Sorted {
  /** Positions of the ids that were there, or come twice. */
  readonly duplicates: readonly number[];
  /** The other ids, 16 bytes each. */
  readonly fresh: Uint8Array;
  /** The part of the log that they would be. */
  readonly part: number;
}

export class KnownIds {
  readonly #statements: Statements;
  readonly #maxBytes: number;
  /** By the number of the epoch; the one that was used last comes last. */
  readonly #epochs = new Map<number, Known>();
  #bytes = 0;

  /** @param maxBytes Of memory. An epoch that takes more is kept as long as no other one is used. */
  constructor(statements: Statements, maxBytes = MAX_BYTES) {
    this.#statements = statements;
    this.#maxBytes = maxBytes;
  }

  /** What the ids in memory take, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Looks the ids of a batch up, inside the transaction that may {@link write} them. */
  sort(no: number, epoch: Pick<Known, 'experiment' | 'snapshot'>, batch: readonly BatchItem[]) {
    const { index, part } = this.#upToDate(no, epoch);
    const bytes = new Uint8Array(batch.length * REPORT_ID_BYTES);
    for (const [i, { id }] of batch.entries()) writeReportId(id, bytes, i * REPORT_ID_BYTES);
    const words = new Uint32Array(bytes.buffer);
    const inBatch = new IdIndex();
    const duplicates: number[] = [];
    for (let i = 0; i < batch.length; i++) {
      if (index.has(words, i) || !inBatch.add(words, i)) {
        duplicates.push(i);
        continue;
      }
      const start = (inBatch.size - 1) * REPORT_ID_BYTES;
      bytes.copyWithin(start, i * REPORT_ID_BYTES, (i + 1) * REPORT_ID_BYTES);
    }
    const fresh = bytes.subarray(0, inBatch.size * REPORT_ID_BYTES);
    return { duplicates, fresh, part: part + 1 } satisfies Sorted;
  }

  /** Adds ids to the log of an epoch, in the transaction in which they were looked up. */
  write(no: number, { fresh, part }: Sorted): void {
    if (fresh.length > 0) this.#statements.addIds.run(no, part, fresh);
  }

  /** Lets go of the epochs of an experiment that take no reports any more: those below `open`. */
  close(experiment: string, open: number): void {
    for (const [no, known] of this.#epochs)
      if (known.experiment === experiment && known.snapshot < open) this.#drop(no, known);
  }

  #upToDate(no: number, epoch: Pick<Known, 'experiment' | 'snapshot'>): Known {
    const known = this.#take(no, epoch);
    for (const { part, ids } of this.#statements.idsAfter.all(no, known.part)) {
      const words = new Uint32Array(bytesOf(ids).buffer);
      const before = known.index.bytes;
      for (let i = 0; i * REPORT_ID_BYTES < words.byteLength; i++) known.index.add(words, i);
      this.#bytes += known.index.bytes - before;
      known.part = Number(part);
    }
    for (const [other, old] of this.#epochs) {
      if (this.#bytes <= this.#maxBytes || other === no) break;
      this.#drop(other, old);
    }
    return known;
  }

  /** What is known of an epoch, as the one that was used last. */
  #take(no: number, { experiment, snapshot }: Pick<Known, 'experiment' | 'snapshot'>): Known {
    let known = this.#epochs.get(no);
    // Where the transaction that began the epoch was rolled back, its number is given to another.
    if (known && (known.experiment !== experiment || known.snapshot !== snapshot)) {
      this.#drop(no, known);
      known = undefined;
    }
    if (known) {
      this.#epochs.delete(no);
    } else {
      known = { experiment, snapshot, index: new IdIndex(), part: 0 };
      this.#bytes += known.index.bytes;
    }
    this.#epochs.set(no, known);
    return known;
  }

  #drop(no: number, { index }: Known): void {
    this.#epochs.delete(no);
    this.#bytes -= index.bytes;
  }
}
