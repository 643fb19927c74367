// The site that is visited: the same pages on several origins, each with a storage of its own, and one page of
// another site. Pages say by small POST requests what they did; the harness waits for those.
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize, sep } from 'node:path';

/**
 * What a page says of a visit: `chosen`, `shown` (the page after the visit), `restored`, `complaint`. A page whose
 * browser is killed says `begun`, and of its decisions `decided`, `paid`, `answered`.
 */
export interface Note {
  readonly visit: number;
  readonly kind:
    | 'chosen'
    | 'shown'
    | 'restored'
    | 'complaint'
    | 'begun'
    | 'decided'
    | 'paid'
    | 'answered';
  readonly id?: string;
  readonly releaseAt?: number;
  readonly chosenAt?: number;
  /** From `choose()` until the spend was complete. */
  readonly spentMs?: number;
  /** What the budget has paid for when the page begins. */
  readonly reports?: number;
  readonly text?: string;
}

export interface VisitedSite {
  readonly origins: readonly string[];
  /** An address on another site: links and worker scopes end there. */
  readonly elsewhere: string;
  readonly notes: readonly Note[];
  /** Resolves with the first note of this kind about a visit; undefined after `timeoutMs`. */
  note(visit: number, kind: Note['kind'], timeoutMs: number): Promise<Note | undefined>;
  /** Answers everything below `/collector/` of every origin. */
  mount(listener: (request: IncomingMessage, response: ServerResponse) => void): void;
  /** Allows requests to this address; before the first page is opened. */
  connect(endpoint: string): void;
  close(): Promise<void>;
}

const kTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  wasm: 'application/wasm',
};
const kMount = '/collector/';
/** What a page of a site hosts for the worker: one line. */
const kWorker = "import '/dist/worker.js';\n";

/**
 * @param pages folder of the pages
 * @param dist folder of the package's build, served as it is
 */
export async function openSite(pages: string, dist: string, origins: number): Promise<VisitedSite> {
  const notes: Note[] = [];
  const listeners = new Set<(note: Note) => void>();
  let connect = "'self'";
  let mounted: Parameters<VisitedSite['mount']>[0] | undefined;
  const files = new Map<string, Buffer>();

  const read = async (root: string, path: string) => {
    const name = normalize(join(root, path));
    if (!name.startsWith(root + sep)) return undefined;
    const known = files.get(name);
    if (known) return known;
    const body = await readFile(name).catch(() => undefined);
    if (body) files.set(name, body);
    return body;
  };
  const find = (path: string) => {
    if (path === '/ldp-sender.js') return Buffer.from(kWorker);
    if (path.startsWith('/dist/')) return read(dist, path.slice('/dist/'.length));
    return read(pages, path.includes('.') ? path : `${path}.html`);
  };
  const open = async () => {
    const server = createServer((request, response) => {
      void (async () => {
        const path = new URL(request.url ?? '/', 'http://host').pathname;
        if (path === '/note') {
          const chunks: Buffer[] = [];
          for await (const chunk of request) chunks.push(chunk as Buffer);
          response.writeHead(204).end();
          const note = JSON.parse(Buffer.concat(chunks).toString()) as Note;
          notes.push(note);
          for (const listener of listeners) listener(note);
          return;
        }
        if (mounted && path.startsWith(kMount)) {
          request.url = request.url?.slice(kMount.length - 1) ?? '/';
          mounted(request, response);
          return;
        }
        request.resume();
        if (path === '/clear') {
          response.writeHead(204, { 'clear-site-data': '"storage"' }).end();
          return;
        }
        const body = await find(path);
        const type = kTypes[/\.(\w+)$/.exec(path)?.[1] ?? 'html'] ?? 'application/octet-stream';
        if (!body) response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
        else {
          response.writeHead(200, {
            'content-type': type,
            // `no-store` would keep pages out of the back/forward cache.
            'cache-control': path.startsWith('/dist/') ? 'max-age=3600' : 'no-cache',
            'content-security-policy': `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src ${connect}; worker-src 'self'; img-src 'self'; base-uri 'none'`,
          });
          response.end(body);
        }
      })().catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { server, port: (server.address() as AddressInfo).port };
  };
  const opened = await Promise.all(Array.from({ length: origins + 1 }, open));
  const ports = opened.map(({ port }) => port);

  return {
    origins: ports.slice(1).map((port) => `http://127.0.0.1:${port}`),
    // By name, not by number: another site, thus another process in Chromium.
    elsewhere: `http://localhost:${ports[0]}/next`,
    notes,
    note: (visit, kind, timeoutMs) =>
      new Promise((resolve) => {
        const end = (note: Note | undefined) => {
          clearTimeout(timer);
          listeners.delete(look);
          resolve(note);
        };
        const look = (note: Note) => note.visit === visit && note.kind === kind && end(note);
        const timer = setTimeout(() => end(undefined), timeoutMs);
        listeners.add(look);
        notes.find(look);
      }),
    mount(listener) {
      mounted = listener;
    },
    connect(endpoint) {
      connect = `'self' ${endpoint}`;
    },
    close: async () => {
      for (const { server } of opened) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}
