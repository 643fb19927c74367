// Visits: which ones, and how one is made. A visit waits for what the page says, never for a time, but for the
// moment that a visitor takes before the click.
import { setTimeout as after } from 'node:timers/promises';
import type { Browser, Page } from 'puppeteer-core';
import type { VisitedSite } from './site.js';

export const kWays = [
  'link',
  'elsewhere',
  'form',
  'href',
  'back',
  'reload',
  'close',
  'tab',
] as const;
export type Way = (typeof kWays)[number];

/**
 * `crowded`: all visits on one origin, so that the worker is always busy with earlier reports. `alone`: origins in
 * turn, so that a report is due long before its origin is visited again. `busy`: one origin, with a second tab busy
 * on the same database. `none`: one origin without the worker.
 */
export const kGroups = ['crowded', 'alone', 'busy', 'none'] as const;
export type Group = (typeof kGroups)[number];

export interface Visit {
  readonly number: number;
  readonly group: Group;
  readonly way: Way;
  readonly answers: boolean;
  readonly origin: string;
  /** From the decision to the click, in ms. */
  readonly thinks: number;
  /** The visitor comes back to the page by the history, where the way allows it. */
  readonly returns: boolean;
}

export interface Made {
  readonly visit: Visit;
  readonly begunAt: number;
  /** Public id of the report; undefined: the page never said that it had chosen. */
  readonly id?: string;
  readonly releaseAt?: number;
  readonly spentMs?: number;
  /** The page after the visit was seen, or the tab was gone. */
  readonly left: boolean;
}

export interface PageOptions {
  readonly endpoint: string;
  /** Address of the worker's file; undefined: none. */
  readonly worker?: string;
  /** Calls `flush({ keepalive: true })` on `pagehide`, as the README of 0.1.0 said. */
  readonly flushOnPagehide?: boolean;
  /** As in `createBandit`. */
  readonly leaving?: 'send';
  /** Pages after the visit have the line of `ldp-bandits/outbox`. */
  readonly outbox?: boolean;
  readonly responseWindowMs: number;
  readonly maxDelayMs: number;
  /** How many times slower the processor of the page is made. Chromium only. */
  readonly slower?: number;
}

/** Generator of public test plans: mulberry32. */
export function coins(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Every group, way and answer equally often, up to one, in an order drawn from the seed. */
export function planVisits(
  count: number,
  groups: readonly Group[],
  origins: readonly string[],
  seed: number,
  ways: readonly Way[] = kWays,
): readonly Visit[] {
  const random = coins(seed);
  const cells = ways.flatMap((way) =>
    [true, false].flatMap((answers) => groups.map((group) => ({ group, way, answers }))),
  );
  const cellsDrawn = Array.from(
    { length: count },
    (_, i) => cells[i % cells.length] as (typeof cells)[0],
  );
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [cellsDrawn[i], cellsDrawn[j]] = [cellsDrawn[j] as never, cellsDrawn[i] as never];
  }
  const fixed: Record<string, string | undefined> = {
    crowded: origins[0],
    busy: origins[1],
    none: origins[2],
  };
  const rest = origins.slice(3);
  let turn = 0;
  return cellsDrawn.map((cell, number) => ({
    ...cell,
    number,
    origin: fixed[cell.group] ?? (rest[turn++ % rest.length] as string),
    thinks: 30 + Math.floor(random() * 470),
    returns: random() < 0.25 && cell.way !== 'close' && cell.way !== 'tab' && cell.way !== 'reload',
  }));
}

export function addressOf(
  visit: Visit,
  site: VisitedSite,
  options: PageOptions,
  page = 'visit',
): string {
  const query = new URLSearchParams({
    visit: String(visit.number),
    way: visit.way,
    answer: visit.answers ? '1' : '0',
    endpoint: options.endpoint,
    elsewhere: site.elsewhere,
    window: String(options.responseWindowMs),
    delay: String(options.maxDelayMs),
    ...(options.worker && visit.group !== 'none' ? { worker: options.worker } : {}),
    ...(options.flushOnPagehide ? { flush: 'pagehide' } : {}),
    ...(options.leaving ? { leaving: options.leaving } : {}),
    ...(options.outbox ? { outbox: '1' } : {}),
  });
  return `${visit.origin}/${page}?${query}`;
}

const kPatienceMs = 30_000;

/** Makes one visit in a tab of its own. Complaints of the page go to `complain`. */
export async function make(
  browser: Browser,
  site: VisitedSite,
  visit: Visit,
  options: PageOptions,
  complain: (text: string) => void,
): Promise<Made> {
  const begunAt = Date.now();
  const page = await browser.newPage();
  page.on('error', (error) => complain(`${visit.way}: crash, ${error.message}`));
  page.on('pageerror', (error) => complain(`${visit.way}: ${String(error)}`));
  page.on('console', (message) => complain(`${visit.way}: ${message.type()} ${message.text()}`));
  const gone = new Promise<true>((resolve) => page.once('close', () => resolve(true)));
  try {
    if (options.slower) await page.emulateCPUThrottling(options.slower);
    if (visit.way === 'back') {
      await page.goto(`${visit.origin}/next?visit=-1`);
      // `shown` is to mean that the visitor is back.
      await page.evaluate(
        (number) => history.replaceState(null, '', `?visit=${number}`),
        visit.number,
      );
    }
    const address = addressOf(visit, site, options);
    if (visit.way === 'close') {
      // A script may close a tab that has no history.
      await page.evaluate((to) => location.replace(to), address).catch(() => {});
    } else await page.goto(address, { waitUntil: 'domcontentloaded' });
    const chosen = await site.note(visit.number, 'chosen', kPatienceMs);
    if (chosen?.id === undefined) return { visit, begunAt, left: false };
    await after(visit.thinks);
    const shown = site.note(visit.number, 'shown', kPatienceMs).then((note) => note !== undefined);
    // Where the click closes the tab the driver loses it in the middle of the call.
    const clicked = page.click('#leave').catch(() => {});
    if (visit.way === 'tab') {
      await clicked;
      await shut(page);
    }
    const left = await (visit.way === 'close' || visit.way === 'tab'
      ? Promise.race([gone, after(kPatienceMs, false, { ref: false })])
      : shown);
    if (left && visit.returns) await comeBack(page, site, visit);
    const { id, releaseAt, spentMs } = chosen as Required<typeof chosen>;
    return { visit, begunAt, id, releaseAt, spentMs, left };
  } finally {
    await shut(page);
  }
}

/** Chromium may lose the order to close a tab that is just coming back from the history: it is told again. */
async function shut(page: Page): Promise<void> {
  for (let attempt = 0; attempt < 3 && !page.isClosed(); attempt++) {
    await Promise.race([page.close().catch(() => {}), after(5_000, undefined, { ref: false })]);
  }
}

/** The page says `restored`, from a cache or loaded anew; in neither case it decides again. */
async function comeBack(page: Page, site: VisitedSite, visit: Visit): Promise<void> {
  const restored = site.note(visit.number, 'restored', kPatienceMs);
  // In some drivers a navigation from the cache never ends; what the page says does.
  void (visit.way === 'back' ? page.goForward() : page.goBack()).catch(() => {});
  await restored;
}
