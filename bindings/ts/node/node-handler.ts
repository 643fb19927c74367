/** From Node's requests to a collector: `node:http`, Express, Connect, Fastify. */
import { getRequestListener } from '@hono/node-server';
import { invalidArgument } from '../internal/validate.js';
import { servedBy } from '../server/serve-at.js';
import type { Collector } from '../server/types/index.js';
import { Documents } from './give-documents.js';
import { takeReports } from './take-reports.js';

/** What is used of `http.IncomingMessage`, and what frameworks add to it. */
export interface NodeRequest {
  readonly method?: string | undefined;
  /** Express takes the mount off it. */
  readonly url?: string | undefined;
  /** As it was before. */
  readonly originalUrl?: string | undefined;
  readonly body?: unknown;
  /** The bytes of the body, where the host has read them already. */
  readonly rawBody?: unknown;
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Something has begun to read the body. */
  readonly readableDidRead?: boolean;
  on?(event: string, listener: (chunk: Uint8Array) => void): unknown;
}

/** An `http.ServerResponse`. */
export interface NodeResponse {
  readonly headersSent?: boolean;
  writeHead?(status: number, headers: Record<string, string>): unknown;
  end(body?: string | Uint8Array): unknown;
}

/** Never throws; what goes wrong is an answer, and told to `onError`. */
export type NodeHandler = (
  request: NodeRequest,
  response: NodeResponse,
  next?: (error?: unknown) => void,
) => void;

/**
 * Serves a collector to `http.createServer`, `app.use` of Express and Connect, and Fastify (after `reply.hijack()`).
 * The mount may be stripped from `request.url` or not. Nothing before it may read the body, unless it leaves the bytes
 * in `request.rawBody`, or in `request.body` as a Buffer: otherwise the answer is 500 `body_consumed`.
 *
 * With `next`, it is called for a path that is not the collector's: one outside of its `basePath` or mount, or, where
 * it has neither, one that ends in the name of none of its experiments.
 *
 * @throws LdpError `invalid_argument` for what `createCollector` has not made, e.g. its promise.
 */
export function toNodeHandler(collector: Collector): NodeHandler {
  const served = servedBy(collector);
  if (served === undefined) {
    throw invalidArgument('collector', collector, 'must be what createCollector resolves with');
  }
  const documents = new Documents(served.documents);
  const listen = getRequestListener((request) => collector.fetch(request), {
    overrideGlobalObjects: false,
  }) as (request: NodeRequest, response: NodeResponse) => Promise<void>;

  return (request, response, next) => {
    const [path, search] = addressOf(request);
    if (next !== undefined && !isStripped(request) && !served.owns(path)) {
      next();
      return;
    }
    if (takeReports(served.reports, path, request, response)) return;
    const general = () => void listen(withRawBody(request), response);
    if (!documents.give(path, search, request, response, general)) general();
  };
}

/** A router took its mount off the path, so that the rest is the collector's. */
function isStripped({ url, originalUrl }: NodeRequest): boolean {
  return originalUrl !== undefined && originalUrl !== url;
}

/** Its path, and its query with the question mark. */
function addressOf({ url = '/' }: NodeRequest): [path: string, search: string] {
  const end = url.indexOf('?');
  return end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end)];
}

/** `express.raw()` leaves the bytes in `body`; the listener looks for them in `rawBody`. */
function withRawBody(request: NodeRequest): NodeRequest {
  return request.rawBody === undefined && request.body instanceof Uint8Array
    ? Object.assign(request, { rawBody: request.body })
    : request;
}
