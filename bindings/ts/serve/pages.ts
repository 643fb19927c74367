/**
 * Pages to try experiments with, from a folder, beside the collector: no second server, no CORS. The package's own
 * files for pages are below `/ldp-bandits/`, and the worker that sends when a page is gone is `/ldp-sender.js` unless
 * the folder has a file of that name. For trying only: a company has a web server.
 */
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

const PACKAGE = fileURLToPath(new URL('../', import.meta.url));
const PREFIX = '/ldp-bandits';
const WORKER = '/ldp-sender.js';

export function pagesOf(folder: string): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    if (c.req.path.includes('/.')) return c.notFound();
    await next();
    c.header('cache-control', 'no-cache');
    c.header('x-content-type-options', 'nosniff');
  });
  app.get(
    `${PREFIX}/*`,
    serveStatic({ root: PACKAGE, rewriteRequestPath: (path) => path.slice(PREFIX.length) }),
  );
  app.get('/*', serveStatic({ root: folder }));
  // Not below the prefix: there the folder of the package says which paths exist. A worker needs no header for a scope
  // below its own address.
  app.get(WORKER, serveStatic({ root: PACKAGE, path: WORKER }));
  app.notFound((c) => c.text('There is no such page.', 404));
  return app;
}
