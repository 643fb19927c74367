// The pages that `npx ldp-bandits init` writes, served by `npx ldp-bandits serve`: a click that follows the link to a
// page without a bandit counts, with no visit after it.
import { afterAll, describe, expect, test, vi } from 'vitest';
import { folder, run, serve } from '../../package/unit/serve-support.js';
import { complaintsOf, kAllProfiles, type Profile, waitFor } from '../support/browsers.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const HEADLINES = ['A quiet week', 'What the sea knows', 'Ten small forests'];
/** The window of 10 s and the 2 s for the disk; then a random delay of up to 5 s, and what a busy machine takes. */
const SOONEST_MS = 12_000;
const LATEST_MS = 17_000;
const PATIENCE_MS = 15_000;

describe.each(kAllProfiles)('%s: the page of init', (name, launch) => {
  let profile: Profile | undefined;
  afterAll(() => profile?.close());

  test('shows a headline, and its click counts while the visitor stays on the next page', async () => {
    profile = await launch();
    const cwd = folder();
    expect((await run(cwd, ['init'])).code).toBe(0);
    const { ask, url } = await serve(cwd, null);
    const reports = async () => (await (await ask('/admin/results')).json())[0].reports;
    const page = await profile.newPage();
    const opened = performance.now();
    await page.goto(new URL('/', url).href);
    const shown = await waitFor(
      page,
      () => {
        const link = document.querySelector<HTMLElement>('#headline');
        return link?.onclick ? link.textContent : null;
      },
      null,
      'the script has an option',
    );
    expect(HEADLINES).toContain(shown);
    expect(await complaintsOf(page)).toEqual([]);
    await page.evaluate(() => document.querySelector<HTMLElement>('#headline')?.click(), null);
    const path = () => page.evaluate(() => location.pathname, null);
    await vi.waitFor(async () => expect(await path()).toBe('/read.html'), PATIENCE_MS);

    expect(await reports()).toBe(0);
    await vi.waitFor(async () => expect(await reports()).toBe(1), {
      timeout: LATEST_MS + PATIENCE_MS,
      interval: 50,
    });
    const after = performance.now() - opened;
    console.log(`${name}: counted ${(after / 1000).toFixed(1)} s after the page was opened`);
    expect(after).toBeGreaterThan(SOONEST_MS);
    expect(await path()).toBe('/read.html');
    expect(await complaintsOf(page)).toEqual([]);
  });
});
