// What only the A/B test does: it is stopped by hand, ends by itself, and is used with the keyboard alone.
import { expect, it, vi } from 'vitest';
import { look, useSite } from './support/looks.js';
import { pauseCrowd, tapWire, wireOf } from './support/personal.js';
import { packetBody, press, untilSent } from './support/site.js';
import { hurry, hurryCrowd, openPage, ownReports, textOf } from './support/two-pages.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const site = useSite();

it('can be stopped at any time, says what that risks, and goes on where it was', async () => {
  const { context, page } = await site.open(look('light', 1280));
  await openPage(page, site.server, 'demos/ab');
  expect(await textOf(page, '.ab-lifts caption')).toMatch(/^More than A, in 100/);
  expect(await textOf(page, '.ab-lifts tbody')).toMatch(/B.*[+−]\d+ to [+−]?\d+.*C.*to/s);
  expect(await textOf(page, '.expected')).toMatch(
    /such a test would take about [\d,]+ visitors at ε = /,
  );
  expect(await textOf(page, '.forgeries')).toMatch(/^Forged reports that would turn this answer: /);
  const stop = page.getByRole('button', { name: /^Stop now, answer [ABC]$/ });
  await stop.focus();
  await page.keyboard.press('Enter');
  const said = await textOf(page, '.by-hand');
  expect(said).toMatch(/^You stopped at [\d,]+ reports\. Your answer is [ABC], wrong with a /);
  expect(said).toMatch(/the bound holds at all times at once/);
  // The crowd does not visit a stopped test.
  await page.getByRole('button', { name: 'Let the crowd go on' }).waitFor();
  expect(await textOf(page, '.right-now')).toMatch(/^You stopped at [ABC], at a risk of/);
  await press(page, 'Go on testing');
  await page.getByRole('button', { name: 'Pause the crowd' }).waitFor();
  await stop.waitFor();
  await context.close();
});

it('certifies by itself and ends when the operator says so; then everybody gets the answer, and nothing is sent or spent', async () => {
  const { context, page } = await site.open(look('light', 1280));
  await openPage(page, site.server, 'demos/ab');
  await press(page, 'epsilon 8');
  await hurry(page);
  await hurryCrowd(page);
  await page.locator('.decided').waitFor({ timeout: 60_000 });
  expect(await textOf(page, '.decision')).toMatch(/^End the test\?[ABC] is certified: wrong/);
  expect(await textOf(page, '.decision')).toMatch(/send nothing any more: the answer stays/);
  expect(await page.locator('.forgeries').count()).toBe(0);
  await page.getByRole('button', { name: /^End the test with [ABC]$/ }).click();
  await page.getByRole('button', { name: 'Take the end back' }).waitFor();
  expect(await textOf(page, '.decision')).toMatch(/^The test has ended[ABC] is certified: wrong/);
  const answer = await textOf(page, '.decision .answer');
  await pauseCrowd(page);
  await tapWire(page);
  await press(page, 'Deal a card');
  await expect.poll(() => textOf(page, '.gap-state')).toMatch(/^The test has ended/);
  expect(await textOf(page, '.ab-card .card-name')).toBe(`Variant ${answer}`);
  await press(page, 'Not for me');
  await page.getByRole('button', { name: 'Deal another card' }).waitFor();
  expect(await textOf(page, '.packet')).toBe('Nothing. No packet was made.');
  expect(await textOf(page, '.facts')).toMatch(/Will be sentnothing.*Budget usedε 0 of 8/s);
  expect(ownReports(await wireOf(page))).toEqual([]);
  await context.close();
});

it('can be used with the keyboard alone', async () => {
  const { context, page } = await site.open(look('light', 1280));
  await openPage(page, site.server, 'demos/ab');
  await hurry(page);
  await pauseCrowd(page);
  await page.getByRole('button', { name: 'Deal a card' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /I’d go/ }).waitFor();
  await page.keyboard.press('ArrowRight');
  await packetBody(page);
  expect(await textOf(page, '.facts dd')).toBe('said “I’d go” (1)');
  await untilSent(page);
  await context.close();
});
