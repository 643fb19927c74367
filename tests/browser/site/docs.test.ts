// /docs/ in Chromium and Firefox: search without a server, under the policy of the site; looks in Chromium.
import { readdirSync, readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { overflow, violations } from '../support/axe.js';
import {
  complaintsOf,
  kProfiles,
  launchChromium,
  waitFor,
  watchedContext,
} from '../support/browsers.js';
import { look, type SitePage } from '../support/looks.js';
import { kSite } from '../support/site.js';
import { page, server, useOneBrowser, useServer } from '../support/visit.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** One of each kind; axe takes ten seconds for a page as long as the reference of ldp-bandits. */
const kPages = [
  '',
  'guides/choose.html',
  'reference/ldp-bandits.node.html',
  'mechanisms/bit.html',
  'spec/graded.html',
];

describe.each(kProfiles)('in %s', (_name, launch) => {
  useOneBrowser(launch);

  const firstResult = async (query: string) => {
    await page.goto(`${server.origin}/docs/`);
    await waitFor(
      page,
      () => {
        if (document.querySelector('.search-input')) return true;
        document.querySelector<HTMLButtonElement>('.DocSearch-Button')?.click();
        return false;
      },
      null,
      'the box of the search',
    );
    await page.evaluate((words) => {
      const input = document.querySelector<HTMLInputElement>('.search-input');
      if (!input) throw new Error('no box');
      input.value = words;
      input.dispatchEvent(new Event('input'));
    }, query);
    return waitFor(
      page,
      () => document.querySelector<HTMLAnchorElement>('.result')?.href,
      null,
      `a result for “${query}”`,
    );
  };

  it.each([
    ['install', '/docs/guides/install.html'],
    ['budget', '/docs/guides/page.html'],
    ['delayed rewards', '/docs/guides/delayed-rewards.html'],
    ['privacy notice', '/docs/guides/privacy-notice.html'],
    ['createBandit', '/docs/reference/ldp-bandits'],
  ])('the first result for “%s” is on %s', async (query, path) => {
    expect(new URL(await firstResult(query)).pathname).toMatch(new RegExp(`^${path}`));
  });

  it('search finds “budget”, and its first result has a part about it', async () => {
    const address = await firstResult('budget');
    const { origin, pathname, hash } = new URL(address);
    expect(origin).toBe(server.origin);
    await page.goto(address);
    const found = await waitFor(
      page,
      (id) => document.getElementById(id)?.textContent,
      decodeURIComponent(hash.slice(1)),
      `the heading of ${pathname}`,
    );
    expect(found).toMatch(/budget/i);
    expect(server.hits.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('a link leads back to the site, and code has colours', async () => {
    await page.goto(`${server.origin}/docs/guides/page.html`);
    const links = await page.evaluate(
      () =>
        Array.from(document.querySelectorAll<HTMLAnchorElement>('header a'), ({ href }) => href),
      null,
    );
    expect(links).toContain(`${server.origin}/`);
    const colours = await page.evaluate(
      () =>
        Array.from(
          document.querySelectorAll('.vp-code span span'),
          (word) => getComputedStyle(word).color,
        ),
      null,
    );
    expect(new Set(colours).size).toBeGreaterThan(3);
  });

  it('the theme that a visitor has chosen on the site holds here', async () => {
    await page.goto(`${server.origin}/docs/`);
    for (const theme of ['dark', 'light']) {
      await page.evaluate((chosen) => localStorage.setItem('ldp-theme', chosen), theme);
      await page.goto(`${server.origin}/docs/guides/install.html`);
      const isDark = await page.evaluate(
        () => document.documentElement.classList.contains('dark'),
        null,
      );
      expect(isDark).toBe(theme === 'dark');
    }
  });
});

describe('looks', () => {
  useServer();
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)(
    '%s at %i pixels: nothing for axe to say, nothing too wide',
    async (scheme, width) => {
      const context = await watchedContext(browser, look(scheme, width));
      const own = (await context.newPage()) as SitePage;
      for (const path of kPages) {
        await own.goto(`${server.origin}/docs/${path}`);
        await own.waitForLoadState('networkidle');
        expect([path, ...(await violations(own))]).toEqual([path]);
        expect([path, await overflow(own)]).toEqual([path, 0]);
        expect([path, ...(await complaintsOf(own))]).toEqual([path]);
      }
      await context.close();
    },
  );
});

it('no page has a script, a style or a picture inline', () => {
  const files = readdirSync(`${kSite}/docs`, { recursive: true, encoding: 'utf8' });
  const pages = files.filter((file) => file.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(50);
  for (const file of pages) {
    const html = readFileSync(`${kSite}/docs/${file}`, 'utf8');
    expect([
      file,
      ...(html.match(/<script[^>]*>[^<]+<|<style|<[^>]+ style="|src="data:/g) ?? []),
    ]).toEqual([file]);
    expect(html).toContain('http-equiv="content-security-policy"');
  }
});
