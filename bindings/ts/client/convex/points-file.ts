// The family of convex sets, for the entry whose modules are files: beside the entry, above the chunks.
import { readWasmFile } from '../wasm-file.js';

export { convex as family } from './index.js';

export const embedded = () =>
  readWasmFile('convex.wasm', new URL('../convex.wasm', import.meta.url));
