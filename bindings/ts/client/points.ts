// `ldp-bandits/points`: a page that imports it may open experiments on points of a convex set.
import { packedWasm } from '../generated/convex-wasm.js';
import { unpack } from '../internal/unpack.js';
import { isConvex } from '../internal/validate-convex.js';
import { convex } from './convex/index.js';
import { register } from './registered.js';

register({ has: isConvex, family: convex, embedded: () => unpack(packedWasm) });

export * from './public.js';
export { createBandit } from './registered.js';
