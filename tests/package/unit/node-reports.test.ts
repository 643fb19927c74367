// Reports over sockets take a way of their own through toNodeHandler; it must say what collector.fetch says.
import { once } from 'node:events';
import { connect } from 'node:net';
import { toNodeHandler } from 'ldp-bandits/node';
import { expect, test, vi } from 'vitest';
import { nodeSite, send } from './node-support.js';
import { collectorOver, post, report, reportId } from './server-support.js';

const cors = ['https://www.example.org'];

/** What a page can see of an answer. */
async function seen(response: Response) {
  const names = ['content-type', 'cache-control', 'retry-after', 'ldp-bandits-collector'];
  const more = ['x-content-type-options', 'access-control-allow-origin', 'vary'];
  return {
    status: response.status,
    headers: [...names, ...more].map((name) => [name, response.headers.get(name)]),
    body: await response.text(),
  };
}

test('a report over a socket is answered as collector.fetch answers it, refusals too', async () => {
  const bodies = [
    report({ id: reportId(1) }),
    report({ id: reportId(1) }),
    report({ id: reportId(2), snapshot: 9 }),
    report({ id: reportId(3), arm: 3 }),
    '{"v":2}',
    'x',
  ];
  for (const origin of [...cors, 'https://other.example', undefined]) {
    const headers = {
      'content-type': 'application/json',
      ...(origin === undefined ? {} : { origin }),
    };
    await using site = await nodeSite((handler) => handler as never, { cors });
    await using collector = await collectorOver({ cors, maxReportsPerBody: 1 });
    for (const body of bodies) {
      const direct = await send(`${site.base}/demo/reports`, body, { headers });
      const general = await collector.fetch(post(body, 'demo', headers));
      expect(await seen(direct)).toEqual(await seen(general));
    }
  }
});

test('what is out of the ordinary is told by collector.fetch, over a socket too', async () => {
  await using site = await nodeSite((handler) => handler as never);
  const url = `${site.base}/demo/reports`;
  const codeOf = async (response: Response) => (await response.json()).code;
  expect(await codeOf(await send(url, report().padEnd(500)))).toBe('body_too_large');
  const plain = { headers: { 'content-type': 'text/plain' } };
  expect(await codeOf(await send(url, report(), plain))).toBe('unsupported_media_type');
  expect(await codeOf(await send(`${site.base}/other/reports`))).toBe('unknown_experiment');
  // Without a length its end is counted.
  const chunked = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(report()));
      controller.close();
    },
  });
  const init = { duplex: 'half' } as RequestInit;
  expect((await send(url, chunked, init)).status).toBe(202);
});

test('a body in many packets is one report', async () => {
  await using site = await nodeSite((handler) => handler as never);
  const { hostname, port } = new URL(site.base);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  await once(socket, 'connect');
  const body = report();
  socket.write(
    `POST /demo/reports HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  for (const part of body.match(/.{1,9}/g) ?? []) {
    socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 202 /);
  socket.destroy();
});

test('a client that goes away in the middle of its body leaves nothing', async () => {
  await using site = await nodeSite((handler) => handler as never, { publishEvery: { ms: 0 } });
  const { hostname, port } = new URL(site.base);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `POST /demo/reports HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 80\r\n\r\n{"v":1,`,
  );
  socket.destroy();
  expect((await send(`${site.base}/demo/reports`)).status).toBe(202);
  const snapshot = await (await fetch(`${site.base}/demo/snapshot`)).json();
  expect(snapshot.reports).toBe(1);
  expect(site.told).toEqual([]);
});

test('an experiment that goes while its body arrives is unknown; a collector that ends says so', async () => {
  const collector = await collectorOver();
  const handler = toNodeHandler(collector);
  const answer = async (change: () => Promise<unknown>) => {
    const listeners = new Map<string, (chunk: Uint8Array) => void>();
    const body = new TextEncoder().encode(report());
    const headers = { 'content-type': 'application/json', 'content-length': `${body.length}` };
    const request = {
      method: 'POST',
      url: '/demo/reports',
      headers,
      on: (event: string, listener: (chunk: Uint8Array) => void) => listeners.set(event, listener),
    };
    const written: unknown[] = [];
    const response = {
      writeHead: (status: number) => written.push(status),
      end: (text?: string) => written.push(JSON.parse(text ?? '').code),
    };
    handler(request, response);
    listeners.get('data')?.(body);
    await change();
    listeners.get('end')?.(body);
    await vi.waitFor(() => expect(written).toHaveLength(2));
    return written;
  };
  const algorithm = { type: 'weighted-ldp-ucb', arms: 3 } as const;
  await collector.define('other', { algorithm, perReport: { epsilon: 1 } });
  expect(await answer(() => collector.remove('demo'))).toEqual([404, 'unknown_experiment']);
  await collector.define('demo', { algorithm, perReport: { epsilon: 1 } });
  expect(await answer(() => collector.dispose())).toEqual([503, 'disposed']);
});

test('the tap hears of what comes over a socket', async () => {
  const collector = await collectorOver();
  const tap = collector.tap();
  const arrivals = tap[Symbol.asyncIterator]();
  await using site = await nodeSite(() => toNodeHandler(collector) as never);
  const body = report();
  expect((await send(`${site.base}/demo/reports`, body)).status).toBe(202);
  const { value } = await arrivals.next();
  expect(value).toMatchObject({ experiment: 'demo', accepted: true, reports: 1, status: 202 });
  expect(new TextDecoder().decode(value.body)).toBe(body);
  await collector.dispose();
});
