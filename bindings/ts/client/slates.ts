// `ldp-bandits/slates`: a page that imports it may open experiments of slates.
import { packedWasm } from '../generated/combinatorial-wasm.js';
import { unpack } from '../internal/unpack.js';
import { isCombinatorial } from '../internal/validate-combinatorial.js';
import { combinatorial } from './combinatorial/index.js';
import { register } from './registered.js';

register({
  has: isCombinatorial,
  family: combinatorial,
  embedded: () => unpack(packedWasm),
});

export * from './public.js';
export { createBandit } from './registered.js';
