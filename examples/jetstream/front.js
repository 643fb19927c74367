// Takes reports in place of the collector, and answers once the cluster has acknowledged that it holds them.
//
// The answer is 202, which is all that the client of the package asks for, and {"logged":1}. Whether the report is new
// or a duplicate, and whether its epoch still takes reports, the collector finds out later; no page hears of it.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { log, openStream } from './log.js';

/** What the log takes: an attacker shall not fill it with what no collector wants. In bytes. */
const NAMES = (process.env.EXPERIMENTS ?? 'headlines').split(',');
const LONGEST = 4096;
const ACKNOWLEDGED_MS = 5000;

await openStream();

async function take(request) {
  const name = /\/([^/]+)\/reports$/.exec(request.url)?.[1];
  if (request.method !== 'POST' || !NAMES.includes(name)) return 404;
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  if (!(length <= LONGEST)) return 413;
  const body = await buffer(request);
  await log.publish(`reports.${name}`, body, { timeout: ACKNOWLEDGED_MS });
  return 202;
}

const server = createServer(async (request, response) => {
  // No acknowledgement: the log may hold the report or not. The page sends the same bytes again.
  const status = await take(request).catch(() => 503);
  const retry = status === 503 ? { 'retry-after': '2' } : {};
  response.writeHead(status, { 'content-type': 'application/json', ...retry });
  response.end(JSON.stringify({ logged: status === 202 ? 1 : 0 }));
});
server.maxConnections = 10_000;
server.listen(process.env.PORT ?? 8789, '127.0.0.1');
