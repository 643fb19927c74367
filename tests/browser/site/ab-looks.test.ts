// What only the A/B test does: it is stopped by hand, ends by itself, and is used with the keyboard alone.
import { expect, it, vi } from 'vitest';
import { look, useSite } from '../support/looks.js';
import { pauseCrowd, tapWire, wireOf } from '../support/personal.js';
import { kNext, kNo, kYes, packetBody, press, untilSent } from '../support/site.js';
import { hurryCrowd, openPage, ownReports, textOf } from '../support/two-pages.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const site = useSite();

it('can be stopped at any time, says what that risks, and goes on where it was', async () => {
  const { context, page } = await site.open(look('light', 1280));
  await openPage(page, site.server, 'demos/ab');
  expect(await textOf(page, '.ab-lifts caption')).toMatch(/^Lift over A, in points/);
  expect(await textOf(page, '.ab-lifts tbody')).toMatch(/B.*[+−]\d+ to [+−]?\d+.*C.*to/s);
  expect(await textOf(page, '.ab-beliefs')).toMatch(/Abaseline: today’s headline/);
  expect(await textOf(page, '.ab-beliefs caption')).toMatch(/stays valid however often you look/);
  expect(await textOf(page, '.forgeries')).toMatch(/^Forged reports that would turn this answer: /);
  const stop = page.getByRole('button', { name: /^Stop now, answer [ABC]$/ });
  await stop.focus();
  await page.keyboard.press('Enter');
  const said = await textOf(page, '.by-hand');
  expect(said).toMatch(/^You stopped at [\d,]+ reports\. Your answer is [ABC], wrong with a /);
  expect(said).toMatch(/the bound holds at all times at once/);
  // The crowd does not visit a stopped test.
  await page.getByRole('button', { name: 'Resume the crowd' }).waitFor();
  expect(await textOf(page, '.right-now')).toMatch(
    /^You stopped at [ABC], wrong with a probability of at most/,
  );
  await press(page, 'Continue the test');
  await page.getByRole('button', { name: 'Pause the crowd' }).waitFor();
  await stop.waitFor();
  await context.close();
});

it('certifies by itself and ends when the operator says so; then everybody gets the answer, and nothing is sent or spent', async () => {
  const { context, page } = await site.open(look('light', 1280));
  await openPage(page, site.server, 'demos/ab');
  await press(page, 'epsilon 8');
  await hurryCrowd(page);
  await page.locator('.decided').waitFor({ timeout: 120_000 });
  expect(await textOf(page, '.decision')).toMatch(/^End the test\?[ABC] is certified: wrong/);
  expect(await textOf(page, '.decision')).toMatch(/send nothing more/);
  expect(await page.locator('.forgeries').count()).toBe(0);
  await page.getByRole('button', { name: /^End the test with [ABC]$/ }).click();
  await page.getByRole('button', { name: 'Reopen the test' }).waitFor();
  expect(await textOf(page, '.decision')).toMatch(/^The test has ended[ABC] is certified: wrong/);
  const answer = await textOf(page, '.decision .answer');
  await pauseCrowd(page);
  await tapWire(page);
  await expect.poll(() => textOf(page, '.ab-card .card-name')).toBe(`Option ${answer}`);
  await press(page, kNo);
  await expect.poll(() => textOf(page, '.gap-state')).toMatch(/^The test has ended/);
  expect(await textOf(page, '.ab-card .card-name')).toBe(`Option ${answer}`);
  await page.getByRole('button', { name: kNext }).waitFor();
  expect(await textOf(page, '.packet')).toBe('Nothing. No report was made.');
  expect(await textOf(page, '.facts')).toMatch(/Will be sentnothing.*Budget usedε 0 of 8/s);
  expect(ownReports(await wireOf(page))).toEqual([]);
  await context.close();
});

it('says how many days are left at the traffic that the operator states', async () => {
  const { context, page } = await site.open(look('light', 1280));
  await openPage(page, site.server, 'demos/ab');
  await pauseCrowd(page);
  const traffic = page.getByRole('spinbutton', { name: 'Visitors a day' });
  const left = () => textOf(page, '.days-left p');
  const visitors = Number(/about ([\d,]+) visitors/.exec(await left())?.[1]?.replaceAll(',', ''));
  expect(visitors).toBeGreaterThan(0);
  await traffic.fill('1');
  await expect.poll(left).toMatch(/^[\d,]+ days left/);
  expect(Number.parseInt((await left()).replaceAll(',', ''), 10) / visitors).toBeCloseTo(1, 1);
  await traffic.fill('1000000');
  await expect.poll(left).toMatch(/^Less than a day left/);
  // What is no traffic is not taken.
  await traffic.fill('-5');
  await traffic.blur();
  expect(await traffic.inputValue()).toBe('1000000');
  await context.close();
});

it('can be used with the keyboard alone', async () => {
  const { context, page } = await site.open(look('light', 1280));
  await openPage(page, site.server, 'demos/ab');
  await pauseCrowd(page);
  await page.getByRole('button', { name: kYes }).focus();
  await page.keyboard.press('ArrowRight');
  await packetBody(page);
  expect(await textOf(page, '.facts dd')).toBe('said “I’d go” (1)');
  await untilSent(page);
  await context.close();
});
