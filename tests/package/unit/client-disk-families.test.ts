// The bytes of a silent visit are on the disk while its decision still takes an answer: an answer with the same
// noise would show by equal bytes that it says what silence says. The families with reports of several numbers
// here; client-disk.test.ts has bits.
import { indexedDbLedger, type ReportOutcome } from 'ldp-bandits';
import { expect, test, vi } from 'vitest';
import { openSlates, slateCollector } from './client-combinatorial-support.js';
import { openPoints, pointCollector } from './client-convex-support.js';
import { linearCollector, openLinear } from './client-linear-support.js';
import { finalBodies, TestPage, usePages } from './client-page-support.js';
import { bodyOf, queued, settle } from './client-support.js';

usePages();

type Answer = () => Promise<ReportOutcome>;
const ZEROS = [new Float64Array(3), new Float64Array(3)];

/** Visits of a page with a bandit of each family, and answers that say what silence says. */
const FAMILIES = {
  slates: async (): Promise<Answer> => {
    const bandit = await openSlates(slateCollector('ldp2'), 'ldp2', { ledger: indexedDbLedger() });
    await bandit.budget();
    const decision = bandit.choose();
    return () => decision.reward([0, 0, 0]);
  },
  contexts: async (): Promise<Answer> => {
    const collector = linearCollector('gaussian');
    const bandit = await openLinear(collector, 'gaussian', { ledger: indexedDbLedger() });
    const decision = bandit.choose(ZEROS);
    return () => decision.reward(0);
  },
  points: async (): Promise<Answer> => {
    const collector = pointCollector('gaussian');
    const bandit = await openPoints(collector, 'gaussian', { ledger: indexedDbLedger() });
    const decision = bandit.choose();
    return () => decision.reward(0.5);
  },
};

// Two draws of the noise are equal less than once in 1000 visits: a false alarm once in 10^10 runs.
test.each(Object.entries(FAMILIES))(
  'an answer about %s has other noise than what was written when the page was hidden',
  async (_, open) => {
    vi.useRealTimers();
    let equal = 0;
    for (let visit = 0; visit < 12; visit++) {
      const page = new TestPage();
      page.show();
      const answer = await open();
      page.hide();
      await settle();
      const written = new Set((await finalBodies()).values());
      expect(written.size).toBe(visit + 1);
      const body = bodyOf(queued(await answer()));
      if (written.has(body)) equal++;
    }
    expect(equal).toBeLessThan(6);
  },
);
