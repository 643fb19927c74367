/** HTTP: routes, methods, limits, headers. Who may call what; nothing about bandits. */
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { secureHeaders } from 'hono/secure-headers';
import { Hono } from 'hono/tiny';
import type { ExperimentService } from './experiment.js';
import { problem, problemOf } from './problem.js';
import { COLLECTOR_HEADER } from './serve-at.js';
import type { Arrival } from './types.js';

export const PROTOCOL = '1';

/** Path below the mount point, as the routes know it. */
interface Env {
  Bindings: { readonly path: string };
}

export interface RouteSetup {
  readonly experiments: ReadonlyMap<string, ExperimentService>;
  readonly origins: readonly string[];
  readonly maxBodyBytes: number;
  /** Told about every body; calls `describe` only if somebody listens. */
  readonly arrived: (describe: () => Arrival) => void;
}

/** @returns A handler of requests; `path` is what follows the mount point. */
export function createRoutes(
  setup: RouteSetup,
): (request: Request, path: string) => Promise<Response> {
  const { experiments, origins, maxBodyBytes, arrived } = setup;
  const app = new Hono<Env>({
    getPath: (_request, options) => (options as { env: Env['Bindings'] }).env.path,
  });

  app.use(
    secureHeaders({
      contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      // Not ours to decide for the whole host that serves us.
      strictTransportSecurity: false,
      originAgentCluster: false,
      // What this serves is public. A page that `cors` leaves out asks blindly whether anything answers.
      crossOriginResourcePolicy: 'cross-origin',
    }),
  );
  app.use(async (c, next) => {
    await next();
    c.header(COLLECTOR_HEADER, PROTOCOL);
  });
  if (origins.length > 0) {
    app.use(
      cors({
        origin: [...origins],
        allowMethods: ['GET', 'POST'],
        allowHeaders: ['content-type'],
        maxAge: 86_400,
      }),
    );
  }
  app.onError((error) => problemOf(error));
  app.notFound(() => problem('not_found', 'There is nothing at this path.'));

  const find = (name: string) => experiments.get(name);
  const unknown = () => problem('unknown_experiment', 'There is no such experiment.');
  const tooLarge = () =>
    problem('body_too_large', `A body may have ${maxBodyBytes} bytes.`, { limit: maxBodyBytes });

  app.get('/healthz', async (c) => {
    // Answers for the store as well: a page that cannot use it takes its fallback.
    for (const experiment of experiments.values()) await experiment.current();
    return c.json({ ok: true, protocol: 1 }, 200, { 'cache-control': 'no-store' });
  });

  app.post(
    '/:experiment/reports',
    bodyLimit({ maxSize: maxBodyBytes, onError: tooLarge }),
    async (c) => {
      const name = c.req.param('experiment');
      const experiment = find(name);
      if (!experiment) return unknown();
      if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
        return problem('unsupported_media_type', 'Reports are application/json.');
      }
      const body = new Uint8Array(await c.req.arrayBuffer());
      // Where a browser hides the stream of a request, the middleware could not count.
      if (body.length > maxBodyBytes) return tooLarge();
      let result = { accepted: 0, duplicate: 0 };
      let response: Response;
      try {
        result = await experiment.receive(body);
        response = c.json(result, 202, { 'cache-control': 'no-store' });
      } catch (error) {
        response = problemOf(error);
      }
      arrived(() => ({
        at: Date.now(),
        experiment: name,
        body,
        accepted: result.accepted > 0,
        reports: result.accepted,
        status: response.status,
      }));
      return response;
    },
  );

  // Snapshots and manifests are the same for everybody, so any cache may keep them to revalidate.
  const revalidated = etag({
    retainedHeaders: [...RETAINED_304_HEADERS, 'access-control-allow-origin'],
  });
  const document = (body: Uint8Array<ArrayBuffer> | string, digest: string) =>
    new Response(body, {
      headers: {
        'content-type': 'application/json',
        'cache-control': 'public, no-cache',
        etag: `"${digest}"`,
      },
    });
  app.get('/:experiment/snapshot', revalidated, async (c) => {
    const experiment = find(c.req.param('experiment'));
    if (!experiment) return unknown();
    const view = await experiment.served();
    return document(view.body as Uint8Array<ArrayBuffer>, view.digest);
  });
  app.get('/:experiment', revalidated, (c) => {
    const manifest = find(c.req.param('experiment'))?.manifest;
    return manifest ? document(JSON.stringify(manifest), manifest.digest) : unknown();
  });

  const refuse = (allow: string) => () =>
    problem('method_not_allowed', `This path takes ${allow}.`, {}, { allow });
  app.all('/healthz', refuse('GET, HEAD'));
  app.all('/:experiment/reports', refuse('POST'));
  app.all('/:experiment/snapshot', refuse('GET, HEAD'));
  app.all('/:experiment', refuse('GET, HEAD'));

  return async (request, path) => app.fetch(request, { path });
}
