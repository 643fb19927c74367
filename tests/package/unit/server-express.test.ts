// The same handler in Express, with what people put in front of it.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import express, { type Express } from 'express';
import type { CollectorOptions, LdpError } from 'ldp-bandits/server';
import { expect, test } from 'vitest';
import { collectorOver, report } from './server-support.js';

interface Site extends AsyncDisposable {
  readonly base: string;
  readonly told: { readonly error: LdpError; readonly operation: string }[];
}

/** An Express app on a port of its own. */
async function site(
  mount: (app: Express, listener: ReturnType<typeof getRequestListener>) => unknown,
  options: Partial<CollectorOptions> = {},
): Promise<Site> {
  const told: Site['told'] = [];
  const onError: CollectorOptions['onError'] = (error, { operation }) => {
    told.push({ error, operation });
  };
  const collector = await collectorOver({ onError, maxReportsPerBody: 1, ...options });
  const app = express();
  mount(app, getRequestListener(collector.fetch));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await collector[Symbol.asyncDispose]();
    },
  };
}

const send = (url: string, body: BodyInit = report(), init: RequestInit = {}) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, ...init });

test('a collector behind a prefix that Express strips takes reports', async () => {
  await using run = await site((app, listener) => app.use('/collector', listener));
  const response = await send(`${run.base}/collector/demo/reports`);
  expect([response.status, await response.json()]).toEqual([202, { accepted: 1, duplicate: 0 }]);
});

test('a basePath that Express has stripped already is named, with what to do', async () => {
  const mount = (app: Express, listener: ReturnType<typeof getRequestListener>) =>
    app.use('/collector', listener);
  await using run = await site(mount, { basePath: '/collector' });
  const response = await send(`${run.base}/collector/demo/reports`);
  const { code, detail } = await response.json();
  expect([response.status, code]).toEqual([404, 'not_found']);
  expect(detail).toContain('leave basePath out');
});

test('a basePath that is missing is named, with what to do', async () => {
  await using run = await site((app, listener) => app.use(listener));
  const response = await send(`${run.base}/collector/demo/reports`);
  expect(response.status).toBe(404);
  expect((await response.json()).detail).toContain('set basePath');
});

test('with express.json() in front, every report is told what has read its body, and may come again', async () => {
  await using run = await site((app, listener) => {
    app.use(express.json());
    app.use('/collector', listener);
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
  await using run = await site((app, listener) => {
    app.use(express.json());
    app.use(listener);
  });
  const body = new Blob([report()]).stream();
  const response = await send(`${run.base}/demo/reports`, body, { duplex: 'half' } as RequestInit);
  expect([response.status, (await response.json()).code]).toEqual([500, 'body_consumed']);
});

test('express.json() behind the collector does no harm', async () => {
  await using run = await site((app, listener) => {
    app.use('/collector', listener);
    app.use(express.json());
  });
  expect((await send(`${run.base}/collector/demo/reports`)).status).toBe(202);
});
