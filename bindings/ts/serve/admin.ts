/** The admin API and the page that shows results. Everything but the page's own files needs the token. */
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Problem } from '../command/problem.js';
import { LdpError } from '../internal/errors.js';
import type { Collector } from '../server/types/index.js';
import { toCsv } from './csv.js';
import { causeOf, type Log } from './log.js';
import { type PageFile, pageFiles } from './page-files.js';
import type { Rate } from './rate.js';
import type { Registry } from './registry.js';
import { type Summary, summaryOf } from './summary.js';

export interface AdminSetup {
  readonly collector: Collector;
  readonly registry: Registry;
  readonly rate: Rate;
  readonly log: Log;
  readonly verify: (token: string) => boolean;
}

/** A manifest has at most 256 KiB. */
const LARGEST_BODY = 1_048_576;

export async function createAdmin(setup: AdminSetup): Promise<Hono> {
  const { collector, registry, rate, log, verify } = setup;
  const files = await pageFiles();
  const app = new Hono();
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        connectSrc: ["'self'"],
        imgSrc: ['data:'], // an empty icon, so that no browser asks for one
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
      referrerPolicy: 'no-referrer',
      strictTransportSecurity: false,
    }),
  );
  app.use(async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
  });
  for (const [path, { type, body }] of Object.entries<PageFile>(files)) {
    app.get(path, (c) => c.body(body, 200, { 'content-type': type }));
  }
  const unauthorised = { code: 'unauthorised', detail: 'Send the token: Authorization: Bearer …' };
  app.use(
    '/admin/*',
    bearerAuth({
      verifyToken: (token) => verify(token),
      noAuthenticationHeader: { message: unauthorised },
      invalidAuthenticationHeader: { message: unauthorised },
      invalidToken: { message: { ...unauthorised, detail: 'This is not the token.' } },
    }),
  );
  app.use('/admin/*', bodyLimit({ maxSize: LARGEST_BODY }));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    const { status, body } = refusal(error);
    if (status >= 500) {
      const cause = causeOf(error);
      log('error', 'admin_failed', { message: error.message, ...(cause && { cause }) });
    }
    return c.json(body, status);
  });
  app.notFound((c) => c.json({ code: 'not_found', detail: 'There is nothing at this path.' }, 404));

  const describe = (name: string) => ({
    ...registry.entries().get(name),
    name,
    manifest: collector.manifest(name),
  });
  const summary = (name: string): Promise<Summary> => {
    const entry = registry.entries().get(name);
    if (entry === undefined) throw new UnknownExperiment(name);
    return summaryOf(collector, name, entry, (reports) => rate.perDay(name, reports));
  };
  const summaries = () => Promise.all([...registry.entries().keys()].map(summary));
  const known = (name: string): string => {
    if (!registry.entries().has(name)) throw new UnknownExperiment(name);
    return name;
  };

  app.get('/admin/results', async (c) => c.json(await summaries()));
  app.get('/admin/results.csv', async () => csv(await summaries(), 'results'));
  app.get('/admin/experiments', (c) => c.json([...registry.entries().keys()].map(describe)));
  app.get('/admin/experiments/:name', (c) => c.json(describe(known(c.req.param('name')))));
  app.put('/admin/experiments/:name', async (c) => {
    const given = await c.req.json().catch(() => {
      throw new Problem('The body must be JSON: an experiment as a config has it.');
    });
    const isNew = !registry.entries().has(c.req.param('name'));
    return c.json(await registry.define(c.req.param('name'), given), isNew ? 201 : 200);
  });
  app.delete('/admin/experiments/:name', async (c) => {
    await registry.remove(known(c.req.param('name')));
    return c.body(null, 204);
  });
  app.post('/admin/experiments/:name/end', async (c) => {
    const text = await c.req.text();
    const options = text === '' ? {} : parseOptions(text);
    const name = known(c.req.param('name'));
    const info = await collector.end(name, options);
    log('info', 'ended', { experiment: name, snapshot: info.id });
    return c.json(info);
  });
  app.post('/admin/experiments/:name/resume', async (c) => {
    const name = known(c.req.param('name'));
    const info = await collector.resume(name);
    log('info', 'resumed', { experiment: name, snapshot: info.id });
    return c.json(info);
  });
  app.post('/admin/experiments/:name/reset', async (c) =>
    c.json(await registry.reset(known(c.req.param('name')))),
  );
  app.post('/admin/experiments/:name/archive', async (c) => {
    const name = c.req.param('name');
    const state = await registry.archive(name).catch((error: unknown) => {
      throw LdpError.is(error, 'invalid_argument') ? new UnknownExperiment(name) : error;
    });
    return bytes(state, name);
  });
  app.get('/admin/experiments/:name/state', async (c) => {
    const name = known(c.req.param('name'));
    return bytes(await collector.export(name), name);
  });
  app.get('/admin/experiments/:name/results', async (c) =>
    c.json(await summary(c.req.param('name'))),
  );
  app.get('/admin/experiments/:name/results.csv', async (c) => {
    const name = c.req.param('name');
    return csv([await summary(name)], name);
  });
  return app;
}

class UnknownExperiment extends Error {
  constructor(name: string) {
    super(`${name} is no experiment that is served here.`);
  }
}

/** What is in it is the collector's to refuse. */
function parseOptions(text: string): { readonly answer?: number | string } {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('The body must be JSON, e.g. {"answer": 1}, or empty.');
  }
}

interface Refusal {
  readonly status: ContentfulStatusCode;
  readonly body: { readonly code: string; readonly detail: string };
}

const STATUS: Readonly<Record<string, ContentfulStatusCode>> = {
  invalid_argument: 400,
  store_conflict: 409,
  transport: 503,
  disposed: 503,
};

function refusal(error: Error): Refusal {
  const detail = error.message;
  if (error instanceof UnknownExperiment) {
    return { status: 404, body: { code: 'unknown_experiment', detail } };
  }
  if (error instanceof Problem) return { status: 400, body: { code: 'invalid_argument', detail } };
  if (LdpError.is(error)) {
    return { status: STATUS[error.code] ?? 500, body: { code: error.code, detail } };
  }
  return { status: 500, body: { code: 'internal', detail: 'The collector failed: see its log.' } };
}

function csv(summaries: readonly Summary[], name: string): Response {
  return new Response(toCsv(summaries), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
    },
  });
}

function bytes(state: Uint8Array, name: string): Response {
  return new Response(state as Uint8Array<ArrayBuffer>, {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}.state"`,
    },
  });
}
