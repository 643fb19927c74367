// How the A/B test looks, reads and ends: axe in every theme and width, the keyboard alone, stopping by hand, the
// end that comes by itself, no script, and what it costs.
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
  it('has no violation and nothing cut off, from the first look to a test stopped by hand', async () => {
    const { context, page } = await open(options);
    await openPage(page, server, 'ab');
    await pauseCrowd(page);
    const clean = async (state: string) => {
      expect(await violations(page), state).toEqual([]);
      expect(await overflow(page), state).toBe(0);
    };
    await press(page, 'Deal a card');
    await press(page, 'I’d go');
    await packetBody(page);
    await clean('with a packet');
    await page.screenshot({ path: join(kPictures, `ab-packet-${name}.png`), fullPage: true });
    await press(page, 'Stop now, answer');
    for (const summary of await page.locator('main summary').all()) await summary.click();
    await clean('stopped by hand, unfolded');
    expect(await complaintsOf(page)).toEqual([]);
    await context.close();
  });
});

it('can be stopped at any time, says what that risks, and goes on where it was', async () => {
  const { context, page } = await open(look('light', 1280));
  await openPage(page, server, 'ab');
  const stop = page.getByRole('button', { name: /^Stop now, answer [ABC]$/ });
  await stop.focus();
  await page.keyboard.press('Enter');
  const said = await textOf(page, '.by-hand');
  expect(said).toMatch(/^You stopped at [\d,]+ reports\. Your answer is [ABC], wrong with a /);
  expect(said).toMatch(/the bound holds at all times at once/);
  // The crowd does not visit a stopped test.
  await page.getByRole('button', { name: 'Let the crowd go on' }).waitFor();
  expect(await textOf(page, '.right-now')).toMatch(/^You stopped at [ABC], at a risk of/);
  await press(page, 'Go on testing');
  await page.getByRole('button', { name: 'Pause the crowd' }).waitFor();
  await stop.waitFor();
  await context.close();
});

it('certifies by itself and ends when the operator says so; then everybody gets the answer, and nothing is sent or spent', async () => {
  const { context, page } = await open(look('light', 1280));
  await openPage(page, server, 'ab');
  await press(page, 'epsilon 8');
  await hurry(page);
  await hurryCrowd(page);
  await page.locator('.decided').waitFor({ timeout: 60_000 });
  expect(await textOf(page, '.decision')).toMatch(/^End the test\?[ABC] is certified: wrong/);
  expect(await textOf(page, '.forgeries')).toMatch(/^Forged reports that would turn this answer: /);
  await page.getByRole('button', { name: /^End the test with [ABC]$/ }).click();
  await page.getByRole('button', { name: 'Take reports again' }).waitFor();
  expect(await textOf(page, '.decision')).toMatch(/^The test has ended[ABC] is certified: wrong/);
  const answer = await textOf(page, '.decision .answer');
  await pauseCrowd(page);
  await tapWire(page);
  await press(page, 'Deal a card');
  await expect.poll(() => textOf(page, '.gap-state')).toMatch(/^The test has ended/);
  expect(await textOf(page, '.ab-card .card-name')).toBe(`Variant ${answer}`);
  await press(page, 'Not for me');
  await page.getByRole('button', { name: 'Deal another card' }).waitFor();
  expect(await textOf(page, '.packet')).toBe('Nothing. No packet was made.');
  expect(await textOf(page, '.facts')).toMatch(/Will be sentnothing.*Budget usedε 0 of 8/s);
  expect(ownReports(await wireOf(page))).toEqual([]);
  await context.close();
});

it('can be used with the keyboard alone', async () => {
  const { context, page } = await open(look('light', 1280));
  await openPage(page, server, 'ab');
  await hurry(page);
  await pauseCrowd(page);
  await page.getByRole('button', { name: 'Deal a card' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /I’d go/ }).waitFor();
  await page.keyboard.press('ArrowRight');
  await packetBody(page);
  expect(await textOf(page, '.facts dd')).toBe('said “I’d go” (1)');
  await untilSent(page);
  await context.close();
});

it('can be read without JavaScript: estimates, risk, and the price in visitors', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.origin}/ab/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.locator('.ab-beliefs tbody tr').count()).toBe(3);
  expect(await page.locator('.decision').textContent()).toMatch(/most \d+\s%/);
  expect(await page.locator('.expected').textContent()).toMatch(
    /about [\d,]+ visitors in all at ε = 1, and [\d,]+ if every answer were read: [\d.]+× as many/,
  );
  await context.close();
});

it('weighs at most 160 kB, compressed, in all', async () => {
  const { context, page } = await open(look('light', 1280));
  const before = server.hits.length;
  await openPage(page, server, 'ab');
  await press(page, 'Deal a card');
  await page.getByRole('button', { name: /I’d go/ }).waitFor();
  const paths = () => new Set(server.hits.slice(before).map(({ path }) => path));
  // The client's module and the crowd are part of it: a measurement without them would say nothing.
  for (const part of [/ldp-bandits.*\.wasm$/, /crowd\.worker.*\.js$/, /demo-knows.*\.js$/]) {
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
  console.log(`first load of the A/B test: ${(sum / 1000).toFixed(1)} kB gzip`);
  expect(sum).toBeLessThanOrEqual(160_000);
  await context.close();
});
