// `ldp-bandits`: the half that runs on the device. Nothing in this module accepts a seed.
import { unpack } from '../internal/unpack.js';
import { createBanditWith } from './create.js';
import type { AlgorithmType, Bandit, BanditOptions } from './types.js';

/**
 * Loads the wasm, checks the collector's manifest against the page's terms and fetches the public
 * snapshot. Where the snapshot cannot be reached the bandit starts without one: decisions are then
 * `offline-uniform` and their reports withheld, until {@link Bandit.refresh} succeeds. The manifest
 * must be reachable.
 *
 * Rejects `invalid_argument`, `insecure_randomness`, `manifest_mismatch`, `transport`,
 * `wasm_not_found`, `wasm_blocked_by_csp`, or `signal.reason`. Nothing is spent and nothing is sent
 * before it resolves.
 */
export function createBandit<const T extends AlgorithmType>(
  options: BanditOptions<T>,
): Promise<Bandit<T>> {
  // A chunk, fetched while manifest and snapshot are: a page of another family does without.
  const embedded = async () => unpack((await import('../generated/client-wasm.js')).packedWasm);
  return createBanditWith(options, embedded, () => import('./packed-families.js'));
}

export * from './public.js';
