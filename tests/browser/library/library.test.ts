// The library in real browsers, under the strict policy: what crosses the wall, and that exactly one report
// per decision does, whatever happens to the page.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  complaintsOf,
  kAllProfiles,
  type Page,
  type Profile,
  type SeenRequest,
  waitFor,
} from '../support/browsers.js';
import { arrivals, openLibraryPage, serveLibrary } from '../support/library-site.js';
import { kPolicy, type StaticServer } from '../support/static-server.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** What a report may consist of. */
const kKeys = ['v', 'id', 'snapshot', 'arm', 'level', 'bit'];
/** Of `lab.fixedReport`; tests/package/unit/client-codebook-golden.test.ts has the same. */
const kCodebookReport =
  '{"v":1,"id":"Efv5iHOMmsfHa3naXHsXvw","snapshot":1,"part":"moment","data":"7AA"}';
const kLaplace = { type: 'he-ldp-ucb-laplace', arms: 3, epsilonMin: 1 };

describe.each(kAllProfiles)('%s', (_name, launch) => {
  let server: StaticServer;
  let profile: Profile;
  let page: Page;
  const posted: string[] = [];
  beforeAll(async () => {
    server = await serveLibrary();
  });
  beforeEach(async () => {
    profile = await launch();
    page = await profile.newPage();
    posted.length = 0;
    record(page);
    await openLibraryPage(page, server);
    return () => profile.close();
  });
  afterAll(() => server.close());

  const record = (on: Page) =>
    on.on('request', (request: SeenRequest) => {
      if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
    });
  const hostSaw = (path: string) => server.hits.filter((hit) => hit.path.startsWith(path));

  it('sends an answer as one request, which the Service Worker answers and the host never sees', async () => {
    await page.evaluate(() => window.lab.open({}), null);
    const { id } = await page.evaluate(() => window.lab.decide(1), null);
    const [report, ...others] = await arrivals(page, 1);
    expect(others).toEqual([]);
    expect(report?.id).toBe(id);
    expect(posted).toEqual(['/collector/demo/reports']);
    expect(hostSaw('/collector')).toEqual([]);
    expect(await complaintsOf(page)).toEqual([]);
  });

  it('reports nothing but version, id, snapshot, arm, level and one bit or one integer', async () => {
    await page.evaluate(() => window.lab.open({}), null);
    for (const feedback of [0, 0.25, 1]) {
      await page.evaluate((value) => window.lab.decide(value), feedback);
    }
    await page.evaluate(() => window.lab.flush(), null);
    for (const report of await arrivals(page, 3)) {
      expect(Object.keys(report)).toEqual(kKeys);
      expect([0, 1]).toContain(report.bit);
    }

    await page.evaluate(
      (algorithm) => window.lab.open({ experiment: 'integers', algorithm }),
      kLaplace,
    );
    await page.evaluate(() => window.lab.decide(0.5), null);
    const integer = (await arrivals(page, 4))[3];
    expect(Object.keys(integer ?? {})).toEqual([...kKeys.slice(0, 5), 'noisy']);
    expect(Number.isInteger(integer?.noisy)).toBe(true);
  });

  // A codeword or an order that differed between engines would be noise that the collector does not know of.
  it('names the codeword that Node names, for the same randomness and the same context', async () => {
    expect(await page.evaluate(() => window.lab.fixedReport(), null)).toBe(kCodebookReport);
  });

  it('stores the noisy packet and the budget, never the feedback', async () => {
    await page.evaluate(() => window.lab.open({ responseWindowMs: 60_000 }), null);
    const { id } = await page.evaluate(() => window.lab.decide(0.123456), null);
    const stored = await page.evaluate(() => window.lab.stored(), null);
    expect(stored).toContain(id);
    expect(stored).not.toContain('123456');
  });

  it('sends one neutral report for an unanswered decision, no earlier and no later', async () => {
    await page.evaluate(() => window.lab.open({ responseWindowMs: 1500 }), null);
    const took = async (feedback: number | undefined, count: number) => {
      const begun = Date.now();
      await page.evaluate((value) => window.lab.decide(value ?? undefined), feedback ?? null);
      await arrivals(page, count);
      return Date.now() - begun;
    };
    const answered = await took(1, 1);
    const silent = await took(undefined, 2);
    expect(Math.min(answered, silent)).toBeGreaterThanOrEqual(1500);
    expect(Math.abs(answered - silent)).toBeLessThan(1000);
    expect(await page.evaluate(() => window.lab.snapshot(), null)).toMatchObject({ reports: 2 });
  });

  it('loses no report to a reload, answered or not, and sends none twice', async () => {
    await page.evaluate(() => window.lab.open({ responseWindowMs: 1500 }), null);
    const { id } = await page.evaluate(() => window.lab.decide(1), null);
    await page.evaluate(() => window.lab.decide(), null);
    await page.reload();
    await waitFor(page, () => 'lab' in window, null, 'the page again');
    expect(await page.evaluate(() => window.lab.snapshot(), null)).toMatchObject({ reports: 0 });
    await page.evaluate(() => window.lab.open({}), null);
    const reports = await arrivals(page, 2);
    expect(reports.map((report) => report.id)).toContain(id);
    await page.evaluate(() => window.lab.flush(), null);
    expect(await page.evaluate(() => window.lab.snapshot(), null)).toMatchObject({ reports: 2 });
  });

  it('sends the report of a tab that was closed when the next one opens', async () => {
    await page.evaluate(() => window.lab.open({}), null);
    const { id } = await page.evaluate(() => window.lab.decide(0), null);
    const next = await profile.newPage();
    await page.close();
    await openLibraryPage(next, server);
    await next.evaluate(() => window.lab.open({}), null);
    await waitFor(next, () => window.lab.flush(), null, 'a flush');
    const { reports } = await waitFor(
      next,
      async () => {
        const snapshot = await window.lab.snapshot();
        return snapshot.reports > 0 && snapshot;
      },
      null,
      'the report of the closed tab',
    );
    expect([reports, id.length]).toEqual([1, 22]);
  });

  it('spends one ledger from two tabs: of two races for the last unit one is won', async () => {
    const other = await profile.newPage();
    record(other);
    await openLibraryPage(other, server);
    const open = () => window.lab.open({ epsilonTotal: 3, responseWindowMs: 60_000 });
    // Each in front while its bandit opens: a page that no visitor has seen yet decides nothing.
    for (const tab of [page, other]) {
      await tab.bringToFront();
      await tab.evaluate(open, null);
    }
    const decide = () => Promise.all([1, 2, 3, 4].map(() => window.lab.decide(1)));
    const outcomes = (
      await Promise.all([page, other].map((tab) => tab.evaluate(decide, null)))
    ).flat();
    const statuses = outcomes.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill('budget_exhausted'), ...Array(3).fill('queued')]);
    for (const tab of [page, other]) {
      const spent = await tab.evaluate(() => window.lab.spent(), null);
      expect(spent).toEqual({ epsilon: 3, reports: 3, durable: true });
    }
    // Together they hold three packets; both tabs flush, and each packet leaves once.
    await Promise.all([page, other].map((tab) => tab.evaluate(() => window.lab.flush(), null)));
    await arrivals(page, 3);
    expect(posted).toHaveLength(3);
    expect(await page.evaluate(() => window.lab.snapshot(), null)).toMatchObject({ reports: 3 });
  });

  it('refuses a collector that asks for a larger epsilon, before anything is spent or sent', async () => {
    const refusal = await page.evaluate(() => window.lab.open({ experiment: 'greedy' }), null);
    expect(refusal).toEqual({
      code: 'manifest_mismatch',
      details: { field: 'perReport.epsilon', pinned: 1, offered: 8 },
    });
    expect(posted).toEqual([]);
    await page.evaluate(() => window.lab.open({}), null);
    expect(await page.evaluate(() => window.lab.spent(), null)).toMatchObject({ epsilon: 0 });
  });

  it('runs under the policy without a violation, and the counter of violations works', async () => {
    await page.evaluate(() => window.lab.open({}), null);
    await page.evaluate(() => window.lab.decide(1), null);
    await page.evaluate(() => window.lab.flush(), null);
    expect(await complaintsOf(page)).toEqual([]);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.injected = true';
      document.body.append(script);
    }, null);
    await waitFor(page, () => window.violations.length > 0, null, 'the violation');
    expect(await page.evaluate(() => 'injected' in window, null)).toBe(false);
  });
});

describe.each(kAllProfiles)('%s without wasm-unsafe-eval', (_name, launch) => {
  it('says wasm_blocked_by_csp', async () => {
    const server = await serveLibrary(kPolicy.replace(" 'wasm-unsafe-eval'", ''));
    const profile = await launch();
    try {
      const page = await profile.newPage();
      await page.goto(`${server.origin}/blocked.html`);
      const read = () => (window as { outcome?: string }).outcome;
      expect(await waitFor(page, read, null, 'an outcome')).toBe('wasm_blocked_by_csp');
    } finally {
      await profile.close();
      await server.close();
    }
  });
});
