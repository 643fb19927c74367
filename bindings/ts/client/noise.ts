// `ldp-bandits/noise`: a page that imports it may open experiments of arms whose reports are an integer with noise
// (Laplace, Gaussian, window) in place of a bit.

import { multiArmedCatalog } from '../generated/catalog-multi-armed.js';
import { packedWasm } from '../generated/client-wasm.js';
import { unpack } from '../internal/unpack.js';
import { createBanditWith } from './create.js';
import { multiArmed } from './multi-armed.js';
import { register, registeredFor } from './registered.js';
import type { AlgorithmType, Bandit, BanditOptions } from './types.js';

/** One function, by which the instance is remembered. */
const embedded = () => unpack(packedWasm);

register({
  has: (type) => multiArmedCatalog.some(({ id }) => id === type),
  family: multiArmed,
  embedded,
});

/** As `createBandit` of `ldp-bandits`, with every algorithm of arms. */
export function createBandit<const T extends AlgorithmType>(
  options: BanditOptions<T>,
): Promise<Bandit<T>> {
  return createBanditWith(options, embedded, registeredFor);
}

export * from './public.js';
