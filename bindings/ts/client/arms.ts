// `ldp-bandits/arms`: the client of multi-armed bandits whose reports are a bit, in one file that loads nothing else: for a
// page without a bundler, and for bundlers that make one file.
import { packedWasm } from '../generated/bits-wasm.js';
import type { MultiArmedLocalParameters } from '../generated/catalog.js';
import { multiArmedCatalog } from '../generated/catalog-multi-armed.js';
import { invalidArgument } from '../internal/checks.js';
import { unpack } from '../internal/unpack.js';
import { createBanditWith } from './create.js';
import type { NoiseType } from './families.js';
import type { Bandit, BanditOptions } from './types.js';

/** One function, by which the instance is remembered. */
const bits = () => unpack(packedWasm);

/** The algorithms whose decisions are one arm, without a context, and whose reports are a bit. */
export type ArmsType = Exclude<keyof MultiArmedLocalParameters, NoiseType>;

/**
 * As `createBandit` of `ldp-bandits`, for algorithms of arms with reports of a bit alone. Of any other it rejects
 * `invalid_argument` and says where it is.
 */
export function createBandit<const T extends ArmsType>(
  options: BanditOptions<T>,
): Promise<Bandit<T>> {
  return createBanditWith(options, bits, async (type) => {
    const where = multiArmedCatalog.some((row) => row.id === type && row.trustModel === 'local')
      ? "createBandit of 'ldp-bandits/noise' has it"
      : "createBandit of 'ldp-bandits' says which entry has it";
    const reason = `is not in 'ldp-bandits/arms': ${where}`;
    throw invalidArgument('algorithm.type', type, reason);
  });
}

export * from './public.js';
