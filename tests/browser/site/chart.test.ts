// The chart that every page shares, on /how/ and on the demos.
import type { Browser, BrowserContext, Page as ChromiumPage } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { complaintsOf, launchChromium, type Page, watchedContext } from '../support/browsers.js';
import { serveSite, untilConnected } from '../support/site.js';
import type { StaticServer } from '../support/static-server.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

declare global {
  interface Window {
    /** When the curves of the watched chart were painted anew. */
    paints: number[];
  }
}

let server: StaticServer;
let browser: Browser;
let context: BrowserContext;
let page: ChromiumPage & Page;
beforeAll(async () => {
  [server, browser] = await Promise.all([serveSite(), launchChromium()]);
});
beforeEach(async () => {
  context = await watchedContext(browser);
  page = (await context.newPage()) as ChromiumPage & Page;
  return async () => {
    expect(await complaintsOf(page)).toEqual([]);
    await context.close();
  };
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

describe('a chart of curves', () => {
  const cursor = () => page.locator('#how-bandit .chart-frame');
  const spoken = () => page.locator('#how-bandit .chart [role=status]');
  beforeEach(async () => {
    await page.goto(`${server.origin}/how/`);
    await page.locator('html.live').waitFor();
  });

  it('is a figure with a sentence, and its cursor reads the values to those who listen', async () => {
    const figure = page.getByRole('figure', { name: /^After 10,000 visitors at ε = 1/ });
    expect(await figure.count()).toBe(1);
    await cursor().focus();
    await page.keyboard.press('Home');
    const first = await cursor().getAttribute('aria-valuetext');
    await page.keyboard.press('ArrowRight');
    expect(await cursor().getAttribute('aria-valuetext')).not.toBe(first);
    await page.keyboard.press('End');
    await expect
      .poll(() => spoken().textContent())
      .toMatch(/^10,000 visitors: Private \d+, Not private \d+, Random choice/);
    await page.keyboard.press('Tab');
    await expect.poll(() => spoken().textContent()).toBe('');
  });

  it('is read by a pointer too', async () => {
    await cursor().scrollIntoViewIfNeeded();
    const box = await cursor().boundingBox();
    if (!box) return expect.unreachable('the chart is on the page');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(() => page.locator('#how-bandit .cursor-dot').count()).toBe(3);
    await expect.poll(() => spoken().textContent()).toMatch(/^[\d,]+ visitors: Private/);
  });

  it('is a table of at most 25 rows as well', async () => {
    await page.locator('#how-bandit .chart-table summary').click();
    const rows = page.locator('#how-bandit .chart-table tbody tr');
    expect(await rows.count()).toBeGreaterThan(10);
    expect(await rows.count()).toBeLessThanOrEqual(25);
    expect(await rows.last().textContent()).toMatch(/^10,000/);
  });

  it('is painted at most ten times a second, however fast its values come', async () => {
    await page.evaluate(() => {
      window.paints = [];
      const frame = document.querySelector('#how-budget .chart-frame') as Element;
      const record = () => {
        const now = performance.now();
        // One painting changes many paths.
        if (now - (window.paints.at(-1) ?? Number.NEGATIVE_INFINITY) > 5) window.paints.push(now);
      };
      new MutationObserver(record).observe(frame, { subtree: true, attributeFilter: ['d'] });
    });
    const slider = page.locator('#budget-reports');
    await slider.focus();
    for (let i = 0; i < 8; ++i) {
      await page.keyboard.press('ArrowRight');
      await page.waitForTimeout(60);
    }
    await expect
      .poll(() => page.locator('#how-budget .run').first().textContent())
      .toContain('Run the');
    // Ten a day are wanted; a limit of 8 that is renewed daily lets eight through, for thirty days.
    await expect.poll(() => page.locator('#how-budget .legend b').last().textContent()).toBe('240');
    const paints = await page.evaluate(() => window.paints);
    const gaps = paints.slice(1).map((time, i) => time - (paints[i] ?? 0));
    expect(paints.length).toBeGreaterThan(0);
    expect(gaps.filter((gap) => gap < 95)).toEqual([]);
  });
});

it('a demo loads its chart when a reader comes near, not before', async () => {
  await page.goto(`${server.origin}/demos/`);
  await untilConnected(page);
  const loaded = () =>
    server.hits.map(({ path }) => path).filter((path) => /\/chart-.*\.js$/.test(path));
  const before = loaded().length;
  await page.waitForTimeout(1_000);
  expect(loaded()).toHaveLength(before);
  await page.locator('#demo').scrollIntoViewIfNeeded();
  await page.locator('#demo .chart-frame').waitFor();
  const files = loaded().slice(before);
  expect(files).not.toEqual([]);
  // Each file once.
  expect([...new Set(files)]).toEqual(files);
});
