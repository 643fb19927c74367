// Where a collector serves: at the end of a path, whether a router has stripped the mount before it or not.
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { collectorOver, ORIGIN, post, report } from './server-support.js';

const codeOf = async (response: Response) =>
  response.ok ? response.status : (await response.json()).code;

describe.each([
  ['no basePath serves below any', '', ['', '/collector', '/a/b/c', '/demo', '/healthz']],
  [
    'a basePath serves below it, and below the end of it',
    '/api/v1/collector',
    ['/api/v1/collector', '/v1/collector', '/collector', ''],
  ],
])('a collector with %s', async (_, basePath, mounts) => {
  const collector = await collectorOver({ basePath });
  test.each(mounts)('"%s"', async (mount) => {
    for (const path of ['/demo', '/demo/snapshot', '/healthz']) {
      const response = await collector.fetch(new Request(`${ORIGIN}${mount}${path}`));
      expect([path, response.status]).toEqual([path, 200]);
    }
    const url = `${ORIGIN}${mount}/demo/reports`;
    expect((await collector.fetch(new Request(url, post(report())))).status).toBe(202);
  });
});

test('a basePath keeps every other path out', async () => {
  await using collector = await collectorOver({ basePath: '/api/collector' });
  for (const mount of [
    '/ollector',
    '/collectors',
    '/api',
    '/other/collector',
    '/api/collector/x',
  ]) {
    const response = await collector.fetch(new Request(`${ORIGIN}${mount}/demo`));
    expect([mount, await codeOf(response)]).toEqual([mount, 'not_found']);
  }
});

test('a path has one meaning: experiments cannot have the names of routes', async () => {
  for (const name of ['healthz', 'reports', 'snapshot']) {
    const algorithm = { type: 'weighted-ldp-ucb', arms: 2 } as const;
    const experiments = { [name]: { algorithm, perReport: { epsilon: 1 } } };
    await expect(collectorOver({ experiments })).rejects.toThrow(/name of a route/);
  }
});

test('an experiment that the collector does not have is told apart from a path that is no route', async () => {
  await using collector = await collectorOver();
  const at = async (path: string) => codeOf(await collector.fetch(new Request(`${ORIGIN}${path}`)));
  expect(await at('/collector/other')).toBe('unknown_experiment');
  expect(await at('/collector/other/snapshot')).toBe('unknown_experiment');
  expect(await at('/demo/')).toBe('not_found');
  expect(await at('/snapshot')).toBe('not_found');
});

describe('in a Hono app, a collector with and without a basePath', () => {
  const mounts: Record<
    string,
    (app: Hono, fetch: (request: Request) => Promise<Response>) => Hono
  > = {
    'app.mount, which strips': (app, fetch) => app.mount('/collector', fetch),
    'app.all, which does not': (app, fetch) => app.all('/collector/*', (c) => fetch(c.req.raw)),
    'app.route of an app that mounts it': (app, fetch) =>
      app.route('/collector', new Hono().mount('/', fetch)),
  };
  test.each(Object.keys(mounts))('serves through %s', async (how) => {
    for (const basePath of ['', '/collector']) {
      await using collector = await collectorOver({ basePath });
      const app = mounts[how]!(new Hono(), collector.fetch);
      const sent = await app.request(`${ORIGIN}/collector/demo/reports`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: report(),
      });
      expect([basePath, sent.status]).toEqual([basePath, 202]);
      expect((await app.request(`${ORIGIN}/collector/demo`)).status).toBe(200);
    }
  });
});
