// The family with slates, for the entry whose modules are files: beside the entry, above the chunks.
import { readWasmFile } from '../wasm-file.js';

export { combinatorial as family } from './index.js';

export const embedded = () =>
  readWasmFile('combinatorial.wasm', new URL('../combinatorial.wasm', import.meta.url));
