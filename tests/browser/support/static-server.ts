// The host of the site in the tests: static files, the content security policy, and a log of every
// request that reached it. Whatever the Service Worker answers never appears in that log.
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';

const kTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.bin': 'application/octet-stream',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** The policy that the package promises to work under, with what a site needs for its own style and images. */
export const kPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

export interface Hit {
  readonly method: string;
  readonly path: string;
  readonly bytes: number;
  readonly encoding: string;
}

export interface StaticServer {
  readonly origin: string;
  /** Every request that reached the host, oldest first. */
  readonly hits: readonly Hit[];
  /** Answered by the host instead of a file; return undefined to fall through to the files. */
  override:
    | ((path: string) => { status: number; body: string; type?: string } | undefined)
    | undefined;
  close(): Promise<void>;
}

/** @param roots folders tried in order, by URL prefix: `{ '/dist/': '…/dist', '/': '…/site' }` */
export async function serve(
  roots: Readonly<Record<string, string>>,
  policy = kPolicy,
): Promise<StaticServer> {
  const hits: Hit[] = [];
  const state: { override: StaticServer['override'] } = { override: undefined };
  const server: Server = createServer((request, response) => {
    void (async () => {
      const path = new URL(request.url ?? '/', 'http://host').pathname;
      const headers = {
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      };
      const reply = (status: number, type: string, body: Buffer | string) => {
        hits.push({
          method: request.method ?? '',
          path,
          bytes: Buffer.byteLength(body),
          encoding: type,
        });
        response.writeHead(status, { ...headers, 'content-type': type }).end(body);
      };
      const answer = state.override?.(path);
      if (answer !== undefined) {
        reply(answer.status, answer.type ?? 'text/plain', answer.body);
        return;
      }
      const file = request.method === 'GET' ? await find(roots, path) : undefined;
      if (file === undefined) reply(404, 'text/plain', 'The host has no such file.');
      else reply(200, kTypes[extname(file.name)] ?? 'application/octet-stream', file.body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    // Loopback is a potentially trustworthy origin: Service Workers run there without a certificate.
    origin: `http://127.0.0.1:${port}`,
    hits,
    get override() {
      return state.override;
    },
    set override(value) {
      state.override = value;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function find(roots: Readonly<Record<string, string>>, path: string) {
  for (const [prefix, root] of Object.entries(roots)) {
    if (!path.startsWith(prefix)) continue;
    const relative = decodeURIComponent(path.slice(prefix.length));
    const name = normalize(
      join(root, relative.endsWith('/') || relative === '' ? `${relative}index.html` : relative),
    );
    if (name !== root && !name.startsWith(root + sep)) continue;
    try {
      return { name, body: await readFile(name) };
    } catch {
      // Not in this root: the next one may have it.
    }
  }
  return undefined;
}
