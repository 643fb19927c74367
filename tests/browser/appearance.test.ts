// How the site looks and reads: axe in every theme and width and in every state that has parts of its own,
// nothing wider than the screen, pictures for people to judge, and the weight of the first load.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { overflow, violations } from './support/axe.js';
import { type Page as AnyPage, launchChromium, watchedContext } from './support/browsers.js';
import { kSite, openSite, packetBody, press, serveSite, untilSent } from './support/site.js';
import type { StaticServer } from './support/static-server.js';

vi.setConfig({ testTimeout: 130_000, hookTimeout: 60_000 });

const kPictures = fileURLToPath(new URL('../../build/screenshots', import.meta.url));
const kThemes = ['light', 'dark'] as const;
const kWidths = [1280, 375] as const;
/** All but the first one, which has tests of its own; of the other card pages only how they begin. */
const kTexts = [
  'personal',
  'slate',
  'ab',
  'tune',
  'how',
  'play',
  'lab',
  'embed',
  'limits',
] as const;
const kLooks = kThemes.flatMap((theme) => kWidths.map((width) => ({ theme, width })));

let server: StaticServer;
let browser: Browser;
beforeAll(async () => {
  await mkdir(kPictures, { recursive: true });
  [server, browser] = await Promise.all([serveSite(), launchChromium()]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

type SitePage = Page & AnyPage;

async function open(
  look: { theme: (typeof kThemes)[number]; width: number },
  options: object = {},
): Promise<{ context: BrowserContext; page: SitePage }> {
  const context = await watchedContext(browser, {
    colorScheme: look.theme,
    viewport: { width: look.width, height: look.width === 375 ? 812 : 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  return { context, page: (await context.newPage()) as SitePage };
}

describe.each(kLooks)('$theme at $width px', (look) => {
  const picture = (name: string) => join(kPictures, `${name}-${look.width}-${look.theme}.png`);

  it('the home page, from the first look to a packet that was sent', async () => {
    const { context, page } = await open(look);
    await openSite(page, server);
    await press(page, 'Pause the crowd');
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: picture('home') });
    await page.screenshot({ path: picture('home-whole'), fullPage: true });

    await press(page, 'Deal a card');
    await page.getByRole('button', { name: 'I’d go' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await press(page, 'I’d go');
    await packetBody(page);
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: picture('home-card') });
    await untilSent(page);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await context.close();
  });

  it('its dialogs and what can be unfolded', async () => {
    const { context, page } = await open(look);
    await openSite(page, server);
    await press(page, 'Deal a card');
    await press(page, 'Not for me');
    await packetBody(page);
    for (const name of [/^Budget used/, /^Tell your boss/, /Forget everything/]) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog').waitFor();
      expect(await violations(page), `${name}`).toEqual([]);
      await page.keyboard.press('Escape');
    }
    for (const summary of await page.locator('summary').all()) await summary.click();
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await context.close();
  });

  it.each(kTexts)('the page /%s/, also with everything unfolded', async (name) => {
    const { context, page } = await open(look);
    await page.goto(`${server.origin}/${name}/`);
    await page.locator('html.live').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.screenshot({ path: picture(name), fullPage: true });
    for (const summary of await page.locator('main summary').all()) {
      if (await summary.isVisible()) await summary.click();
    }
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await context.close();
  });
});

describe.each([
  ['with forced colours', { forcedColors: 'active' }, 1280],
  ['at 320 px, as 400 % zoom makes it', {}, 320],
] as const)('%s', (_name, options, width) => {
  it('every page has no violation and nothing is cut off', async () => {
    const { context, page } = await open({ theme: 'light', width }, options);
    for (const path of ['/', ...kTexts.map((name) => `/${name}/`), '/404.html']) {
      await page.goto(server.origin + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await violations(page), path).toEqual([]);
      expect(await overflow(page), path).toBe(0);
    }
    await context.close();
  });
});

it('axe sees what is wrong when something is', async () => {
  const { context, page } = await open({ theme: 'light', width: 1280 });
  await page.goto(`${server.origin}/limits/`);
  await page.evaluate(() => document.body.append(document.createElement('button')));
  expect(await violations(page)).toEqual([expect.stringContaining('button-name')]);
  await context.close();
});

it('nothing moves for those who asked for no motion', async () => {
  const { context, page } = await open({ theme: 'light', width: 1280 });
  await openSite(page, server);
  await press(page, 'Deal a card');
  await press(page, 'I’d go');
  await packetBody(page);
  const moving = await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1).length,
  );
  expect(moving).toBe(0);
  await context.close();
});

it('the first load weighs at most 130 kB, compressed, in all', async () => {
  const { context, page } = await open({ theme: 'light', width: 1280 });
  const before = server.hits.length;
  await openSite(page, server);
  await press(page, 'Deal a card');
  await page.getByRole('button', { name: 'I’d go' }).waitFor();
  const loaded = () => new Set(server.hits.slice(before).map(({ path }) => path));
  // The client's module and the crowd are part of it: a measurement without them would say nothing.
  for (const part of [/ldp-bandits.*\.wasm$/, /crowd\.worker.*\.js$/, /demo-knows.*\.js$/]) {
    await expect.poll(() => [...loaded()].filter((path) => part.test(path))).toHaveLength(1);
  }
  const paths = loaded();
  const weights = new Map<string, number>();
  for (const path of paths) {
    const bytes = await readFile(join(kSite, path.endsWith('/') ? `${path}index.html` : path));
    weights.set(path, gzipSync(bytes, { level: 9 }).length);
  }
  const sum = (wanted: (path: string) => boolean) =>
    [...weights].reduce((total, [path, size]) => (wanted(path) ? total + size : total), 0);
  const worker = sum((path) => path === '/sw.js');
  const rest = sum((path) => path !== '/sw.js');
  const kinds = { script: /\.js$/, style: /\.css$/, document: /\/$/, wasm: /\.wasm$/ };
  const parts = Object.entries(kinds).map(
    ([kind, pattern]) =>
      `${kind} ${(sum((path) => path !== '/sw.js' && pattern.test(path)) / 1000).toFixed(1)}`,
  );
  console.log(
    `first load: ${(rest / 1000).toFixed(1)} kB gzip (${parts.join(', ')}); Service Worker ${(worker / 1000).toFixed(1)} kB`,
  );
  expect(rest).toBeLessThanOrEqual(130_000);
  await context.close();
});
