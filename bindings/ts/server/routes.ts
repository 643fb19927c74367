/** HTTP: routes, methods, limits, headers. Who may call what; nothing about bandits. */
import { cors } from 'hono/cors';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { secureHeaders } from 'hono/secure-headers';
import { Hono } from 'hono/tiny';
import { readBody } from './body.js';
import { type Experiments, shutDown } from './experiments.js';
import { digestOfBoth, manifestWith } from './manifest-with-snapshot.js';
import { type Problem, problem, problemOf } from './problem.js';
import type { Reporter } from './reporter.js';
import { COLLECTOR_HEADER, type DirectReports } from './serve-at.js';
import { adviceOnTracing, tracingHeaders } from './tracing.js';

export const PROTOCOL = '1';

/** Path below the mount point, as the routes know it. */
interface Env {
  Bindings: { readonly path: string };
}

export const UNKNOWN =
  'This collector has no experiment of this name. Compare the name in the page with those in createCollector.';
const CONSUMED =
  'The body is gone: something in front of the collector has read it, such as express.json() or the JSON parser of Fastify. Mount the collector before it.';
const BROKEN_OFF = 'The body could not be read to its end. Send it again.';
const TOO_LARGE = 'longer than the longest report is none. maxReportsPerBody allows more than one.';

const ROUTES = '/<experiment>, /<experiment>/snapshot, /<experiment>/reports and /healthz';

function nothingAt(basePath: string): string {
  return basePath === ''
    ? `There is nothing at this path. The collector serves ${ROUTES}.`
    : `There is nothing at this path. The collector serves ${ROUTES} below ${basePath}, its basePath, or where a router has stripped that: compare it with the endpoint of the page.`;
}

export interface RouteSetup {
  readonly experiments: Pick<Experiments, 'gone' | 'serving' | 'track'>;
  readonly origins: readonly string[];
  /** Where the collector is mounted; '' for the root. For a sentence about paths that miss it. */
  readonly basePath: string;
  readonly reporter: Reporter;
  /** See {@link DirectReports.take}. */
  readonly take: DirectReports['take'];
}

export function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType ?? '');
}

/** @returns A handler of requests; `path` is what follows the mount point. */
export function createRoutes(
  setup: RouteSetup,
): (request: Request, path: string) => Promise<Response> {
  const { experiments, origins, basePath, reporter, take } = setup;
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
  const failed = (error: unknown, experiment?: string): Response => {
    const { status, response } = problemOf(error);
    const where = { operation: 'request', ...(experiment === undefined ? {} : { experiment }) };
    if (status >= 500) reporter.failed(error, where);
    return response;
  };
  app.onError((error) => failed(error));
  app.notFound(() => problem('not_found', nothingAt(basePath)).response);

  const find = (name: string) => (experiments.gone ? undefined : experiments.serving.get(name));
  const unknown = () =>
    (experiments.gone ? problemOf(shutDown()) : problem('unknown_experiment', UNKNOWN)).response;

  app.get('/healthz', async (c) => {
    // Answers for the store as well: a page that cannot use it takes its fallback.
    for (const experiment of experiments.serving.values())
      await experiments.track(experiment.current());
    return c.json({ ok: true, protocol: 1 }, 200, { 'cache-control': 'no-store' });
  });

  app.post('/:experiment/reports', async (c) => {
    const name = c.req.param('experiment');
    const experiment = find(name);
    if (!experiment) return unknown();
    const refuse = (refusal: Problem) => {
      reporter.refused(refusal, name);
      return refusal.response;
    };
    if (!isJson(c.req.header('content-type'))) {
      return refuse(
        problem(
          'unsupported_media_type',
          'Send reports as application/json, as the client of the package does.',
        ),
      );
    }
    const traced = tracingHeaders(c.req.raw.headers);
    if (traced.length > 0) return refuse(problem('tracing_headers', adviceOnTracing(traced)));
    const limit = experiment.maxBodyBytes;
    const read = await readBody(c.req.raw, limit).catch(() => null);
    // Its client has gone away, most likely, and nothing is wrong here.
    if (read === null) return problem('internal', BROKEN_OFF).response;
    if ('refused' in read) {
      return refuse(
        read.refused === 'consumed'
          ? problem('body_consumed', CONSUMED)
          : problem('body_too_large', `A body may have ${limit} bytes: ${TOO_LARGE}`, { limit }),
      );
    }
    const { status, headers, body } = await take(name, read.bytes);
    return new Response(body, { status, headers });
  });

  // Snapshots and manifests are the same for all visitors, so any cache may keep them to revalidate.
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
  const answer = async (name: string, isSnapshot: boolean, isBoth = false) => {
    const experiment = find(name);
    if (!experiment) return unknown();
    const { manifest } = experiment;
    try {
      if (!isSnapshot && !isBoth) return document(JSON.stringify(manifest), manifest.digest);
      const { body, digest } = await experiments.track(experiment.served());
      return isSnapshot
        ? document(body as Uint8Array<ArrayBuffer>, digest)
        : document(manifestWith(manifest, body), digestOfBoth(manifest.digest, digest));
    } catch (error) {
      return failed(error, name);
    }
  };
  app.get('/:experiment/snapshot', revalidated, (c) => answer(c.req.param('experiment'), true));
  app.get('/:experiment', revalidated, (c) =>
    answer(c.req.param('experiment'), false, c.req.query('snapshot') !== undefined),
  );

  const refuse = (allow: string) => () =>
    problem('method_not_allowed', `This path takes ${allow}.`, {}, { allow }).response;
  app.all('/healthz', refuse('GET, HEAD'));
  app.all('/:experiment/reports', refuse('POST'));
  app.all('/:experiment/snapshot', refuse('GET, HEAD'));
  app.all('/:experiment', refuse('GET, HEAD'));

  return async (request, path) => app.fetch(request, { path });
}
