/** The ids of open epochs, as this process knows them: read from the log where other processes add to it. */
import { REPORT_ID_BYTES, writeReportId } from '../report-id.js';
import type { BatchItem } from '../store.js';
import { bytesOf } from './handle.js';
import { IdIndex } from './id-index.js';
import type { Statements } from './statements.js';

interface Known {
  readonly experiment: string;
  readonly snapshot: number;
  readonly index: IdIndex;
  /** The newest part of the log that is in the index. */
  part: number;
}

export class KnownIds {
  readonly #statements: Statements;
  /** By the number of the epoch. */
  readonly #epochs = new Map<number, Known>();

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /**
   * Adds the ids of a batch to those of an epoch, in memory and in the log. Inside a transaction: if that is
   * rolled back, {@link drop} what is in memory.
   *
   * @returns Positions of the ids that were there, or come twice.
   */
  add(no: number, epoch: Pick<Known, 'experiment' | 'snapshot'>, batch: readonly BatchItem[]) {
    const known = this.#upToDate(no, epoch);
    const bytes = new Uint8Array(batch.length * REPORT_ID_BYTES);
    for (const [i, { id }] of batch.entries()) writeReportId(id, bytes, i * REPORT_ID_BYTES);
    const words = new Uint32Array(bytes.buffer);
    const duplicates: number[] = [];
    let fresh = 0;
    for (let i = 0; i < batch.length; i++) {
      if (!known.index.add(words, i)) {
        duplicates.push(i);
        continue;
      }
      bytes.copyWithin(fresh * REPORT_ID_BYTES, i * REPORT_ID_BYTES, (i + 1) * REPORT_ID_BYTES);
      fresh++;
    }
    if (fresh > 0) {
      known.part++;
      this.#statements.addIds.run(no, known.part, bytes.subarray(0, fresh * REPORT_ID_BYTES));
    }
    return duplicates;
  }

  /** Of an epoch: they are read from the log again. */
  drop(no: number): void {
    this.#epochs.delete(no);
  }

  /** Of epochs of an experiment that take no reports any more. */
  close(experiment: string, open: number): void {
    for (const [no, known] of this.#epochs)
      if (known.experiment === experiment && known.snapshot < open) this.#epochs.delete(no);
  }

  #upToDate(no: number, { experiment, snapshot }: Pick<Known, 'experiment' | 'snapshot'>): Known {
    let known = this.#epochs.get(no);
    if (!known) {
      known = { experiment, snapshot, index: new IdIndex(), part: 0 };
      this.#epochs.set(no, known);
    }
    for (const { part, ids } of this.#statements.idsAfter.all(no, known.part)) {
      const words = new Uint32Array(bytesOf(ids).buffer);
      for (let i = 0; i * REPORT_ID_BYTES < words.byteLength; i++) known.index.add(words, i);
      known.part = Number(part);
    }
    return known;
  }
}
