// What only one browser's tools can show: the bytes of a request, a killed worker, blocked workers, the
// keyboard, two tabs, and a storage that is really empty afterwards.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Page as AnyPage,
  complaintsOf,
  launchChromium,
  watchedContext,
} from './support/browsers.js';
import {
  openSite,
  packetBody,
  press,
  serveSite,
  untilConnected,
  untilSent,
} from './support/site.js';
import type { StaticServer } from './support/static-server.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let server: StaticServer;
let browser: Browser;
let context: BrowserContext;
let page: Page & AnyPage;
beforeAll(async () => {
  [server, browser] = await Promise.all([serveSite(), launchChromium()]);
});
beforeEach(async () => {
  context = await watchedContext(browser);
  page = (await context.newPage()) as typeof page;
  return () => context.close();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

interface Post {
  readonly at: number;
  readonly body: string;
  readonly viaWorker: boolean;
}

/** The visitor's own reports, with the bytes that went out and who answered. */
function recordPosts(on: Page): Post[] {
  const posts: Post[] = [];
  on.on('response', (response) => {
    const request = response.request();
    if (request.method() !== 'POST' || 'x-demo-crowd' in request.headers()) return;
    const body = request.postData() ?? '';
    posts.push({ at: Date.now(), body, viaWorker: response.fromServiceWorker() });
  });
  return posts;
}

const reportsAt = (on: Page) =>
  on.evaluate(async () => {
    const answer = await fetch('/collector/posters-1/snapshot');
    return ((await answer.json()) as { reports: number }).reports;
  });

const chip = (on: Page) => on.getByRole('button', { name: /^Budget used/ });

it('posts exactly the bytes that the packet shows, and nothing about the visitor beside them', async () => {
  const posts = recordPosts(page);
  const headers: Record<string, string>[] = [];
  page.on('request', (request) => {
    const sent = request.headers();
    if (request.method() === 'POST' && !('x-demo-crowd' in sent)) headers.push(sent);
  });
  await openSite(page, server);
  await press(page, 'Deal a card');
  await press(page, 'I’d go');
  const shown = await packetBody(page);
  await untilSent(page);
  expect(posts).toMatchObject([{ body: shown, viaWorker: true }]);
  const [sent] = headers;
  for (const name of ['cookie', 'referer', 'authorization']) expect(sent?.[name] ?? '').toBe('');
});

describe('time and silence', () => {
  it('an unanswered card sends one report, at the time at which an answered one does', async () => {
    const posts = recordPosts(page);
    await openSite(page, server);
    const delays: number[] = [];
    for (const answer of ['I’d go', null]) {
      const before = posts.length;
      await press(page, before === 0 ? 'Deal a card' : 'Deal another card');
      const dealt = Date.now();
      if (answer) await press(page, answer);
      await expect.poll(() => posts.length, { timeout: 20_000, interval: 20 }).toBe(before + 1);
      delays.push((posts.at(-1)?.at ?? 0) - dealt);
      await untilSent(page);
    }
    const [answered = 0, silent = 0] = delays;
    expect(Math.min(answered, silent)).toBeGreaterThan(5_500);
    expect(Math.abs(answered - silent)).toBeLessThan(1_000);
    const shapes = posts.map(({ body }) => Object.keys(JSON.parse(body) as object).join());
    expect(new Set(shapes).size).toBe(1);
    expect(await page.locator('.facts').textContent()).toMatch(/silen|no answer|nothing/i);
  });
});

describe('the collector in the Service Worker', () => {
  it('remembers everything when the browser kills it', async () => {
    await openSite(page, server);
    await press(page, 'Pause the crowd');
    await press(page, 'Deal a card');
    await press(page, 'I’d go');
    await untilSent(page);
    const before = await reportsAt(page);

    const tools = await context.newCDPSession(page);
    const running: string[] = [];
    tools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      running.push(...versions.map(({ runningStatus }) => runningStatus));
    });
    await tools.send('ServiceWorker.enable');
    await tools.send('ServiceWorker.stopAllWorkers');
    // The page may have started it again by now: it asks for a snapshot that is due.
    await expect.poll(() => running, { timeout: 10_000 }).toContain('stopped');

    expect(await reportsAt(page)).toBeGreaterThanOrEqual(before);
    expect(before).toBeGreaterThan(1_000);
    await press(page, 'Deal another card');
    await untilSent(page);
    expect(await complaintsOf(page)).toEqual([]);
  });

  it('is killed between the answer and the sending, and still gets the report', async () => {
    const posts = recordPosts(page);
    await openSite(page, server);
    await press(page, 'Deal a card');
    await press(page, 'Not for me');
    const shown = await packetBody(page);
    const tools = await context.newCDPSession(page);
    await tools.send('ServiceWorker.enable');
    await tools.send('ServiceWorker.stopAllWorkers');
    await untilSent(page);
    expect(posts).toMatchObject([{ body: shown, viaWorker: true }]);
  });

  it('is taken again after a hard reload, which leaves the page without a worker', async () => {
    await openSite(page, server);
    const tools = await context.newCDPSession(page);
    const reloaded = page.waitForEvent('load');
    await tools.send('Page.reload', { ignoreCache: true });
    await reloaded;
    expect(await untilConnected(page)).toBe('Server runs in this site’s Service Worker');
  });

  it('is replaced by one in the page where workers are blocked, and the page says why', async () => {
    const without = await watchedContext(browser, { serviceWorkers: 'block' });
    const blocked = (await without.newPage()) as typeof page;
    const posts = recordPosts(blocked);
    await openSite(blocked, server);
    expect(await blocked.locator('.badge').textContent()).toMatch(
      /^Server runs in this page \(.*Service Worker.*\)/,
    );
    await press(blocked, 'Deal a card');
    await press(blocked, 'I’d go');
    await untilSent(blocked);
    expect(posts).toEqual([]);
    expect(server.hits.filter(({ path }) => path.startsWith('/collector/posters'))).toEqual([]);
    expect(await complaintsOf(blocked)).toEqual([]);
    await without.close();
  });
});

describe('the budget', () => {
  it('is one for two tabs: of two cards for the last unit one sends nothing', async () => {
    const other = (await context.newPage()) as typeof page;
    const tabs = [page, other];
    for (const tab of tabs) {
      await openSite(tab, server);
      await tab.getByRole('button', { name: 'epsilon 8', exact: true }).click();
    }
    await Promise.all(tabs.map((tab) => press(tab, 'Deal a card')));
    const states = await Promise.all(
      tabs.map(async (tab) => {
        const state = tab.locator('.gap-state');
        await expect
          .poll(() => state.textContent(), { timeout: 20_000 })
          .toMatch(/Leaves|spent|left/);
        return (await state.textContent())?.includes('Leaves in') ? 'packet' : 'nothing';
      }),
    );
    expect(states.sort()).toEqual(['nothing', 'packet']);
    for (const tab of tabs) {
      await tab.bringToFront();
      await expect.poll(() => chip(tab).textContent(), { timeout: 10_000 }).toContain('8 of 8');
    }
  });

  it('survives a reload', async () => {
    await openSite(page, server);
    await press(page, 'Deal a card');
    await expect.poll(() => chip(page).textContent()).toContain('1 of 8');
    await page.reload();
    await untilConnected(page);
    await expect.poll(() => chip(page).textContent()).toContain('1 of 8');
  });
});

it('forgets everything: databases, worker and settings are gone', async () => {
  await openSite(page, server);
  await page.getByRole('button', { name: /Theme/ }).click();
  await press(page, 'Deal a card');
  await packetBody(page);
  // What comes after the reset is an empty page, so that nothing is created again.
  server.override = (path) =>
    path === '/' ? { status: 200, type: 'text/html', body: '<title>empty</title>' } : undefined;
  await press(page, 'Forget everything');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Forget', exact: true }).click();
  await reloaded;
  server.override = undefined;
  const left = await page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    settings: Object.keys(localStorage),
    caches: await caches.keys(),
    title: document.title,
  }));
  expect(left).toEqual({ databases: [], workers: 0, settings: [], caches: [], title: 'empty' });
  await openSite(page, server);
  await expect.poll(() => chip(page).textContent()).toContain('0 of 8');
});

it('can be used with the keyboard alone, with the focus always visible', async () => {
  await openSite(page, server);
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const style = getComputedStyle(element);
      return {
        name: (element.getAttribute('aria-label') ?? element.textContent ?? '').trim(),
        page: element === document.body,
        visible: style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2,
      };
    });
  const tabTo = async (name: string) => {
    for (let i = 0; i < 40; ++i) {
      await page.keyboard.press('Tab');
      const { name: found, visible, page: whole } = await focused();
      if (whole) continue; // the end of the page, before its beginning
      expect(visible, `focus on “${found.slice(0, 40)}”`).toBe(true);
      if (found.startsWith(name)) return;
    }
    expect.unreachable(`Tab never reached “${name}”`);
  };
  await tabTo('Skip to the posters');
  await page.keyboard.press('Enter');
  await tabTo('Deal a card');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I’d go' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await packetBody(page);
  expect(await page.locator('.facts').textContent()).toMatch(/go/i);
  await untilSent(page);
  await page.keyboard.press('Shift+Tab');
  await tabTo('Budget used');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Your ledger' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await page.locator('input[type=range]').focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.locator('input[type=number]').inputValue()).toBe('2');
});

it('keeps the keyboard at the card when the answer that it stood on goes away', async () => {
  await openSite(page, server);
  await press(page, 'Deal a card');
  await page.getByRole('button', { name: 'Not for me' }).press('Enter');
  await packetBody(page);
  const isAtCard = () => page.evaluate(() => document.activeElement?.matches('.card'));
  await expect.poll(isAtCard).toBe(true);
});

it('can be read without JavaScript', async () => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const reader = await plain.newPage();
  await reader.goto(`${server.origin}/`);
  await reader.getByRole('heading', { level: 1 }).waitFor();
  expect(await reader.locator('.beliefs tbody tr').count()).toBe(5);
  expect(await reader.locator('.readouts .big').allTextContents()).toEqual([
    expect.stringMatching(/^73/),
    expect.stringMatching(/%$/),
    expect.stringMatching(/visitors/),
  ]);
  await plain.close();
});
