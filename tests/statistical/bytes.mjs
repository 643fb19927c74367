// Bytes of a report, in Node and in a browser.

/** @returns {Uint8Array} of base64url without padding */
export function bytesOf(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** A signed integer of `width` bytes, at most 4, little endian. */
export function integerAt(bytes, at, width) {
  let value = 0;
  for (let i = 0; i < width; ++i) value |= bytes[at + i] << (8 * i);
  const unused = 32 - 8 * width;
  return (value << unused) >> unused;
}

/** An unsigned integer of four bytes, little endian. */
export const wordAt = (bytes, at) => integerAt(bytes, at, 4) >>> 0;
