/**
 * `/healthz`: the process is alive; asks no store, so that a store that is away restarts no collector. `/readyz`:
 * it can take reports. Both at the root; the collector's own `/healthz`, which asks the store, stays below its base
 * path. The header is that of the collector, by which a page that probes knows one.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PROTOCOL } from '../server/routes.js';
import { COLLECTOR_HEADER } from '../server/serve-at.js';

export type NotReady = 'shutting down' | 'the store does not answer' | 'the store takes no reports';

/** @returns Whether the request was for one of the two, and is answered. */
export function answerHealth(
  request: IncomingMessage,
  response: ServerResponse,
  notReady: () => NotReady | null,
): boolean {
  const { url, method } = request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (url !== '/healthz' && url !== '/readyz') return false;
  const why = url === '/readyz' ? notReady() : null;
  const body = why === null ? { ok: true, protocol: 1 } : { ok: false, why };
  response.writeHead(why === null ? 200 : 503, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    [COLLECTOR_HEADER]: PROTOCOL,
  });
  response.end(method === 'HEAD' ? undefined : JSON.stringify(body));
  return true;
}
