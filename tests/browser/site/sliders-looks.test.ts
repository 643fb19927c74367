// What only the tuning page does: the keyboard alone, the sliders that make no packet, the way of the point.
import { expect, it, vi } from 'vitest';
import { look, useSite } from '../support/looks.js';
import { pauseCrowd, tapWire, wireOf } from '../support/personal.js';
import { packetBody, press, untilSent } from '../support/site.js';
import { hurry, hurryCrowd, openPage, ownReports, textOf } from '../support/two-pages.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const site = useSite();

it('can be used with the keyboard alone, and deniability is played', async () => {
  const { context, page } = await site.open(look('light', 1280));
  await openPage(page, site.server, 'demos/sliders');
  await hurry(page);
  await pauseCrowd(page);
  await page.getByRole('button', { name: 'Show two layouts' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Right is better/ }).waitFor();
  await page.keyboard.press('ArrowRight');
  const { bit } = JSON.parse(await packetBody(page)) as { bit: 0 | 1 };
  expect(await textOf(page, '.facts dd')).toBe('“right is better”');
  expect(await page.locator('.pane.preferred b').textContent()).toBe('Right');
  expect(await textOf(page, '.facts')).toContain(
    bit === 1 ? 'kept your answer' : 'flipped your answer',
  );
  await untilSent(page);
  await page.getByRole('button', { name: /^Who else sends this report/ }).click();
  // At ε = 1 the bit is true 73% of the time.
  expect(await page.getByRole('dialog').textContent()).toContain(
    `meant “left is better”, ${bit === 1 ? 27 : 73}% send the same bit`,
  );
  await page.keyboard.press('Escape');
  await context.close();
});

it('makes no packet of the sliders in the visitor’s hand, and shows the server’s answer on them', async () => {
  const { context, page } = await site.open(look('light', 1280));
  await openPage(page, site.server, 'demos/sliders');
  await pauseCrowd(page);
  await tapWire(page);
  const size = page.getByRole('slider', { name: /^Card size/ });
  await size.focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  // From the middle of 36 … 132 px, three steps of a fiftieth.
  await expect.poll(() => size.getAttribute('aria-valuetext')).toBe('90 px');
  const width = await page
    .locator('.own-grid .layout-card')
    .first()
    .evaluate((card) => card.getBoundingClientRect().width);
  expect(Math.abs(width - 90)).toBeLessThan(1);
  await press(page, 'Use the server’s answer');
  const answer = await page.locator('.learnt-answer p b').first().textContent();
  await expect.poll(() => size.getAttribute('aria-valuetext')).toBe(answer);
  expect(ownReports(await wireOf(page))).toEqual([]);
  await context.close();
});

it('draws the way of the point longer with every snapshot that the crowd brings about', async () => {
  const { context, page } = await site.open(look('light', 1280));
  await openPage(page, site.server, 'demos/sliders');
  const wayOf = async () => (await page.locator('.way').getAttribute('points'))?.split(' ') ?? [];
  const before = await wayOf();
  expect(before.length).toBeGreaterThan(20);
  expect(await page.locator('.band').count()).toBe(8);
  await hurryCrowd(page);
  await expect
    .poll(async () => (await wayOf()).length, { timeout: 30_000 })
    .toBeGreaterThan(before.length + 1);
  expect((await wayOf()).slice(0, before.length)).toEqual(before);
  await context.close();
});
