// What only one browser's tools can show: the bytes of a request, a killed worker, blocked workers, the
// keyboard, two tabs, and a storage that is really empty afterwards.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Page as AnyPage,
  complaintsOf,
  launchChromium,
  watchedContext,
} from '../support/browsers.js';
import {
  kNext,
  kNo,
  kYes,
  openSite,
  packetBody,
  press,
  serveSite,
  untilConnected,
  untilSent,
} from '../support/site.js';
import type { StaticServer } from '../support/static-server.js';
import { hurry, openPage } from '../support/two-pages.js';

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
  await press(page, kYes);
  const shown = await packetBody(page);
  await untilSent(page);
  expect(posts).toMatchObject([{ body: shown, viaWorker: true }]);
  const [sent] = headers;
  for (const name of ['cookie', 'referer', 'authorization']) expect(sent?.[name] ?? '').toBe('');
});

describe('time and silence', () => {
  it('on the home page looking costs nothing and sends nothing', async () => {
    const posts = recordPosts(page);
    await openSite(page, server);
    await page.waitForTimeout(4_000);
    expect(posts).toEqual([]);
    expect(await chip(page).textContent()).toContain('0 of 8');
    expect(await page.locator('.gap-state').textContent()).not.toMatch(/Sends|Sent/);
  });

  it('on the home page yes and no leave two seconds after the answer', async () => {
    const posts = recordPosts(page);
    await openSite(page, server);
    const delays: number[] = [];
    for (const answer of [kYes, kNo]) {
      if (delays.length > 0) await press(page, kNext);
      await press(page, answer);
      const answered = Date.now();
      await expect
        .poll(() => posts.length, { timeout: 20_000, interval: 20 })
        .toBe(delays.length + 1);
      delays.push((posts.at(-1)?.at ?? 0) - answered);
      await untilSent(page);
    }
    expect(Math.min(...delays)).toBeGreaterThan(1_900);
    expect(Math.max(...delays)).toBeLessThan(4_000);
  });

  it('an unanswered card sends one report, at the time at which an answered one does', async () => {
    const posts = recordPosts(page);
    await openPage(page, server, 'demos/personal');
    await hurry(page);
    const delays: number[] = [];
    for (const answer of ['I’d go', null]) {
      const before = posts.length;
      await press(page, before === 0 ? 'Show an option' : 'Show another option');
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
    await press(page, kYes);
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
    await press(page, kNext);
    await press(page, kNo);
    await untilSent(page);
    expect(await complaintsOf(page)).toEqual([]);
  });

  it('is killed between the answer and the sending, and still gets the report', async () => {
    const posts = recordPosts(page);
    await openSite(page, server);
    await press(page, kNo);
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
    await press(blocked, kYes);
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
      await openPage(tab, server, 'demos');
      await tab.getByRole('button', { name: 'epsilon 8', exact: true }).click();
    }
    await Promise.all(tabs.map((tab) => press(tab, kYes)));
    const states = await Promise.all(
      tabs.map(async (tab) => {
        const state = tab.locator('.gap-state');
        await expect
          .poll(() => state.textContent(), { timeout: 20_000 })
          .toMatch(/Sends|spent|left/);
        return (await state.textContent())?.includes('Sends in') ? 'packet' : 'nothing';
      }),
    );
    expect(states.sort()).toEqual(['nothing', 'packet']);
    for (const tab of tabs) {
      await tab.bringToFront();
      await expect.poll(() => chip(tab).textContent(), { timeout: 10_000 }).toContain('8 of 8');
    }
  });

  it('is one for each demo, and where it ends a new one can be had', async () => {
    await openPage(page, server, 'demos');
    await page.getByRole('button', { name: 'epsilon 8', exact: true }).click();
    await press(page, kYes);
    await expect.poll(() => chip(page).textContent()).toContain('8 of 8');
    await page.reload();
    await untilConnected(page);
    await expect.poll(() => page.locator('.packet').textContent()).toMatch(/budget is spent/);
    await openPage(page, server, 'demos/ab');
    await expect.poll(() => chip(page).textContent()).toContain('0 of 8');
    await openPage(page, server, 'demos');
    await press(page, 'New budget');
    await expect.poll(() => chip(page).textContent()).toContain('0 of 8');
    await press(page, kYes);
    await untilSent(page);
    await page.reload();
    await expect.poll(() => chip(page).textContent()).toContain('1 of 8');
  });

  it('survives a reload', async () => {
    await openSite(page, server);
    await press(page, kYes);
    await expect.poll(() => chip(page).textContent()).toContain('1 of 8');
    await page.reload();
    await untilConnected(page);
    await expect.poll(() => chip(page).textContent()).toContain('1 of 8');
  });
});

it('forgets everything: databases, worker and settings are gone', async () => {
  await openSite(page, server);
  await page.getByRole('button', { name: /Theme/ }).click();
  await press(page, kYes);
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
  await tabTo('Skip to the option');
  await page.keyboard.press('Enter');
  await tabTo(kYes);
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
  await openPage(page, server, 'demos');
  await page.locator('input[type=range]').focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.locator('input[type=number]').inputValue()).toBe('2');
});

it('keeps the keyboard at the card when the answer that it stood on goes away', async () => {
  await openSite(page, server);
  await page.getByRole('button', { name: /^No/ }).press('Enter');
  await packetBody(page);
  const isAtCard = () => page.evaluate(() => document.activeElement?.matches('.card'));
  await expect.poll(isAtCard).toBe(true);
});

it('shows the same option without JavaScript, while it starts and when it is ready', async () => {
  const name = async (reader: Page) => reader.locator('.card-name').textContent();
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const reader = await plain.newPage();
  await reader.goto(`${server.origin}/`);
  await reader.getByRole('heading', { level: 1 }).waitFor();
  expect(await reader.locator('.zone-server .beliefs tbody tr').count()).toBe(5);
  expect(await reader.locator('.zone-demo .beliefs tbody tr').count()).toBe(5);
  const shown = await name(reader);
  await plain.close();
  await page.goto(`${server.origin}/`);
  await page.locator('html.live').waitFor();
  expect(await name(page)).toBe(shown);
  await untilConnected(page);
  expect(await name(page)).toBe(shown);
  await press(page, kYes);
  await packetBody(page);
  expect(await name(page)).toBe(shown);
});

it('keeps an answer that was given before the page was ready', async () => {
  const posts = recordPosts(page);
  await page.goto(`${server.origin}/`);
  await press(page, kYes);
  await untilSent(page);
  expect(posts).toHaveLength(1);
});

it('opens again without a network, and the collector answers', async () => {
  await openSite(page, server);
  await press(page, kYes);
  await untilSent(page);
  const files = () =>
    page.evaluate(async () => {
      const [name = ''] = await caches.keys();
      return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    });
  await expect.poll(async () => (await files()).some((path) => path.endsWith('.wasm'))).toBe(true);
  expect(await files()).toContain('/');
  expect((await files()).filter((path) => path.startsWith('/collector'))).toEqual([]);
  await context.setOffline(true);
  await page.reload();
  expect(await untilConnected(page)).toBe('Server runs in this site’s Service Worker');
  await press(page, kNo);
  await untilSent(page);
  await context.setOffline(false);
  expect(await complaintsOf(page)).toEqual([]);
});
