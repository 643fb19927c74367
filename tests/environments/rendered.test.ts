// Pages that servers render, in Chromium and Firefox: the right option from the first byte on, and one report for each
// exposure. The servers run examples/ as they stand, with an epsilon at which a report says what the visitor did.
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { kChromiumArguments, programOf } from '../browser/support/browsers.js';
import { record } from './recorder.js';
import { type Command, serve } from './servers.js';
import { openWatched, seenOf } from './watched-page.js';

const project = inject('project');
const run = promisify(execFile);
const node = process.execPath;
const modules = join(project, 'node_modules');
const next = join(modules, 'next/dist/bin/next');
const vite = join(modules, 'vite/bin/vite.js');
const OPTIONS = ['A quiet week', 'What the sea knows', 'Ten small forests'];

interface Site {
  readonly folder: string;
  readonly build?: Command;
  readonly start: Command;
  /** Its `cors` is that of docs/mounts.md, which says that it serves a collector. */
  readonly answersOthers?: true;
}

const sites: Record<string, Site> = {
  'plain HTML': { folder: 'plain-html', start: [node, 'server.js'] },
  Astro: {
    folder: 'astro-server',
    build: [node, join(modules, 'astro/astro.js'), 'build'],
    start: [node, 'dist/server/entry.mjs'],
  },
  SvelteKit: {
    folder: 'sveltekit',
    build: [node, vite, 'build'],
    start: [node, 'build/index.js'],
    answersOthers: true,
  },
  'Next.js': {
    folder: 'next',
    build: [node, next, 'build'],
    start: [node, next, 'start', '--hostname', '127.0.0.1'],
    answersOthers: true,
  },
  Nuxt: {
    folder: 'nuxt',
    build: [node, join(modules, 'nuxt/bin/nuxt.mjs'), 'build'],
    start: [node, '.output/server/index.mjs'],
  },
};

const browsers: Record<string, Browser> = {};
/** Tabs of one browser take turns: a page that is behind another one is not seen there. */
const turns: Record<string, Promise<unknown>> = {};

function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns[name] ?? Promise.resolve()).then(work);
  turns[name] = turn.catch(() => {});
  return turn;
}

beforeAll(async () => {
  browsers['Chromium'] = await puppeteer.launch({
    executablePath: await programOf('Chromium'),
    args: kChromiumArguments,
  });
  browsers['Firefox'] = await puppeteer.launch({
    browser: 'firefox',
    executablePath: await programOf('Firefox'),
  });
});
afterAll(() => Promise.all(Object.values(browsers).map((browser) => browser.close())));

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + 90_000; Date.now() < end; ) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Waited in vain for: ${what}`);
}

/** In the page: how many decisions this browser has spent for at the page's origin, by a ledger. */
const spent = (ledger: string) =>
  new Promise<number>((resolve) => {
    const opened = indexedDB.open(ledger);
    opened.onupgradeneeded = () => opened.transaction?.abort();
    opened.onerror = () => resolve(0);
    opened.onsuccess = () => {
      const database = opened.result;
      const count = database.transaction('ledger').objectStore('ledger').count();
      count.onsuccess = () => {
        resolve(count.result);
        database.close();
      };
    };
  });

describe.concurrent.each(Object.keys(sites))('%s', (name) => {
  const { folder, build, start, answersOthers } = sites[name] as Site;
  const cwd = join(project, 'answerable', folder);

  test('shows one option from the first byte on, and reports each exposure once', async () => {
    if (build) {
      const env = { ...process.env, NODE_ENV: 'production', NUXT_TELEMETRY_DISABLED: '1' };
      const quiet = { NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };
      await inTurn('build', () =>
        run(build[0], build.slice(1), { cwd, env: { ...env, ...quiet } }),
      );
    }
    await using server = await serve(start, cwd);
    const { headers } = await fetch(server.origin);
    // Plain HTML picks in the head, so a cache may give all visitors one page.
    const cached = build ? /\bno-store\b/ : /^public, max-age=300$/;
    expect(headers.get('cache-control')).toMatch(cached);
    const visits = Object.entries(browsers).map(async ([browserName, browser]) => {
      using recorder = await record(server.origin);
      const arms = await inTurn(browserName, async () => {
        const shown: number[] = [];
        for (const isClicked of [false, true]) {
          const page = await openWatched(browser, recorder.origin);
          await until(
            async () => (await page.evaluate(spent, 'ldp-bandits')) === shown.length + 1,
            `${browserName} to open a decision in ${name}`,
          );
          const { texts, places, shifts, complaints } = await seenOf(page);
          expect(texts).toHaveLength(1);
          expect(places).toHaveLength(1);
          expect(shifts).toBe(0);
          expect(complaints).toEqual([]);
          shown.push(OPTIONS.indexOf(texts[0] as string));
          expect(shown.at(-1)).toBeGreaterThanOrEqual(0);
          if (!isClicked) continue;
          await page.click('#headline');
          await until(
            () => page.evaluate(() => document.querySelector('h1')?.textContent === 'The article'),
            `${browserName} to follow the link in ${name}`,
          );
        }
        return shown;
      });
      await until(() => recorder.reports().length >= 2, `the reports of ${browserName} to ${name}`);
      const sent = recorder.reports().map(({ arm, bit, status }) => [arm, bit, status]);
      // The first was left silent, the second was clicked.
      expect(sent.sort((a, b) => (a[1] as number) - (b[1] as number))).toEqual([
        [arms[0], 0, 202],
        [arms[1], 1, 202],
      ]);
      expect(recorder.asked.filter((one) => one.startsWith('GET'))).toEqual([]);
    });
    await Promise.all(visits);
    if (answersOthers) await run(node, ['client.js', server.endpoint, '16'], { cwd: project });
  });
});

test.concurrent('SvelteKit in development reports an exposure once, however often its component is saved', async () => {
  const cwd = join(project, 'answerable/sveltekit-dev');
  cpSync(join(project, 'answerable/sveltekit'), cwd, { recursive: true });
  const component = join(cwd, 'src/lib/Headline.svelte');
  const source = readFileSync(component, 'utf8');
  await using server = await serve(
    [node, vite, 'dev', '--host', '127.0.0.1', '--strictPort'],
    cwd,
    (port) => ['--port', `${port}`],
  );
  const browser = browsers['Chromium'] as Browser;
  const decisions = (page: Page) => page.evaluate(spent, 'ldp-bandits-development-0');
  using recorder = await record(server.origin);
  const page = await inTurn('Chromium', async () => {
    // Vite bundles what a page imports when it is first asked for, and loads that page again. It is a page of
    // another origin, with another ledger.
    const first = await openWatched(browser, server.origin);
    await until(
      async () => (await decisions(first)) > 0,
      'the first visit to the development server',
    );
    await first.close();
    const watched = await openWatched(browser, recorder.origin);
    await until(async () => (await decisions(watched)) > 0, 'a decision in development');
    for (const edit of ['1', '2', '3']) {
      writeFileSync(component, `${source}\n<p id="edit">${edit}</p>\n`);
      const isNew = (text: string) => document.getElementById('edit')?.textContent === text;
      await until(() => watched.evaluate(isNew, edit), `edit ${edit} in the page`);
    }
    return watched;
  });
  await until(() => recorder.reports().length > 0, 'the report of the page that was edited');
  expect(await decisions(page)).toBe(1);
  expect(recorder.reports()).toMatchObject([{ bit: 0, status: 202 }]);
  expect((await seenOf(page)).texts).toHaveLength(1);
});

/** Changes its text, and then moves, after it was shown. */
const FLASHING = `data:text/html,<a id="headline">first</a><p></p><script>
  setTimeout(() => {
    headline.textContent = 'second';
    setTimeout(() => document.body.prepend(document.createElement('hr')), 300);
  }, 300);
</script>`;

test.each(['Chromium', 'Firefox'])(
  'in %s, the watch sees a text that changes and a place that moves',
  async (name) => {
    await inTurn(name, async () => {
      const page = await openWatched(browsers[name] as Browser, FLASHING);
      await until(async () => (await seenOf(page)).places.length >= 3, 'both changes');
      expect((await seenOf(page)).texts).toEqual(['first', 'second']);
    });
  },
);
