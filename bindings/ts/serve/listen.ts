/** The sockets of the collector: limits that survive slow senders, and an end that loses no request. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Problem } from '../command/problem.js';
import type { Limits } from './config.js';

/** How often Node looks for connections that are too slow, at most. */
const LONGEST_CHECK_MS = 2_000;
/** Requests of pages have short headers. */
const MAX_HEADER_BYTES = 8_192;

export interface Listening {
  readonly url: string;
  /** No new connections and requests; resolves when those under way are answered, or cut after `ms`. */
  close(ms: number): Promise<void>;
}

export interface ListenSetup {
  /** The flag that names the port, for errors. */
  readonly flag: string;
  readonly host: string;
  readonly port: number;
  readonly limits: Limits;
  readonly handler: RequestListener;
}

/** @throws {Problem} where the port is taken or not allowed. */
export async function listen(setup: ListenSetup): Promise<Listening> {
  const { flag, host, port, limits } = setup;
  let isClosing = false;
  // One entry a connection: an entry a request is a fifth of what a report costs.
  const latest = new Map<Socket, ServerResponse>();
  const server = createServer(
    {
      requestTimeout: Math.max(limits.requestMs, limits.headersMs),
      headersTimeout: limits.headersMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: Math.min(LONGEST_CHECK_MS, limits.headersMs / 2),
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    (request, response) => {
      if (isClosing) sayGoodbye(response);
      latest.set(request.socket, response);
      setup.handler(request, response);
    },
  );
  server.maxConnections = limits.connections;
  server.on('connection', (socket) => socket.once('close', () => latest.delete(socket)));
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as { readonly code?: string };
    const why = code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${code})`;
    throw new Problem(`${flag}: port ${port} of ${host} ${why}.`);
  }
  return {
    url: urlOf(server, host),
    close: async (ms) => {
      isClosing = true;
      for (const response of latest.values()) sayGoodbye(response);
      await closed(server, ms);
    },
  };
}

/** The client opens its next connection elsewhere. */
function sayGoodbye(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

async function closed(server: Server, ms: number): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // A connection becomes idle when its answer is out; from then on it waits for a request that is not welcome.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), ms);
  await done;
  clearInterval(idle);
  clearTimeout(cut);
}
