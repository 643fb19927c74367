// The results page of `ldp-bandits serve` in Chromium: what it shows, what it says, how it looks.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { CONFIG, EXPERIMENT, folder, serve, TOKEN } from '../../package/unit/serve-support.js';
import { report } from '../../package/unit/server-support.js';
import { launchChromium, watchedContext } from '../support/browsers.js';
import { expectClean, kPictures, look } from '../support/looks.js';

// The waits end when what is waited for is there.
const PATIENCE = 60_000;
vi.setConfig({ testTimeout: 130_000, hookTimeout: 60_000 });

let browser: Browser;
beforeAll(async () => {
  await mkdir(kPictures, { recursive: true });
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const LABELS = ['city', 'sea', 'forest'];
const ONES = [120, 210, 160];
const EACH = 400;

/** Of 400 reports about each option, some with a one; `city` is the control. */
async function serveResults() {
  const demo = { ...EXPERIMENT, labels: LABELS, control: 'city' };
  const config = {
    experiments: { demo },
    maxReportsPerBody: EACH,
    publishEvery: { reports: 1_000_000 },
  };
  const serving = await serve(folder(), config);
  for (const [arm, ones] of ONES.entries()) {
    const reports = Array.from({ length: EACH }, (_, i) => report({ arm, bit: i < ones ? 1 : 0 }));
    expect((await serving.report(`[${reports}]`)).status).toBe(202);
  }
  return serving;
}

async function open(address: string, options: object = look('light', 1280)): Promise<Page> {
  const context = await watchedContext(browser, { reducedMotion: 'reduce', ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(address);
  return page;
}

const status = (page: Page) => page.getByRole('status');
const says = (page: Page, text: RegExp) => status(page).filter({ hasText: text }).waitFor();

/** As when a person comes back to the tab; the page looks every five seconds besides. */
const lookAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
const signed = (value: number) => `${value < 0 ? '−' : '+'}${(100 * Math.abs(value)).toFixed(1)}`;

describe('the results page', () => {
  test('shows of each option reports, share, mean, interval, and difference to the control', async () => {
    const serving = await serveResults();
    const page = await open(`${serving.admin}/#${TOKEN}`);
    const rows = page.getByRole('region', { name: 'demo' }).locator('tbody tr');
    await rows.nth(2).waitFor();
    expect(new URL(page.url()).hash).toBe('');

    const [{ options }] = await (await serving.ask('/admin/results')).json();
    // The bit of epsilon 1 is told as it is with this probability.
    const truth = Math.E / (1 + Math.E);
    for (const [arm, label] of LABELS.entries()) {
      const mean = ((ONES[arm] as number) / EACH - (1 - truth)) / (2 * truth - 1);
      const { low, high, lift } = options[arm];
      expect([low < mean, mean < high, high - low < 0.3]).toEqual([true, true, true]);
      expect(await rows.nth(arm).locator('th, td').allInnerTexts()).toEqual([
        ...[arm === 0 ? 'city (control)' : label, `${EACH}`, percent(1 / 3), percent(mean)],
        `${percent(low)} – ${percent(high)}`,
        arm === 0 ? '–' : `${signed(lift.mean)} (${signed(lift.low)} to ${signed(lift.high)})`,
      ]);
    }
    expect(await rows.locator('xpath=self::*[@class="best"]').textContent()).toContain('sea');
  });

  test('asks for a token; a wrong one says where the right one is; works by keyboard', async () => {
    const serving = await serveResults();
    const page = await open(serving.admin);
    await says(page, /needs the admin token.*--admin-token-file.*LDP_ADMIN_TOKEN/);
    await expectClean(page);
    // The field has the focus. No header can carry the last one.
    for (const wrong of [`${TOKEN}x`, 'a “token”']) {
      await page.keyboard.type(wrong);
      await page.keyboard.press('Enter');
      await says(page, /not the token.*--admin-token-file.*LDP_ADMIN_TOKEN/);
      expect(await page.locator('table').count()).toBe(0);
      await page.reload();
      await says(page, /needs the admin token/);
    }
    await page.keyboard.type(TOKEN);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Show results');
    await page.keyboard.press('Space');
    await page.locator('table').waitFor();
    expect(await page.locator('form').isVisible()).toBe(false);
  });

  test('says what to do where there is no experiment', async () => {
    const serving = await serve(folder(), { ...CONFIG, experiments: {} });
    const page = await open(`${serving.admin}/#${TOKEN}`);
    await says(page, /No experiment yet.*config.*PUT \/admin\/experiments\/NAME/);
    await expectClean(page);
  });

  test('keeps focus and place of a table when it looks again, and the table when the collector is away', async () => {
    const serving = await serveResults();
    const page = await open(`${serving.admin}/#${TOKEN}`, look('light', 390));
    const table = page.locator('.scroll');
    await table.waitFor();
    await page.keyboard.press('Tab');
    await table.evaluate((shown) => {
      shown.scrollLeft = 60;
      shown.id = 'before';
    });
    await lookAgain(page);
    await page.locator('.scroll:not(#before)').waitFor();
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Options');
    expect(await table.evaluate(({ scrollLeft }) => scrollLeft)).toBe(60);

    serving.child.kill('SIGKILL');
    await serving.exit;
    await lookAgain(page);
    await says(page, /does not answer/);
    expect(await table.locator('tbody tr').count()).toBe(3);
  });

  test('is readable in both themes, and no wider than a screen of 1280 and one of 390 px', async () => {
    const serving = await serveResults();
    const labels = ['x'.repeat(40), 'What the sea knows of all that it was told', 'forest'];
    const made = await serving.ask(`/admin/experiments/${'long_name_'.repeat(6)}`, {
      method: 'PUT',
      body: JSON.stringify({ ...EXPERIMENT, labels }),
    });
    expect(made.status).toBe(201);
    for (const theme of ['light', 'dark'] as const) {
      for (const width of [1280, 390]) {
        const page = await open(`${serving.admin}/#${TOKEN}`, look(theme, width));
        await page.locator('table').nth(1).waitFor();
        const path = join(kPictures, `results-${width}-${theme}.png`);
        await page.screenshot({ path, fullPage: true });
        await expectClean(page);
      }
    }
  });
});
