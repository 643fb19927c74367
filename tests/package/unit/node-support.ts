// Node's own servers around a collector, on a port of their own.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { type NodeHandler, toNodeHandler } from 'ldp-bandits/node';
import type { CollectorOptions, LdpError } from 'ldp-bandits/server';
import { collectorOver, report } from './server-support.js';

export interface Site extends AsyncDisposable {
  readonly base: string;
  /** What `onError` was told. */
  readonly told: { readonly error: LdpError; readonly operation: string }[];
}

/** A server whose requests go to what `mount` makes of the handler. */
export async function nodeSite(
  mount: (handler: NodeHandler) => Parameters<typeof createServer>[1],
  options: Partial<CollectorOptions> = {},
): Promise<Site> {
  const told: Site['told'] = [];
  const onError: CollectorOptions['onError'] = (error, { operation }) => {
    told.push({ error, operation });
  };
  const collector = await collectorOver({ onError, maxReportsPerBody: 1, ...options });
  const server: Server = createServer(mount(toNodeHandler(collector)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await collector[Symbol.asyncDispose]();
    },
  };
}

/** An Express app. */
export function expressSite(
  mount: (app: Express, handler: NodeHandler) => unknown,
  options: Partial<CollectorOptions> = {},
): Promise<Site> {
  return nodeSite((handler) => {
    const app = express();
    mount(app, handler);
    return app;
  }, options);
}

export const send = (url: string, body: BodyInit = report(), init: RequestInit = {}) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, ...init });
