/** A store that lives as long as the process: for tests, simulations and the in-page fallback. */

import type { AsyncOwned } from '../internal/disposable.js';
import { addExactly, at, emptyStatistics, requireDelta, type Statistics } from './statistics.js';
import {
  type BatchItem,
  type CommitOptions,
  type CommitResult,
  type DefinitionStore,
  type Epoch,
  type Head,
  type Publication,
  requireOpen,
  requireRoom,
  requireSuccessor,
} from './store.js';

interface EpochRow {
  readonly ids: Set<string>;
  statistics: Statistics | null;
}

interface ExperimentRow {
  publication: Publication | null;
  readonly epochs: Map<number, EpochRow>;
}

/** Everything happens synchronously inside one call, which makes it atomic. */
class MemoryStore implements DefinitionStore, AsyncOwned {
  readonly #experiments = new Map<string, ExperimentRow>();
  readonly #definitions = new Map<string, string>();

  async commit(
    epoch: Epoch,
    batch: readonly BatchItem[],
    options?: CommitOptions,
  ): Promise<CommitResult> {
    options?.signal?.throwIfAborted();
    const experiment = this.#experiment(epoch.experiment);
    requireOpen(experiment.publication, epoch.snapshot);
    const row = experiment.epochs.get(epoch.snapshot) ?? { ids: new Set(), statistics: null };

    const fresh = new Set<string>();
    const duplicates: number[] = [];
    // A copy, so that an overflow in the last item of the batch leaves the first ones out as well.
    const touched = new Map<number, bigint>();
    let statistics = row.statistics;
    for (const [position, { id, delta }] of batch.entries()) {
      statistics ??= emptyStatistics(delta.schema, delta.size);
      requireDelta(statistics.schema, statistics.sums.length, delta);
      if (row.ids.has(id) || fresh.has(id)) {
        duplicates.push(position);
        continue;
      }
      fresh.add(id);
      for (const [k, index] of delta.indices.entries()) {
        const before = touched.get(index) ?? at(statistics.sums, index);
        touched.set(index, addExactly(before, at(delta.values, k)));
      }
    }

    requireRoom(row.ids.size, fresh.size, options?.maxIds);
    if (statistics !== null && fresh.size > 0) {
      for (const [index, value] of touched) statistics.sums[index] = value;
      row.statistics = { ...statistics, reports: statistics.reports + BigInt(fresh.size) };
      for (const id of fresh) row.ids.add(id);
      experiment.epochs.set(epoch.snapshot, row);
    }
    return { accepted: fresh.size, duplicate: duplicates.length, duplicates };
  }

  async read(epoch: Epoch): Promise<Statistics | null> {
    const row = this.#experiments.get(epoch.experiment)?.epochs.get(epoch.snapshot);
    if (!row?.statistics) return null;
    return { ...row.statistics, sums: row.statistics.sums.slice() };
  }

  async head(experiment: string): Promise<Head | null> {
    const publication = this.#experiments.get(experiment)?.publication;
    if (!publication) return null;
    const { state: _, ...head } = publication;
    return head;
  }

  async latest(experiment: string): Promise<Publication | null> {
    const publication = this.#experiments.get(experiment)?.publication ?? null;
    return publication && { ...publication, state: publication.state.slice() };
  }

  async publish(experiment: string, expected: number | null, next: Publication): Promise<boolean> {
    const row = this.#experiment(experiment);
    if ((row.publication?.snapshot ?? null) !== expected) return false;
    requireSuccessor(row.publication, next);
    row.publication = { ...next, state: next.state.slice() };
    for (const [snapshot, epoch] of row.epochs) {
      if (snapshot < next.folded) row.epochs.delete(snapshot);
      else if (snapshot < next.open) epoch.ids.clear();
    }
    return true;
  }

  async definitions(): Promise<ReadonlyMap<string, string>> {
    return new Map(this.#definitions);
  }

  async define(experiment: string, expected: string | null, next: string | null): Promise<boolean> {
    if ((this.#definitions.get(experiment) ?? null) !== expected) return false;
    if (next === null) this.#definitions.delete(experiment);
    else this.#definitions.set(experiment, next);
    return true;
  }

  async dispose(): Promise<void> {
    await this[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#experiments.clear();
    this.#definitions.clear();
  }

  #experiment(name: string): ExperimentRow {
    let row = this.#experiments.get(name);
    if (!row) {
      row = { publication: null, epochs: new Map() };
      this.#experiments.set(name, row);
    }
    return row;
  }
}

/** A new, empty store that forgets everything with the process. */
export function memoryStore(): DefinitionStore & AsyncOwned {
  return new MemoryStore();
}
