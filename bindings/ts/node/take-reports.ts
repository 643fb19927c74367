/**
 * `POST …/reports` without the objects of the Fetch API, which cost several times as much as a report: the body is
 * read from the socket, and its answer is one write. Only for requests in which nothing is out of the ordinary;
 * the others go through `collector.fetch`, which knows what to say of them.
 */
import { joinBytes } from '../internal/join-bytes.js';
import { isJson } from '../server/routes.js';
import { COLLECTOR_HEADER, type DirectReports } from '../server/serve-at.js';
import type { Answer } from '../server/take-body.js';
import { tracingHeaders } from '../server/tracing.js';
import { crossOrigin } from './cross-origin.js';
import type { NodeRequest, NodeResponse } from './node-handler.js';

const KEPT = { [COLLECTOR_HEADER]: '1', 'x-content-type-options': 'nosniff' };

/** @returns Whether it has taken the request. */
export function takeReports(
  reports: DirectReports,
  pathname: string,
  request: NodeRequest,
  response: NodeResponse,
): boolean {
  const { method, on } = request;
  const headers = request.headers as Readonly<Record<string, string | undefined>> | undefined;
  if (method !== 'POST' || !headers || !on || isRead(request)) return false;
  const found = reports.find(pathname);
  const length = Number(headers['content-length']);
  // No number, or too large: refused with its reason elsewhere.
  if (!found || !(length > 0 && length <= found.maxBodyBytes)) return false;
  if (!isJson(headers['content-type'])) return false;
  if (tracingHeaders({ has: (name) => name in headers }).length > 0) return false;

  const { origin } = headers;
  const chunks: Uint8Array[] = [];
  on.call(request, 'data', (chunk: Uint8Array) => chunks.push(chunk));
  // Without an end its client has gone away: there is nothing to answer.
  on.call(request, 'end', () => {
    const [first] = chunks;
    const body = chunks.length === 1 && first ? first : joinBytes(chunks);
    void reports.take(found.name, body).then((answer) => {
      // A time-out of the host may have answered before.
      if (!response.headersSent) send(response, answer, crossOrigin(reports.origins, origin));
    });
  });
  return true;
}

/** Something in front has read the body, or has begun to. */
function isRead({ body, rawBody, readableDidRead }: NodeRequest): boolean {
  return body !== undefined || rawBody !== undefined || readableDidRead === true;
}

function send(
  response: NodeResponse,
  { status, headers, body }: Answer,
  more: Readonly<Record<string, string>>,
): void {
  const length = { 'content-length': `${new TextEncoder().encode(body).length}` };
  response.writeHead?.(status, { ...headers, ...KEPT, ...more, ...length });
  response.end(body);
}
