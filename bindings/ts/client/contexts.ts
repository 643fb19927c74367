// `ldp-bandits/contexts`: a page that imports it may open experiments whose visitors have contexts.
import { packedWasm } from '../generated/contextual-wasm.js';
import { unpack } from '../internal/unpack.js';
import { isGeneralizedLinear } from '../internal/validate-generalized-linear.js';
import { isLinear } from '../internal/validate-linear.js';
import { contextual } from './contextual/index.js';
import { register } from './registered.js';

register({
  has: (type) => isLinear(type) || isGeneralizedLinear(type),
  family: contextual,
  embedded: () => unpack(packedWasm),
});

export * from './public.js';
export { createBandit } from './registered.js';
