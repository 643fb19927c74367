// How the site looks and reads: axe in every theme and width and in every state that has parts of its own,
// nothing wider than the screen, pictures for people to judge, and the weight of the first load.
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { violations } from '../support/axe.js';
import {
  expectClean,
  isNoWorker,
  kPictures,
  look,
  sumOf,
  unfold,
  useSite,
  weightsOf,
} from '../support/looks.js';
import { kNo, kYes, openSite, packetBody, press, untilSent } from '../support/site.js';

vi.setConfig({ testTimeout: 130_000, hookTimeout: 60_000 });

const kThemes = ['light', 'dark'] as const;
const kWidths = [1280, 375] as const;
/** All but the first one, which has tests of its own; of the demos only how they begin. */
const kTexts = [
  'demos',
  'demos',
  'demos/personal',
  'demos/several',
  'demos/ab',
  'demos/sliders',
  'how',
  'playground',
  'playground/papers',
  'start',
  'limits',
] as const;
const kLooks = kThemes.flatMap((theme) => kWidths.map((width) => ({ theme, width })));

const site = useSite();

describe.each(kLooks)('$theme at $width px', ({ theme, width }) => {
  const picture = (name: string) => join(kPictures, `${name}-${width}-${theme}.png`);

  it('the home page, from the first look to a packet that was sent', async () => {
    const { context, page } = await site.open(look(theme, width));
    await openSite(page, site.server);
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: picture('home') });
    await page.screenshot({ path: picture('home-whole'), fullPage: true });

    await press(page, kYes);
    await packetBody(page);
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: picture('home-card') });
    await untilSent(page);
    await expectClean(page);
    await press(page, 'Run 10,000 visitors');
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByText(/visitors were shown the best option/).waitFor({ timeout: 30_000 });
    await expectClean(page);
    await page.screenshot({ path: picture('home-run'), fullPage: true });
    await context.close();
  });

  it('its dialogs and what can be unfolded', async () => {
    const { context, page } = await site.open(look(theme, width));
    await openSite(page, site.server);
    await press(page, kNo);
    await packetBody(page);
    for (const name of [/^Budget used/, /Forget everything/]) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog').waitFor();
      expect(await violations(page), `${name}`).toEqual([]);
      await page.keyboard.press('Escape');
    }
    for (const summary of await page.locator('summary').all()) await summary.click();
    await expectClean(page);
    await context.close();
  });

  it.each(kTexts)('the page /%s/, also with everything unfolded', async (name) => {
    const { context, page } = await site.open(look(theme, width));
    await page.goto(`${site.server.origin}/${name}/`);
    await page.locator('html.live').waitFor();
    await expectClean(page);
    await page.screenshot({ path: picture(name), fullPage: true });
    await unfold(page);
    await expectClean(page);
    await context.close();
  });
});

describe.each([
  ['with forced colours', { forcedColors: 'active' }, 1280],
  ['at 320 px, as 400 % zoom makes it', {}, 320],
] as const)('%s', (_name, options, width) => {
  it('every page has no violation and nothing is cut off', async () => {
    const { context, page } = await site.open({ ...look('light', width), ...options });
    for (const path of ['/', ...kTexts.map((name) => `/${name}/`), '/404.html']) {
      await page.goto(site.server.origin + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectClean(page, path);
    }
    await context.close();
  });
});

it('axe sees what is wrong when something is', async () => {
  const { context, page } = await site.open(look('light', 1280));
  await page.goto(`${site.server.origin}/limits/`);
  await page.evaluate(() => document.body.append(document.createElement('button')));
  expect(await violations(page)).toEqual([expect.stringContaining('button-name')]);
  await context.close();
});

it('nothing moves for those who asked for no motion', async () => {
  const { context, page } = await site.open(look('light', 1280));
  await openSite(page, site.server);
  await press(page, kYes);
  await untilSent(page);
  await page.locator('.zone-server .arrived').waitFor();
  const moving = await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1).length,
  );
  expect(moving).toBe(0);
  await context.close();
});

it('the first use weighs at most 130 kB, compressed, of which 90 kB are scripts', async () => {
  const { context, page } = await site.open(look('light', 1280));
  const load = async () => {
    await openSite(page, site.server);
    await press(page, kYes);
    await packetBody(page);
  };
  const weights = await weightsOf(site, load, /ldp-bandits.*\.wasm$/, []);
  const sum = (wanted: (path: string) => boolean) => sumOf(weights, wanted);
  const worker = sum((path) => path === '/sw.js');
  const rest = sum(isNoWorker);
  const kinds = { script: /\.js$/, style: /\.css$/, document: /\/$/, wasm: /\.wasm$/ };
  const parts = Object.entries(kinds).map(
    ([kind, pattern]) =>
      `${kind} ${(sum((path) => isNoWorker(path) && pattern.test(path)) / 1000).toFixed(1)}`,
  );
  console.log(
    `first load: ${(rest / 1000).toFixed(1)} kB gzip (${parts.join(', ')}); Service Worker ${(worker / 1000).toFixed(1)} kB`,
  );
  expect(rest).toBeLessThanOrEqual(130_000);
  expect(sum((path) => isNoWorker(path) && kinds.script.test(path))).toBeLessThanOrEqual(90_000);
  await context.close();
});
