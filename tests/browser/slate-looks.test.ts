// How the page with slates looks, reads and fails: axe in every theme, width and state, the keyboard alone, no
// script, no server, and what it costs.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CARDS } from '../../web/src/slate/shared/cards.js';
import { overflow, violations } from './support/axe.js';
import {
  type Page as AnyPage,
  complaintsOf,
  launchChromium,
  watchedContext,
} from './support/browsers.js';
import { pauseCrowd } from './support/personal.js';
import { kSite, packetBody, press, serveSite, untilSent } from './support/site.js';
import { hurry, mark, openSlate, slateOnTable } from './support/slate.js';
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
  ['dark-375', look('dark', 375)],
  ['forced-375', { ...look('light', 375), forcedColors: 'active' }],
])('%s', (name, options) => {
  it('has no violation and nothing cut off, from the first look to a packet that was sent', async () => {
    const { context, page } = await open(options);
    await openSlate(page, server);
    await hurry(page);
    await pauseCrowd(page);
    const clean = async (state: string) => {
      expect(await violations(page), state).toEqual([]);
      expect(await overflow(page), state).toBe(0);
    };
    await clean('at rest');
    await press(page, 'Deal a slate');
    const { reported } = await slateOnTable(page);
    await mark(page, reported);
    await mark(page, (reported + 1) % 3);
    await clean('with a slate');
    await press(page, 'Seal: I’d go to 2');
    await packetBody(page);
    await page.screenshot({ path: join(kPictures, `slate-packet-${name}.png`), fullPage: true });
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

it('can be used with the keyboard alone, and what is marked when the time is up counts', async () => {
  const { context, page } = await open(look('light', 1280));
  await openSlate(page, server);
  await hurry(page);
  await pauseCrowd(page);
  const deal = page.getByRole('button', { name: 'Deal a slate' });
  await deal.focus();
  await page.keyboard.press('Enter');
  const { reported } = await slateOnTable(page);
  const pressed = () =>
    page.locator('.react').evaluateAll((all) => all.map((one) => one.getAttribute('aria-pressed')));
  await page.keyboard.press('1');
  await page.keyboard.press('3');
  await page.keyboard.press('1');
  expect(await pressed()).toEqual(['false', 'false', 'true']);
  const marked = await page.locator('.slate-card').nth(2).locator('.card-headline').textContent();
  // Nothing is sealed: the time does it.
  await untilSent(page);
  const said = await page.locator('.facts dd').first().textContent();
  expect(said).toBe(`“I’d go”: ${CARDS.find(({ headline }) => headline === marked)?.name}`);
  expect(await pressed()).toEqual(['false', 'false', 'true']);

  await page.locator('.slate').focus();
  await page.keyboard.press('Enter');
  await slateOnTable(page);
  for (const key of ['1', '2', '3', 'Enter']) await page.keyboard.press(key);
  const body = JSON.parse(await packetBody(page)) as { arm: number };
  expect(await page.locator('.facts dd').first().textContent()).toMatch(/^“I’d go”: (.*, ){2}/);
  const now = page.locator('.slate-card.reported .card-headline');
  expect(await now.textContent()).toBe(CARDS[body.arm]?.headline);
  expect(reported).toBeGreaterThanOrEqual(0);
  await untilSent(page);
  await context.close();
});

it('plays a slate of the public snapshot, which the server panel shows to everybody', async () => {
  const { context, page } = await open(look('light', 1280));
  await openSlate(page, server);
  await pauseCrowd(page);
  await press(page, 'Deal a slate');
  const { cards, reported } = await slateOnTable(page);
  const listed = await page
    .locator('.slates-table tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => Array.from(row.querySelectorAll('td'), (cell) => cell.textContent ?? '')),
    );
  const nameOf = (headline: string | undefined) =>
    CARDS.find((card) => card.headline === headline)?.name;
  expect(listed.map(([shown, named]) => [shown, named])).toContainEqual([
    cards.map(nameOf).join(', '),
    nameOf(cards[reported]),
  ]);
  const slates = listed.reduce((sum, [, , times]) => sum + Number(times), 0);
  expect(await page.locator('.cell').count()).toBe(3 * slates);
  expect(await page.locator('.cell-reported').count()).toBe(slates);
  await context.close();
});

describe('when something is missing', () => {
  it('works with the server in the page where workers are blocked', async () => {
    const { context, page } = await open({ ...look('light', 1280), serviceWorkers: 'block' });
    await openSlate(page, server);
    await hurry(page);
    expect(await page.locator('.badge').textContent()).toMatch(/^Server runs in this page/);
    await press(page, 'Deal a slate');
    await press(page, 'Seal: none of them');
    await untilSent(page);
    expect(await complaintsOf(page)).toEqual([]);
    await context.close();
  });

  it('goes on dealing when the budget is spent, and says that nothing is sent', async () => {
    const { context, page } = await open(look('light', 1280));
    await openSlate(page, server);
    await hurry(page);
    await pauseCrowd(page);
    await press(page, 'epsilon 8');
    await press(page, 'Deal a slate');
    await press(page, 'Seal: ');
    await untilSent(page);
    await press(page, 'Deal another slate');
    await press(page, 'Seal: ');
    await expect
      .poll(() => page.locator('.gap-state').textContent(), { timeout: 20_000 })
      .toMatch(/budget is spent/);
    expect(await page.locator('.facts').textContent()).toMatch(/Will be sentnothing/);
    await context.close();
  });

  it('says so when its WebAssembly does not arrive, and sends nothing', async () => {
    server.override = (path) =>
      path.endsWith('.wasm') ? { status: 404, body: 'gone' } : undefined;
    const { context, page } = await open({ ...look('light', 1280), serviceWorkers: 'block' });
    await page.goto(`${server.origin}/slate/`);
    await page.locator('.notice', { hasText: /Nothing is sent|could not start/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    server.override = undefined;
    await context.close();
  });

  it('can be read without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${server.origin}/slate/`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.locator('.slate-card').count()).toBe(3);
    expect(await page.locator('.slate-beliefs tbody tr').count()).toBe(6);
    expect(await page.locator('.arrivals b').textContent()).toBe('4,000 reports');
    expect(await page.locator('.readouts .big').allTextContents()).toEqual([
      expect.stringMatching(/^73/),
      expect.stringMatching(/in 100/),
      expect.stringMatching(/^14× the visitors/),
    ]);
    await context.close();
  });
});

it('the page with slates weighs at most 170 kB, compressed, in all', async () => {
  const { context, page } = await open(look('light', 1280));
  const before = server.hits.length;
  await openSlate(page, server);
  await press(page, 'Deal a slate');
  await slateOnTable(page);
  const paths = () => new Set(server.hits.slice(before).map(({ path }) => path));
  // The client's module and the crowd are part of it: a measurement without them would say nothing.
  for (const part of [/combinatorial.*\.wasm$/, /crowd\.worker.*\.js$/, /demo-knows.*\.js$/]) {
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
  console.log(`first load of the page with slates: ${(sum / 1000).toFixed(1)} kB gzip`);
  expect(sum).toBeLessThanOrEqual(170_000);
  await context.close();
});
