// How the card pages beside the first one look, read and fail: axe in every theme, width and state, no script, no
// server, no budget, no WebAssembly, and what they weigh. What only one of them has is in the tests of that page.
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { violations } from '../support/axe.js';
import { complaintsOf } from '../support/browsers.js';
import {
  expectClean,
  isNoWorker,
  kForced,
  kPictures,
  look,
  type SitePage,
  sumOf,
  unfold,
  useSite,
  weightsOf,
} from '../support/looks.js';
import { pauseCrowd } from '../support/personal.js';
import { mark, slateOnTable } from '../support/several.js';
import { kNext, kYes, packetBody, press, untilSent } from '../support/site.js';
import { hurry, openPage } from '../support/two-pages.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const site = useSite();

const kDeal = { deal: 'Show an option', again: 'Show another option', answer: 'I’d go' } as const;
const kPhone = [
  ['light-1280', look('light', 1280)],
  ['dark-375', look('dark', 375)],
  ['forced-375', kForced],
] as const;
const kWide = [
  ['dark-1280', look('dark', 1280)],
  ['light-1024', look('light', 1024)],
] as const;

/** The three read-outs, with what privacy costs in visitors. */
const readouts = (price: RegExp) => ({
  '.readouts section:nth-child(1) .big': /73%$/,
  '.readouts section:nth-child(2) .big': /%$/,
  '.readouts section:nth-child(3) .big': price,
});

interface Case {
  readonly name: string;
  /** Buttons: the first card, the next, the answer to both. Without the first it lies open. */
  readonly press: { readonly deal?: string; readonly again: string; readonly answer: string };
  readonly looks: readonly (readonly [string, object])[];
  /** Before the first card. */
  prepare?(page: SitePage): Promise<void>;
  /** With the card on the table. */
  table?(page: SitePage): Promise<void>;
  /** With the packet made; absent: it is sent, and what it says is denied. */
  after?(page: SitePage): Promise<void>;
  readonly wasm: RegExp;
  /** Compressed, in all, before the visitor does anything. */
  readonly limit: number;
  /** How many there are of each on the page without script. */
  readonly shown: Readonly<Record<string, number>>;
  /** Words on the page without script. */
  readonly says: Readonly<Record<string, RegExp>>;
}

const kPages: readonly Case[] = [
  {
    name: 'demos/personal',
    press: kDeal,
    looks: [...kPhone, ...kWide, ['light-375', look('light', 375)]],
    prepare: async (page) => {
      for (const box of await page.locator('.may-read input').all()) await box.check();
    },
    wasm: /contextual.*\.wasm$/,
    limit: 150_000,
    shown: { '.effects tbody tr': 6, '.feature-rows li:not(.feature-head)': 8 },
    says: { '.effects caption': /^From 10,000 reports/, ...readouts(/^104× the visitors/) },
  },
  {
    name: 'demos/several',
    press: { deal: 'Show a set', again: 'Show another set', answer: 'Send:' },
    looks: [...kPhone, ...kWide],
    table: async (page) => {
      const { reported } = await slateOnTable(page);
      await mark(page, reported);
      await mark(page, (reported + 1) % 3);
      await page.getByRole('button', { name: 'Send: I’d go to 2' }).waitFor();
    },
    wasm: /combinatorial.*\.wasm$/,
    limit: 145_000,
    shown: { '.several-card': 3, '.several-beliefs tbody tr': 6 },
    says: { '.arrivals b': /^4,000 reports$/, ...readouts(/^8\.1× the visitors/) },
  },
  {
    name: 'demos/ab',
    press: { again: kNext, answer: kYes },
    looks: kPhone,
    after: (page) => press(page, 'Stop now, answer'),
    wasm: /ldp-bandits.*\.wasm$/,
    limit: 130_000,
    shown: { '.ab-beliefs:not(.ab-lifts) tbody tr': 3, '.ab-lifts tbody tr': 2 },
    says: {
      '.decision': /most [\d.]+%/,
      '.days-left': /left: about [\d,]+ visitors/,
    },
  },
  {
    name: 'demos/sliders',
    press: { deal: 'Show two layouts', again: 'Show another two', answer: 'Right is better' },
    looks: kPhone,
    after: async () => {},
    wasm: /convex.*\.wasm$/,
    limit: 145_000,
    shown: {
      '.surface svg[aria-label^="Map of the two sliders. The point is at cards "][aria-label*=" px apart; the answer is cards"]': 1,
    },
    says: { '.arrivals b': /^2,500 reports$/, ...readouts(/^4\.7× the visitors/) },
  },
];

describe.each(kPages)('the page /$name/', ({ name, press: buttons, ...its }) => {
  const start = async (page: SitePage) => {
    if (buttons.deal) await press(page, buttons.deal);
  };
  const wait = async (page: SitePage) => {
    if (buttons.deal) await hurry(page);
  };
  const card = (page: SitePage) => page.getByRole('button', { name: buttons.answer });

  it.each(its.looks)('has no violation and nothing cut off, %s', async (theme, options) => {
    const { context, page } = await site.open(options);
    await openPage(page, site.server, name);
    await wait(page);
    await pauseCrowd(page);
    await its.prepare?.(page);
    await expectClean(page, 'before a card');
    await start(page);
    await card(page).waitFor();
    await its.table?.(page);
    await expectClean(page, 'with a card');
    await press(page, buttons.answer);
    await packetBody(page);
    await page.screenshot({ path: join(kPictures, `${name}-packet-${theme}.png`), fullPage: true });
    await expectClean(page, 'with a packet');
    if (its.after) {
      await its.after(page);
    } else {
      await untilSent(page);
      await page.getByRole('button', { name: /^Who else sends this report/ }).click();
      await page.getByRole('dialog').waitFor();
      await expectClean(page, 'in the dialog');
      await page.keyboard.press('Escape');
    }
    await unfold(page);
    await expectClean(page, 'unfolded');
    expect(await complaintsOf(page)).toEqual([]);
    await context.close();
  });

  it('works with the server in the page where workers are blocked', async () => {
    const { context, page } = await site.open({ ...look('light', 1280), serviceWorkers: 'block' });
    await openPage(page, site.server, name);
    await wait(page);
    expect(await page.locator('.badge').textContent()).toMatch(/^Server runs in this page/);
    await start(page);
    await press(page, buttons.answer);
    await untilSent(page);
    expect(await complaintsOf(page)).toEqual([]);
    await context.close();
  });

  it('goes on dealing when the budget is spent, and says that nothing is sent', async () => {
    const { context, page } = await site.open(look('light', 1280));
    await openPage(page, site.server, name);
    await wait(page);
    await pauseCrowd(page);
    await press(page, 'epsilon 8');
    await start(page);
    await press(page, buttons.answer);
    await untilSent(page);
    await press(page, buttons.again);
    await press(page, buttons.answer);
    await expect
      .poll(() => page.locator('.gap-state').textContent(), { timeout: 20_000 })
      .toMatch(/budget is spent/);
    expect(await page.locator('.facts').textContent()).toMatch(/Will be sentnothing/);
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  it('says so when its WebAssembly does not arrive, and sends nothing', async () => {
    site.server.override = (path) =>
      path.endsWith('.wasm') ? { status: 404, body: 'gone' } : undefined;
    const { context, page } = await site.open({ ...look('light', 1280), serviceWorkers: 'block' });
    await page.goto(`${site.server.origin}/${name}/`);
    await page.locator('.notice', { hasText: /Nothing is sent|could not start/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    site.server.override = undefined;
    await context.close();
  });

  it('can be read without JavaScript', async () => {
    const context = await site.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.server.origin}/${name}/`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const [selector, count] of Object.entries(its.shown)) {
      expect(await page.locator(selector).count(), selector).toBe(count);
    }
    for (const [selector, words] of Object.entries(its.says)) {
      expect(await page.locator(selector).first().textContent()).toMatch(words);
    }
    await context.close();
  });

  it(`weighs at most ${its.limit / 1000} kB before the first use, compressed, in all`, async () => {
    const { context, page } = await site.open(look('light', 1280));
    const load = () => openPage(page, site.server, name);
    const weights = await weightsOf(site, load, its.wasm, [/demo-knows.*\.js$/]);
    const sum = sumOf(weights, isNoWorker);
    console.log(`first load of /${name}/: ${(sum / 1000).toFixed(1)} kB gzip`);
    expect(sum).toBeLessThanOrEqual(its.limit);
    await context.close();
  });
});
