// What a run leaves behind: no address, user agent, id or body of a report, in logs, metrics or other files.
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { armOf, CONFIG, folder, freePort, serve } from './serve-support.js';
import { report, reportId } from './server-support.js';

const VISITOR = '127.0.0.77';
const AGENT = 'Agent-of-a-visitor/7.0';
const FORWARDED = '203.0.113.77';

function send(url: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/demo/reports`,
      {
        method: 'POST',
        localAddress: VISITOR,
        headers: {
          'content-type': 'application/json',
          'user-agent': AGENT,
          'x-forwarded-for': FORWARDED,
          referer: 'https://a.example/private-page',
        },
      },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

test('logs, metrics and files have nothing of a visitor', async () => {
  const cwd = folder();
  const port = await freePort();
  const serving = await serve(cwd, { ...CONFIG, retention: 3 }, ['--metrics', `${port}`]);
  const id = reportId(777_777);
  const statuses = [
    await send(serving.url, report({ id, arm: 1 })),
    await send(serving.url, report({ id, arm: 1 })), // a repetition
    await send(serving.url, report({ id: 'short' })),
    await send(serving.url, 'words-of-a-visitor'),
    await send(serving.url, report({ id: reportId(777_778), snapshot: 99 })),
  ];
  expect(statuses).toEqual([202, 202, 400, 400, 409]);
  // Until the epoch of the first report closes, and its id goes.
  for (let i = 0; i < 8; i++) {
    const shown = await (await fetch(`${serving.url}/demo/snapshot`)).json();
    const next = report({ snapshot: shown.snapshot, arm: armOf(shown) });
    expect(await send(serving.url, next)).toBe(202);
  }
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(metrics).toMatch(/ldp_bandits_reports_total\{.*result="accepted"\} 9/);
  expect(metrics).toMatch(/ldp_bandits_reports_total\{.*result="duplicate"\} 1/);
  expect(metrics).toMatch(/ldp_bandits_refused_total\{.*status="400"\} 2/);
  serving.child.kill('SIGTERM');
  expect(await serving.exit).toBe(0);
  expect(serving.lines().find(({ event }) => event === 'refused')).toMatchObject({ status: 400 });

  const files = readdirSync(cwd, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  expect(files.length).toBeGreaterThan(1);
  const left = [Buffer.from(serving.text() + metrics), ...files];
  const traces: [string, Buffer][] = [
    ...[VISITOR, AGENT, FORWARDED, 'private-page', 'words-of-a-visitor', '"bit"', id].map(
      (text): [string, Buffer] => [text, Buffer.from(text)],
    ),
    ['the bytes of the id', Buffer.from(id, 'base64url')],
  ];
  for (const [name, trace] of traces) {
    expect([name, left.some((bytes) => bytes.includes(trace))]).toEqual([name, false]);
  }
});
