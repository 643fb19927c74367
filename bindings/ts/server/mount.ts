/** Where a collector is, seen from a Service Worker's scope. Both sides must compute the same. */
import { invalidArgument, requireString } from '../internal/validate.js';

export const DEFAULT_MOUNT = 'collector';

/** The address of the collector, with a slash at the end. Works for sites below a sub-path. */
export function mountUnder(scope: string | URL, basePath: unknown): URL {
  const path = requireString(
    'basePath',
    basePath,
    256,
    /^[A-Za-z0-9._~-]+(\/[A-Za-z0-9._~-]+)*\/?$/,
  );
  const mount = new URL(path.endsWith('/') ? path : `${path}/`, scope);
  // `..` would reach pages that the worker does not control.
  if (!mount.href.startsWith(new URL('.', scope).href)) {
    throw invalidArgument('basePath', basePath, 'must stay below the scope');
  }
  return mount;
}

/** Name of the BroadcastChannel that carries the tap. */
export function tapChannel(mount: URL): string {
  return `ldp-bandits-tap:${mount.href}`;
}
