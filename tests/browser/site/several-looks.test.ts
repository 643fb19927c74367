// What only the page with slates does: the keyboard alone, what is marked at the end, the slates of the snapshot.
import { expect, it, vi } from 'vitest';
import { CARDS } from '../../../web/src/demos/several/shared/cards.js';
import { look, useSite } from '../support/looks.js';
import { pauseCrowd } from '../support/personal.js';
import { hurry, slateOnTable } from '../support/several.js';
import { packetBody, press, untilSent } from '../support/site.js';
import { openPage } from '../support/two-pages.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const site = useSite();

it('can be used with the keyboard alone, and what is marked when the time is up counts', async () => {
  const { context, page } = await site.open(look('light', 1280));
  await openPage(page, site.server, 'demos/several');
  await hurry(page);
  await pauseCrowd(page);
  const deal = page.getByRole('button', { name: 'Show a set' });
  await deal.focus();
  await page.keyboard.press('Enter');
  const { reported } = await slateOnTable(page);
  const pressed = () =>
    page.locator('.react').evaluateAll((all) => all.map((one) => one.getAttribute('aria-pressed')));
  await page.keyboard.press('1');
  await page.keyboard.press('3');
  await page.keyboard.press('1');
  expect(await pressed()).toEqual(['false', 'false', 'true']);
  const marked = await page.locator('.several-card').nth(2).locator('.card-headline').textContent();
  // Nothing is sealed: the time does it.
  await untilSent(page);
  const said = await page.locator('.facts dd').first().textContent();
  expect(said).toBe(`“I’d go”: ${CARDS.find(({ headline }) => headline === marked)?.name}`);
  expect(await pressed()).toEqual(['false', 'false', 'true']);

  await page.locator('.several').focus();
  await page.keyboard.press('Enter');
  await slateOnTable(page);
  for (const key of ['1', '2', '3', 'Enter']) await page.keyboard.press(key);
  const body = JSON.parse(await packetBody(page)) as { arm: number };
  expect(await page.locator('.facts dd').first().textContent()).toMatch(/^“I’d go”: (.*, ){2}/);
  const now = page.locator('.several-card.reported .card-headline');
  expect(await now.textContent()).toBe(CARDS[body.arm]?.headline);
  expect(reported).toBeGreaterThanOrEqual(0);
  await untilSent(page);
  await context.close();
});

it('plays a set of the public model version, which the server panel shows to everyone', async () => {
  const { context, page } = await site.open(look('light', 1280));
  await openPage(page, site.server, 'demos/several');
  await pauseCrowd(page);
  await press(page, 'Show a set');
  const { cards, reported } = await slateOnTable(page);
  const offered = await page.locator('.set-column title').allTextContents();
  const nameOf = (headline: string | undefined) =>
    CARDS.find((card) => card.headline === headline)?.name;
  expect(offered).toContain(`${cards.map(nameOf).join(', ')}. Sent: ${nameOf(cards[reported])}`);
  expect(await page.locator('.cell').count()).toBe(3 * offered.length);
  expect(await page.locator('.cell-reported').count()).toBe(offered.length);
  // A row of squares has the name of its option.
  expect(await page.locator('.set-rows li').allTextContents()).toEqual(
    CARDS.map(({ name }) => name),
  );
  await context.close();
});

it('shows no picture for two options', () => {
  expect(new Set(CARDS.map(({ art }) => art)).size).toBe(CARDS.length);
});
