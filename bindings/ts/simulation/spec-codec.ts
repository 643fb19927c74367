// A spec as text for `location.hash`: `1.` + base64url(deflate-raw(JSON)).
import { invalid } from './fields.js';
import { limits } from './limits.js';
import { readSpec } from './spec.js';
import type { SimulationSpec } from './types.js';

const kPrefix = '1.';

/**
 * @throws {LdpError} `spec_invalid` for a spec outside the limits, so that every link that is made
 * can be opened.
 */
export async function encodeSpec(spec: SimulationSpec): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(readSpec(spec)));
  if (json.length > limits.jsonLength)
    throw invalid('spec', `has more than ${limits.jsonLength} bytes as JSON`);
  const packed = await transform(
    json,
    new CompressionStream('deflate-raw'),
    Number.POSITIVE_INFINITY,
  );
  const encoded = kPrefix + toBase64Url(packed);
  if (encoded.length > limits.encodedLength) {
    throw invalid('spec', `has more than ${limits.encodedLength} characters when encoded`);
  }
  return encoded;
}

/** @throws {LdpError} `spec_invalid` for anything that is not an encoded spec within the limits. */
export async function decodeSpec(text: string): Promise<SimulationSpec> {
  if (typeof text !== 'string' || !text.startsWith(kPrefix))
    throw invalid('text', `must start with "${kPrefix}"`);
  if (text.length > limits.encodedLength) {
    throw invalid('text', `must have at most ${limits.encodedLength} characters`);
  }
  const packed = fromBase64Url(text.slice(kPrefix.length));
  const json = await transform(
    packed,
    new DecompressionStream('deflate-raw'),
    limits.jsonLength,
  ).catch(() => {
    throw invalid('text', `must be deflate-raw of at most ${limits.jsonLength} bytes`);
  });
  return readSpec(parseJson(json));
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalid('text', 'must contain JSON');
  }
}

/** Stops as soon as `maximum` bytes have come out: a short link can unpack to gigabytes. */
async function transform(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  maximum: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value);
    length += next.value.length;
    if (length > maximum) {
      await reader.cancel();
      throw new RangeError('too long');
    }
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function toBase64Url(bytes: Uint8Array): string {
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1)
    throw invalid('text', 'must be base64url');
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
}
