// What the library cannot do without. docs/guides/install.md names the oldest browsers that have it.
import { LdpError } from '../internal/errors.js';

const NEEDED = [
  ...['WebAssembly', 'BigInt', 'AbortController', 'URL', 'TextEncoder', 'TextDecoder'],
  ...['Promise', 'Map', 'WeakMap', 'Uint8Array', 'Float64Array', 'BigUint64Array'],
];

/**
 * Called before anything is loaded, drawn or spent. `ownFetch`: the page has passed one.
 *
 * @throws LdpError `unsupported_browser` with `details.missing`.
 */
export function requireBrowser(ownFetch: boolean): void {
  const page = globalThis as Readonly<Record<string, unknown>>;
  const needed = ownFetch ? NEEDED : [...NEEDED, 'fetch'];
  const missing = needed.filter((name) => page[name] === undefined);
  if (missing.length === 0) return;
  const text = `This browser has no ${missing.join(', ')}, so nothing is chosen, spent or sent. docs/guides/install.md lists the oldest that will do.`;
  throw new LdpError('unsupported_browser', text, { details: { missing } });
}
