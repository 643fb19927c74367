// `ldp-bandits/arms`: the client of multi-armed bandits in one file that loads nothing else, for a page without a
// bundler, and for bundlers that make one file.
import type { MultiArmedLocalParameters } from '../generated/catalog.js';
import { packedWasm } from '../generated/client-wasm.js';
import { invalidArgument } from '../internal/checks.js';
import { unpack } from '../internal/unpack.js';
import { createBanditWith } from './create.js';
import type { Bandit, BanditOptions } from './types.js';

/** The algorithms whose decisions are one arm, without a context. */
export type ArmsType = keyof MultiArmedLocalParameters;

/**
 * As `createBandit` of `ldp-bandits`, for algorithms of arms alone: of any other it rejects `invalid_argument`.
 */
export function createBandit<const T extends ArmsType>(
  options: BanditOptions<T>,
): Promise<Bandit<T>> {
  const embedded = () => unpack(packedWasm);
  return createBanditWith(options, embedded, async (type) => {
    const reason =
      "is not in 'ldp-bandits/arms': createBandit of 'ldp-bandits' says which entry has it";
    throw invalidArgument('algorithm.type', type, reason);
  });
}

export * from './public.js';
