// Pages under `require-trusted-types-for 'script'`: the worker is registered, by the library's policy or by a
// TrustedScriptURL of the page's own.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ForeignSite, openForeignSite } from '../foreign/site.js';
import { kAllProfiles, type Profile } from '../support/browsers.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const kPolicy =
  "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' http://127.0.0.1:*; worker-src 'self'; require-trusted-types-for 'script'; trusted-types ";

describe.each(kAllProfiles)('%s', (_name, launch) => {
  let site: ForeignSite;
  let profile: Profile;

  describe.each([
    ['ldp-bandits', false, 'the library’s policy'],
    ['of-the-page', true, 'a TrustedScriptURL of the page'],
  ])('trusted-types %s', (name, own, what) => {
    beforeAll(async () => {
      site = await openForeignSite(kPolicy + name);
      profile = await launch();
    });
    afterAll(async () => {
      await profile.close();
      await site.close();
    });

    it(`the worker takes over with ${what}`, async () => {
      const page = await site.visit(profile, { window: '1500' });
      const open = (isOwn: boolean) => {
        const types = (
          window as {
            trustedTypes?: {
              createPolicy(name: string, rules: object): { createScriptURL(url: string): object };
            };
          }
        ).trustedTypes;
        const rules = { createScriptURL: (url: string) => url };
        const policy = isOwn ? types?.createPolicy('of-the-page', rules) : undefined;
        return window.foreign.open({
          worker: policy?.createScriptURL('/ldp-sender.js') ?? '/ldp-sender.js',
        });
      };
      expect(await page.evaluate(open, own)).toBeNull();
      expect(await page.evaluate(() => window.foreign.decide(), null)).toBe('queued');
      expect(await page.evaluate(() => window.foreign.errors, null)).toEqual([]);
      await page.goto(`${site.origin}/old-libraries.js`);
      await site.harbour.until(() => site.harbour.ids().length > 0, 'the report', 20_000);
      await page.close();
    });
  });
});
