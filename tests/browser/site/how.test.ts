// /how/ in Chromium and Firefox: every figure counts with the library, is usable with the keyboard and readable
// without script. What the two tests at its end do is in how-check.test.ts.
import { createSimulator } from 'ldp-bandits/simulation';
import type { Browser, BrowserContext, Page as ChromiumPage } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BEGIN, DAYS, LIMIT, regretSpec, SIZES, serviceSpec } from '../../../web/src/how/scenes.js';
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

const kScenes = ['coin', 'crowd', 'bandit', 'context', 'budget'];

useServer();

async function openHow(page: Page): Promise<void> {
  await page.goto(`${server.origin}/how/`);
  await waitFor(page, () => document.documentElement.classList.contains('live'), null, 'the page');
}

const textOf = (page: Page, selector: string): Promise<string> =>
  page.evaluate((wanted) => document.querySelector(wanted)?.textContent ?? '', selector);

/** The text of a place, once it matches. */
const untilText = (page: Page, selector: string, pattern: string): Promise<string> =>
  waitFor(
    page,
    ({ selector, pattern }) => {
      const text = document.querySelector(selector)?.textContent ?? '';
      return new RegExp(pattern, 's').test(text) ? text : '';
    },
    { selector, pattern },
    `“${pattern}” in ${selector}`,
    240_000, // 222,000 visitors answer for the crowds: 7 s on an idle machine, a minute beside much else
  );

/** Sets a range as a keyboard would: by its own events. */
const setRange = (page: Page, id: string, value: number): Promise<void> =>
  page.evaluate(
    ({ id, value }) => {
      const input = document.getElementById(id) as HTMLInputElement;
      input.value = String(value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    },
    { id, value },
  );

async function lastRegrets(spec: Parameters<typeof simulateInNode>[0]): Promise<number[]> {
  return (await simulateInNode(spec)).map(({ mean }) => Math.round(mean.at(-1) ?? 0));
}

async function simulateInNode(spec: ReturnType<typeof regretSpec>) {
  const simulator = await createSimulator();
  const { curves } = await simulator.run(spec).result;
  await simulator[Symbol.asyncDispose]();
  return curves;
}

const legendOf = (page: Page, scene: string): Promise<number[]> =>
  page.evaluate(
    (wanted) =>
      Array.from(document.querySelectorAll(`#how-${wanted} .legend b`), (value) =>
        Number(value.textContent?.replaceAll(',', '')),
      ),
    scene,
  );

describe.each(kProfiles)('the five scenes in %s', (_name, launch) => {
  let profile: Profile;
  let page: Page;
  const posted: string[] = [];
  beforeAll(async () => {
    profile = await launch();
  });
  beforeEach(async () => {
    page = await profile.newPage();
    posted.length = 0;
    page.on('request', (request) => {
      if (request.method() !== 'GET') posted.push(request.url());
    });
    await openHow(page);
    return async () => {
      expect(await complaintsOf(page)).toEqual([]);
      expect(posted).toEqual([]);
      await page.close();
    };
  });
  afterAll(() => profile.close());

  it('the coin: the client’s own coin and report, and the bit that this coin gives', async () => {
    await press(page, 'Flip the coin');
    const outcome = await untilText(page, '#how-coin > .figure > [role=status]', 'came up');
    const report = JSON.parse(await textOf(page, '#how-coin .wire'));
    expect(Object.keys(report)).toEqual(['v', 'id', 'snapshot', 'arm', 'level', 'bit']);
    // At epsilon 1 a coin below e/(1+e) = 0.731 says the truth, which is 1. Two digits are shown.
    const coin = Number(/came up (\d\.\d\d)/.exec(outcome)?.[1]);
    if (Math.abs(coin - 0.731) > 0.005) expect(report.bit).toBe(coin < 0.731 ? 1 : 0);
    expect(outcome).toContain(report.bit === 1 ? 'the truth' : 'the opposite');
    await press(page, 'Flip 100 times');
    const tally = await untilText(page, '#how-coin > .figure > [role=status]', 'Of 101 flips');
    // Binomial(101, .731): outside of 46 to 95 once in 10^7.
    const truthful = Number(/flips, (\d+) told/.exec(tally)?.[1]);
    expect(truthful).toBeGreaterThan(45);
    expect(truthful).toBeLessThan(96);
  });

  it('the crowd: more people, smaller misses; another epsilon counts anew', async () => {
    const misses = (text: string) =>
      Array.from(text.matchAll(/([\d.]+) points for crowds/g), ([, miss]) => Number(miss));
    const before = misses(await textOf(page, '.strips figcaption'));
    expect(before).toHaveLength(SIZES.length);
    expect(before).toEqual([...before].sort((a, b) => b - a));
    await page.evaluate(
      () =>
        Array.from(document.querySelectorAll<HTMLInputElement>('#how-crowd input[type=radio]'))
          .at(-1)
          ?.click(),
      null,
    );
    await untilText(page, '#how-crowd .zone-server', 'of 10,000 reports say so');
    await setRange(page, 'crowd-epsilon', 6);
    const counted = `${BEGIN.crowds} crowds of .*${BEGIN.crowds} crowds of .*${BEGIN.crowds} crowds of `;
    const after = misses(await untilText(page, '.strips', counted));
    // At epsilon 8 the coin hardly lies: what is left is far below what it was at 1.
    expect(after[0]).toBeLessThan(before[0] ?? 0);
  });

  it('the bandit: intervals by number of visitors, and the regret that Node computes', async () => {
    expect(await legendOf(page, 'bandit')).toEqual(await lastRegrets(regretSpec(BEGIN.epsilon)));
    await setRange(page, 'bandit-visitors', 0);
    await untilText(page, '#how-bandit .intervals', 'none yet|± \\d\\d');
    await setRange(page, 'bandit-epsilon', 4);
    await untilText(page, '#how-bandit figcaption', 'at ε = 2 the private learner');
    expect(await legendOf(page, 'bandit')).toEqual(await lastRegrets(regretSpec(2)));
    await untilText(page, '#how-bandit .control b', '10,000 visitors');
  });

  it('the context: visitors below the level get no experiments, and the losses are those that Node computes', async () => {
    const [alike = 0, byLevel = 0, reader = 0] = await lastRegrets(serviceSpec());
    expect(byLevel).toBeLessThan(alike);
    expect(await textOf(page, '#how-context')).toContain(
      `${alike} same for all, ${byLevel} by level, ${reader} not private`,
    );
    await press(page, 'Serve again');
    await untilText(page, '#how-context .run', 'Simulating visitors');
    await waitFor(
      page,
      () => document.querySelector('#how-context .run button')?.textContent !== 'Stop',
      null,
      'the visitors',
      60_000,
    );
    const shares = await page.evaluate(
      () =>
        Array.from(document.querySelectorAll('.share b'), (share) =>
          Number.parseFloat(share.textContent ?? ''),
        ),
      null,
    );
    const [alikeLow = 0, , byLevelLow = 0, byLevelHigh = 0] = shares;
    // Thirty runs gave at most 8 by level, at least 24 alike, and at least 26 for the others.
    expect(byLevelLow).toBeLessThan(alikeLow / 2);
    expect(byLevelHigh).toBeGreaterThan(byLevelLow);
  });

  it('the budget: what is never renewed keeps the limit, what is renewed loses more and more', async () => {
    const totals = () => legendOf(page, 'budget');
    expect((await totals())[0]).toBe(LIMIT);
    // As fast as a hand moves it: only the last place counts.
    for (const perDay of [10, 7, 1, 5]) await setRange(page, 'budget-reports', perDay);
    // Five a day at epsilon 1: 8 for ever, 8 a week in five weeks begun, 5 a day.
    await untilText(page, '#how-budget .months', `renewed daily${5 * DAYS}`);
    // A chart is painted ten times a second.
    await expect.poll(totals).toEqual([LIMIT, expect.any(Number), 5 * DAYS]);
    const weekly = (await totals())[1];
    expect(weekly).toBeGreaterThan(3 * LIMIT);
    expect(weekly).toBeLessThan(5 * DAYS);
  });
});

describe('in Chromium', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: ChromiumPage & Page;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  beforeEach(async () => {
    context = await watchedContext(browser);
    page = (await context.newPage()) as ChromiumPage & Page;
    await openHow(page);
    return () => context.close();
  });
  afterAll(() => browser.close());

  it('nothing plays by itself: no worker starts before a press', async () => {
    for (const id of kScenes) await page.locator(`#${id}`).scrollIntoViewIfNeeded();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(page.workers()).toEqual([]);
    await press(page, 'Serve again');
    await expect.poll(() => page.workers().length).toBe(1);
  });

  it('a figure that counts can be stopped, and keeps what it has', async () => {
    await press(page, `Ask ${BEGIN.crowds} more crowds`);
    await untilText(page, '.strips', `${BEGIN.crowds + 1} crowds of `);
    await page.locator('#how-crowd').getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: /^Ask \d+ more crowds/ }).waitFor();
    const stopped = await textOf(page, '.strips');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await textOf(page, '.strips')).toBe(stopped);
  });

  it('every control can be reached and used with the keyboard, with the focus visible', async () => {
    const reached = new Set<string>();
    for (let i = 0; i < 90; ++i) {
      await page.keyboard.press('Tab');
      const focus = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return {
          name: element.id || element.getAttribute('aria-label') || element.textContent || '',
          visible: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
          page: element === document.body,
        };
      });
      if (focus.page) break;
      expect(focus.visible, `focus on “${focus.name.slice(0, 40)}”`).toBe(true);
      reached.add(focus.name.trim());
    }
    for (const id of ['coin', 'crowd', 'bandit', 'budget'])
      expect(reached).toContain(`${id}-epsilon`);
    for (const name of ['Flip the coin', 'Run again', 'Run the month again', 'Play 20 rounds']) {
      expect(reached).toContain(name);
    }
    await page.locator('#coin-epsilon').focus();
    await page.keyboard.press('ArrowRight');
    expect(await textOf(page, '#how-coin .control b')).toBe('ε = 2');
  });

  it('can be read without JavaScript, with numbers that were counted when it was built', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const reader = await plain.newPage();
    await reader.goto(`${server.origin}/how/`);
    expect(await reader.locator('.scene h2').count()).toBe(kScenes.length + 2);
    expect(await reader.locator('.intervals tbody tr').count()).toBe(5);
    expect(await reader.locator('.strip svg[aria-label^="Histogram of"]').count()).toBe(3);
    expect(await reader.locator('.chart .curve').count()).toBeGreaterThan(5);
    expect(await reader.locator('.months tbody tr').count()).toBe(3);
    expect(await reader.getByRole('button').filter({ visible: true }).count()).toBe(0);
    await plain.close();
  });
});
