// How the papers' pages and the playground look and read, with Chromium's tools: axe before and after a run, by keyboard
// alone, without script, without workers, without WebAssembly.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { papers } from 'ldp-bandits/papers';
import { encodeSpec } from 'ldp-bandits/simulation';
import { describe, expect, it, vi } from 'vitest';
import { overflow, violations } from '../support/axe.js';
import { complaintsOf } from '../support/browsers.js';
import { kPictures, type SitePage, useSite } from '../support/looks.js';
import {
  fill,
  fragmentOf,
  kSmall,
  playedInNode,
  pressIn,
  textOf,
  touch,
  untilText,
} from '../support/runs.js';
import { kSite } from '../support/site.js';
import { kPolicy, serve } from '../support/static-server.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const site = useSite();

/** The buttons of a figure, at the page of its paper. */
async function openFigure(page: SitePage, name: string, paper = 'ren2020'): Promise<void> {
  await page.goto(`${site.server.origin}/playground/papers/${paper}/`);
  await pressIn(page, `#figure-${name}`, 'Run it here');
  await page.locator(`#figure-${name} .run-button`).first().waitFor();
}

/** Two specs in one card, so that what is there once for each can be told apart. */
const openLab = async (page: SitePage) => {
  const second = await encodeSpec({ ...kSmall, seed: 'another' });
  const first = await fragmentOf(kSmall, { figure: '1b' });
  await page.goto(`${site.server.origin}/playground/papers/${first}&s=${second}`);
};

async function playLab(page: SitePage): Promise<void> {
  await openLab(page);
  await pressIn(page, '#figure-1b', 'Play it again');
  await textOf(page, '#figure-1b .digest');
  await pressIn(page, '#figure-1b', 'Keep this run');
  await pressIn(page, '#figure-1b .take-away', 'Link');
  await textOf(page, '#figure-1b .copy-head');
}

async function playPlayground(page: SitePage): Promise<void> {
  await page.goto(`${site.server.origin}/playground/`);
  await touch(page);
  await page.locator('[data-path="horizon"]').waitFor();
  await fill(page, '[data-path="horizon"]', '2000');
  await pressIn(page, '.controls', 'Run');
  await untilText(page, '.controls .job-text', /^Done/);
}

describe.each([
  ['light at 1280 px', { colorScheme: 'light', viewport: { width: 1280, height: 800 } }],
  ['dark at 1280 px', { colorScheme: 'dark', viewport: { width: 1280, height: 800 } }],
  ['light at 375 px', { colorScheme: 'light', viewport: { width: 375, height: 812 } }],
  ['dark at 375 px', { colorScheme: 'dark', viewport: { width: 375, height: 812 } }],
  ['forced colours', { forcedColors: 'active', viewport: { width: 1280, height: 800 } }],
  ['320 px, as 400 % zoom makes it', { viewport: { width: 320, height: 640 } }],
] as const)('%s', (name, options) => {
  const picture = (page: string) =>
    join(kPictures, `${page}-${name.replaceAll(/[^a-z0-9]+/gi, '-')}.png`);
  const expectInOrder = async (page: SitePage) => {
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  };

  it.each(['', ...papers.map(({ id }) => `${id}/`)])('papers/%s as it arrives', (paper) =>
    site.withPage(options, async (page) => {
      await page.goto(`${site.server.origin}/playground/papers/${paper}`);
      for (const summary of await page.locator('.figure-card summary').all()) await summary.click();
      await expect.poll(() => page.getByText('Loading …').count()).toBe(0);
      await expectInOrder(page);
      await page.screenshot({ path: picture(`papers-${paper.replace('/', '')}`) });
    }),
  );

  it('a figure, before a run and after', () =>
    site.withPage(options, async (page) => {
      await openLab(page);
      await page.getByRole('button', { name: 'Play it again' }).waitFor();
      await expectInOrder(page);
      await playLab(page);
      for (const summary of await page.locator('summary').all()) await summary.click();
      await expectInOrder(page);
      await page.locator('#figure-1b').screenshot({ path: picture('figure') });
    }));

  it('the playground, before a run, after it, and with something wrong', () =>
    site.withPage(options, async (page) => {
      await page.goto(`${site.server.origin}/playground/`);
      await expectInOrder(page);
      await touch(page);
      await page.locator('[data-path="horizon"]').waitFor();
      await expectInOrder(page);
      await playPlayground(page);
      for (const summary of await page.locator('summary').all()) await summary.click();
      await expectInOrder(page);
      await page.screenshot({ path: picture('play'), fullPage: true });
      await fill(page, '[data-path="arms[0].mean"]', '7');
      await fill(page, '[data-path="levels"]', 'menu');
      await pressIn(page, '.controls', 'Run');
      await textOf(page, '.field .field-error');
      await expectInOrder(page);
    }));
});

it('a figure is played, read and stopped by keyboard alone', () =>
  site.withPage({}, async (page) => {
    await openFigure(page, '1c');
    const card = page.locator('#figure-1c');
    await card.locator('.run-button').first().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await card.locator('progress').waitFor();
    await card.locator('figcaption', { hasText: 'Partial' }).waitFor();
    await page.keyboard.press('Escape');
    await untilText(page, '#figure-1c .job-text', /^Cancelled/);
    const chart = card.getByRole('slider');
    await chart.focus();
    await page.keyboard.press('Home');
    expect(await chart.getAttribute('aria-valuetext')).toBe('10 rounds');
    await page.keyboard.press('ArrowRight');
    expect(await chart.getAttribute('aria-valuetext')).toBe('13 rounds');
    await expect
      .poll(() => card.locator('.chart [role="status"]').first().textContent())
      .toMatch(/^13 rounds: UCB1 /);
  }));

it('the switches of a figure are set by keyboard alone', () =>
  site.withPage({ viewport: { width: 375, height: 812 } }, async (page) => {
    await openFigure(page, 'online-ldp-linear-1a', 'online-ldp-linear');
    const group = page
      .locator('#figure-online-ldp-linear-1a')
      .getByRole('group', { name: 'Confidence radius' });
    await group.getByRole('radio', { name: /^practical/ }).focus();
    await page.keyboard.press('ArrowDown');
    const theory = group.getByRole('radio', { name: /^theory/ });
    expect(await theory.isChecked()).toBe(true);
    const { height = 0 } = (await group.locator('label').first().boundingBox()) ?? {};
    expect(height).toBeGreaterThanOrEqual(44);
    expect(await overflow(page)).toBe(0);
  }));

it('a listener hears how far a run is no more often than every 5 s', () =>
  site.withPage({}, async (page) => {
    await openFigure(page, '1c');
    await page.evaluate(() => {
      const said: [number, string][] = [];
      Object.assign(window, { said });
      new MutationObserver(() => {
        const text = document.querySelector('#figure-1c .job [role="status"]')?.textContent;
        if (text && text !== said.at(-1)?.[1]) said.push([performance.now(), text]);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await pressIn(page, '#figure-1c', 'Run in full');
    const heard = () =>
      page.evaluate(() => (window as unknown as { said: [number, string][] }).said.length);
    await expect.poll(heard, { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
    await pressIn(page, '#figure-1c', 'Cancel');
    await untilText(page, '#figure-1c .job [role="status"]', /Cancelled/);
    const said = await page.evaluate(
      () => (window as unknown as { said: [number, string][] }).said,
    );
    const progress = said.slice(0, -1).map(([at]) => at);
    expect(progress.length).toBeGreaterThanOrEqual(2);
    for (const [i, at] of progress.entries()) {
      if (i > 0) expect(at - (progress[i - 1] ?? 0)).toBeGreaterThan(4900);
    }
    expect(said.at(-1)?.[1]).toMatch(/^Figure 1c: Cancelled/);
  }));

it('without workers the rounds are played in the page, to the same bits', () =>
  site.withPage({}, async (page) => {
    await page.addInitScript('delete window.Worker');
    await playLab(page);
    const { digest } = await playedInNode(kSmall);
    expect(await textOf(page, '#figure-1b .digest')).toBe(digest);
  }));

it('where workers cannot start the page plays by itself', () =>
  site.withPage({}, async (page) => {
    site.server.override = (path) =>
      /simulation\.worker/.test(path) ? { status: 404, body: 'gone' } : undefined;
    await playLab(page);
    site.server.override = undefined;
    const { digest } = await playedInNode(kSmall);
    expect(await textOf(page, '#figure-1b .digest')).toBe(digest);
  }));

it('a worker that crashes again and again ends the run with words, and the next try has new workers', () =>
  site.withPage({}, async (page) => {
    await page.addInitScript(() => {
      Object.assign(window, {
        crashing: true,
        Worker: class extends Worker {
          constructor(...of: ConstructorParameters<typeof Worker>) {
            super(...of);
            const crash = () => {
              if ('crashing' in window && window.crashing)
                this.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
            };
            setTimeout(crash, 400);
          }
        },
      });
    });
    await openFigure(page, '1c');
    await pressIn(page, '#figure-1c', 'Run in full');
    const text = await textOf(page, '#figure-1c [role="alert"]');
    expect(text).toMatch(/A worker stopped twice in the same place/);
    await page.evaluate(() => Object.assign(window, { crashing: false }));
    await pressIn(page, '#figure-1c', 'Run again');
    await untilText(page, '#figure-1c .job-text', /[1-9]\d* of 150 replicates/);
    await pressIn(page, '#figure-1c', 'Cancel');
  }));

it('where WebAssembly is forbidden the page says so, and can be tried again', async () => {
  const strict = await serve({ '/': kSite }, kPolicy.replace(" 'wasm-unsafe-eval'", ''));
  await site.withPage({}, async (page) => {
    await page.goto(`${strict.origin}/playground/papers/ren2020/`);
    await pressIn(page, '#figure-1c', 'Run it here');
    await pressIn(page, '#figure-1c', 'Run quick');
    expect(await textOf(page, '#figure-1c [role="alert"]')).toMatch(/WebAssembly is switched off/);
    await pressIn(page, '#figure-1c', 'Run again');
    expect(await textOf(page, '#figure-1c [role="alert"]')).toMatch(/WebAssembly is switched off/);
    // The page begins to run by itself.
    await page.goto(`${strict.origin}/playground/`);
    await touch(page);
    expect(await textOf(page, '.controls [role="alert"]')).toMatch(/WebAssembly is switched off/);
  });
  await strict.close();
});

it('a page that is left during a long run asks first', () =>
  site.withPage({}, async (page) => {
    await openFigure(page, '1c');
    await page.mouse.click(5, 5);
    await pressIn(page, '#figure-1c', 'Run in full');
    const asks = () =>
      page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect(await asks()).toBe(false);
    await expect.poll(asks, { timeout: 60_000 }).toBe(true);
    const asked = new Promise<string>((resolve) => {
      page.on('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.accept();
      });
    });
    await page.reload();
    expect(await asked).toBe('beforeunload');
  }));

it('the pages can be read without script: results, plots and how many claims hold', () =>
  site.withPage({ javaScriptEnabled: false }, async (page) => {
    const expectNothingDead = async () => {
      for (const button of await page.locator('button, select, input').all())
        expect(await button.isVisible()).toBe(false);
    };
    await page.goto(`${site.server.origin}/playground/`);
    const chart = page.locator('.play-run figure');
    expect(await chart.locator('figcaption').textContent()).toMatch(
      /^Regret after 100,000 rounds, against no privacy: [\d.]+ times at ε = 4; /,
    );
    expect(await chart.locator('.curve').count()).toBeGreaterThanOrEqual(5);
    await expectNothingDead();
    for (const { id, figures } of papers) {
      await page.goto(`${site.server.origin}/playground/papers/${id}/`);
      const cards = page.locator('.figure-card');
      expect(await cards.count()).toBe(figures.length);
      const text = (await page.locator('main').textContent()) ?? '';
      for (const { title } of figures) expect(text).toContain(title);
      expect(text).toMatch(/Claims that hold: /);
      await expectNothingDead();
      const data = await fetch(`${site.server.origin}/playground/papers/${id}/claims.json`);
      const claims: Readonly<Record<string, readonly unknown[]>> = await data.json();
      expect(new Set(Object.keys(claims))).toEqual(new Set(figures.map((figure) => figure.id)));
    }
  }));

it('the first page loads nothing of the papers or the playground', () =>
  site.withPage({}, async (page) => {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto(site.server.origin);
    await page.waitForTimeout(1000);
    const source = await Promise.all(
      loaded
        .filter((path) => path.endsWith('.js'))
        .map((path) => readFile(join(kSite, path), 'utf8')),
    );
    expect(source.length).toBeGreaterThan(0);
    expect(source.join('')).not.toMatch(/Run in full|Rounds per model version|Needs the full run/);
    expect(await complaintsOf(page)).toEqual([]);
  }));

it('a page of a paper needs few scripts until a figure is run', () =>
  site.withPage({}, async (page) => {
    for (const path of ['papers/', 'papers/ren2020/']) {
      const scripts: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.endsWith('.js')) scripts.push(pathname);
      });
      await page.goto(`${site.server.origin}/playground/${path}`, { waitUntil: 'networkidle' });
      const sizes = await Promise.all(
        scripts.map(async (file) => gzipSync(await readFile(join(kSite, file))).length),
      );
      expect(sizes.length).toBeGreaterThan(0);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(20_000);
    }
  }));
