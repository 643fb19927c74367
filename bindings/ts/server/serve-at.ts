/**
 * Serves a collector below any path. Apart from the collector itself, so that a page which only connects
 * to one does not load routes, learner and wasm.
 */
import type { Answer } from './take-body.js';
import type { Collector } from './types/index.js';

export type Handler = (request: Request, basePath?: string) => Promise<Response>;
interface Served {
  readonly handler: Handler;
  /** Is this path the collector's? One of the site may end in the same way: then the name is no experiment. */
  readonly owns: (pathname: string) => boolean;
  readonly reports: DirectReports;
  readonly documents: DirectDocuments;
  /** Bodies with reports that wait for a commit, of all experiments together. */
  readonly queue: () => number;
}

/**
 * The way of reports for a host that reads bodies itself: a Request, a Response and their streams cost several
 * times as much as a report. Everything out of the ordinary goes the way of the handler.
 */
export interface DirectReports {
  /** Exact origins that may call from elsewhere. */
  readonly origins: readonly string[];
  /** The experiment that takes a body at this path, or null. */
  find(pathname: string): { readonly name: string; readonly maxBodyBytes: number } | null;
  /** Resolves once the reports are durable, or refused; never rejects. */
  take(name: string, body: Uint8Array): Promise<Answer>;
}

/** Snapshots and manifests for a host that keeps answers. */
export interface DirectDocuments {
  readonly origins: readonly string[];
  /** The route of a document that is there at this path, or null. `search`: with its question mark, or empty. */
  find(pathname: string, search: string): string | null;
  /** Of what the route serves now; a snapshot is published first if it is due. Null: it is no longer there. */
  digest(route: string): Promise<string | null>;
  /** What `Collector.fetch` answers there to a page of the same origin. */
  fetch(route: string, headers: Readonly<Record<string, string>>): Promise<Response>;
}

const collectors = new WeakMap<object, Served>();

/** On every answer: how a page knows that a collector, and not some static host, has answered. */
export const COLLECTOR_HEADER = 'ldp-bandits-collector';

export function rememberHandler(collector: Collector, served: Served): void {
  collectors.set(collector, served);
}

/** What serves this collector; undefined for what `createCollector` has not made. */
export function servedBy(collector: Collector): Served | undefined {
  return collectors.get(collector);
}

/** Serves a request as if the collector had been created with `basePath`. */
export function serveAt(collector: Collector, request: Request, basePath: string) {
  return collectors.get(collector)?.handler(request, basePath) ?? collector.fetch(request);
}
