// A page that Astro builds, with an island that chooses on the device, in Chromium before a collector of the examples.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { expect, inject, test } from 'vitest';
import { launchChromium } from '../browser/support/browsers.js';

const project = inject('project');

test('an island of Astro chooses on the device, and its report is counted', async () => {
  const cwd = join(project, 'astro');
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };
  const astro = join(project, 'node_modules/astro/astro.js');
  await promisify(execFile)(process.execPath, [astro, 'build'], { cwd, env });

  // One of its own for each try: the module of one that failed holds a collector that is closed.
  const module = pathToFileURL(join(project, 'collector.js'));
  module.search = `?${performance.now()}`;
  const { collector } = await import(module.href);
  const app = new Hono();
  app.mount('/collector', collector.fetch);
  app.use(serveStatic({ root: relative(process.cwd(), join(cwd, 'dist')) }));
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const answered = page.waitForResponse((response) => response.request().method() === 'POST', {
      timeout: 120_000,
    });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.locator('headline-choice button').click();
    // Not its body: Chromium may have dropped that by now.
    expect((await answered).status()).toBe(202);
    expect((await collector.results('headlines')).reports).toBe(1);
  } finally {
    await browser.close();
    server.close();
    await collector.dispose();
  }
});
