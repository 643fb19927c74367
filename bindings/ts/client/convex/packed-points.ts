// The family of convex sets, for the entry that carries its modules inside.
import { unpack } from '../../internal/unpack.js';

export { convex as family } from './index.js';

export const embedded = async () =>
  unpack((await import('../../generated/convex-wasm.js')).packedWasm);
