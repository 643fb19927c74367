// The family of convex sets, for the entry whose modules are files: beside the entry, above the chunks.
export { convex as family } from './index.js';

export const embedded = () => new URL('../convex.wasm', import.meta.url);
