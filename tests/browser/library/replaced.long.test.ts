// Pages whose built-ins other libraries have replaced: reports arrive from the core, from a component and from the
// worker, and the errors that there are name what failed.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ForeignSite, openForeignSite } from '../foreign/site.js';
import { kAllProfiles, type Profile } from '../support/browsers.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const kLibraries = ['prototype', 'prototype16', 'mootools', 'prototype16,mootools', 'wrapper'];

describe.each(kAllProfiles)('%s', (_name, launch) => {
  let site: ForeignSite;
  let profile: Profile;
  beforeAll(async () => {
    site = await openForeignSite();
    profile = await launch();
    return () => profile.close();
  });
  afterAll(() => site.close());

  /** Resolves once there is one more than there were. */
  const oneMoreThan = (count: number) =>
    site.harbour.until(() => site.harbour.ids().length > count, 'the report', 20_000);

  describe.each(kLibraries)('beside %s', (library) => {
    it('the core decides, spends, and its report arrives', async () => {
      const page = await site.visit(profile, { with: library });
      const before = site.harbour.ids().length;
      expect(await page.evaluate(() => window.foreign.open(), null)).toBeNull();
      expect(await page.evaluate(() => window.foreign.decide(), null)).toBe('queued');
      await oneMoreThan(before);
      expect(await page.evaluate(() => window.foreign.errors, null)).toEqual([]);
      await page.close();
    });

    it('a component is seen, answered, and its report arrives', async () => {
      const page = await site.visit(profile, { with: library });
      const before = site.harbour.ids().length;
      expect(await page.evaluate(() => window.foreign.show(), null)).toBeNull();
      await oneMoreThan(before);
      expect(await page.evaluate(() => window.foreign.errors, null)).toEqual([]);
      await page.close();
    });

    it('the worker sends what a page leaves behind', async () => {
      const page = await site.visit(profile, { with: library, window: '1500' });
      const before = site.harbour.ids().length;
      const worker = '/ldp-sender.js';
      const open = (path: string) => window.foreign.open({ worker: path });
      expect(await page.evaluate(open, worker)).toBeNull();
      expect(await page.evaluate(() => window.foreign.decide(), null)).toBe('queued');
      await page.goto(`${site.origin}/old-libraries.js`); // the page is gone, and no other opens a bandit
      await oneMoreThan(before);
      await page.close();
    });
  });

  it('a manifest of other lists is refused where arrays write themselves as texts', async () => {
    const page = await site.visit(profile, { with: 'prototype' });
    const other = { type: 'weighted-ldp-ucb', arms: 4 };
    const refused = await page.evaluate((algorithm) => window.foreign.open({ algorithm }), other);
    expect(refused).toMatchObject({ code: 'manifest_mismatch' });
    await page.close();
  });
});
