// The host of the consumer's pages: static files and, under /collector, the packed collector. A page says how
// it fared by POST /outcome, which works the same in pages, workers and every bundler's output.
import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

export const strictPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";

export interface Outcome {
  readonly error?: string;
  readonly violations?: readonly string[];
  readonly [key: string]: unknown;
}

export interface Host {
  readonly origin: string;
  /** Bodies that the collector counted, as text. */
  readonly bodies: readonly string[];
  nextOutcome(): Promise<Outcome>;
  /** Drops all waiters: that of a page without an outcome must not take the next page's. */
  forgetPages(): void;
  close(): Promise<void>;
}

/** An import map is inline: what allows it is its hash. */
function policyFor(page: string): string {
  const [, map] = /<script type="importmap">(.*?)<\/script>/s.exec(page) ?? [];
  if (map === undefined) return strictPolicy;
  const hash = createHash('sha256').update(map).digest('base64');
  return strictPolicy.replace("script-src 'self'", `script-src 'self' 'sha256-${hash}'`);
}

/** Imports an entry of the installed tarball, not of the repository. */
export async function importPacked(project: string, file: string) {
  return import(pathToFileURL(join(project, 'node_modules/ldp-bandits/dist', file)).href);
}

export async function startHost(
  project: string,
  perReport = { epsilon: 1 },
  terms: object = {},
): Promise<Host> {
  const { createCollector, memoryStore } = await importPacked(project, 'server/index.js');
  const { algorithms } = await import(pathToFileURL(join(project, 'visit.js')).href);
  const collector = await createCollector({
    basePath: '/collector',
    experiments: Object.fromEntries(
      Object.entries(algorithms).map(([name, algorithm]) => [name, { algorithm, perReport }]),
    ),
    store: memoryStore(),
    ...terms,
  });
  const bodies: string[] = [];
  const stop = new AbortController();
  const tapping = (async () => {
    for await (const arrival of collector.tap({ signal: stop.signal })) {
      if (arrival.accepted) bodies.push(new TextDecoder().decode(arrival.body));
    }
  })();

  const waiting: ((outcome: Outcome) => void)[] = [];
  const app = new Hono();
  app.all('/collector/*', ({ req }) => collector.fetch(req.raw));
  app.post('/outcome', async (context) => {
    waiting.shift()?.(await context.req.json());
    return context.body(null, 204);
  });
  app.use(async (context, next) => {
    await next();
    const page = context.req.path.endsWith('.html') ? await context.res.clone().text() : '';
    context.header('content-security-policy', policyFor(page));
  });
  app.use(serveStatic({ root: relative(process.cwd(), project) }));

  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the host has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    bodies,
    nextOutcome: () => new Promise((resolve) => waiting.push(resolve)),
    forgetPages: () => {
      waiting.length = 0;
    },
    close: async () => {
      stop.abort();
      await tapping.catch(() => undefined); // ends with the reason of the abort
      await collector[Symbol.asyncDispose]();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
