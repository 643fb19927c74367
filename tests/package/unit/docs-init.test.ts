// @vitest-environment jsdom
// The first snippets of README and of the guide to a page, HTML and script as they stand, before the collector of the
// config that `npx ldp-bandits init` writes.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { Bandit } from 'ldp-bandits';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newPage } from './components-support.js';
import { blocks, collectorFor, initExperiments, removeModules, run } from './docs-support.js';

const made: Bandit[] = [];
vi.mock('ldp-bandits', async (original) => {
  const client = await original<typeof import('ldp-bandits')>();
  const createBandit: typeof client.createBandit = async (options) => {
    const bandit = await client.createBandit(options);
    made.push(bandit as unknown as Bandit);
    return bandit;
  };
  return { ...client, createBandit };
});

/** A script that changes a page, after the HTML that it is for. */
const snippets = blocks.flatMap(({ name, language, code }, at) => {
  const isPage = language === 'js' && code.includes("document.querySelector('#headline')");
  const html = blocks[at - 1];
  return isPage && html?.language === 'html' ? [[name, html.code, code] as const] : [];
});
const { labels = [] } = initExperiments['headlines'] ?? {};

const errors = vi.fn();
beforeEach(() => {
  newPage();
  made.length = 0;
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('console', { ...console, error: errors, warn: () => {} });
});
afterEach(async () => {
  for (const bandit of made) await bandit.dispose();
  errors.mockReset();
  vi.unstubAllGlobals();
});
afterAll(removeModules);

const link = () => document.querySelector('a') as HTMLAnchorElement;
async function open(html: string, script: string) {
  document.body.innerHTML = html;
  await run(script, '');
}

describe.each(snippets)('%s', (name, html, script) => {
  test('shows a headline of init, and its click is one report that counts', async () => {
    const collector = await collectorFor(name.split(' ')[0] ?? '', 'headlines');
    vi.stubGlobal('fetch', (request: Request) => collector.fetch(request));
    await open(html, script);
    expect(labels).toContain(link().textContent);
    expect(new Set(labels)).toContain(/>([^<]+)<\/a>/.exec(html)?.[1]);
    link().click();
    expect(await made[0]?.flush()).toMatchObject({ accepted: 1, rejected: 0, pending: 0 });
    expect(errors).not.toHaveBeenCalled();
    await collector.dispose();
  });

  test('keeps the headline of the HTML where the collector has other terms, and says which', async () => {
    const collector = await collectorFor(name.split(' ')[0] ?? '', 'headlines');
    vi.stubGlobal('fetch', (request: Request) => collector.fetch(request));
    await open(html, script.replace('arms: 3', 'arms: 4'));
    expect(link().outerHTML).toBe(html.match(/<a.*<\/a>/)?.[0]);
    expect(String(errors.mock.calls[0]?.[0])).toMatch(/algorithm\.arms/);
    await collector.dispose();
  });
});

test('README and the guide to a page begin with such a snippet', () => {
  const documents = snippets.map(([name]) => name.split(' ')[0]);
  expect(documents).toEqual(['README.md', 'docs/guides/page.md']);
});
