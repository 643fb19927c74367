// A service worker of the site answers the snapshot from its cache for ever. The device loses two reports to a number that
// the collector has closed, and then asks past the cache.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createVisitsCollector, kExperiment } from '../page-life/collector.js';
import { kDist } from '../page-life/paths.js';
import { kAllProfiles, type Profile, waitFor } from '../support/browsers.js';
import { type StaticServer, serve } from '../support/static-server.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const kPages = join(import.meta.dirname, '../foreign/pages');
const kPolicy = "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' http://127.0.0.1:*";

describe.each(kAllProfiles)('%s', (_name, launch) => {
  let site: StaticServer;
  let profile: Profile;
  let collector: Awaited<ReturnType<typeof createVisitsCollector>>;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    if (request.url?.includes('/snapshot')) asked.push(request.url);
    void getRequestListener(collector.fetch, { overrideGlobalObjects: false })(request, response);
  });

  beforeAll(async () => {
    site = await serve({ '/dist/': kDist, '/': kPages }, kPolicy);
    collector = await createVisitsCollector({ origins: [site.origin], dist: kDist, epsilon: 1 });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    profile = await launch();
  });
  afterAll(async () => {
    await profile?.close();
    server.closeAllConnections();
    server.close();
    await collector[Symbol.asyncDispose]();
    await site.close();
  });

  /** A visit with an answer; resolves with what the collector has counted of it, and why it has not. */
  async function answerOnce() {
    const page = await profile.newPage();
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const words = new URLSearchParams({ endpoint, timeout: '1000', window: '60000' });
    await page.goto(`${site.origin}/option.html?${words}`);
    await waitFor(page, () => window.shown, null, 'the option');
    await page.evaluate(() => window.shown?.answer(), null);
    const accepted = await page.evaluate(() => window.shown?.send(), null);
    const spent = await page.evaluate(() => window.shown?.spent(), null);
    const isTold = () => window.shown?.errors.includes('cached');
    return { page, accepted, spent, isTold };
  }

  it('costs two reports, and none after them', async () => {
    const first = await answerOnce();
    expect(first.accepted).toBe(1);
    await first.page.evaluate(async () => {
      await navigator.serviceWorker.register('/caching-worker.js');
      await navigator.serviceWorker.ready;
    }, null);
    await first.page.close();
    const second = await answerOnce(); // and the worker keeps what it was given
    expect(second).toMatchObject({ accepted: 1, spent: 2 });
    // So it does with the snapshot alone, which a page asks for later.
    const { port } = server.address() as AddressInfo;
    const alone = `http://127.0.0.1:${port}/${kExperiment}/snapshot`;
    await second.page.evaluate(async (url) => (await fetch(url)).text(), alone);
    await collector.reset(kExperiment);
    const before = asked.length;
    expect(await answerOnce()).toMatchObject({ accepted: 0, spent: 3 });
    expect(await answerOnce()).toMatchObject({ accepted: 0, spent: 4 });
    const { page, accepted, spent, isTold } = await answerOnce();
    expect({ accepted, spent }).toEqual({ accepted: 1, spent: 5 });
    await waitFor(page, isTold, null, 'the cause');
    expect(await answerOnce()).toMatchObject({ accepted: 1, spent: 6 });
    // The worker has answered every request that it could.
    for (const url of asked.slice(before))
      expect(url).toMatch(/\/snapshot\?fresh=\d{4}-\d\d-\d\dT\d\d:\d$/);
  });
});
