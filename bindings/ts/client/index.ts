// `ldp-bandits`: the half that runs on the device. Nothing in this module accepts a seed.
import { unpack } from '../internal/unpack.js';
import { createBanditWith } from './create.js';
import type { AlgorithmType, Bandit, BanditOptions } from './types.js';

/**
 * Loads the wasm, checks the collector's manifest against the page's terms and fetches the public
 * snapshot. A page always has an option: a collector that is down, blocked or slow is waited for no longer than `timeoutMs`,
 * and asked again in the background. Until it answers, decisions are `kept-snapshot` or `offline-uniform`, and nothing is
 * spent. `onError` is told, also of an `unknown_experiment`.
 *
 * Rejects `invalid_argument`, `insecure_randomness`, `wasm_not_found`, `wasm_blocked_by_csp`, `signal.reason`, and
 * `manifest_mismatch` where the collector contradicts the page's terms in that time. A contradiction that comes later is told
 * to `onError`: the page then reports nothing. Nothing is spent and nothing is sent before it resolves.
 */
export function createBandit<const T extends AlgorithmType>(
  options: BanditOptions<T>,
): Promise<Bandit<T>> {
  // A chunk, fetched while manifest and snapshot are: a page of another family does without.
  const embedded = async () => unpack((await import('../generated/client-wasm.js')).packedWasm);
  return createBanditWith(options, embedded, () => import('./packed-families.js'));
}

export * from './public.js';
