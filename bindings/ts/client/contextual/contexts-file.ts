// The family with contexts, for the entry whose modules are files: beside the entry, above the chunks.
export { contextual as family } from './index.js';

export const embedded = () => new URL('../contextual.wasm', import.meta.url);
