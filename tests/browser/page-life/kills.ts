// A browser that is killed over and over on one profile, at moments drawn from a seed: what its ledger and the
// collector hold afterwards. A kill leaves what the operating system was given, so it is milder than a power cut.
import { setTimeout as after } from 'node:timers/promises';
import { type Arrived, kEpsilon, openHarbour } from './collector.js';
import { byId } from './judge.js';
import { ask, openLab, waitForNoPacket } from './lab.js';
import { type SetUp, type Started, start } from './set-ups.js';
import { type Note, openSite, type VisitedSite } from './site.js';
import { coins } from './visits.js';

export interface KillPlan {
  readonly setUp: SetUp;
  readonly kills: number;
  /** Folder of the package's build. */
  readonly dist: string;
  /** Folder of the pages. */
  readonly pages: string;
  readonly seed: number;
  /** Address of the worker's file, for every second page; undefined: none has it. */
  readonly worker?: string;
  readonly progress?: (line: string) => void;
}

/** Counts of one profile. What pages said is at least as much: the last messages may be lost with the browser. */
export interface Kills {
  readonly kills: number;
  /** Kills of pages that had not opened their bandit yet. */
  readonly early: number;
  /** Decisions that pages said they had made. */
  readonly decisions: number;
  /** Reports that the budget pays for. */
  readonly allowed: number;
  /** Reports in the ledger when killed pages had spent, and after a last page has spent the rest. */
  readonly paidByKilled: number;
  readonly paid: number;
  /** Different ids at the collector, and those that came more than once. */
  readonly arrived: number;
  readonly repeated: number;
  /** Paid answers whose `reward()` had resolved before the kill, and those that arrived as answers. */
  readonly answers: number;
  readonly survived: number;
  /** What must never be. */
  readonly broken: {
    /** Ids at the collector that do not stand in the ledger. */
    readonly unpaid: number;
    /** Ids that a page said were paid and that the ledger does not know. */
    readonly forgotten: number;
    /** Ids in the ledger that never arrived. */
    readonly missing: number;
    readonly twoBodies: number;
    readonly countedTwice: number;
    /** Starts that found less spent than an earlier page had said. */
    readonly fell: number;
  };
  readonly complaints: readonly string[];
  readonly seconds: number;
}

/** Shorter than most pages live, so that some windows end before the kill. */
const kWindowMs = 300;
/** Fewer than pages decide: the budget ends before the kills do. */
const kPaidPerKill = 7;
const kLongestLifeMs = 1_500;
const kPatienceMs = 60_000;

export async function killOften(plan: KillPlan): Promise<Kills> {
  const begun = performance.now();
  const random = coins(plan.seed);
  const allowed = kPaidPerKill * plan.kills;
  const privacy = { epsilon: kEpsilon, epsilonTotal: kEpsilon * allowed };
  const site = await openSite(plan.pages, plan.dist, 1);
  const harbour = await openHarbour({ origins: site.origins, dist: plan.dist });
  site.connect(harbour.endpoint);
  const origin = site.origins[0] as string;
  const addressOf = (visit: number, page: string) =>
    `${origin}/${page}?${new URLSearchParams({
      visit: String(visit),
      endpoint: harbour.endpoint,
      epsilon: String(privacy.epsilon),
      total: String(privacy.epsilonTotal),
      window: String(kWindowMs),
      delay: '0',
      ...(plan.worker && visit % 2 === 1 ? { worker: plan.worker } : {}),
    })}`;
  const complaints: string[] = [];
  let started: Started | undefined;
  try {
    for (let visit = 0; visit < plan.kills; visit++) {
      started = await start(plan.setUp, started?.profile);
      // Every third is killed while it opens, or soon after.
      const isEarly = visit % 3 === 2;
      if (!(await live(started, site, visit, addressOf(visit, 'kill'), isEarly, random))) {
        complaints.push(`page ${visit} did not begin`);
      }
      await started.kill();
      if ((visit + 1) % 25 === 0) plan.progress?.(`${plan.setUp.name}: ${visit + 1} kills`);
    }
    started = await start(plan.setUp, started?.profile);
    const lab = await openLab(started.browser, origin, {
      endpoint: harbour.endpoint,
      privacy,
      responseWindowMs: kWindowMs,
    });
    if (lab.refusal) throw new Error(lab.refusal.message);
    const { reports: paidByKilled } = await ask(lab.page, (own) => own.spent());
    // More than is left: a sum that lost anything would pay for too many now.
    await ask(lab.page, (own, count) => own.decide(count), allowed - paidByKilled + 5);
    // A report that was leaving at the last kill is left alone for a minute.
    await waitForNoPacket(lab.page, 3 * kPatienceMs);
    await lab.page.close();
    const page = await started.browser.newPage();
    await page.goto(addressOf(plan.kills, 'drain'));
    await page.waitForFunction(() => window.ready, { timeout: kPatienceMs });
    const ledger = new Set(await page.evaluate(() => window.spent()));
    return {
      kills: plan.kills,
      allowed,
      paidByKilled,
      ...countUp(ledger, harbour.arrived, site.notes, {
        visit: plan.kills,
        reports: paidByKilled,
      }),
      complaints: [...complaints, ...site.notes.flatMap(complaintOf)],
      seconds: Math.round((performance.now() - begun) / 1000),
    };
  } finally {
    await started?.close();
    await harbour.close();
    await site.close();
  }
}

/** A page that decides until its time is over; false: it never came to that, though it was waited for. */
async function live(
  { browser }: Started,
  site: VisitedSite,
  visit: number,
  address: string,
  isEarly: boolean,
  random: () => number,
): Promise<boolean> {
  const page = await browser.newPage();
  const begun = site.note(visit, 'begun', kPatienceMs);
  // The kill may come before the page is there.
  void page.goto(address).catch(() => {});
  const hasBegun = isEarly || (await begun) !== undefined;
  await after(random() * kLongestLifeMs);
  return hasBegun;
}

/** @param last what the page after the last kill found */
function countUp(
  ledger: ReadonlySet<string>,
  reports: readonly Arrived[],
  notes: readonly Note[],
  last: Start,
) {
  const arrived = byId(reports);
  const arrivals = [...arrived.values()];
  const starts = notes.flatMap(({ kind, visit, reports = 0 }) =>
    kind === 'begun' ? [{ visit, reports }] : [],
  );
  const answers = idsOf('answered', notes).filter((id) => ledger.has(id));
  return {
    early: last.visit - starts.length,
    decisions: count(notes, ({ kind }) => kind === 'decided'),
    paid: ledger.size,
    arrived: arrived.size,
    repeated: count(arrivals, (same) => same.length > 1),
    answers: answers.length,
    survived: count(answers, (id) => arrived.get(id)?.[0]?.bit === 1),
    broken: {
      unpaid: count([...arrived.keys()], (id) => !ledger.has(id)),
      forgotten: count(idsOf('paid', notes), (id) => !ledger.has(id)),
      missing: count([...ledger], (id) => !arrived.has(id)),
      twoBodies: count(arrivals, (same) => new Set(same.map(({ body }) => body)).size > 1),
      countedTwice: count(arrivals, (same) => count(same, ({ counted }) => counted === true) > 1),
      fell: falls([...starts, last], notes),
    },
  };
}

interface Start {
  readonly visit: number;
  /** What the budget had paid for. */
  readonly reports: number;
}

/** Starts that found less than a start before, or than pages before had said was paid. */
function falls(starts: readonly Start[], notes: readonly Note[]): number {
  return count(starts, ({ visit, reports }) => {
    const paid = idsOf(
      'paid',
      notes.filter((note) => note.visit < visit),
    );
    const found = starts.filter((start) => start.visit < visit).map((start) => start.reports);
    return reports < Math.max(paid.length, ...found);
  });
}

const complaintOf = ({ kind, text = '' }: Note) => (kind === 'complaint' ? [text] : []);

const count = <T>(all: readonly T[], holds: (one: T) => boolean) => all.filter(holds).length;

const idsOf = (kind: Note['kind'], notes: readonly Note[]) => [
  ...new Set(notes.flatMap((note) => (note.kind === kind && note.id) || [])),
];
