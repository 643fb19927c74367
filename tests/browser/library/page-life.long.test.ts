// An answer in the click that leaves the page, in small: eight ways to leave, four visits each. The measuring command
// `npm run page-life` makes thousands.
import { describe, expect, it, vi } from 'vitest';
import { patterns } from '../page-life/disk.js';
import { measure, type Plan } from '../page-life/measure.js';
import { kDist, kPages } from '../page-life/paths.js';
import { kSetUps, type SetUp } from '../page-life/set-ups.js';
import { kWays } from '../page-life/visits.js';

vi.setConfig({ testTimeout: 300_000 });

const kSmall = kSetUps.filter(({ name }) => name === 'chromium-cache' || name === 'firefox');

const planFor = (setUp: SetUp): Plan => ({
  setUp,
  visits: 4 * kWays.length,
  groups: ['crowded', 'none'],
  dist: kDist,
  pages: kPages,
  seed: 11,
  onDisk: 2 * kWays.length,
  // Long enough for the clicks of a busy machine; a click that is late all the same counts as silence.
  page: { responseWindowMs: 8_000, maxDelayMs: 1_000, worker: '/ldp-sender.js' },
});

describe.each(kSmall.map((setUp) => [setUp.browser, setUp] as const))('%s', (_name, setUp) => {
  it('reports what each visitor did once, however the click left the page, and the disk does not tell', async () => {
    const outcome = await measure(planFor(setUp));
    expect(outcome.wrong).toEqual([]);
    expect(outcome.complaints).toEqual([]);
    expect(outcome.total).toMatchObject({
      visits: 4 * kWays.length,
      right: 4 * kWays.length,
      notChosen: 0,
      countedTwice: 0,
      twoBodies: 0,
    });
    expect(outcome.unpaid).toBe(0);
    for (const traces of [outcome.disk?.waiting ?? [], outcome.disk?.sent ?? []]) {
      expect(traces.length).toBeGreaterThan(0);
      expect(patterns(traces, true)).toEqual(patterns(traces, false));
    }
  });

  it('sends with the page where it is told to, without a worker or a next visit', async () => {
    const { worker: _, ...page } = planFor(setUp).page;
    const ways = ['link', 'elsewhere', 'form', 'href'] as const;
    const visits = 4 * ways.length;
    const outcome = await measure({
      ...planFor(setUp),
      visits,
      ways,
      groups: ['alone'],
      onDisk: 0,
      // Longer than the visits take: what arrives earlier was sent by the page that was left.
      page: { ...page, responseWindowMs: 50_000, leaving: 'send' },
    });
    expect(outcome.wrong).toEqual([]);
    expect(outcome.complaints).toEqual([]);
    expect(outcome.total).toMatchObject({ visits, right: visits, countedTwice: 0, twoBodies: 0 });
    expect(outcome.withoutNextVisit).toEqual({ visits, arrived: visits });
  });
});
