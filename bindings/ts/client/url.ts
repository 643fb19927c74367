// `ldp-bandits/url`: the same as `ldp-bandits`, with the wasm as a file of its own. Bundlers copy
// it, or pass `wasm` yourself.
import { createBanditWith } from './create.js';
import type { AlgorithmType, Bandit, BanditOptions } from './types.js';
import { readWasmFile } from './wasm-file.js';

/** One function, by which the instance is remembered. */
const file = () => readWasmFile('ldp-bandits.wasm', new URL('./ldp-bandits.wasm', import.meta.url));

/**
 * As `createBandit` of `ldp-bandits`; loads `ldp-bandits.wasm` from beside this file, or
 * `contextual.wasm` for an algorithm with contexts, `combinatorial.wasm` for one with slates,
 * `convex.wasm` for one with points of a convex set. The SHA-256 of each is built in: other bytes
 * are refused as `wasm_not_found` before they are compiled, with both hashes in the message.
 */
export function createBandit<const T extends AlgorithmType>(
  options: BanditOptions<T>,
): Promise<Bandit<T>> {
  return createBanditWith(options, file, async (type) =>
    (await import('./file-families.js')).load(type),
  );
}

export * from './public.js';
