/** Page side: has its worker keep what this page had loaded before it. What it loads later, the worker sees. */
import type { Keep } from './shell.js';

export function keepLoaded(): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const message: Keep = { keep: [location.href, ...loaded] };
  navigator.serviceWorker?.controller?.postMessage(message);
}
