// Browsers that are killed at random moments, again and again on the same profile. `npm run page-life -- --kills 100`
// does it more often.
import { describe, expect, it, vi } from 'vitest';
import { killOften } from '../page-life/kills.js';
import { kDist, kPages } from '../page-life/paths.js';
import { setUpsOf } from '../page-life/set-ups.js';

vi.setConfig({ testTimeout: 300_000 });

const kSmall = setUpsOf('chromium', 'firefox', 'webkit');

describe.each(kSmall.map((setUp) => [setUp.browser, setUp] as const))('%s', (_name, setUp) => {
  it('reports what its ledger has paid for, once and in the same bytes, however often it is killed', async () => {
    const outcome = await killOften({
      setUp,
      kills: 6,
      dist: kDist,
      pages: kPages,
      seed: 5,
      worker: '/ldp-sender.js',
    });
    expect(outcome.broken).toEqual({
      unpaid: 0,
      forgotten: 0,
      missing: 0,
      twoBodies: 0,
      countedTwice: 0,
      fell: 0,
    });
    expect(outcome.complaints).toEqual([]);
    // The last page, which was not killed, has spent what was left, and no more than that.
    expect(outcome.paid).toBe(outcome.allowed);
    expect(outcome.arrived).toBe(outcome.allowed);
    expect(outcome.paidByKilled).toBeGreaterThan(0);
  });
});
