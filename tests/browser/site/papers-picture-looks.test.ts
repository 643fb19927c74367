// How pictures of worlds look and read after a run, with Chromium's tools: axe in three appearances.
import { join } from 'node:path';
import { chen2020 } from 'ldp-bandits/papers';
import { expect, it, vi } from 'vitest';
import { expectClean, kPictures, useSite } from '../support/looks.js';
import { fragmentOf, type kSmall, pressIn } from '../support/runs.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const site = useSite();

it.each([
  ['bneck', 'dark at 1280 px', { colorScheme: 'dark', viewport: { width: 1280, height: 800 } }],
  ['bneck', 'light at 320 px', { colorScheme: 'light', viewport: { width: 320, height: 640 } }],
  ['pmc', 'forced colours', { forcedColors: 'active', viewport: { width: 375, height: 812 } }],
] as const)('%s as a picture after a run, %s', (world, name, options) =>
  site.withPage(options, async (page) => {
    const id = world === 'bneck' ? 'F1' : 'F2';
    const figure = chen2020.figures.find((one) => one.id === id);
    const [full] = figure?.specs('quick', id === 'F1' ? {} : { world }) ?? [];
    const spec = { ...full?.spec, horizon: 500, replicates: 1, record: { times: [100] } };
    const card = `#figure-chen2020-${id}`;
    await page.goto(
      `${site.server.origin}/playground/papers/${await fragmentOf(spec as typeof kSmall, { figure: `chen2020-${id}` })}`,
    );
    await pressIn(page, card, 'Play it again');
    await page.locator(`${card} .picture-controls option`).first().waitFor({ state: 'attached' });
    await page.locator(`${card} .chart-table summary`).last().click();
    await expectClean(page);
    const range = page.locator(`${card} .picture-controls [type="range"]`);
    expect((await range.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    const file = `picture-${world}-${name.replaceAll(/[^a-z0-9]+/gi, '-')}.png`;
    await page.locator(`${card} .world-picture`).screenshot({ path: join(kPictures, file) });
  }),
);
