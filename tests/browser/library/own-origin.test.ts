// A collector on the page's own origin that clears the storage with its answers and with its redirects: of 8 page loads,
// each second one hostile, no more reports than the budget pays for. Firefox obeys the header on requests without
// credentials, on redirects too, whose headers no page sees.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Harbour, type Kind, openHarbour } from '../page-life/collector.js';
import { ask, openLab, reopen } from '../page-life/lab.js';
import { kDist, kPages } from '../page-life/paths.js';
import { type Started, setUpsOf, start } from '../page-life/set-ups.js';
import { openSite, type VisitedSite } from '../page-life/site.js';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const kClear = { 'clear-site-data': '"storage"' };
const kLoads = 8;
const kOptions = { endpoint: '/collector', privacy: { epsilon: 1, epsilonTotal: 1 } };
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const kCases: readonly (readonly [string, Kind, 'answer' | 'redirect'])[] = [
  ['the answer 200 of the manifest', 'manifest', 'answer'],
  ['the answer 200 of the snapshot', 'snapshot', 'answer'],
  ['the answer 202 of a report', 'report', 'answer'],
  ['a redirect of the manifest', 'manifest', 'redirect'],
  ['a redirect of the snapshot', 'snapshot', 'redirect'],
  ['a redirect of a report', 'report', 'redirect'],
];

describe.each(
  setUpsOf('chromium', 'firefox', 'webkit').map((setUp) => [setUp.browser, setUp] as const),
)('%s', (_, setUp) => {
  let started: Started;
  let site: VisitedSite;
  let harbour: Harbour;
  let hostile: { readonly kind: Kind; readonly how: 'answer' | 'redirect' } | undefined;
  let turn = 0;
  let origin: string;

  beforeAll(async () => {
    site = await openSite(kPages, kDist, kCases.length);
    started = await start(setUp);
    return () => started.close();
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    hostile = undefined;
    origin = site.origins[turn++ % kCases.length] as string;
    const clears = (kind: Kind, how: 'answer' | 'redirect') =>
      hostile?.kind === kind && hostile.how === how;
    harbour = await openHarbour({
      origins: site.origins,
      dist: kDist,
      epsilon: 1,
      mount: '/collector',
      headers: (kind) => (clears(kind, 'answer') ? kClear : {}),
      redirects: (kind) => (clears(kind, 'redirect') ? kClear : undefined),
    });
    site.mount(harbour.listener);
    site.connect(harbour.endpoint);
    return () => harbour.close();
  });

  it.each(kCases)(`renews no budget by %s, in ${kLoads} page loads`, async (_what, kind, how) => {
    hostile = { kind, how };
    const { page } = await openLab(started.browser, origin, kOptions);
    for (let load = 0; load < kLoads; load++) {
      if (load > 0) {
        hostile = load % 2 === 0 ? { kind, how } : undefined;
        await page.reload();
        await reopen(page, kOptions);
      }
      await ask(page, (lab) => lab.decide(2));
      await ask(page, (lab) => lab.flush());
      await ask(page, (lab) => lab.refresh());
      await ask(page, (lab) => lab.decide(2));
      await ask(page, (lab) => lab.flush());
      await after(hostile ? 500 : 50); // a page that is left in the same moment heals nothing
      expect(harbour.counted()).toBeLessThanOrEqual(1);
    }
    // An honest load has sent it, unless the redirect took it: its budget is spent then, and it waits or is cleared.
    if (kind !== 'report' || how !== 'redirect') expect(harbour.counted()).toBe(1);
    await page.close();
  });
});
