// What the default entries of the package carry in place of a file: the wasm as text.
import { gzipSync } from 'node:zlib';

/** Where gzip names the operating system that packed it. */
const OPERATING_SYSTEM = 9;
const UNKNOWN = 255;

/** How long zlib's blocks are: shorter ones follow what wasm is like from one section to the next. */
const MEMORY_LEVELS = [4, 5, 6, 7, 8, 9];

/**
 * The source of a module that exports `packedWasm`: gzip in base64, which bindings/ts/internal/unpack.ts
 * undoes. Packed first, because the text of unpacked bytes is twice as long, and hardly packs in transit.
 * The same bytes give the same text: zlib's gzip carries no time, and the system is taken out.
 */
export function embed(wasm) {
  const packed = MEMORY_LEVELS.map((memLevel) => gzipSync(wasm, { level: 9, memLevel })).reduce(
    (shortest, other) => (other.length < shortest.length ? other : shortest),
  );
  packed[OPERATING_SYSTEM] = UNKNOWN;
  return `export const packedWasm: string =\n  '${packed.toString('base64')}';\n`;
}
