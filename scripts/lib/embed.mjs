// What the default entries of the package carry in place of a file: the wasm as text.
import { gzipSync } from 'node:zlib';

/** Where gzip names the operating system that packed it. */
const OPERATING_SYSTEM = 9;
const UNKNOWN = 255;

/**
 * The source of a module that exports `packedWasm`: gzip in base64, which bindings/ts/internal/unpack.ts
 * undoes. Packed first, because the text of unpacked bytes is twice as long, and hardly packs in transit.
 * The same bytes give the same text: zlib's gzip carries no time, and the system is taken out.
 */
export function embed(wasm) {
  const packed = gzipSync(wasm, { level: 9, memLevel: 9 });
  packed[OPERATING_SYSTEM] = UNKNOWN;
  return `export const packedWasm: string =\n  '${packed.toString('base64')}';\n`;
}
