// The budget of a browser profile, in real browsers: never more reports than it pays for, whatever the origin, the
// visitor or the clock does to it. Reports are counted by their ids at the collector.
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Harbour, type Kind, openHarbour } from '../page-life/collector.js';
import { ask, type LabOptions, openLab, reopen, told, waitForNoPacket } from '../page-life/lab.js';
import { kDist, kPages } from '../page-life/paths.js';
import { type Started, setUpsOf, start } from '../page-life/set-ups.js';
import { openSite, type VisitedSite } from '../page-life/site.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const kKinds: readonly Kind[] = ['manifest', 'snapshot', 'report'];
const kClear = { 'clear-site-data': '"storage"' };
const kPrivate = {
  Chromium: { arguments: ['--incognito'] },
  Firefox: { preferences: { 'browser.privatebrowsing.autostart': true } },
  WebKit: { isPrivate: true },
};
const kSmall = setUpsOf('chromium', 'firefox', 'webkit');

const privacyOf = (reports: number) => ({ epsilon: 1, epsilonTotal: reports });

describe.each(kSmall.map((setUp) => [setUp.browser, setUp] as const))('%s', (name, setUp) => {
  let started: Started;
  let site: VisitedSite;
  let harbour: Harbour;
  /** Which answers of the collector clear the storage of the page. */
  let hostile: readonly Kind[] = [];
  let turn = 0;
  let origin: string;

  beforeAll(async () => {
    site = await openSite(kPages, kDist, 40);
    started = await start(setUp);
    return () => started.close();
  });
  afterAll(() => site.close());
  // An origin and a collector of its own for each test: nothing is left of the one before.
  beforeEach(async () => {
    hostile = [];
    origin = site.origins[turn++] as string;
    harbour = await openHarbour({
      origins: site.origins,
      dist: kDist,
      epsilon: 1,
      headers: (kind) => (hostile.includes(kind) ? kClear : {}),
    });
    site.mount(harbour.listener);
    site.connect(harbour.endpoint);
    return () => harbour.close();
  });

  const ownCollector = (reports: number): LabOptions => ({
    endpoint: '/collector',
    privacy: privacyOf(reports),
  });
  const otherCollector = (reports: number): LabOptions => ({
    endpoint: harbour.endpoint,
    privacy: privacyOf(reports),
  });
  /** Decides until nothing more can be queued, and sends what was. */
  const decideAndSend = async (page: Page, count: number) => {
    const outcomes = await ask(page, (lab, wanted) => lab.decide(wanted), count);
    await ask(page, (lab) => lab.flush());
    return outcomes.filter((outcome) => outcome === 'queued').length;
  };

  describe.each([1, 5])('with a budget for %i', (reports) => {
    it('pays for as many reports, and no more', async () => {
      const { page } = await openLab(started.browser, origin, otherCollector(reports));
      expect(await decideAndSend(page, 8)).toBe(reports);
      await page.reload();
      expect(await reopen(page, otherCollector(reports))).toBeNull();
      expect(await decideAndSend(page, 8)).toBe(0);
      expect(harbour.ids()).toHaveLength(reports);
      await page.close();
    });

    it.each(kKinds)('survives Clear-Site-Data on each %s of its own origin', async (kind) => {
      hostile = [kind];
      const { page } = await openLab(started.browser, origin, ownCollector(reports));
      for (let round = 0; round < 4; round++) {
        await decideAndSend(page, 3);
        expect(harbour.ids().length).toBeLessThanOrEqual(reports);
      }
      // Chromium ignores the header on requests without credentials, Firefox obeys it.
      if (name === 'Firefox') await toldOfWipe(page);
      if (name === 'Chromium') expect(harbour.ids()).toHaveLength(reports);
      if (kind !== 'report') {
        // The page after a reload sees the header, too, before it spends anything.
        await page.reload();
        expect(await reopen(page, ownCollector(reports))).toBeNull();
        await decideAndSend(page, 8);
        expect(harbour.ids().length).toBeLessThanOrEqual(reports);
      }
      await page.close();
    });

    it('survives storage that is cleared while the page is open, and a reload after the wipe is healed', async () => {
      const { page } = await openLab(started.browser, origin, ownCollector(reports));
      for (let visit = 0; visit < 5; visit++) {
        await decideAndSend(page, 1);
        await page.evaluate(() => fetch('/clear'));
        await toldOfWipe(page);
        await decideAndSend(page, 3);
        expect(harbour.ids().length).toBeLessThanOrEqual(reports);
        await untilHealed(page);
        await page.reload();
        expect(await reopen(page, ownCollector(reports))).toBeNull();
      }
      await decideAndSend(page, 8);
      expect(harbour.ids().length).toBeLessThanOrEqual(reports);
      await page.close();
    });

    it('holds in two tabs that decide at the same time', async () => {
      const open = () => openLab(started.browser, origin, otherCollector(reports));
      // Each in front while its bandit opens: a page decides nothing until a visitor may have seen it.
      const tabs = [await open(), await open()];
      const queued = await Promise.all(tabs.map(({ page }) => decideAndSend(page, 6)));
      expect(queued.reduce((sum, count) => sum + count, 0)).toBe(reports);
      expect(harbour.ids()).toHaveLength(reports);
      for (const { page } of tabs) await page.close();
    });

    it('holds in three tabs whose visitors leave at once', async () => {
      const hasty = async () => {
        for (let visit = 0; visit < 8; visit++) {
          const { page } = await openLab(started.browser, origin, otherCollector(reports));
          await ask(page, (lab) => lab.hurry(1));
          await page.close();
        }
      };
      await Promise.all([hasty(), hasty(), hasty()]);
      const { page } = await openLab(started.browser, origin, otherCollector(reports));
      await decideAndSend(page, 8);
      await waitForNoPacket(page);
      expect(harbour.ids().length).toBeLessThanOrEqual(reports);
      expect(harbour.ids().length).toBeGreaterThan(0);
      await page.close();
    });

    it('holds when the clock is moved on and back', async () => {
      const moved = [0, 400, -400, 3650].map((days) => days * 86_400_000);
      for (const ms of moved) {
        const { page, refusal } = await openLab(
          started.browser,
          origin,
          otherCollector(reports),
          `{ const now = Date.now.bind(Date); Date.now = () => now() + ${ms}; }`,
        );
        expect(refusal).toBeNull();
        await decideAndSend(page, 3);
        expect(harbour.ids().length).toBeLessThanOrEqual(reports);
        await page.close();
      }
      expect(harbour.ids()).toHaveLength(reports);
    });
  });

  it.each([
    ['throws', 'indexedDB.open = () => { throw new DOMException("no", "SecurityError"); };'],
    [
      'rejects',
      'IDBFactory.prototype.open = function () { const request = new EventTarget(); setTimeout(() => { request.error = new DOMException("no", "InvalidStateError"); const event = new Event("error"); request.onerror?.(event); request.dispatchEvent(event); }); return request; };',
    ],
    ['is missing', 'Object.defineProperty(globalThis, "indexedDB", { value: undefined });'],
  ])('renews no budget with a page load where IndexedDB %s', async (_what, before) => {
    for (let load = 0; load < 4; load++) {
      const { page } = await openLab(started.browser, origin, otherCollector(1), before);
      await decideAndSend(page, 3);
      expect(harbour.ids().length).toBeLessThanOrEqual(1);
      await page.close();
    }
  });

  it('renews no budget with a page load in a private window', async () => {
    const isPrivate = await start({ ...setUp, ...kPrivate[name] });
    try {
      const loads = async (browser: Pick<Browser, 'newPage'>) => {
        for (let load = 0; load < 4; load++) {
          const { page } = await openLab(browser, origin, otherCollector(1));
          await decideAndSend(page, 3);
          expect(harbour.ids().length).toBeLessThanOrEqual(1);
          await page.close();
        }
      };
      await loads(isPrivate.browser);
    } finally {
      await isPrivate.close();
    }
  });
});

const toldOfWipe = (page: Page) =>
  told(page, ({ details }) => details['cause'] === 'wiped', 'the wipe');

/** The sums that were written back stand in the database again. Read without the library. */
async function untilHealed(page: Page): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const spent = await page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
      const main = names.find(
        (name) => name.startsWith('ldp-bandits') && !name.endsWith('-finals'),
      );
      if (main === undefined) return 0;
      return new Promise<number>((resolve) => {
        const opening = indexedDB.open(main);
        opening.onerror = () => resolve(0);
        opening.onsuccess = () => {
          const database = opening.result;
          const end = (sum: number) => {
            database.close();
            resolve(sum);
          };
          if (!database.objectStoreNames.contains('hours')) return end(0);
          const hours = database.transaction('hours').objectStore('hours').getAll();
          hours.onsuccess = () =>
            end(
              (hours.result as { reports: number }[]).reduce(
                (sum, { reports }) => sum + Number(reports),
                0,
              ),
            );
          hours.onerror = () => end(0);
        };
      });
    });
    if (spent > 0) return;
    if (Date.now() > deadline) throw new Error('The sums were never written back.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
