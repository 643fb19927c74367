// What tests of looks begin with: the built site, Chromium, a folder for pictures; and what every page is asked.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { overflow, violations } from './axe.js';
import { type Page as AnyPage, launchChromium, watchedContext } from './browsers.js';
import { kSite, serveSite } from './site.js';
import type { StaticServer } from './static-server.js';

export const kPictures = fileURLToPath(new URL('../../../build/screenshots', import.meta.url));

export type SitePage = Page & AnyPage;

export const look = (colorScheme: 'light' | 'dark', width: number) => ({
  colorScheme,
  viewport: { width, height: width < 400 ? 812 : 800 },
});

export const kForced = { ...look('light', 375), forcedColors: 'active' } as const;

/** Serves the site to one Chromium while the tests of a file run. */
export function useSite() {
  const site = {} as {
    server: StaticServer;
    browser: Browser;
    open(options?: object): Promise<{ context: BrowserContext; page: SitePage }>;
    withPage(options: object, use: (page: SitePage) => Promise<void>): Promise<void>;
  };
  site.open = async (options = {}) => {
    const context = await watchedContext(site.browser, { reducedMotion: 'reduce', ...options });
    return { context, page: (await context.newPage()) as SitePage };
  };
  site.withPage = async (options, use) => {
    const { context, page } = await site.open(options);
    await use(page);
    await context.close();
  };
  beforeAll(async () => {
    await mkdir(kPictures, { recursive: true });
    [site.server, site.browser] = await Promise.all([serveSite(), launchChromium()]);
  });
  afterAll(async () => {
    await site.browser.close();
    await site.server.close();
  });
  return site;
}

/** No rule of axe is broken, and nothing is wider than the screen. */
export async function expectClean(page: Page, state = page.url()): Promise<void> {
  expect(await violations(page), state).toEqual([]);
  expect(await overflow(page), state).toBe(0);
}

/** Opens all that can be opened. */
export async function unfold(page: Page): Promise<void> {
  for (const summary of await page.locator('main summary').all()) {
    if (await summary.isVisible()) await summary.click();
  }
}

/**
 * What a page loads until its first use, compressed, in bytes by path. The client's module is part of it: a
 * measurement without it would say nothing.
 *
 * @param load opens the page
 * @param wasm the client's module
 * @param others what comes beside it
 */
export async function weightsOf(
  { server }: { readonly server: StaticServer },
  load: () => Promise<unknown>,
  wasm: RegExp,
  others: readonly RegExp[],
): Promise<Map<string, number>> {
  const before = server.hits.length;
  await load();
  const paths = () => new Set(server.hits.slice(before).map(({ path }) => path));
  for (const part of [wasm, ...others]) {
    await expect.poll(() => [...paths()].filter((path) => part.test(path))).toHaveLength(1);
  }
  const weights = new Map<string, number>();
  for (const path of paths()) {
    const bytes = await readFile(join(kSite, path.endsWith('/') ? `${path}index.html` : path));
    weights.set(path, gzipSync(bytes, { level: 9 }).length);
  }
  return weights;
}

/** Of those paths that are wanted; the Service Worker counts for itself. */
export const sumOf = (weights: ReadonlyMap<string, number>, wanted = (_path: string) => true) =>
  [...weights].reduce((sum, [path, size]) => (wanted(path) ? sum + size : sum), 0);
export const isNoWorker = (path: string) => path !== '/sw.js';
