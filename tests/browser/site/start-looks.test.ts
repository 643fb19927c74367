// How /start/ looks once a crowd has come, and with something wrong in the form and in the editor.
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { expectClean, kForced, kPictures, look, unfold, useSite } from '../support/looks.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const site = useSite();

it.each([
  ['light, 1280 px', look('light', 1280)],
  ['dark, 1280 px', look('dark', 1280)],
  ['light, 390 px', look('light', 390)],
  ['dark, 390 px', look('dark', 390)],
  ['forced colours', kForced],
])(
  'after a crowd and with errors, %s: no violation, nothing wider than the screen',
  async (name, options) => {
    const { context, page } = await site.open(options);
    await page.goto(`${site.server.origin}/start/`);
    await page.locator('html.live').waitFor();
    await page.getByRole('button', { name: 'Simulate 10,000 visitors' }).click();
    await page
      .getByText(/^(Learnt|Still learning): after/)
      .first()
      .waitFor({ timeout: 60_000 });
    await unfold(page);
    await expectClean(page);
    await page.screenshot({ path: join(kPictures, `start-crowd-${name}.png`), fullPage: true });
    await page.getByLabel('The experiment and its crowd').fill('{');
    await page.getByLabel('ε of a report').fill('99');
    await page.getByText('No advice yet').waitFor();
    await expectClean(page);
    await page.getByLabel('ε of a report').fill('1');
    await page.getByText('Use ldp-thompson').waitFor();
    await page.getByLabel('The experiment and its crowd').fill('{');
    await page.locator('#live-problem:not(:empty)').waitFor();
    await expectClean(page);
    await context.close();
  },
);

it('by keyboard alone: from the first question to what the crowd taught', async () => {
  const { context, page } = await site.open(look('light', 1280));
  await page.goto(`${site.server.origin}/start/`);
  await page.locator('html.live').waitFor();
  await page.locator('#start-choose').focus();
  const onRun = () =>
    page.evaluate(() => document.activeElement?.textContent?.startsWith('Simulate') ?? false);
  for (let i = 0; i < 20 && !(await onRun()); ++i) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page
    .getByText(/^(Learnt|Still learning): after/)
    .first()
    .waitFor({ timeout: 60_000 });
  expect(await onRun()).toBe(true);
  await context.close();
});
