// toNodeHandler in Express, with what people put in front of it and behind it.
import express, { type Express } from 'express';
import type { NodeHandler } from 'ldp-bandits/node';
import { describe, expect, test } from 'vitest';
import { expressSite, send } from './node-support.js';

const MOUNTS: Record<string, (app: Express, handler: NodeHandler) => unknown> = {
  "app.use('/api/collector', handler)": (app, handler) => app.use('/api/collector', handler),
  "app.use('/api', handler)": (app, handler) => app.use('/api', handler),
  "app.all('/api/collector/*path', handler)": (app, handler) =>
    app.all('/api/collector/*path', handler),
  'app.use(handler)': (app, handler) => app.use(handler),
};

describe.each([
  ['a collector without a basePath', ''],
  ['a collector with the whole basePath', '/api/collector'],
])('%s', (_, basePath) => {
  test.each(Object.keys(MOUNTS))('takes reports through %s', async (call) => {
    await using run = await expressSite(MOUNTS[call]!, { basePath });
    const response = await send(`${run.base}/api/collector/demo/reports?v=1`);
    expect([response.status, await response.json()]).toEqual([202, { accepted: 1, duplicate: 0 }]);
  });
});

test('a path that is not the collector’s goes to what stands behind it', async () => {
  await using run = await expressSite((app, handler) => {
    app.use(handler);
    app.use((request, response) => response.status(200).send(`site ${request.url}`));
  });
  for (const path of ['/', '/about', '/demo/', '/about/reports', '/demo/snapshots?demo']) {
    expect(await (await fetch(run.base + path)).text()).toBe(`site ${path}`);
  }
  expect((await fetch(`${run.base}/demo`)).headers.get('ldp-bandits-collector')).toBe('1');
  expect((await fetch(`${run.base}/healthz`)).status).toBe(200);
});

test.each([
  ['stripped', ''],
  ['not stripped', '/collector'],
])('below its mount, %s, the collector answers for every path', async (_, basePath) => {
  await using run = await expressSite(
    (app, handler) => {
      if (basePath === '') app.use('/collector', handler);
      else app.use(handler);
      app.use((_request, response) => response.status(200).send('site'));
    },
    { basePath },
  );
  const codeAt = async (path: string) => (await (await fetch(run.base + path)).json()).code;
  expect(await codeAt('/collector/other')).toBe('unknown_experiment');
  expect(await codeAt('/collector/demo/')).toBe('not_found');
  expect(await (await fetch(`${run.base}/other`)).text()).toBe('site');
});

test('with express.json() in front, every report is told what has read its body, and may come again', async () => {
  await using run = await expressSite((app, handler) => {
    app.use(express.json());
    app.use('/collector', handler);
  });
  for (let i = 0; i < 12; i++) {
    const response = await send(`${run.base}/collector/demo/reports`);
    const { code, detail } = await response.json();
    expect([response.status, code]).toEqual([500, 'body_consumed']);
    expect(detail).toContain('express.json()');
  }
  // The operator hears of the first and of the tenth.
  expect(
    run.told.map(({ error, operation }) => [
      error.details['problem'],
      error.details['count'],
      operation,
    ]),
  ).toEqual([
    ['body_consumed', 1, 'receive'],
    ['body_consumed', 10, 'receive'],
  ]);
});

test('with express.json() in front, a chunked body is missed as well', async () => {
  await using run = await expressSite((app, handler) => {
    app.use(express.json());
    app.use(handler);
  });
  const body = new Blob(['{"v":1}']).stream();
  const response = await send(`${run.base}/demo/reports`, body, { duplex: 'half' } as RequestInit);
  expect([response.status, (await response.json()).code]).toEqual([500, 'body_consumed']);
});

test('bytes that were kept beside the parsed body are used', async () => {
  await using run = await expressSite((app, handler) => {
    app.use(
      express.json({
        verify: (request, _response, bytes) => Object.assign(request, { rawBody: bytes }),
      }),
    );
    app.use('/collector', handler);
  });
  const response = await send(`${run.base}/collector/demo/reports`);
  expect([response.status, await response.json()]).toEqual([202, { accepted: 1, duplicate: 0 }]);
});

test('bytes that express.raw() left are used, up to the limit of a body', async () => {
  await using run = await expressSite((app, handler) => {
    app.use(express.raw({ type: '*/*', limit: '1mb' }));
    app.use('/collector', handler);
  });
  expect((await send(`${run.base}/collector/demo/reports`)).status).toBe(202);
  const long = await send(`${run.base}/collector/demo/reports`, ' '.repeat(100_000));
  expect([long.status, (await long.json()).code]).toEqual([413, 'body_too_large']);
});

test('express.json() behind the collector does no harm', async () => {
  await using run = await expressSite((app, handler) => {
    app.use('/collector', handler);
    app.use(express.json());
    app.post('/echo', (request, response) => response.json(request.body));
  });
  expect((await send(`${run.base}/collector/demo/reports`)).status).toBe(202);
  expect(await (await send(`${run.base}/echo`, '{"a":1}')).json()).toEqual({ a: 1 });
});

test('collector.fetch in the place of a handler says what to take, and nothing of the request', async () => {
  const errors: Error[] = [];
  await using run = await expressSite((app) => {
    app.use('/collector', async (request, _response, next) => {
      const { collectorOver } = await import('./server-support.js');
      await using collector = await collectorOver();
      await collector
        .fetch(request as unknown as Request)
        .catch((error: Error) => errors.push(error));
      next();
    });
  });
  await fetch(`${run.base}/collector/demo`);
  expect(errors[0]).toMatchObject({ code: 'invalid_argument' });
  expect(errors[0]?.message).toContain('toNodeHandler of ldp-bandits/node');
  expect(JSON.stringify(errors[0])).not.toContain('demo');
});
