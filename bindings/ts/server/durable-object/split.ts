/** Which shard a report belongs to, and a batch in the parts that its shards get. */
import { reportIdBytes } from '../report-id.js';
import { at, requireDelta } from '../statistics.js';
import type { BatchItem } from '../store.js';
import { bytesOf } from './frame.js';
import type { Place } from './messages.js';

/** The reports of a batch that one shard gets. */
export interface Part {
  readonly shard: number;
  /** In the batch. */
  readonly positions: readonly number[];
  readonly items: readonly BatchItem[];
  /** As a commit message carries them. */
  readonly blobs: readonly Uint8Array[];
}

/**
 * @returns In the order of the shards; only those that get reports. A repeated report meets the same shard: its id
 *   and the experiment's key decide.
 * @throws LdpError `invalid_argument` if an id is none, or the deltas do not fit each other.
 */
export function split(
  batch: readonly BatchItem[],
  { shards, key }: Pick<Place, 'shards' | 'key'>,
): Part[] {
  const [first] = batch;
  if (first === undefined) return [];
  const { schema, size } = first.delta;
  const parts = new Map<number, { positions: number[]; ids: Uint8Array[] }>();
  for (const [position, { id, delta }] of batch.entries()) {
    requireDelta(schema, size, delta);
    const bytes = reportIdBytes(id);
    const shard = shardOf(bytes, shards, key);
    const part = parts.get(shard) ?? { positions: [], ids: [] };
    part.positions.push(position);
    part.ids.push(bytes);
    parts.set(shard, part);
  }
  return [...parts]
    .sort(([a], [b]) => a - b)
    .map(([shard, { positions, ids }]) => {
      const items = positions.map((position) => batch[position] as BatchItem);
      return { shard, positions, items, blobs: pack(ids, items) };
    });
}

/** Nine numbers for {@link split}, drawn when an experiment begins. */
export function newShardKey(): number[] {
  return [...crypto.getRandomValues(new Uint32Array(9))];
}

/**
 * Multilinear hashing, so that an attacker who does not know the key cannot choose ids of one shard. Ids in sequence
 * give sums in sequence; the finaliser of MurmurHash3 mixes these.
 */
function shardOf(id: Uint8Array, shards: number, key: readonly number[]): number {
  let hash = key[8] as number;
  for (let i = 0; i < 8; i++) {
    const word = ((id[2 * i] as number) << 8) | (id[2 * i + 1] as number);
    hash = (hash + Math.imul(key[i] as number, word)) | 0;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % shards;
}

function pack(ids: readonly Uint8Array[], items: readonly BatchItem[]): Uint8Array[] {
  const count = items.reduce((sum, { delta }) => sum + delta.indices.length, 0);
  const bytes = new Uint8Array(ids.length * 16);
  const ends = new Uint32Array(items.length);
  const indices = new Uint32Array(count);
  const values = new BigInt64Array(count);
  let end = 0;
  for (const [position, { delta }] of items.entries()) {
    bytes.set(ids[position] as Uint8Array, position * 16);
    indices.set(delta.indices, end);
    for (let k = 0; k < delta.values.length; k++) values[end + k] = at(delta.values, k);
    end += delta.indices.length;
    ends[position] = end;
  }
  return [bytes, bytesOf(ends), bytesOf(indices), bytesOf(values)];
}
