// The same handler behind a real socket: what the README's Node example does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect as connectSocket } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  collectorOver,
  EXPERIMENTS,
  report,
  reportId,
  type SnapshotBody,
} from './server-support.js';

describe('a collector behind @hono/node-server', async () => {
  const collector = await collectorOver({
    basePath: '/collector',
    cors: ['https://shop.example'],
    publishEvery: { reports: 1 },
    maxReportsPerBody: 50,
  });
  const server = serve({ fetch: collector.fetch, port: 0, hostname: '127.0.0.1' });
  let base: string;
  beforeAll(async () => {
    if (!server.listening) await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/collector`;
  });
  afterAll(async () => {
    server.close();
    await collector[Symbol.asyncDispose]();
  });
  const postTo = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });

  test('takes reports, publishes, revalidates', async () => {
    const posted = await postTo('/demo/reports', report({ arm: 2 }));
    expect([posted.status, await posted.json()]).toEqual([202, { accepted: 1, duplicate: 0 }]);
    const snapshot = await fetch(`${base}/demo/snapshot`);
    expect(await snapshot.json()).toMatchObject({ snapshot: 2, reports: 1 });
    const etag = snapshot.headers.get('etag') ?? '';
    const again = await fetch(`${base}/demo/snapshot`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect((await (await fetch(`${base}/demo`)).json()).labels).toEqual(EXPERIMENTS.demo.labels);
    expect((await fetch(`${base}/healthz`)).headers.get('ldp-bandits-collector')).toBe('1');
  });

  test('answers outside its base path with a problem', async () => {
    const { origin } = new URL(base);
    for (const path of ['/', '/collectors/demo', '/collector/', '/a/collector/demo']) {
      const response = await fetch(origin + path);
      expect([path, response.status]).toEqual([path, 404]);
      expect((await response.json()).detail).toContain('below /collector, its basePath');
      expect(response.headers.get('content-type')).toBe('application/problem+json');
    }
  });

  test('lets the listed origin in, with its preflight, and no other', async () => {
    const preflight = (origin: string) =>
      fetch(`${base}/demo/reports`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      });
    const allowed = await preflight('https://shop.example');
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(allowed.headers.get('access-control-allow-headers')).toBe('content-type');
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
    const refused = await preflight('https://shop.example.evil.example');
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();

    const headers = { origin: 'https://shop.example' };
    const first = await fetch(`${base}/demo/snapshot`, { headers });
    const etag = first.headers.get('etag') ?? '';
    const same = await fetch(`${base}/demo/snapshot`, {
      headers: { ...headers, 'if-none-match': etag },
    });
    expect(same.status).toBe(304);
    for (const response of [first, same, await postTo('/demo/reports', report(), headers)]) {
      expect(response.headers.get('access-control-allow-origin')).toBe('https://shop.example');
      expect(response.headers.get('vary')).toMatch(/origin/i);
    }
  });

  test('refuses a chunked body once it is over the limit', async () => {
    const { reports } = await snapshotOfNode();
    const body = new ReadableStream({
      async pull(controller) {
        // The socket of this process gets a turn between two chunks: else nothing ends them.
        await new Promise((resolve) => setImmediate(resolve));
        controller.enqueue(new TextEncoder().encode(report()));
      },
    });
    const outcome = await fetch(`${base}/demo/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit).then(
      ({ status }) => status,
      () => 'connection closed',
    );
    expect([413, 'connection closed']).toContain(outcome);
    expect((await snapshotOfNode()).reports).toBe(reports);
  });

  test('counts nothing of a body that breaks off', async () => {
    const { reports } = await snapshotOfNode();
    const { hostname, port } = new URL(base);
    const socket = connectSocket(Number(port), hostname);
    await once(socket, 'connect');
    const body = report({ id: reportId(1_000_000) });
    socket.write(
      `POST /collector/demo/reports HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n` +
        `content-length: ${body.length}\r\n\r\n${body.slice(0, 40)}`,
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await snapshotOfNode()).reports).toBe(reports);
    const retried = await postTo('/demo/reports', body);
    expect(await retried.json()).toEqual({ accepted: 1, duplicate: 0 });
  });

  async function snapshotOfNode() {
    return (await (await fetch(`${base}/demo/snapshot`)).json()) as Awaited<Promise<SnapshotBody>>;
  }
});

test('the example of the repository serves, and stops when told to', async () => {
  const script = join(import.meta.dirname, '../../../examples/node-collector.mjs');
  const child = spawn(process.execPath, [script, '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = await once(child.stdout, 'data');
    const endpoint = String(line).trim();
    const posted = await fetch(`${endpoint}headlines/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: report(),
    });
    expect([posted.status, await posted.json()]).toEqual([202, { accepted: 1, duplicate: 0 }]);
    expect((await (await fetch(`${endpoint}headlines`)).json()).labels).toHaveLength(3);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
});
