/**
 * What travels between the store and its objects: a head as JSON, and blobs behind it.
 *
 *     headLength:u32 (little endian)  head  blobs, one after the other
 *
 * The head says how long the blobs are. RPC would carry typed arrays by itself, but needs a base class from
 * `cloudflare:workers`, which only workerd has; these messages also work in tests, over plain HTTP.
 */
export interface Frame<Head> {
  readonly head: Head;
  readonly blobs: readonly Uint8Array<ArrayBuffer>[];
}

/** @returns Bytes for {@link decodeFrame}. */
export function encodeFrame(head: object, blobs: readonly Uint8Array[] = []) {
  const lengths = blobs.map(({ length }) => length);
  const json = new TextEncoder().encode(JSON.stringify({ head, lengths }));
  const size = lengths.reduce((sum, length) => sum + length, 4 + json.length);
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(0, json.length, true);
  bytes.set(json, 4);
  let at = 4 + json.length;
  for (const blob of blobs) {
    bytes.set(blob, at);
    at += blob.length;
  }
  return bytes;
}

/** @returns Copies, so that each blob begins at 0 of a buffer of its own, as typed arrays need it. */
export function decodeFrame<Head>(buffer: ArrayBuffer): Frame<Head> {
  const length = new DataView(buffer).getUint32(0, true);
  const json = new TextDecoder().decode(new Uint8Array(buffer, 4, length));
  const { head, lengths } = JSON.parse(json) as { head: Head; lengths: readonly number[] };
  let at = 4 + length;
  const blobs = lengths.map((size) => {
    const blob = new Uint8Array(buffer.slice(at, at + size));
    at += size;
    return blob;
  });
  return { head, blobs };
}

/** The bytes of a typed array. */
export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}
