// The `wasm` option of a page. What reads and checks a file is a chunk: most pages give none.
import type { Readable, WasmSource } from '../internal/instantiate.js';

export type WasmFile =
  | 'ldp-bandits.wasm'
  | 'contextual.wasm'
  | 'combinatorial.wasm'
  | 'convex.wasm';

/**
 * What `instantiate` takes. An address must be that of `file`; a response, bytes and a compiled
 * module are taken as they are.
 */
export function givenWasm(file: WasmFile, wasm: WasmSource | undefined): Readable | undefined {
  return typeof wasm === 'string' || wasm instanceof URL
    ? async () => (await import('./wasm-file.js')).readWasmFile(file, wasm)
    : wasm;
}
