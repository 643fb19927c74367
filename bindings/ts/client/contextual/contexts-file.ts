// The family with contexts, for the entry whose modules are files: beside the entry, above the chunks.
import { readWasmFile } from '../wasm-file.js';

export { contextual as family } from './index.js';

export const embedded = () =>
  readWasmFile('contextual.wasm', new URL('../contextual.wasm', import.meta.url));
