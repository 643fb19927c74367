// What a visit leaves on the disk: does it show whether the visitor answered? Looked at while the reports wait, and
// again after they have been sent.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { openHarbour } from './collector.js';
import type { Plan } from './measure.js';
import { start } from './set-ups.js';
import { openSite } from './site.js';
import { addressOf, type Made, make, type PageOptions, planVisits, type Way } from './visits.js';

export interface Trace {
  readonly way: Way;
  readonly answered: boolean;
  /** Where records with the id of the report stand, one entry for each. */
  readonly places: readonly string[];
  /** How often the bytes of the id stand in the files of the profile. */
  readonly copies: number;
}

export interface Disk {
  /** Visits whose report was still waiting. */
  readonly waiting: readonly Trace[];
  /** The same visits, sent. */
  readonly sent: readonly Trace[];
}

/** With worker, window, settling time and delay stay below 55 s. */
const kWindowMs = 45_000;

/** @param visits at most what a browser makes in less than the window of 45 s */
export async function lookAtDisk(plan: Plan, visits: number): Promise<Disk> {
  const site = await openSite(plan.pages, plan.dist, 4);
  const harbour = await openHarbour({ origins: site.origins, dist: plan.dist });
  site.connect(harbour.endpoint);
  let started = await start(plan.setUp);
  try {
    const options: PageOptions = {
      ...plan.page,
      endpoint: harbour.endpoint,
      responseWindowMs: kWindowMs,
      maxDelayMs: 0,
    };
    const made: Made[] = [];
    const group = options.worker ? 'crowded' : 'none';
    for (const visit of planVisits(visits, [group], site.origins, plan.seed)) {
      made.push(await make(started.browser, site, visit, options, () => {}));
    }
    const chosen = made.filter(({ id, left }) => id !== undefined && left);
    const first = chosen[0]?.visit;
    if (!first) throw new Error('No visit came about.');
    const look = async (): Promise<readonly Trace[]> => {
      const ids = chosen.map(({ id }) => id as string);
      const stored = await readStored(started.browser, `${first.origin}/look`, ids);
      await started.stop();
      const copies = await copiesInFiles(started.profile, ids);
      return chosen.map(({ visit, id }) => ({
        way: visit.way,
        answered: visit.answers,
        places: stored[id as string] ?? [],
        copies: copies.get(id as string) ?? 0,
      }));
    };
    const lookedAt = Date.now();
    const waiting = await look();

    started = await start(plan.setUp, started.profile);
    const page = await started.browser.newPage();
    await page.goto(addressOf({ ...first, number: -1 }, site, options, 'drain'));
    await harbour
      .until(() => harbour.arrived.length >= chosen.length, 'all reports', kWindowMs + 90_000)
      .catch(() => {});
    // The page stays open meanwhile: a packet that it was sending would wait for the end of its lease.
    await untilSettled(
      started.browser,
      `${first.origin}/look`,
      chosen.map(({ id }) => id as string),
    );
    await page.close();
    const sent = await look();
    // No visit comes after the last one to take its bytes out of localStorage.
    const last = chosen.length - 1;
    const kept = chosen.map(({ releaseAt }, i) => i < last && (releaseAt ?? 0) > lookedAt);
    return {
      waiting: waiting.filter((_, i) => kept[i]),
      sent: sent.filter((_, i) => kept[i]),
    };
  } finally {
    await started.close();
    await harbour.close();
    await site.close();
  }
}

async function readStored(browser: Browser, address: string, ids: readonly string[]) {
  const page = await browser.newPage();
  await page.goto(address);
  await page.waitForFunction(() => window.ready, { timeout: 60_000 });
  const stored = await page.evaluate((wanted) => window.copiesOf(wanted), ids);
  await page.close();
  return stored;
}

/** The sender has seen the answers: a packet leaves the outbox a moment after its report has arrived. */
async function untilSettled(browser: Browser, address: string, ids: readonly string[]) {
  const deadline = Date.now() + 90_000;
  for (;;) {
    const stored = Object.values(await readStored(browser, address, ids)).flat();
    const isSettled = !stored.some((place) => place.endsWith('/outbox'));
    if (isSettled || Date.now() > deadline) return;
  }
}

/** As text of one byte or two a character, and as Firefox writes keys: every character code plus one. */
async function copiesInFiles(folder: string, ids: readonly string[]) {
  const shapes = ids.map((id) => [
    Buffer.from(id, 'latin1'),
    Buffer.from(id, 'utf16le'),
    Buffer.from(id, 'latin1').map((byte) => byte + 1),
  ]);
  const copies = new Map<string, number>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /cache/i.test(entry.parentPath)) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
    ids.forEach((id, i) => {
      for (const shape of shapes[i] as Buffer[]) {
        for (let at = bytes.indexOf(shape); at >= 0; at = bytes.indexOf(shape, at + 1)) {
          copies.set(id, (copies.get(id) ?? 0) + 1);
        }
      }
    });
  }
  return copies;
}

/** The places of answered and of silent visits, each set of places once, in the order of the alphabet. */
export function patterns(traces: readonly Trace[], answered: boolean): readonly string[] {
  const mine = traces.filter((trace) => trace.answered === answered);
  return [...new Set(mine.map(({ places }) => places.join(' + ')))].sort();
}

export function meanCopies(traces: readonly Trace[], answered: boolean): number {
  const mine = traces.filter((trace) => trace.answered === answered);
  return mine.reduce((sum, { copies }) => sum + copies, 0) / mine.length;
}
