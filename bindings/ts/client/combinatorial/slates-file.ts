// The family with slates, for the entry whose modules are files: beside the entry, above the chunks.
export { combinatorial as family } from './index.js';

export const embedded = () => new URL('../combinatorial.wasm', import.meta.url);
