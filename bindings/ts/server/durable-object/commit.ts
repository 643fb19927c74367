/** One batch on its way to the shards of its epoch. */
import { LdpError } from '../../internal/errors.js';
import { addExactly, at, emptyStatistics, requireDelta, type Statistics } from '../statistics.js';
import {
  type BatchItem,
  type CommitResult,
  type Epoch,
  type Head,
  requireOpen,
  requireRoom,
} from '../store.js';
import type { CommitMessage, CommitReply, Known, Place } from './messages.js';
import type { Objects } from './objects.js';
import type { Part } from './split.js';

type Added = Extract<CommitReply, { readonly duplicates: unknown }>;
/** By epoch. */
export type Sums = ReadonlyMap<number, Statistics>;

export class Commit {
  readonly #objects: Objects;
  readonly #place: Place;
  readonly #epoch: Epoch;
  readonly #maxIds: number | null;

  constructor(objects: Objects, place: Place, epoch: Epoch, maxIds: number | null) {
    this.#objects = objects;
    this.#place = place;
    this.#epoch = epoch;
    this.#maxIds = maxIds;
  }

  /** @param read The sums of the epoch over all shards: asked for only where a bound of one shard is reached. */
  async run(parts: readonly Part[], read: () => Promise<Sums>): Promise<CommitResult> {
    // A batch over several shards is shown to all of them first, so that none takes its part of a batch
    // that another refuses.
    let replies = await this.#send(parts, { dry: parts.length > 1, checked: false });
    const isBeyond = replies.some(({ beyond }) => beyond);
    if (isBeyond) {
      // First all shards know, then their sums are read: what they admit until then is among them.
      const crowded = { ...this.#known(), crowded: this.#epoch.snapshot };
      const { experiment } = this.#epoch;
      await this.#objects.close(experiment, this.#place.shards, crowded);
      const sums = await read();
      this.#requireFit(parts, replies, sums.get(this.#epoch.snapshot));
    }
    if (isBeyond || parts.length > 1) {
      replies = await this.#send(parts, { dry: false, checked: true });
    }
    return resultOf(parts, replies);
  }

  /** @throws LdpError as a shard refuses its part. */
  async #send(
    parts: readonly Part[],
    how: { readonly dry: boolean; readonly checked: boolean },
  ): Promise<Added[]> {
    const replies = await Promise.all(parts.map((part) => this.#sendPart(part, how)));
    return replies.map((reply, i) => this.#accepted(reply, parts[i] as Part));
  }

  #sendPart(part: Part, how: { readonly dry: boolean; readonly checked: boolean }) {
    const { experiment, snapshot } = this.#epoch;
    const { shards } = this.#place;
    const { schema, size } = (part.items[0] as BatchItem).delta;
    const ids = this.#maxIds === null ? null : Math.floor(this.#maxIds / shards);
    const message: CommitMessage = {
      ...this.#known(),
      snapshot,
      schema,
      size,
      dry: how.dry,
      bounds: how.checked ? null : { ids, shards },
    };
    return this.#objects.commit(experiment, part.shard, message, part.blobs);
  }

  #known(): Known {
    const { publication } = this.#place;
    return { open: publication?.open ?? 0, folded: publication?.folded ?? 0 };
  }

  #accepted(reply: CommitReply, { items }: Part): Added {
    const head = this.#place.publication as Head;
    if ('closed' in reply) {
      requireOpen({ snapshot: head.snapshot, open: reply.closed }, this.#epoch.snapshot);
    } else if ('layout' in reply) {
      const { schema, size } = reply.layout;
      requireDelta(schema, size, (items[0] as BatchItem).delta);
    } else if ('overflow' in reply) {
      throw new LdpError('invalid_argument', 'sums: a sum leaves the int64 range', {
        details: { parameter: 'sums' },
      });
    } else {
      return reply;
    }
    throw new LdpError('transport', 'The shards of the store disagree.', { retryable: true });
  }

  /** @throws LdpError `store_conflict` or `invalid_argument` if the epoch has no room for what is new. */
  #requireFit(
    parts: readonly Part[],
    replies: readonly Added[],
    sums: Statistics | undefined,
  ): void {
    const fresh = parts.flatMap(({ items }, i) => {
      const known = new Set((replies[i] as Added).duplicates);
      return items.filter((_, position) => !known.has(position));
    });
    const [first] = fresh;
    if (first === undefined) return;
    const before = sums ?? emptyStatistics(first.delta.schema, first.delta.size);
    requireRoom(before.reports, fresh.length, this.#maxIds ?? undefined);
    const touched = new Map<number, bigint>();
    for (const { delta } of fresh) {
      requireDelta(before.schema, before.sums.length, delta);
      for (const [k, index] of delta.indices.entries()) {
        const sum = touched.get(index) ?? at(before.sums, index);
        touched.set(index, addExactly(sum, at(delta.values, k)));
      }
    }
  }
}

function resultOf(parts: readonly Part[], replies: readonly Added[]): CommitResult {
  const duplicates = parts
    .flatMap(({ positions }, i) =>
      (replies[i] as Added).duplicates.map((position) => positions[position] as number),
    )
    .sort((a, b) => a - b);
  const reports = parts.reduce((sum, { items }) => sum + items.length, 0);
  return { accepted: reports - duplicates.length, duplicate: duplicates.length, duplicates };
}
