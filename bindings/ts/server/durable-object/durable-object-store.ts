/**
 * An AggregateStore over Durable Objects. An experiment has one object for its publication and some for its shards;
 * the id of a report says which shard it belongs to, so its repetition meets the same one. There is no lock and
 * no transaction over several objects; docs/decisions/durable-objects.md shows why none is needed:
 *
 *     commit   one shard, one transaction: window, id, sums
 *     publish  every shard closes what `next` closes, and has it on disk; then the publication object compares
 *              and swaps. So an epoch that a publication calls closed is closed everywhere.
 *     read     the shards first, then the publication: sums are forgotten only after a publication says so, so
 *              if it does not say so yet, all of them were there.
 */

import { invalidArgument, requireInteger, requireRecord } from '../../internal/checks.js';
import type { AsyncOwned } from '../../internal/disposable.js';
import { mergeStatistics, type Statistics } from '../statistics.js';
import {
  type AggregateStore,
  type BatchItem,
  type CommitOptions,
  type CommitResult,
  type Epoch,
  type Head,
  type Publication,
  requireOpen,
  requireSuccessor,
} from '../store.js';
import type { ObjectNamespace } from './cloudflare.js';
import { Commit, type Sums } from './commit.js';
import type { Place } from './messages.js';
import { Objects } from './objects.js';
import { newShardKey, split } from './split.js';

const MOST_SHARDS = 256;

class DurableObjectStore implements AggregateStore, AsyncOwned {
  readonly #objects: Objects;
  readonly #shards: number;
  /** As last heard; a commit looks again before it refuses. */
  readonly #places = new Map<string, Place>();
  /** Epochs that are asked for in this turn. */
  readonly #asked = new Map<string, { epochs: Set<number>; sums: Promise<Sums> }>();

  constructor(namespace: ObjectNamespace, shards: number) {
    this.#objects = new Objects(namespace);
    this.#shards = shards;
  }

  async commit(
    epoch: Epoch,
    batch: readonly BatchItem[],
    options?: CommitOptions,
  ): Promise<CommitResult> {
    options?.signal?.throwIfAborted();
    const place = await this.#placeWith(epoch);
    const parts = split(batch, place);
    const commit = new Commit(this.#objects, place, epoch, options?.maxIds ?? null);
    return commit.run(parts, () => this.#readShards(place, epoch.experiment, [epoch.snapshot]));
  }

  async read({ experiment, snapshot }: Epoch): Promise<Statistics | null> {
    let asked = this.#asked.get(experiment);
    if (asked === undefined) {
      const epochs = new Set<number>();
      const sums = Promise.resolve().then(() => {
        this.#asked.delete(experiment);
        return this.#readEpochs(experiment, [...epochs]);
      });
      asked = { epochs, sums };
      this.#asked.set(experiment, asked);
    }
    asked.epochs.add(snapshot);
    const found = (await asked.sums).get(snapshot);
    return found === undefined ? null : { ...found, sums: found.sums.slice() };
  }

  async head(experiment: string): Promise<Head | null> {
    return (await this.#look(experiment)).publication;
  }

  async latest(experiment: string): Promise<Publication | null> {
    return this.#objects.latest(experiment);
  }

  async publish(experiment: string, expected: number | null, next: Publication): Promise<boolean> {
    const place = await this.#look(experiment);
    const { publication } = place;
    if ((publication?.snapshot ?? null) !== expected) return false;
    requireSuccessor(publication, next);
    const shards = publication === null ? this.#shards : place.shards;
    const key = publication === null ? newShardKey() : place.key;
    if (publication === null || next.open > publication.open) {
      const known = { open: next.open, folded: publication?.folded ?? 0 };
      await this.#objects.close(experiment, shards, known);
    }
    const { state, ...head } = next;
    const message = { shards, key, expected, next: head };
    const { published } = await this.#objects.publish(experiment, message, state);
    if (published) this.#places.set(experiment, { shards, key, publication: head });
    return published;
  }

  async dispose(): Promise<void> {
    await this[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#places.clear();
  }

  async #look(experiment: string): Promise<Place> {
    const place = await this.#objects.place(experiment);
    this.#places.set(experiment, place);
    return place;
  }

  /** @throws LdpError `store_conflict` unless the epoch has been published, and is not closed. */
  async #placeWith({ experiment, snapshot }: Epoch): Promise<Place> {
    const known = this.#places.get(experiment);
    const head = known?.publication;
    if (known && head && snapshot >= head.open && snapshot <= head.snapshot) return known;
    const place = await this.#look(experiment);
    requireOpen(place.publication, snapshot);
    return place;
  }

  async #readEpochs(experiment: string, epochs: readonly number[]): Promise<Sums> {
    const known = this.#places.get(experiment);
    const place = known?.publication ? known : await this.#look(experiment);
    if (place.publication === null) return new Map();
    const sums = await this.#readShards(place, experiment, epochs);
    const folded = (await this.#look(experiment)).publication?.folded ?? 0;
    return new Map([...sums].filter(([epoch]) => epoch >= folded));
  }

  /** Of these epochs, those that have reports. */
  async #readShards(
    { shards }: Place,
    experiment: string,
    snapshots: readonly number[],
  ): Promise<Sums> {
    const replies = await Promise.all(
      Array.from({ length: shards }, (_, shard) =>
        this.#objects.read(experiment, shard, { snapshots }),
      ),
    );
    const sums = new Map<number, Statistics>();
    for (const { head, blobs } of replies) {
      for (const [i, { snapshot, schema, reports }] of head.epochs.entries()) {
        const found = new BigInt64Array((blobs[i] as Uint8Array<ArrayBuffer>).buffer);
        const part = { schema, reports: BigInt(reports), sums: found };
        const others = sums.get(snapshot);
        sums.set(snapshot, others === undefined ? part : mergeStatistics(others, part));
      }
    }
    return sums;
  }
}

/**
 * A store in Durable Objects, for collectors in Cloudflare Workers. Any number of them may share it.
 *
 * Reports that one shard gets are added together or not at all. A batch that meets several shards is shown to all of
 * them before: one that is refused adds nothing, unless its epoch closes in that moment. Where the store itself
 * fails (`transport`), each report is in or is not, and the same batch again completes it.
 *
 * @param namespace The binding of the class `StoreObject`, e.g. `env.STORE`.
 * @param options.shards Over how many objects each experiment is spread, 1 to 256, default 4. The first
 *   publication of an experiment fixes the number, also for what follows `reset` or `archive`.
 * @throws LdpError `invalid_argument`.
 */
export function durableObjectStore(
  namespace: ObjectNamespace,
  options: { readonly shards?: number } = {},
): AggregateStore & AsyncOwned {
  const { shards = 4 } = requireRecord('options', options, ['shards']) as { shards?: number };
  if (typeof namespace?.idFromName !== 'function' || typeof namespace.get !== 'function') {
    const reason =
      'must be the binding of a class of Durable Objects, e.g. env.STORE: is it in wrangler.toml?';
    throw invalidArgument('namespace', namespace, reason);
  }
  return new DurableObjectStore(namespace, requireInteger('shards', shards, 1, MOST_SHARDS));
}
