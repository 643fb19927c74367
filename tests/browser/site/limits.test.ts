// /limits/: who can see what is on the first screen, and a link to a folded part opens it.
import { expect, it, vi } from 'vitest';
import { look, useSite } from '../support/looks.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const site = useSite();

it.each([
  [1280, 900],
  [390, 844],
])('who can see what is on one screen of %i by %i px', async (width, height) => {
  const { context, page } = await site.open({
    ...look('light', width),
    viewport: { width, height },
  });
  await page.goto(`${site.server.origin}/limits/`);
  const table = await page.locator('#limit-threats table').boundingBox();
  expect(table).not.toBeNull();
  expect((table?.y ?? 0) + (table?.height ?? 0)).toBeLessThan(height);
  expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThanOrEqual(width);
  await context.close();
});

it.each(['sets', 'slates', 'tests', 'sliders', 'tuning', 'contexts', 'gaussian'])(
  'a link to #%s opens the part that it names, and no other',
  async (id) => {
    const { context, page } = await site.open(look('light', 1280));
    await page.goto(`${site.server.origin}/limits/#${id}`);
    await page.locator('html.live').waitFor();
    expect(await page.locator('details[open]').count()).toBe(1);
    expect(await page.locator(`details[open] #${id}`).count()).toBe(1);
    await context.close();
  },
);

it('a link within the page opens its part too', async () => {
  const { context, page } = await site.open(look('light', 1280));
  await page.goto(`${site.server.origin}/limits/`);
  await page.locator('html.live').waitFor();
  await page.evaluate(() => {
    location.hash = '#tests';
  });
  await page.locator('details[open] #tests').waitFor();
  await context.close();
});

it('without script every number is in the text and every part unfolds', async () => {
  const { context, page } = await site.open({ ...look('light', 1280), javaScriptEnabled: false });
  await page.goto(`${site.server.origin}/limits/`);
  for (const place of await page.locator('b[id^="limit-"]').all())
    expect(await place.textContent()).toMatch(/^\d/);
  await page.locator('summary').first().click();
  await page.locator('#visible').waitFor();
  await context.close();
});
