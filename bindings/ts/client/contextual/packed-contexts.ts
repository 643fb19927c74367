// The family with contexts, for the entry that carries its modules inside.
import { unpack } from '../../internal/unpack.js';

export { contextual as family } from './index.js';

export const embedded = async () =>
  unpack((await import('../../generated/contextual-wasm.js')).packedWasm);
