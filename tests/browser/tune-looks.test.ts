// How the tuning page looks and reads: axe in every theme and width, the keyboard alone, the sliders that make no
// packet, no script, and what it costs.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { overflow, violations } from './support/axe.js';
import {
  type Page as AnyPage,
  complaintsOf,
  launchChromium,
  watchedContext,
} from './support/browsers.js';
import { pauseCrowd, tapWire, wireOf } from './support/personal.js';
import { kSite, packetBody, press, serveSite, untilSent } from './support/site.js';
import type { StaticServer } from './support/static-server.js';
import { hurry, hurryCrowd, openPage, ownReports, textOf } from './support/two-pages.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const kPictures = fileURLToPath(new URL('../../build/screenshots', import.meta.url));

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

async function open(options: object = {}): Promise<{ context: BrowserContext; page: SitePage }> {
  const context = await watchedContext(browser, { reducedMotion: 'reduce', ...options });
  return { context, page: (await context.newPage()) as SitePage };
}

const look = (theme: 'light' | 'dark', width: number) => ({
  colorScheme: theme,
  viewport: { width, height: width < 400 ? 812 : 800 },
});

describe.each([
  ['light-1280', look('light', 1280)],
  ['dark-375', look('dark', 375)],
  ['forced-375', { ...look('light', 375), forcedColors: 'active' }],
])('%s', (name, options) => {
  it('has no violation and nothing cut off, with a packet and unfolded', async () => {
    const { context, page } = await open(options);
    await openPage(page, server, 'tune');
    await pauseCrowd(page);
    const clean = async (state: string) => {
      expect(await violations(page), state).toEqual([]);
      expect(await overflow(page), state).toBe(0);
    };
    await press(page, 'Show two layouts');
    await press(page, 'Right is better');
    await packetBody(page);
    await page.screenshot({ path: join(kPictures, `tune-packet-${name}.png`), fullPage: true });
    for (const summary of await page.locator('main summary').all()) await summary.click();
    await clean('with a packet, unfolded');
    expect(await complaintsOf(page)).toEqual([]);
    await context.close();
  });
});

it('can be used with the keyboard alone, and deniability is played', async () => {
  const { context, page } = await open(look('light', 1280));
  await openPage(page, server, 'tune');
  await hurry(page);
  await pauseCrowd(page);
  await page.getByRole('button', { name: 'Show two layouts' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Right is better/ }).waitFor();
  await page.keyboard.press('ArrowRight');
  const { bit } = JSON.parse(await packetBody(page)) as { bit: 0 | 1 };
  expect(await textOf(page, '.facts dd')).toBe('“right is better”');
  expect(await page.locator('.pane.preferred b').textContent()).toBe('Right');
  expect(await textOf(page, '.facts')).toContain(bit === 1 ? 'keep it' : 'flip it');
  await untilSent(page);
  await page.getByRole('button', { name: /^Tell your boss/ }).click();
  // At ε = 1 the bit is true 73 times in 100.
  expect(await page.getByRole('dialog').textContent()).toContain(
    `meant “left is better”, ${bit === 1 ? 27 : 73} send the same bit`,
  );
  await page.keyboard.press('Escape');
  await context.close();
});

it('makes no packet of the sliders in the visitor’s hand, and shows the server’s answer on them', async () => {
  const { context, page } = await open(look('light', 1280));
  await openPage(page, server, 'tune');
  await pauseCrowd(page);
  await tapWire(page);
  const size = page.getByRole('slider', { name: /^Card size/ });
  await size.focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  // From the middle of 48 … 108 px, three steps of a fiftieth.
  await expect.poll(() => size.getAttribute('aria-valuetext')).toBe('82 px');
  const width = await page
    .locator('.own-grid .layout-card')
    .first()
    .evaluate((card) => card.getBoundingClientRect().width);
  expect(Math.abs(width - 82)).toBeLessThan(1);
  await press(page, 'Set them to the server’s answer');
  const answer = await page.locator('.learnt-answer p b').first().textContent();
  await expect.poll(() => size.getAttribute('aria-valuetext')).toBe(answer);
  expect(ownReports(await wireOf(page))).toEqual([]);
  await context.close();
});

it('draws the way of the point longer with every snapshot that the crowd brings about', async () => {
  const { context, page } = await open(look('light', 1280));
  await openPage(page, server, 'tune');
  const wayOf = async () => (await page.locator('.way').getAttribute('points'))?.split(' ') ?? [];
  const before = await wayOf();
  expect(before.length).toBeGreaterThan(20);
  expect(await page.locator('.band').count()).toBe(8);
  await hurryCrowd(page);
  await expect
    .poll(async () => (await wayOf()).length, { timeout: 30_000 })
    .toBeGreaterThan(before.length + 1);
  expect((await wayOf()).slice(0, before.length)).toEqual(before);
  await context.close();
});

it('can be read without JavaScript: the map, the answer, the price', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.origin}/tune/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.locator('.surface svg').getAttribute('aria-label')).toMatch(
    /^Map of the two sliders\. The point is at cards \d+ px wide, \d+ px apart; the answer is cards/,
  );
  expect(await page.locator('.arrivals b').textContent()).toBe('2,500 reports');
  expect(await page.locator('.readouts .big').allTextContents()).toEqual([
    expect.stringMatching(/^73/),
    expect.stringMatching(/in 100/),
    expect.stringMatching(/^4\.7× the visitors/),
  ]);
  await context.close();
});

it('weighs at most 170 kB, compressed, in all', async () => {
  const { context, page } = await open(look('light', 1280));
  const before = server.hits.length;
  await openPage(page, server, 'tune');
  await press(page, 'Show two layouts');
  await page.getByRole('button', { name: /Left is better/ }).waitFor();
  const paths = () => new Set(server.hits.slice(before).map(({ path }) => path));
  // The client's module and the crowd are part of it: a measurement without them would say nothing.
  for (const part of [/convex.*\.wasm$/, /crowd\.worker.*\.js$/, /demo-knows.*\.js$/]) {
    await expect.poll(() => [...paths()].filter((path) => part.test(path))).toHaveLength(1);
  }
  const weights = await Promise.all(
    [...paths()]
      .filter((path) => path !== '/sw.js')
      .map(async (path) => {
        const file = await readFile(join(kSite, path.endsWith('/') ? `${path}index.html` : path));
        return gzipSync(file, { level: 9 }).length;
      }),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  console.log(`first load of the tuning page: ${(sum / 1000).toFixed(1)} kB gzip`);
  expect(sum).toBeLessThanOrEqual(170_000);
  await context.close();
});
