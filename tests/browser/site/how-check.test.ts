// /how/ in Chromium and Firefox: the check passes the shipped client and fails each sabotage it offers, and the
// attacker's game is played against the shipped client.
import { readFile } from 'node:fs/promises';
import type { Browser, Page as ChromiumPage } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MECHANISMS, type MechanismId, type Sabotage } from '../../../web/src/how/check/menu.js';
import {
  complaintsOf,
  kProfiles,
  launchChromium,
  type Page,
  type Profile,
  waitFor,
  watchedContext,
} from '../support/browsers.js';
import { press } from '../support/site.js';
import { server, useServer } from '../support/visit.js';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const kIds = Object.keys(MECHANISMS) as MechanismId[];

useServer();

async function openHow(page: Page): Promise<void> {
  await page.goto(`${server.origin}/how/`);
  await waitFor(page, () => document.documentElement.classList.contains('live'), null, 'the page');
}

const textOf = (page: Page, selector: string): Promise<string> =>
  page.evaluate((wanted) => document.querySelector(wanted)?.textContent ?? '', selector);

/** Chooses as a visitor would, and waits until the choice is taken up. */
const choose = (page: Page, id: string, value: string): Promise<unknown> =>
  page.evaluate(
    ({ id, value }) => {
      const select = document.getElementById(id) as HTMLSelectElement;
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
      return new Promise((resolve) => setTimeout(resolve, 50));
    },
    { id, value },
  );

async function verdictOf(page: Page, mechanism: MechanismId, client: Sabotage | 'shipped') {
  await choose(page, 'check-mechanism', mechanism);
  await choose(page, 'check-client', client);
  await press(page, 'Draw 100,000 reports');
  await waitFor(page, () => !!document.querySelector('#how-check progress'), null, 'progress');
  await waitFor(
    page,
    () => !document.querySelector('#how-check progress'),
    null,
    'the check',
    120_000,
  );
  return textOf(page, '#how-check .verdict');
}

/** Each sabotage in one of the two browsers, in turn, for time; with LDP_EVERY_SABOTAGE=1 in both. */
const sabotagesIn = (browser: string, id: MechanismId) =>
  MECHANISMS[id].sabotages.filter(
    (_, i) => process.env['LDP_EVERY_SABOTAGE'] === '1' || i % 2 === Number(browser === 'Firefox'),
  );

describe.each(kProfiles)('the check in %s', (browser, launch) => {
  let profile: Profile;
  let page: Page;
  beforeAll(async () => {
    profile = await launch();
  });
  beforeEach(async () => {
    page = await profile.newPage();
    await openHow(page);
  });
  afterEach(async () => {
    expect(await complaintsOf(page)).toEqual([]);
    await page.close();
  });
  afterAll(() => profile.close());

  it.each(kIds)('%s: passes the shipped client and fails sabotages', async (id) => {
    expect(await verdictOf(page, id, 'shipped')).toMatch(/^Shipped client\. Pass\./);
    expect(await textOf(page, '#how-check .match')).toBe('✓ match');
    for (const sabotage of sabotagesIn(browser, id)) {
      expect(await verdictOf(page, id, sabotage), sabotage).toMatch(/^Sabotage: .*\. Fail\./);
    }
  });

  it('the game: twenty guesses with the keyboard, and a score against the bound', async () => {
    await press(page, 'Play 20 rounds');
    let right = 0;
    for (let round = 1; round <= 20; ++round) {
      const report = await waitFor(
        page,
        (wanted) =>
          new RegExp(`Round ${wanted} of 20\\. The report says (yes|no)`).exec(
            document.querySelector('#how-game .game')?.textContent ?? '',
          )?.[1],
        round,
        `round ${round}`,
      );
      await page.keyboard.press(report === 'yes' ? 'y' : 'n');
      const told = await waitFor(
        page,
        (played) =>
          new RegExp(`(\\d+) of ${played} right`).exec(
            document.querySelector('#how-game .game')?.textContent ?? '',
          )?.[1],
        round,
        'the score',
      );
      right = Number(told);
    }
    expect(await textOf(page, '#how-game .game')).toContain(`You were right ${right} of 20 times.`);
    // Binomial(20, .731): below 5 once in 10^6.
    expect(right).toBeGreaterThanOrEqual(5);
    expect(await textOf(page, '#how-game .game-bound')).toContain('At most 73% right on average');
  });
});

describe('in Chromium', () => {
  let browser: Browser;
  let page: ChromiumPage & Page;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  beforeEach(async () => {
    const context = await watchedContext(browser);
    page = (await context.newPage()) as ChromiumPage & Page;
    return () => context.close();
  });
  afterAll(() => browser.close());

  it('the reports can be taken along: a row each, with the numbers that were judged', async () => {
    await openHow(page);
    await verdictOf(page, 'bit', 'shipped');
    const download = page.waitForEvent('download');
    await press(page, 'Download CSV');
    const rows = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n');
    expect(rows[0]).toBe('comparison,answer,bytes,v,id,snapshot,arm,level,bit');
    expect(rows).toHaveLength(1 + 2 * 100_000 + 4 * 20_000);
    const bits = (answer: number) =>
      rows.filter((row) => row.startsWith(`0,${answer},`) && row.endsWith(',1')).length;
    // 73.1% and 26.9% of 100,000, within seven standard deviations.
    expect(Math.abs(bits(1) - 73_106)).toBeLessThan(1_000);
    expect(Math.abs(bits(0) - 26_894)).toBeLessThan(1_000);
  });

  it('a wasm file that is not the published one is named', async () => {
    await page.route(/ldp-bandits.*\.wasm$/, async (route) => {
      const response = await route.fetch();
      // An empty custom section at the end: the same program, other bytes.
      const body = Buffer.concat([await response.body(), Buffer.from([0, 2, 1, 120])]);
      await route.fulfill({ response, body });
    });
    await openHow(page);
    await verdictOf(page, 'bit', 'shipped');
    expect(await textOf(page, '#how-check .match')).toBe('✗ no match');
  });

  it('a check can be cancelled, and its Worker ends', async () => {
    await openHow(page);
    await choose(page, 'check-mechanism', 'gram');
    await press(page, 'Draw 100,000 reports');
    await expect.poll(() => page.workers().length).toBe(1);
    await press(page, 'Cancel');
    await expect.poll(() => page.workers().length).toBe(0);
    expect(await textOf(page, '#how-check .verdict')).toBe('Nothing drawn yet.');
  });

  it('offers the keyboard everything: both lists, the draw, the download', async () => {
    await openHow(page);
    await page.locator('#check-mechanism').focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('#check-mechanism').inputValue()).toBe('laplace');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('check-client');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('#how-check .hash').first().waitFor({ timeout: 60_000 });
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Download CSV');
  });
});
