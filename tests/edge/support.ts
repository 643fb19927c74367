// One bundle for all files of this folder, and objects of a running workerd as a store in Node sees them.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectNamespace } from 'ldp-bandits/server/durable-object';
import { type Bundle, bundle } from './workerd.js';

/** A folder for a file of tests; `remove` it at the end. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'ldp-bandits-edge-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export function bundleWorker(folder: string): Bundle {
  return bundle(join(import.meta.dirname, 'wrangler.toml'), join(folder, 'bundle'));
}

const agent = new Agent({ keepAlive: false });

/** `fetch` with a connection for each request: workerd may close an idle one just when it is used again. */
export async function request(
  url: string,
  init: {
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly body?: string | Uint8Array;
  } = {},
): Promise<Response> {
  const { method = 'GET', headers = {}, body } = init;
  const sent = httpRequest(url, { method, headers, agent });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const bytes = Buffer.concat(await answer.toArray());
  const given = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
  const status = answer.statusCode as number;
  return new Response(bytes, { status, headers: given as [string, string][] });
}

type Stub = ReturnType<ObjectNamespace['get']>;
export type Fetch = Stub['fetch'];

/** A request to an object, before it is sent. */
export interface Sent {
  readonly name: string;
  readonly operation: string;
}

/**
 * The objects of the class `StoreObject` in workerd at `base`.
 *
 * @param prefix Of the names of objects, so that each store begins empty.
 * @param intercept Sends the request, or does not.
 */
export function objectsAt(
  base: () => string,
  prefix: string,
  intercept: (sent: Sent, send: () => ReturnType<Fetch>) => ReturnType<Fetch> = (_, send) => send(),
): ObjectNamespace {
  return {
    idFromName: (name) => `${prefix}${name}`,
    get: (id: string) => ({
      fetch: (url, init) => {
        const operation = new URL(url).pathname.slice(1);
        const send = () =>
          request(`${base()}/objects/${encodeURIComponent(id)}/${operation}`, init);
        return intercept({ name: id.slice(prefix.length), operation }, send);
      },
    }),
  };
}
