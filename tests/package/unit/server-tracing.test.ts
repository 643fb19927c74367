// Reports that a script of the page has put a trace id on: refused in development, by every way into a collector; nothing of
// the value is said or logged.
import { request as ask, createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from 'ldp-bandits/node';
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllEnvs());

const SECRET = '4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1';

async function openCollector() {
  const incidents: unknown[] = [];
  const collector = await createCollector({
    experiments: {
      headlines: { algorithm: { type: 'weighted-ldp-ucb', arms: 3 }, perReport: { epsilon: 1 } },
    },
    store: memoryStore(),
    onError: (error: unknown, incident: unknown) => incidents.push([String(error), incident]),
  });
  return { collector, incidents };
}

const post = (headers: Readonly<Record<string, string>>) =>
  new Request('https://c.example/headlines/reports', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });

test.each(['sentry-trace', 'traceparent', 'baggage'])(
  '%s is named, and not repeated',
  async (name) => {
    vi.stubEnv('NODE_ENV', 'development');
    const { collector, incidents } = await openCollector();
    const answer = await collector.fetch(post({ [name]: SECRET }));
    const { code, detail } = (await answer.json()) as Record<string, string>;
    expect([answer.status, code]).toEqual([400, 'tracing_headers']);
    expect(detail).toContain(`The report carries ${name}: `);
    expect(JSON.stringify([detail, incidents])).not.toContain(SECRET);
    await collector[Symbol.asyncDispose]();
  },
);

test('in production it is looked at as any other', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const { collector } = await openCollector();
  const answer = await collector.fetch(post({ traceparent: SECRET }));
  expect(await answer.json()).toMatchObject({ code: 'report_rejected' }); // `{}` is no report
  await collector[Symbol.asyncDispose]();
});

test('over a socket of Node it is refused alike', async () => {
  vi.stubEnv('NODE_ENV', 'development');
  const { collector } = await openCollector();
  const server = createServer(toNodeHandler(collector));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const text = await new Promise<string>((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': '2', baggage: SECRET };
    const sent = ask(
      { port, method: 'POST', path: '/headlines/reports', headers },
      async (answer: IncomingMessage) => {
        let body = '';
        for await (const chunk of answer) body += chunk;
        resolve(body);
      },
    );
    sent.end('{}');
  });
  expect(JSON.parse(text)).toMatchObject({ status: 400, code: 'tracing_headers' });
  server.close();
  await collector[Symbol.asyncDispose]();
});
