// Honest visitors in virtual time. Each asks for a snapshot, plays an arm that it shows up to a minute later,
// waits ten seconds for its visitor, two for its disk and up to thirty more before it sends; two in a hundred
// leave the page first, and the next page sends up to ten minutes later: the default times.
import type { Collector } from 'ldp-bandits/server';
import { mulberry32 } from './recomputation/plain-numbers.js';
import { shownArms } from './server-shown-arms.js';
import { get, post, report, reportId, type SnapshotBody } from './server-support.js';

const SNAPSHOT_AGE_MS = 60_000;
const WINDOW_AND_SETTLE_MS = 12_000;
const MAX_DELAY_MS = 30_000;
const SLACK_MS = 600_000;
const STEP_MS = 100;

/** A clock that only the test moves. Ms since 1970. */
export class VirtualClock {
  time = Date.UTC(2026, 0, 1);
  readonly now = (): number => this.time;
}

export interface Traffic {
  readonly clock: VirtualClock;
  readonly visitorsPerSecond: number;
  readonly seconds: number;
  /** Which collector takes the requests of this step: a restart, or one of several. */
  readonly collectorAt: (step: number) => Collector | Promise<Collector>;
  /** What an attacker does besides. */
  readonly meanwhile?: (step: number, snapshot: SnapshotBody) => Promise<void>;
  /** How far the collectors' clocks are apart: reports that wait for the next page do so for less. Ms. */
  readonly skewMs?: number;
  /** Reports of one step go in one body, which a collector must allow: for many visitors. */
  readonly together?: boolean;
}

export interface Outcome {
  readonly sent: number;
  readonly accepted: number;
  /** The newest snapshot when the last visitor came. */
  readonly snapshot: number;
}

/** Plays the visitors of `seconds` seconds, and waits for the last of their reports. */
export async function play(traffic: Traffic): Promise<Outcome> {
  const { clock, visitorsPerSecond, seconds, collectorAt, meanwhile, together = false } = traffic;
  const random = mulberry32(1);
  const due = new Map<number, string[]>();
  const steps = (seconds * 1000) / STEP_MS;
  const away = SLACK_MS - (traffic.skewMs ?? 0);
  const last = steps + (SNAPSHOT_AGE_MS + WINDOW_AND_SETTLE_MS + MAX_DELAY_MS + away) / STEP_MS + 1;
  let ids = 0;
  let visitors = 0;
  let sent = 0;
  let accepted = 0;
  let newest = 0;
  for (let step = 0; step <= last; step++) {
    const collector = await collectorAt(step);
    const snapshot: SnapshotBody = await (await collector.fetch(get('/demo/snapshot'))).json();
    const arms = shownArms(snapshot);
    if (step < steps) newest = snapshot.snapshot;
    while (step < steps && visitors < ((step + 1) * visitorsPerSecond * STEP_MS) / 1000) {
      visitors++;
      // One in a hundred takes as long as it may, another one leaves its report to the next page.
      const kind = random();
      const slow = kind < 0.01;
      const age = slow ? SNAPSHOT_AGE_MS : random() * SNAPSHOT_AGE_MS;
      const delay = slow ? MAX_DELAY_MS : random() * MAX_DELAY_MS;
      const wait = slow ? away : kind < 0.02 ? random() * away : 0;
      const at = step + Math.ceil((age + WINDOW_AND_SETTLE_MS + delay + wait) / STEP_MS);
      const arm = arms[ids % arms.length] as number;
      const named = { id: reportId(ids++), snapshot: snapshot.snapshot, arm, bit: ids % 2 };
      const others = due.get(at);
      if (others) others.push(report(named));
      else due.set(at, [report(named)]);
    }
    await meanwhile?.(step, snapshot);
    const reports = due.get(step) ?? [];
    due.delete(step);
    sent += reports.length;
    const bodies = together && reports.length > 0 ? [`[${reports.join(',')}]`] : reports;
    const answers = await Promise.all(bodies.map((body) => collector.fetch(post(body))));
    for (const answer of answers) {
      if (answer.status === 202)
        accepted += ((await answer.json()) as { accepted: number }).accepted;
    }
    clock.time += STEP_MS;
  }
  return { sent, accepted, snapshot: newest };
}
