// `ldp-bandits`: the half that runs on the device. Nothing in this module accepts a seed.
import { packedWasm } from '../generated/bits-wasm.js';
import { unpack } from '../internal/unpack.js';
import { createBanditWith } from './create.js';
import { registeredFor } from './registered.js';
import type { AlgorithmType, Bandit, BanditOptions } from './types.js';

/** One function, by which the instance is remembered. */
const bits = () => unpack(packedWasm);

/**
 * Loads the wasm, checks the collector's manifest against the page's terms and fetches the public
 * snapshot. A page always has an option: a collector that is down, blocked or slow is waited for no longer than `timeoutMs`,
 * and asked again in the background. Until it answers, decisions are `kept-snapshot` or `offline-uniform`, and nothing is
 * spent. `onError` is told, also of an `unknown_experiment`.
 *
 * For algorithms of arms whose reports are a bit. For others import it from `ldp-bandits/noise`, `/contexts`, `/slates`,
 * `/points` or `/best-arm`; a page that has imported one of these may use this one, too.
 *
 * Rejects `invalid_argument`, `insecure_randomness`, `wasm_not_found`, `wasm_blocked_by_csp`, `signal.reason`, and
 * `manifest_mismatch` where the collector contradicts the page's terms in that time. A contradiction that comes later is told
 * to `onError`: the page then reports nothing. Nothing is spent and nothing is sent before it resolves.
 */
export function createBandit<const T extends AlgorithmType>(
  options: BanditOptions<T>,
): Promise<Bandit<T>> {
  return createBanditWith(options, bits, registeredFor);
}

export * from './public.js';
