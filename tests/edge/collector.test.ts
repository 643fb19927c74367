// A whole collector in the real workerd, from the bundle that an upload would carry: pages in Node send to it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createBandit } from 'ldp-bandits';
import { type CollectorNamespace, createEdgeCollector } from 'ldp-bandits/server/workerd';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawArm } from '../package/unit/server-shown-arms.js';
import type { SnapshotBody } from '../package/unit/server-support.js';
import { bundleWorker, request as fetch, temporaryFolder } from './support.js';
import { type Bundle, type Running, startWorkerd } from './workerd.js';

const folder = temporaryFolder();
let built: Bundle;
let workerd: Running;
beforeAll(async () => {
  built = bundleWorker(folder.path);
  workerd = await startWorkerd(built, `${folder.path}/disk`, { PUBLISH_EVERY: '40' });
}, 60_000);
afterAll(async () => {
  await workerd.kill();
  folder.remove();
});

const snapshotOf = async (experiment: string) =>
  (await (await fetch(`${workerd.base}/collector/${experiment}/snapshot`)).json()) as SnapshotBody;

test('what is uploaded holds the wasm once, as a module, and is small', () => {
  const script = readFileSync(join(built.folder, built.script));
  // The embedded copy is gzip in base64.
  expect(script.includes('H4sI')).toBe(false);
  expect(built.modules).toHaveLength(1);
  const wasm = readFileSync(join(built.folder, built.modules[0] as string));
  const packed = gzipSync(script).length + gzipSync(wasm).length;
  // Of 3 MB that Cloudflare takes from accounts without a fee.
  expect(packed).toBeLessThan(600_000);
});

test('is created at the top level of the script, and answers', async () => {
  const health = await fetch(`${workerd.base}/collector/healthz`);
  expect([health.status, health.headers.get('ldp-bandits-collector')]).toEqual([200, '1']);
  expect(await snapshotOf('demo')).toMatchObject({ snapshot: 1, reports: 0 });
  expect((await fetch(`${workerd.base}/elsewhere`)).status).toBe(404);
});

test('says on Cloudflare that it needs an object, rather than let requests hang', async () => {
  const response = await fetch(`${workerd.base}/isolate/demo/snapshot`);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    code: 'unavailable',
    detail: expect.stringMatching(/Durable Object.*namespace/),
  });
});

test('names a binding that is missing, and says where it belongs', async () => {
  const namespace = (env: Readonly<Record<string, CollectorNamespace>>) =>
    env['COLLECTOR'] as CollectorNamespace;
  const options = () => Promise.reject(new Error('The collector starts in its object.'));
  const { fetch } = createEdgeCollector(options, { namespace });
  const response = await fetch(new Request('https://example.org/collector/healthz'), {});
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    code: 'unavailable',
    detail: expect.stringMatching(/did not start.* env\.COLLECTOR: .*is it in wrangler\.toml/),
  });
});

test('a page sends what it has learnt, and the next page gets it', async () => {
  await using bandit = await createBandit({
    endpoint: `${workerd.base}/collector/`,
    experiment: 'visit',
    algorithm: { type: 'weighted-ldp-ucb', arms: 3 },
    privacy: { epsilon: 1, epsilonTotal: 8 },
    maxDelayMs: 0,
    responseWindowMs: 200,
  });
  const { status } = await bandit.choose().reward(1);
  expect(status).not.toBe('dropped');
  const { accepted } = await bandit.flush();
  expect(accepted).toBe(1);
  await expect
    .poll(async () => (await snapshotOf('visit')).reports, { timeout: 60_000, interval: 300 })
    .toBe(1);
});

describe('under load', () => {
  const REPORTS = 600;
  const SENDERS = 16;

  test('kill -9 of workerd loses nothing that was acknowledged, and counts nothing twice', async () => {
    const counted = Array.from({ length: 3 }, () => ({ reports: 0, ones: 0 }));
    let next = 0;
    let acknowledged = 0;
    let unanswered = 0;
    const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
    const attempt = async <T>(call: () => Promise<T>): Promise<T> => {
      for (let tries = 0; tries < 1200; tries++) {
        try {
          return await call();
        } catch {
          unanswered++;
          await pause();
        }
      }
      throw new Error('workerd does not come back');
    };
    const sendOne = async (n: number) => {
      const shown = await attempt(() => snapshotOf('demo'));
      const [arm, bit] = [drawArm(shown, n), n % 3 === 0 ? 0 : 1];
      const bytes = Buffer.alloc(16);
      bytes.writeUInt32LE(Math.imul(n + 1, 2654435761) >>> 0, 4);
      bytes.writeUInt32LE(n + 1, 12);
      const id = bytes.toString('base64url');
      const body = `{"v":1,"id":"${id}","snapshot":${shown.snapshot},"arm":${arm},"level":0,"bit":${bit}}`;
      // The same bytes until they are acknowledged, as a page does.
      await attempt(async () => {
        const response = await fetch(`${workerd.base}/collector/demo/reports`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        });
        if (response.status !== 202) throw new Error(await response.text());
      });
      acknowledged++;
      const cell = counted[arm] as { reports: number; ones: number };
      cell.reports++;
      cell.ones += bit;
    };
    const killer = (async () => {
      for (const at of [REPORTS / 4, REPORTS / 2, (REPORTS * 3) / 4]) {
        while (acknowledged < at) await pause();
        await workerd.kill();
        workerd = await startWorkerd(built, `${folder.path}/disk`, { PUBLISH_EVERY: '40' });
      }
    })();
    const senders = Array.from({ length: SENDERS }, async () => {
      while (next < REPORTS) await sendOne(next++);
    });
    await Promise.all([...senders, killer]);
    expect(unanswered).toBeGreaterThan(0);

    await expect
      .poll(async () => (await snapshotOf('demo')).reports, { timeout: 60_000, interval: 300 })
      .toBe(REPORTS);
    const { mean, snapshot } = await snapshotOf('demo');
    expect(snapshot).toBeGreaterThan(3);
    // Randomised response at epsilon 1: the share of ones, without its bias. Equal to 1e-11 only for equal sums.
    const kept = Math.E / (1 + Math.E);
    const expected = counted.map(
      ({ reports, ones }) => (ones / reports - (1 - kept)) / (2 * kept - 1),
    );
    for (const [arm, value] of expected.entries()) expect(mean[arm]).toBeCloseTo(value, 10);
  }, 180_000);
});

test('the types say what a `.wasm` of the package is', () => {
  const source = join(import.meta.dirname, 'types.ts');
  const tsc = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--module',
    'NodeNext',
    '--target',
    'ES2022',
  ];
  execFileSync(process.execPath, [tsc, ...options, '--lib', 'ES2022,DOM', '--types', '', source]);
});
