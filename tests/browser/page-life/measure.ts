// One set-up, from its first visit to the last report.
import { setTimeout as after } from 'node:timers/promises';
import type { Browser } from 'puppeteer-core';
import { type Harbour, kExperiment, openHarbour } from './collector.js';
import { type Disk, lookAtDisk } from './disk.js';
import {
  byId,
  type Judged,
  judge,
  type Lateness,
  lateness,
  type Tally,
  type Truth,
  tally,
} from './judge.js';
import { type KillPlan, type Kills, killOften } from './kills.js';
import { type SetUp, start } from './set-ups.js';
import { openSite, type VisitedSite } from './site.js';
import {
  addressOf,
  type Group,
  kWays,
  type Made,
  make,
  type PageOptions,
  planVisits,
  type Visit,
  type Way,
} from './visits.js';

export interface Plan {
  readonly setUp: SetUp;
  readonly visits: number;
  readonly groups: readonly Group[];
  readonly ways?: readonly Way[];
  /** Folder of the package's build. */
  readonly dist: string;
  /** Folder of the pages. */
  readonly pages: string;
  readonly seed: number;
  readonly page: Omit<PageOptions, 'endpoint' | 'slower'>;
  /** Visits of the look at the disk; 0: none. */
  readonly onDisk: number;
  /** Kills of a browser on a profile of its own, besides; 0: none. */
  readonly kills?: number;
  readonly progress?: (line: string) => void;
}

export interface Outcome {
  readonly setUp: SetUp;
  readonly version: string;
  readonly total: Tally;
  readonly ways: Readonly<Record<Way, Tally>>;
  readonly groups: Readonly<Partial<Record<Group, Tally>>>;
  /** Of visits with the worker; of those without. */
  readonly lateness: { readonly worker?: Lateness; readonly none?: Lateness };
  /** Of `alone`: reports that were there before their origin was visited again. */
  readonly withoutNextVisit: { readonly visits: number; readonly arrived: number };
  /** Pages that came back from the cache, and that were loaded anew. */
  readonly restored: { readonly cached: number; readonly anew: number };
  /** Ids at the collector that no ledger has paid for. */
  readonly unpaid: number;
  readonly spentMs: { readonly median: number; readonly most: number };
  /** Transactions of the second tab. */
  readonly busyRounds: number;
  readonly complaints: readonly string[];
  readonly disk?: Disk;
  readonly killed?: Kills;
  readonly seconds: number;
  /** Visits that went wrong, for looking closer. */
  readonly wrong: readonly { readonly group: Group; readonly way: Way; readonly verdict: string }[];
}

/** Origins visited in turn by the group `alone`. */
const kAlone = 10;
/** The lease of a packet is 60 s; then another try. */
const kLastReportMs = 100_000;

declare global {
  interface Window {
    ready?: true;
    rounds: number;
    truths(): [number, Truth][];
    spent(): Promise<string[]>;
    copiesOf(ids: readonly string[]): Promise<Record<string, string[]>>;
  }
}

export async function measure(plan: Plan): Promise<Outcome> {
  const begun = performance.now();
  const site = await openSite(plan.pages, plan.dist, 3 + kAlone);
  const harbour = await openHarbour({ origins: site.origins, dist: plan.dist });
  site.connect(harbour.endpoint);
  const started = await start(plan.setUp);
  const complaints: string[] = [];
  try {
    const options: PageOptions = {
      ...plan.page,
      endpoint: harbour.endpoint,
      ...(plan.setUp.slower ? { slower: plan.setUp.slower } : {}),
    };
    const visits = planVisits(plan.visits, plan.groups, site.origins, plan.seed, plan.ways);
    const busy = await openBusy(started.browser, site, visits, options);
    const made: Made[] = [];
    for (const visit of visits) {
      const one = await make(started.browser, site, visit, options, (text) =>
        complaints.push(text),
      ).catch((error: Error): Made => {
        complaints.push(`driver, ${visit.way}: ${error.message}`);
        return { visit, begunAt: Date.now(), left: false };
      });
      made.push(one);
      if (made.length % 50 === 0) plan.progress?.(`${plan.setUp.name}: ${made.length} visits`);
    }
    const busyRounds = (await busy?.evaluate(() => window.rounds).catch(() => 0)) ?? 0;
    if (busy && busyRounds === 0) complaints.push('the busy tab did not live to the end');
    await busy?.close().catch(() => {});
    const endedAt = await untilWorkersAreDone(harbour, made);
    const { truths, spent } = await drain(started.browser, site, harbour, made, options);
    const arrived = byId(harbour.arrived);
    const judged = judge(made, truths, arrived);
    for (const { visit, kind, text } of site.notes) {
      if (kind === 'complaint') complaints.push(`${visits[visit]?.way ?? 'other page'}: ${text}`);
    }
    const restored = site.notes.filter(({ kind }) => kind === 'restored');
    const cached = restored.filter(({ text }) => text === 'from the cache').length;
    const waits = made.flatMap(({ spentMs }) => spentMs ?? []).sort((a, b) => a - b);
    const tallyOf = (holds: (visit: Visit) => boolean) =>
      tally(
        made.filter(({ visit }) => holds(visit)),
        judged.filter((one) => holds(one.made.visit)),
        arrived,
      );
    const late = {
      worker: lateness(judged.filter(({ made: { visit } }) => visit.group !== 'none')),
      none: lateness(judged.filter(({ made: { visit } }) => visit.group === 'none')),
    };
    return {
      setUp: plan.setUp,
      version: started.version,
      total: tallyOf(() => true),
      ways: Object.fromEntries(
        kWays.map((way) => [way, tallyOf((visit) => visit.way === way)]),
      ) as Record<Way, Tally>,
      groups: Object.fromEntries(
        plan.groups.map((group) => [group, tallyOf((visit) => visit.group === group)]),
      ),
      lateness: {
        ...(late.worker ? { worker: late.worker } : {}),
        ...(late.none ? { none: late.none } : {}),
      },
      withoutNextVisit: withoutNextVisit(judged, made, endedAt),
      restored: { cached, anew: restored.length - cached },
      unpaid: [...arrived.keys()].filter((id) => !spent.has(id)).length,
      spentMs: { median: waits[Math.floor(waits.length / 2)] ?? 0, most: waits.at(-1) ?? 0 },
      busyRounds,
      complaints,
      ...(plan.onDisk ? { disk: await lookAtDisk(plan, plan.onDisk) } : {}),
      ...(plan.kills ? { killed: await killOften(killPlanOf(plan, plan.kills)) } : {}),
      seconds: Math.round((performance.now() - begun) / 1000),
      wrong: judged
        .filter(({ verdict }) => verdict !== 'right')
        .map(({ made: { visit }, verdict }) => ({ group: visit.group, way: visit.way, verdict })),
    };
  } finally {
    await started.close();
    await harbour.close();
    await site.close();
  }
}

function killPlanOf({ page, ...plan }: Plan, kills: number): KillPlan {
  return { ...plan, kills, ...(page.worker ? { worker: page.worker } : {}) };
}

async function openBusy(
  browser: Browser,
  site: VisitedSite,
  visits: readonly Visit[],
  options: PageOptions,
) {
  const first = visits.find(({ group }) => group === 'busy');
  if (!first) return undefined;
  const page = await browser.newPage();
  await page.goto(addressOf({ ...first, number: -1 }, site, options, 'busy'));
  await page.waitForFunction(() => window.rounds > 0, { timeout: 60_000 });
  return page;
}

/** The workers get the time that every report is given, and some; resolves with the time now. */
async function untilWorkersAreDone(harbour: Harbour, made: readonly Made[]): Promise<number> {
  const wanted = made.filter(({ visit, id }) => id !== undefined && visit.group !== 'none');
  const last = Math.max(Date.now(), ...wanted.map(({ releaseAt }) => releaseAt ?? 0));
  const missing = () => {
    const there = byId(harbour.arrived);
    return wanted.every(({ id }) => there.has(id as string));
  };
  await harbour.until(missing, 'the workers', last - Date.now() + 10_000).catch(() => {});
  return Date.now();
}

/** The next visit of every origin: what is still missing comes with it or never. */
async function drain(
  browser: Browser,
  site: VisitedSite,
  harbour: Harbour,
  made: readonly Made[],
  options: PageOptions,
) {
  const truths = new Map<number, Truth>();
  const spent = new Set<string>();
  const origins = new Map(made.map(({ visit }) => [visit.origin, visit]));
  for (const visit of origins.values()) {
    const page = await browser.newPage();
    await page.goto(addressOf({ ...visit, number: -1 }, site, options, 'drain'));
    await page.waitForFunction(() => window.ready, { timeout: 60_000 });
    const wanted = made.filter((one) => one.visit.origin === visit.origin && one.id !== undefined);
    const complete = () => {
      const there = byId(harbour.arrived);
      return wanted.every(({ id }) => there.has(id as string));
    };
    await harbour.until(complete, `reports to ${kExperiment}`, kLastReportMs).catch(() => {});
    for (const [number, truth] of await page.evaluate(() => window.truths())) {
      truths.set(number, truth);
    }
    for (const id of await page.evaluate(() => window.spent())) spent.add(id);
    await page.close();
  }
  await after(1_000); // anything that leaves once more has left by now
  return { truths, spent };
}

function withoutNextVisit(judged: readonly Judged[], made: readonly Made[], endedAt: number) {
  const alone = judged.filter((one) => one.made.visit.group === 'alone');
  const arrived = alone.filter(({ made: { visit }, arrivedAt }) => {
    const next = made.find(
      (one) => one.visit.origin === visit.origin && one.visit.number > visit.number,
    );
    return arrivedAt !== undefined && arrivedAt < (next?.begunAt ?? endedAt);
  });
  return { visits: alone.length, arrived: arrived.length };
}
