// The client's only source of randomness: crypto.getRandomValues. No seed, no fallback.
import { LdpError } from '../internal/errors.js';

/** The longest request that getRandomValues answers. */
const LONGEST_DRAW = 65_536;
/** Two consecutive equal draws of this size: a broken generator. */
const BLOCK = 32;

/**
 * Fills memory of the core. Never throws, because an exception must not cross wasm: false on any
 * failure. Looks the generator up at every call, so that one that goes away is noticed.
 */
export function fillWithRandomness(bytes: Uint8Array): boolean {
  try {
    for (let from = 0; from < bytes.length; from += LONGEST_DRAW) {
      crypto.getRandomValues(bytes.subarray(from, from + LONGEST_DRAW) as Uint8Array<ArrayBuffer>);
    }
    return true;
  } catch {
    return false;
  }
}

/** Throws `insecure_randomness` if the generator is missing, refuses, or repeats itself. */
export function requireSecureRandomness(): void {
  const draws = [new Uint8Array(BLOCK), new Uint8Array(BLOCK)] as const;
  const drawn = fillWithRandomness(draws[0]) && fillWithRandomness(draws[1]);
  if (!drawn || draws[0].every((byte, i) => byte === draws[1][i])) throw insecureRandomness();
}

function insecureRandomness(): LdpError<'insecure_randomness'> {
  return new LdpError(
    'insecure_randomness',
    'crypto.getRandomValues is missing, refuses, or repeats itself.',
  );
}
