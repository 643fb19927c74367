// How the contextual page looks, reads and fails: axe in every theme, width and state, the keyboard alone, no
// script, no server, and the size of a page that only its own visitors load.
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
import { openPersonal, pauseCrowd, wish } from './support/personal.js';
import { kSite, packetBody, press, serveSite, untilSent } from './support/site.js';
import type { StaticServer } from './support/static-server.js';

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

async function open(options: object): Promise<{ context: BrowserContext; page: SitePage }> {
  const context = await watchedContext(browser, { reducedMotion: 'reduce', ...options });
  return { context, page: (await context.newPage()) as SitePage };
}

const look = (theme: 'light' | 'dark', width: number) => ({
  colorScheme: theme,
  viewport: { width, height: width < 400 ? 812 : 800 },
});

describe.each([
  ['light-1280', look('light', 1280)],
  ['dark-1280', look('dark', 1280)],
  ['light-1024', look('light', 1024)],
  ['light-375', look('light', 375)],
  ['dark-375', look('dark', 375)],
  ['forced-1280', { ...look('light', 1280), forcedColors: 'active' }],
])('%s', (name, options) => {
  it('has no violation and nothing cut off, from the first look to a packet that was sent', async () => {
    const { context, page } = await open(options);
    await openPersonal(page, server);
    await pauseCrowd(page);
    const clean = async (state: string) => {
      expect(await violations(page), state).toEqual([]);
      expect(await overflow(page), state).toBe(0);
    };
    await clean('at rest');
    for (const box of await page.locator('.may-read input').all()) await box.check();
    await clean('with all that may be read');
    await press(page, 'Deal a card');
    await page.getByRole('button', { name: 'I’d go' }).waitFor();
    await clean('with a card');
    await press(page, 'I’d go');
    await packetBody(page);
    await clean('with a packet');
    await page.screenshot({ path: join(kPictures, `personal-packet-${name}.png`), fullPage: true });
    await untilSent(page);
    await page.getByRole('button', { name: /^Tell your boss/ }).click();
    await page.getByRole('dialog').waitFor();
    await clean('in the dialog');
    await page.keyboard.press('Escape');
    for (const summary of await page.locator('main summary').all()) await summary.click();
    await clean('unfolded');
    expect(await complaintsOf(page)).toEqual([]);
    await context.close();
  });
});

it('can be used with the keyboard alone', async () => {
  const { context, page } = await open(look('light', 1280));
  await openPersonal(page, server);
  const tabTo = async (wanted: RegExp) => {
    for (let i = 0; i < 60; ++i) {
      await page.keyboard.press('Tab');
      const { name, visible } = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const style = getComputedStyle(element);
        const label = (element as HTMLInputElement).labels?.[0]?.textContent;
        return {
          name: element === document.body ? '' : (label ?? element.textContent ?? '').trim(),
          visible: style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2,
        };
      });
      if (name === '') continue; // the end of the page, before its beginning
      expect(visible, `focus on “${name.slice(0, 40)}”`).toBe(true);
      if (wanted.test(name)) return;
    }
    expect.unreachable(`Tab never reached ${wanted}`);
  };
  await tabTo(/^Skip to your device/);
  await page.keyboard.press('Enter');
  await tabTo(/town.*nature/);
  const nature = page.locator('#wish-wild');
  const before = Number(await nature.inputValue());
  await page.keyboard.press('ArrowRight');
  expect(Number(await nature.inputValue())).toBe(before + 0.25);
  await tabTo(/^the hour/);
  await page.keyboard.press('Space');
  await page.locator('#wish-early:disabled').waitFor();
  await tabTo(/^Deal a card/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I’d go' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await packetBody(page);
  await untilSent(page);
  await context.close();
});

it('says what the server makes of the last packet: its numbers, not the true ones', async () => {
  const { context, page } = await open(look('light', 1280));
  await openPersonal(page, server);
  await pauseCrowd(page);
  await wish(page, 'wild', 1);
  await press(page, 'Deal a card');
  await press(page, 'I’d go');
  const body = await packetBody(page);
  await untilSent(page);
  await expect.poll(() => page.locator('.last-arrival code').textContent()).toBe(body);
  const bars = (scope: string) =>
    page
      .locator(`${scope} .bar-sent`)
      .evaluateAll((all) =>
        all.map((bar) =>
          ['y', 'height'].map((side) => Number.parseFloat(bar.getAttribute(side) ?? '').toFixed(3)),
        ),
      );
  const read = await bars('.one-report');
  expect(read).toEqual(await bars('#personal-gap'));
  expect([6, 21]).toContain(read.length);
  expect(await page.locator('.zone-server .bar-true').count()).toBe(0);
  expect(await page.locator('.gap .bar-true').count()).toBe(0);
  await context.close();
});

describe('when something is missing', () => {
  it('works with the server in the page where workers are blocked', async () => {
    const { context, page } = await open({ ...look('light', 1280), serviceWorkers: 'block' });
    await openPersonal(page, server);
    expect(await page.locator('.badge').textContent()).toMatch(/^Server runs in this page/);
    await press(page, 'Deal a card');
    await press(page, 'Not for me');
    await untilSent(page);
    expect(await complaintsOf(page)).toEqual([]);
    await context.close();
  });

  it('goes on dealing when the budget is spent, and says that nothing is sent', async () => {
    const { context, page } = await open(look('light', 1280));
    await openPersonal(page, server);
    await pauseCrowd(page);
    await press(page, 'epsilon 8');
    await press(page, 'Deal a card');
    await press(page, 'I’d go');
    await untilSent(page);
    await press(page, 'Deal another card');
    await press(page, 'I’d go');
    await expect
      .poll(() => page.locator('.gap-state').textContent(), { timeout: 20_000 })
      .toMatch(/budget is spent/);
    expect(await page.locator('.facts').textContent()).toMatch(/Will be sentnothing/);
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  it('says so when its WebAssembly does not arrive, and sends nothing', async () => {
    server.override = (path) =>
      path.endsWith('.wasm') ? { status: 404, body: 'gone' } : undefined;
    const { context, page } = await open({ ...look('light', 1280), serviceWorkers: 'block' });
    await page.goto(`${server.origin}/personal/`);
    await page.locator('.notice', { hasText: /Nothing is sent|could not start/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    server.override = undefined;
    await context.close();
  });

  it('can be read without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${server.origin}/personal/`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.locator('.effects tbody tr').count()).toBe(6);
    expect(await page.locator('.feature-rows li').count()).toBe(8);
    expect(await page.locator('.effects caption').textContent()).toMatch(/^From 10,000 reports/);
    expect(await page.locator('.readouts .big').allTextContents()).toEqual([
      expect.stringMatching(/^73/),
      expect.stringMatching(/in 100/),
      expect.stringMatching(/^41× the visitors/),
    ]);
    await context.close();
  });
});

it('the contextual page weighs at most 170 kB, compressed, in all', async () => {
  const { context, page } = await open(look('light', 1280));
  const before = server.hits.length;
  await openPersonal(page, server);
  await press(page, 'Deal a card');
  await page.getByRole('button', { name: 'I’d go' }).waitFor();
  const paths = () => new Set(server.hits.slice(before).map(({ path }) => path));
  // The client's module and the crowd are part of it: a measurement without them would say nothing.
  for (const part of [/contextual.*\.wasm$/, /crowd\.worker.*\.js$/, /demo-knows.*\.js$/]) {
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
  console.log(`first load of the contextual page: ${(sum / 1000).toFixed(1)} kB gzip`);
  expect(sum).toBeLessThanOrEqual(170_000);
  await context.close();
});
