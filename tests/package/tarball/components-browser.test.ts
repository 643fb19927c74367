// Components of every framework in all three engines, from the tarball, before the packed collector and under a strict
// content security policy.
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import * as vite from 'vite';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import webpack from 'webpack';
import { violations } from '../../browser/support/axe.js';
import {
  complaintsOf,
  kAllProfiles,
  launchChromium,
  type Page,
  type Profile,
  waitFor,
} from '../../browser/support/browsers.js';
import { buildPages, installPrevious, MAJORS, writePages } from './frameworks.js';
import { type Host, startHost } from './host.js';

const { project } = inject('packed');
const current = ['react', 'vue-3', 'svelte-5', 'gallery', 'next'];
const previous = ['react', 'vue-2', 'svelte-4', 'next'];
/** Folder and page. */
const pages = [
  ...['react', 'vue-3', 'svelte-5'].map((page) => ['current', page] as const),
  ...['react', 'vue-2', 'svelte-4'].map((page) => ['previous', page] as const),
];
const PATIENCE = { timeout: 60_000, interval: 100 };
let host: Host;

beforeAll(async () => {
  installPrevious();
  // A page shows what it has kept, and reports it for certain while no other snapshot is published.
  host = await startHost(project, { epsilon: 16 }, { publishEvery: { reports: 10_000 } });
  await buildPages(project, { pages: current, major: 'current', into: 'current' });
  await buildPages(project, { pages: previous, major: 'previous', into: 'previous' });
});
afterAll(() => host?.close());

const attribute = (page: Page, id: string, status: string) =>
  waitFor(
    page,
    ([name, wanted]) => document.getElementById(name)?.dataset['status'] === wanted,
    [id, status] as const,
    `${id} is ${status}`,
  );
/** Rejects while the page is being left. */
const titleOf = (page: Page) => page.evaluate(() => document.title, null);
/** Firefox asks for an icon, which the policy forbids. */
const complaints = async (page: Page) =>
  (await complaintsOf(page)).filter((text) => !text.endsWith('favicon.ico'));
const bitOf = (body: string) => (JSON.parse(body) as { readonly bit: number }).bit;

describe.each(kAllProfiles)('in %s', (_, open) => {
  let profile: Profile;
  beforeAll(async () => {
    profile = await open();
  });
  afterAll(() => profile?.close());

  test('a click that leaves the page arrives as a click, once, in every framework', async () => {
    const before = host.bodies.length;
    for (const [folder, name] of pages) {
      const page = await profile.newPage();
      await page.goto(`${host.origin}/out/${folder}/${name}.html`);
      await attribute(page, 'headline', 'exposed');
      await page.evaluate(() => document.getElementById('headline')?.click(), null);
      await vi.waitFor(async () => expect(await titleOf(page)).toBe('next'), PATIENCE);
      expect(await complaints(page), name).toEqual([]);
      // The last one sends what the others have left.
      if (name !== 'svelte-4') await page.close();
    }
    await vi.waitFor(() => expect(host.bodies.length - before).toBe(pages.length), PATIENCE);
    expect(host.bodies.slice(before).map(bitOf)).toEqual(pages.map(() => 1));
  });

  test('50 components share one bandit, spend when they are seen, and move nothing', async () => {
    const page = await profile.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const before = host.bodies.length;
    await page.goto(`${host.origin}/out/current/gallery.html`);
    await attribute(page, 'card-0', 'exposed');
    await attribute(page, 'card-49', 'ready');
    expect((await counts(page)).exposed).toBeLessThan(20);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight), null);
    await attribute(page, 'card-49', 'exposed');
    await page.evaluate(() => document.getElementById('card-49')?.click(), null);
    const { exposed, shift } = await counts(page);
    expect(exposed).toBeGreaterThan(4);
    expect(exposed).toBeLessThan(50); // some were passed by
    expect(shift).toBe(0);
    await vi.waitFor(async () => expect((await counts(page)).spends).toBe(exposed), PATIENCE);
    await vi.waitFor(() => expect(host.bodies.length - before).toBe(exposed), PATIENCE);
    const bits = host.bodies.slice(before).map(bitOf);
    expect(bits.filter((bit) => bit === 1)).toHaveLength(1);
    expect(asked.filter((path) => path === '/collector/posters')).toHaveLength(1);
    expect(await complaints(page)).toEqual([]);
  });
});

const counts = (page: Page) =>
  page.evaluate(() => {
    const { counts } = window as unknown as { counts: { spends: number; shift: number } };
    return { ...counts, exposed: document.querySelectorAll('[data-status=exposed]').length };
  }, null);

describe('in a development build', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test('six hot reloads spend nothing more', async () => {
    writePages(project, ['hot']);
    // As installed in the project: Vite prepares what is there.
    for (const name of ['react', 'react-dom'])
      symlinkSync(join(MAJORS.current, 'node_modules', name), join(project, 'node_modules', name));
    const root = join(project, 'frameworks');
    const proxy = { '/collector': host.origin };
    const server = await vite.createServer({
      root,
      configFile: false,
      logLevel: 'error',
      server: { host: '127.0.0.1', port: 0, proxy, fs: { strict: false } },
      optimizeDeps: { entries: ['hot.html'] },
    });
    await server.listen();
    const page = (await browser.newPage()) as unknown as Page;
    const heading = (text: string) =>
      waitFor(
        page,
        (wanted) => document.querySelector('h1')?.textContent.startsWith(wanted) ?? false,
        text,
        text,
      );
    await page.goto(`${server.resolvedUrls?.local[0]}hot.html`);
    await heading('0 exposed');
    const file = join(root, 'hot.js');
    for (let edition = 1; edition <= 6; edition++) {
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace(/edition = \d/, `edition = ${edition}`));
      await heading(`${edition} exposed`);
    }
    expect(await paid(page)).toEqual({ 'ldp-bandits-development-0': 1 });
    await page.close();
    await server.close();
  });

  test('the overlay is there, has nothing for axe to say, and works by keyboard', async () => {
    await buildPages(project, {
      ...{ pages: ['gallery'], major: 'current', into: 'development' },
      mode: 'development',
    });
    const page = await browser.newPage();
    await page.addInitScript(() => {
      window.violations = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        window.violations.push(effectiveDirective),
      );
    });
    await page.goto(`${host.origin}/out/development/gallery.html`);
    await page.locator('#card-0[data-status=exposed]').waitFor();
    const overlay = page.locator('summary', { hasText: 'ldp-bandits' });
    expect(await overlay.count()).toBe(1);
    await overlay.focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: 'What ldp-bandits does in this page' });
    await panel.getByRole('cell', { name: 'card-0', exact: true }).waitFor();
    await panel.getByRole('cell', { name: /^epsilon \d+ of 16000/ }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(inOverlay(await violations(page))).toEqual([]);
    }
    expect(await page.evaluate(() => window.violations)).toEqual([]);
    await page.close();
  });

  test('the overlay is in the bundle; in one for production it is not', () => {
    expect(scripts('development/assets')).toContain(MARK);
    expect(scripts('current/assets')).not.toContain(MARK);
  });

  test.each([
    ['development', true],
    ['production', false],
  ] as const)('the overlay is in what webpack bundles for %s: %j', async (mode, isThere) => {
    const into = `webpack-${mode}`;
    const compiler = webpack({
      context: join(project, 'frameworks'),
      mode,
      devtool: false,
      entry: './overlay.js',
      output: { path: join(project, 'out', into) },
    });
    const stats = await promisify(compiler.run.bind(compiler))();
    expect(stats?.hasErrors()).toBe(false);
    expect(scripts(into).includes(MARK)).toBe(isThere);
  });
});

/** A text of the overlay. */
const MARK = 'What ldp-bandits does in this page';
const scripts = (folder: string) =>
  readdirSync(join(project, 'out', folder))
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(project, 'out', folder, file), 'utf8'))
    .join('\n');

/** How many reports each ledger has paid. */
const paid = (page: Page) =>
  page.evaluate(async () => {
    const rows: Record<string, number> = {};
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      if (database.objectStoreNames.contains('ledger'))
        rows[name] = await new Promise<number>((resolve) => {
          const request = database.transaction('ledger').objectStore('ledger').count();
          request.onsuccess = () => resolve(request.result);
        });
      database.close();
    }
    return rows;
  }, null);

/** The bare page has no landmarks and headings of its own. */
const inOverlay = (found: readonly string[]) =>
  found.filter((one) => !/^(landmark-one-main|page-has-heading-one)/.test(one));
