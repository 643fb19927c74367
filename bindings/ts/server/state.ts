/**
 * What a collector stores at every publication, as bytes (little endian):
 *
 *     "LDPC"  version:u8 = 2  0:u8[3]  baseLength:u32  snapshotLength:u32  epochs:u32
 *     base      the learner over all folded epochs, as saved by the core
 *     snapshot  the published snapshot, exactly as it is served
 *     epochs    for each epoch that takes reports, the newest last:
 *                 publishedAt:f64   when its snapshot was published, ms since 1970
 *                 checkLength:u32  check:u8[checkLength]
 *     checksum  SHA-256 of everything before
 *
 * The snapshot is stored rather than recomputed: late reports join older epochs, so what was
 * published is not a function of what is stored now, and every device must get the same bytes.
 *
 * `check` is what the learner gave when it published the snapshot of the epoch, and gets back to check the
 * reports of that epoch: its meaning is the learner's own. Empty: the learner checks nothing.
 *
 * Version 1 had no epochs (its header ends after snapshotLength). It is still read.
 */
import { LdpError } from '../internal/errors.js';
import { sha256 } from './digest.js';

const MAGIC = [0x4c, 0x44, 0x50, 0x43];
const VERSION = 2;
const HEADER = { 1: 16, 2: 20 } as const;
const EPOCH = 12;
const CHECKSUM = 32;
/** Far more epochs than any collector keeps open. */
const MOST_EPOCHS = 65_536;

/** What is known of an epoch that takes reports. */
export interface EpochRecord {
  /** When its snapshot was published, ms since 1970. */
  readonly publishedAt: number;
  /** What the learner needs to check its reports. */
  readonly check: Uint8Array;
}

export interface CollectorState {
  readonly base: Uint8Array;
  readonly snapshot: Uint8Array;
  /** Of the epochs that take reports, the newest last. Null: of version 1, so nothing is known. */
  readonly epochs: readonly EpochRecord[] | null;
}

export function encodeState({
  base,
  snapshot,
  epochs,
}: CollectorState & { readonly epochs: readonly EpochRecord[] }): Uint8Array {
  const records = epochs.reduce((sum, { check }) => sum + EPOCH + check.length, 0);
  const size = HEADER[VERSION] + base.length + snapshot.length + records + CHECKSUM;
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint8(4, VERSION);
  view.setUint32(8, base.length, true);
  view.setUint32(12, snapshot.length, true);
  view.setUint32(16, epochs.length, true);
  bytes.set(base, HEADER[VERSION]);
  bytes.set(snapshot, HEADER[VERSION] + base.length);
  let at = HEADER[VERSION] + base.length + snapshot.length;
  for (const { publishedAt, check } of epochs) {
    view.setFloat64(at, publishedAt, true);
    view.setUint32(at + 8, check.length, true);
    bytes.set(check, at + EPOCH);
    at += EPOCH + check.length;
  }
  bytes.set(sha256(bytes.subarray(0, at)), at);
  return bytes;
}

/** @throws LdpError `store_conflict` if the bytes are not what {@link encodeState} wrote. */
export function decodeState(bytes: Uint8Array): CollectorState {
  if (bytes.length < HEADER[2] + CHECKSUM || MAGIC.some((byte, i) => bytes[i] !== byte)) {
    throw corrupt('it is not a collector state');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const version = view.getUint8(4);
  if (version !== 1 && version !== 2) throw corrupt('it has an unknown version');
  const end = bytes.length - CHECKSUM;
  const checksum = sha256(bytes.subarray(0, end));
  if (checksum.some((byte, i) => bytes[end + i] !== byte)) throw corrupt('its checksum differs');

  const base = HEADER[version];
  const snapshot = base + view.getUint32(8, true);
  const records = snapshot + view.getUint32(12, true);
  if (records > end) throw corrupt('it is truncated');
  const count = version === 1 ? null : view.getUint32(16, true);
  return {
    base: bytes.slice(base, snapshot),
    snapshot: bytes.slice(snapshot, records),
    epochs: readEpochs(bytes.subarray(records, end), count),
  };
}

function readEpochs(bytes: Uint8Array, count: number | null): EpochRecord[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const epochs: EpochRecord[] = [];
  let at = 0;
  if ((count ?? 0) > MOST_EPOCHS) throw corrupt('it has too many epochs');
  for (let i = 0; i < (count ?? 0); i++) {
    if (at + EPOCH > bytes.length) throw corrupt('it is truncated');
    const publishedAt = view.getFloat64(at, true);
    const next = at + EPOCH + view.getUint32(at + 8, true);
    if (next > bytes.length) throw corrupt('it is truncated');
    const before = epochs.at(-1)?.publishedAt ?? 0;
    if (!Number.isFinite(publishedAt) || publishedAt < before) throw corrupt('its times go back');
    epochs.push({ publishedAt, check: bytes.slice(at + EPOCH, next) });
    at = next;
  }
  if (at !== bytes.length) throw corrupt('it is longer than it says');
  return count === null ? null : epochs;
}

/** Tells two states of the same number apart: their checksum, as text. */
export function revisionOf(state: Uint8Array): string {
  return btoa(String.fromCharCode(...state.subarray(-CHECKSUM)));
}

/** The state in the store cannot be used. Nothing is overwritten: an operator has to look. */
export function corrupt(reason: string, cause?: unknown): LdpError {
  return new LdpError('store_conflict', `The stored learner state cannot be used: ${reason}.`, {
    details: { parameter: 'state', reason },
    cause,
  });
}
