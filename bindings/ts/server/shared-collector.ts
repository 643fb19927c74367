/** One collector for modules that are imported more often than their process starts. */
import { requireFunction, requireString } from '../internal/validate.js';
import type { Collector } from './types/index.js';

type Shared = Record<symbol, Promise<Collector> | undefined>;

/**
 * A function that resolves with the one collector of the process, which it creates when it is called first, and again
 * after a failure. For modules that a build imports too, such as a route of Next.js, or that a development server
 * imports anew after every change; changed options count from the next start.
 *
 * @param name Tells the collectors of a process apart. Default `collector`.
 * @throws LdpError `invalid_argument`.
 */
export function sharedCollector(
  create: () => Promise<Collector>,
  name = 'collector',
): () => Promise<Collector> {
  requireFunction('create', create);
  const key = Symbol.for(`ldp-bandits:${requireString('name', name, 64)}`);
  const shared = globalThis as Shared;
  return () => {
    const known = shared[key];
    if (known !== undefined) return known;
    const created = create();
    shared[key] = created;
    created.catch(() => {
      delete shared[key];
    });
    return created;
  };
}
