// toNodeHandler behind a real socket, with clients that are slow, greedy, or go away.
import { once } from 'node:events';
import { type ClientHttp2Session, connect as connectHttp2, createServer } from 'node:http2';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { toNodeHandler } from 'ldp-bandits/node';
import type { Collector } from 'ldp-bandits/server';
import { expect, test } from 'vitest';
import { nodeSite, type Site, send } from './node-support.js';
import { collectorOver, report } from './server-support.js';

const plainSite = (options = {}) => nodeSite((handler) => handler, options);

async function socketTo({ base }: Site): Promise<Socket> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** Everything that arrives until the server ends the connection. */
async function restOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

const head = (length: number | 'chunked', more = '') =>
  `POST /demo/reports HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${more}` +
  (length === 'chunked'
    ? 'transfer-encoding: chunked\r\n\r\n'
    : `content-length: ${length}\r\n\r\n`);

const countedBy = async ({ base }: Site) =>
  (await (await fetch(`${base}/demo/snapshot`)).json()).reports;

test('without a next it answers every path', async () => {
  await using run = await plainSite();
  const response = await fetch(`${run.base}/about/us/`);
  expect([response.status, (await response.json()).code]).toEqual([404, 'not_found']);
});

test('HEAD has the headers of GET and no body', async () => {
  await using run = await plainSite();
  for (const path of ['/demo', '/demo/snapshot', '/healthz']) {
    const asked = await fetch(run.base + path);
    const headers = await fetch(run.base + path, { method: 'HEAD' });
    expect([path, headers.status, await headers.text()]).toEqual([path, 200, '']);
    expect(headers.headers.get('etag')).toBe(asked.headers.get('etag'));
    expect(headers.headers.get('ldp-bandits-collector')).toBe('1');
  }
});

test('a body that arrives byte by byte is taken', async () => {
  await using run = await plainSite({ publishEvery: { reports: 1 } });
  const socket = await socketTo(run);
  const body = report();
  socket.write(head(body.length, 'connection: close\r\n'));
  for (const letter of body) {
    socket.write(letter);
    await new Promise(setImmediate);
  }
  expect(await restOf(socket)).toContain('202 Accepted');
  expect(await countedBy(run)).toBe(1);
});

test('a client that goes away in the middle of its body leaves a server that works, and no error', async () => {
  await using run = await plainSite({ publishEvery: { reports: 1 } });
  for (const length of [report().length, 'chunked'] as const) {
    const socket = await socketTo(run);
    socket.write(`${head(length)}${length === 'chunked' ? '10\r\n' : ''}{"v":1,`);
    // The server has read what came before this answer.
    expect((await fetch(`${run.base}/healthz`)).status).toBe(200);
    socket.destroy();
    await once(socket, 'close');
  }
  expect((await send(`${run.base}/demo/reports`)).status).toBe(202);
  expect(await countedBy(run)).toBe(1);
  expect(run.told).toEqual([]);
});

test('a client that announces too long a body is refused before it sends it, and on its way', async () => {
  await using run = await plainSite();
  const socket = await socketTo(run);
  socket.write(head(1_000_000));
  const [announced] = await once(socket, 'data');
  expect(String(announced)).toContain('413 ');
  socket.destroy();

  const chunked = await socketTo(run);
  const chunk = `1000\r\n${' '.repeat(4096)}\r\n`;
  chunked.write(head('chunked') + chunk.repeat(4));
  const [counted] = await once(chunked, 'data');
  expect(String(counted)).toContain('413 ');
  chunked.destroy();
});

test('answers wait for a client that reads slowly, and all arrive', async () => {
  await using run = await plainSite();
  const socket = await socketTo(run);
  const count = 2000;
  socket.write(
    'GET /demo/snapshot HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(count - 1) +
      'GET /demo/snapshot HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  );
  socket.pause();
  // Another client is served meanwhile.
  expect((await fetch(`${run.base}/healthz`)).status).toBe(200);
  socket.resume();
  expect((await restOf(socket)).split('HTTP/1.1 200 OK').length - 1).toBe(count);
});

test('reports follow each other on one connection, refused ones between them', async () => {
  await using run = await plainSite({ publishEvery: { reports: 1 } });
  const socket = await socketTo(run);
  const first = report();
  const last = report();
  const refused = ' '.repeat(5000);
  socket.write(head(first.length) + first);
  socket.write(head(refused.length) + refused);
  socket.write(head(last.length, 'connection: close\r\n') + last);
  const codes = [...(await restOf(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code);
  expect(codes).toEqual(['202', '413', '202']);
});

test('a request without a usable host or path is refused, and the server goes on', async () => {
  await using run = await plainSite();
  for (const line of ['GET \\\\x HTTP/1.1\r\nhost: x', 'GET /healthz HTTP/1.1\r\nhost: a b']) {
    const socket = await socketTo(run);
    socket.write(`${line}\r\nconnection: close\r\n\r\n`);
    expect(await restOf(socket)).toMatch(/^HTTP\/1\.1 4/);
  }
  expect((await fetch(`${run.base}/healthz`)).status).toBe(200);
});

/** The status and body of an answer over HTTP/2. */
async function overHttp2(session: ClientHttp2Session, headers: object, body = '') {
  const stream = session.request({ ...headers }, { endStream: body === '' });
  if (body !== '') stream.end(body);
  const [head] = await once(stream, 'response');
  let text = '';
  for await (const chunk of stream) text += chunk;
  return [head[':status'], JSON.parse(text)];
}

test('a server of HTTP/2 serves a collector too', async () => {
  await using collector = await collectorOver();
  const server = createServer(toNodeHandler(collector)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const reports = { ':method': 'POST', ':path': '/demo/reports' };
  const json = { 'content-type': 'application/json' };
  expect(await overHttp2(session, { ...reports, ...json }, report())).toEqual([
    202,
    { accepted: 1, duplicate: 0 },
  ]);
  expect(await overHttp2(session, reports, report())).toMatchObject([415, {}]);
  expect(await overHttp2(session, { ':path': '/demo' })).toMatchObject([200, { protocol: 1 }]);
  session.close();
  server.close();
});

test('a collector that has been shut down says so', async () => {
  const collector = await collectorOver();
  await using run = await nodeSite(() => toNodeHandler(collector));
  await collector.dispose();
  const response = await send(`${run.base}/demo/reports`);
  expect([response.status, (await response.json()).code]).toEqual([503, 'disposed']);
});

test.each([
  ['a promise of a collector', () => collectorOver()],
  ['an object with a fetch', () => ({ fetch: async () => new Response() })],
  ['nothing', () => undefined],
])('%s is refused, with what to pass', (_, make) => {
  expect(() => toNodeHandler(make() as unknown as Collector)).toThrow(
    /collector: must be what createCollector resolves with/,
  );
});
