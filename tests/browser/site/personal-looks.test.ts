// What only the contextual page does: the keyboard alone, and what the server makes of the last packet.
import { expect, it, vi } from 'vitest';
import { look, useSite } from '../support/looks.js';
import { pauseCrowd, wish } from '../support/personal.js';
import { packetBody, press, untilSent } from '../support/site.js';
import { openPage } from '../support/two-pages.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const site = useSite();

it('can be used with the keyboard alone', async () => {
  const { context, page } = await site.open(look('light', 1280));
  await openPage(page, site.server, 'demos/personal');
  const tabTo = async (wanted: RegExp) => {
    for (let i = 0; i < 60; ++i) {
      await page.keyboard.press('Tab');
      const { name, visible } = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const style = getComputedStyle(element);
        const label = (element as HTMLInputElement).labels?.[0]?.textContent;
        return {
          name: element === document.body ? '' : (label ?? element.textContent ?? '').trim(),
          visible: style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2,
        };
      });
      if (name === '') continue; // the end of the page, before its beginning
      expect(visible, `focus on “${name.slice(0, 40)}”`).toBe(true);
      if (wanted.test(name)) return;
    }
    expect.unreachable(`Tab never reached ${wanted}`);
  };
  await tabTo(/^Skip to your device/);
  await page.keyboard.press('Enter');
  await tabTo(/town.*nature/);
  const nature = page.locator('#wish-wild');
  const before = Number(await nature.inputValue());
  await page.keyboard.press('ArrowRight');
  expect(Number(await nature.inputValue())).toBe(before + 0.25);
  await tabTo(/^the hour/);
  await page.keyboard.press('Space');
  await page.locator('#wish-early:disabled').waitFor();
  await tabTo(/^Show an option/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I’d go' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await packetBody(page);
  await untilSent(page);
  await context.close();
});

it('says what the server makes of the last packet: its numbers, not the true ones', async () => {
  const { context, page } = await site.open(look('light', 1280));
  await openPage(page, site.server, 'demos/personal');
  await pauseCrowd(page);
  await wish(page, 'wild', 1);
  await press(page, 'Show an option');
  await press(page, 'I’d go');
  const body = await packetBody(page);
  await untilSent(page);
  await expect.poll(() => page.locator('.last-arrival code').textContent()).toBe(body);
  const bars = (scope: string) =>
    page
      .locator(`${scope} .bar-sent`)
      .evaluateAll((all) =>
        all.map((bar) =>
          ['y', 'height'].map((side) => Number.parseFloat(bar.getAttribute(side) ?? '').toFixed(3)),
        ),
      );
  const read = await bars('.one-report');
  expect(read).toEqual(await bars('#personal-gap'));
  expect([6, 21]).toContain(read.length);
  expect(await page.locator('.zone-server .bar-true').count()).toBe(0);
  expect(await page.locator('.gap .bar-true').count()).toBe(0);
  await context.close();
});
