/**
 * Serves a collector below any path. Apart from the collector itself, so that a page which only connects
 * to one does not load routes, learner and wasm.
 */
import type { Collector } from './types.js';

export type Handler = (request: Request, basePath?: string) => Promise<Response>;
const handlers = new WeakMap<object, Handler>();

/** On every answer: how a page knows that a collector, and not some static host, has answered. */
export const COLLECTOR_HEADER = 'ldp-bandits-collector';

export function rememberHandler(collector: Collector, handler: Handler): void {
  handlers.set(collector, handler);
}

/** Serves a request as if the collector had been created with `basePath`. */
export function serveAt(collector: Collector, request: Request, basePath: string) {
  return handlers.get(collector)?.(request, basePath) ?? collector.fetch(request);
}
