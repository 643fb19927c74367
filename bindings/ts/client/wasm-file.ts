// The files of the page's modules: fetched, and compiled only if they are those of this version. An
// attacker who changes one of them on its way could read the feedback before it is randomised.
import { LdpError } from '../internal/errors.js';
import { readAddress } from '../internal/read-address.js';
import type { WasmFile } from './given-wasm.js';

/** SHA-256 of each module, as hexadecimal digits: scripts/build-package.mjs puts them here. */
declare const WASM_SHA256: {
  readonly client: string;
  readonly contextual: string;
  readonly combinatorial: string;
  readonly convex: string;
};
const EXPECTED: Readonly<Record<WasmFile, string>> = {
  'ldp-bandits.wasm': WASM_SHA256.client,
  'contextual.wasm': WASM_SHA256.contextual,
  'combinatorial.wasm': WASM_SHA256.combinatorial,
  'convex.wasm': WASM_SHA256.convex,
};

/**
 * The bytes at `address`, if they are those of `file` as this version has it.
 *
 * Where the platform has no `crypto.subtle` (a page over plain http), the browser compares, without
 * saying what it found.
 *
 * @throws LdpError `wasm_not_found`; for other bytes its `details` are `file`, `url`, `expected` and
 *   `found`, the last two SHA-256 as hexadecimal digits.
 */
export async function readWasmFile(
  file: WasmFile,
  address: URL | string,
): Promise<Uint8Array<ArrayBuffer>> {
  const expected = EXPECTED[file];
  const { subtle } = globalThis.crypto;
  if (!subtle) return readAddress(address, { integrity: `sha256-${base64(expected)}` });
  const bytes = await readAddress(address);
  // What is no wasm at all is refused by `compile`, in clearer words.
  if (bytes[0] !== 0) return bytes;
  const found = hexadecimal(await subtle.digest('SHA-256', bytes));
  if (found === expected) return bytes;
  const url = String(address);
  throw new LdpError(
    'wasm_not_found',
    `The file at ${url} is not ${file} of this version: its SHA-256 is ${found}, not ${expected}. Copy it from this version of the package.`,
    { details: { file, url, expected, found } },
  );
}

function hexadecimal(hash: ArrayBuffer): string {
  let digits = '';
  for (const byte of new Uint8Array(hash)) digits += byte.toString(16).padStart(2, '0');
  return digits;
}

function base64(digits: string): string {
  return btoa(digits.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16))));
}
