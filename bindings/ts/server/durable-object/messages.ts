/** What the store asks its objects, and what they answer. The heads of frames (frame.ts). */
import type { Head } from '../store.js';

/** What the publication object of an experiment knows. */
export interface Place {
  /** Over how many shards the experiment is spread; fixed by the first publication. */
  readonly shards: number;
  /** Which ids lead to which shard (split.ts): fixed likewise, and known to collectors and objects only. */
  readonly key: readonly number[];
  /** Null: none yet. */
  readonly publication: Head | null;
}

/** What every commit and every close tells a shard. It is never taken back (shard.ts). */
export interface Known {
  /** Epochs below take no reports. */
  readonly open: number;
  /** The sums of epochs below are inside the published state. */
  readonly folded: number;
}

export interface CloseMessage extends Known {
  /** From now on this epoch takes reports only after a look at all shards. */
  readonly crowded?: number;
}

/** The blobs: 16 bytes for each id; ends of the items in the terms, u32; indices, u32; values, int64. */
export interface CommitMessage extends Known {
  readonly snapshot: number;
  readonly schema: string;
  readonly size: number;
  /** Answers as if it were added, and adds nothing. */
  readonly dry: boolean;
  /**
   * How many ids this epoch may have, and how large its sums may be, without a look at the other shards. Null:
   * the store has looked.
   */
  readonly bounds: { readonly ids: number | null; readonly shards: number } | null;
}

export type CommitReply =
  /** Positions in the message of reports that were known. `beyond`: nothing was added, a bound is reached. */
  | { readonly duplicates: readonly number[]; readonly beyond?: true }
  /** The epoch takes no reports; epochs from this one on do. */
  | { readonly closed: number }
  /** What the epoch has reports of. */
  | { readonly layout: { readonly schema: string; readonly size: number } }
  /** A sum would leave int64. */
  | { readonly overflow: true };

export interface ReadMessage {
  readonly snapshots: readonly number[];
}

/** The blobs: the sums of these epochs. */
export interface ReadReply {
  readonly epochs: readonly {
    readonly snapshot: number;
    readonly schema: string;
    readonly reports: number;
  }[];
}

/** The blob: the state. */
export interface PublishMessage {
  readonly shards: number;
  readonly key: readonly number[];
  readonly expected: number | null;
  readonly next: Head;
}

export interface PublishReply {
  readonly published: boolean;
}
