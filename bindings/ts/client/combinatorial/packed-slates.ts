// The family with slates, for the entry that carries its modules inside.
import { unpack } from '../../internal/unpack.js';

export { combinatorial as family } from './index.js';

export const embedded = async () =>
  unpack((await import('../../generated/combinatorial-wasm.js')).packedWasm);
