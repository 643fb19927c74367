/**
 * What a collector stores at every publication, as bytes:
 *
 *     "LDPC"  version:u8  0:u8[3]  baseLength:u32  snapshotLength:u32  (little endian)
 *     base      the learner over all folded epochs, as saved by the core
 *     snapshot  the published snapshot, exactly as it is served
 *     checksum  SHA-256 of everything before
 *
 * The snapshot is stored rather than recomputed: late reports join older epochs, so what was
 * published is not a function of what is stored now, and every device must get the same bytes.
 */
import { LdpError } from '../internal/errors.js';
import { sha256 } from './digest.js';

const MAGIC = [0x4c, 0x44, 0x50, 0x43];
const VERSION = 1;
const HEADER = 16;
const CHECKSUM = 32;

export interface CollectorState {
  readonly base: Uint8Array;
  readonly snapshot: Uint8Array;
}

export function encodeState({ base, snapshot }: CollectorState): Uint8Array {
  const bytes = new Uint8Array(HEADER + base.length + snapshot.length + CHECKSUM);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint8(4, VERSION);
  view.setUint32(8, base.length, true);
  view.setUint32(12, snapshot.length, true);
  bytes.set(base, HEADER);
  bytes.set(snapshot, HEADER + base.length);
  const end = bytes.length - CHECKSUM;
  bytes.set(sha256(bytes.subarray(0, end)), end);
  return bytes;
}

/** @throws LdpError `store_conflict` if the bytes are not what {@link encodeState} wrote. */
export function decodeState(bytes: Uint8Array): CollectorState {
  if (bytes.length < HEADER + CHECKSUM || MAGIC.some((byte, i) => bytes[i] !== byte)) {
    throw corrupt('it is not a collector state');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint8(4) !== VERSION) throw corrupt('it has an unknown version');
  const base = view.getUint32(8, true);
  const snapshot = view.getUint32(12, true);
  const end = HEADER + base + snapshot;
  if (bytes.length !== end + CHECKSUM) throw corrupt('it is truncated');
  const checksum = sha256(bytes.subarray(0, end));
  if (checksum.some((byte, i) => bytes[end + i] !== byte)) throw corrupt('its checksum differs');
  return {
    base: bytes.slice(HEADER, HEADER + base),
    snapshot: bytes.slice(HEADER + base, end),
  };
}

/** The state in the store cannot be used. Nothing is overwritten: an operator has to look. */
export function corrupt(reason: string, cause?: unknown): LdpError {
  return new LdpError('store_conflict', `The stored learner state cannot be used: ${reason}.`, {
    details: { parameter: 'state', reason },
    cause,
  });
}
