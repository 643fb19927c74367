/**
 * Feeds the server panel: the collector's tap says what arrived, the public snapshot says what was learnt.
 * Nothing else comes in here.
 */
import type { ReadonlySignal } from '@preact/signals';
import type { Connection } from '../shared/connection.js';
import { PUBLISH_EVERY } from '../shared/experiment.js';
import { notify, withdraw } from '../shared/notices.js';
import type { PublicSnapshot } from '../shared/snapshot.js';
import { lookAgain } from './operator.js';
import {
  arrivedInBatches,
  arrivedSingly,
  counted,
  lastArrival,
  marked,
  now,
  sinceSnapshot,
  snapshot,
  snapshotSeenAt,
  via,
  why,
} from './state.js';

const OPENING_BRACKET = 0x5b;
/** Longer than any report of this site. */
const LONGEST_REPORT = 1000;

/** Where it is read from, and which experiment is on show. */
interface Feed {
  readonly connection: Connection;
  readonly experiment: ReadonlySignal<string>;
  readonly signal: AbortSignal;
}

/** @returns fetches the snapshot of the experiment on show */
export function feedServerPanel(feed: Feed) {
  const { connection, signal } = feed;
  via.value = connection.via;
  why.value = connection.why ?? '';
  const look = () => fetchSnapshot(feed);
  const unsubscribe = lookAgain.subscribe((times) => {
    if (times > 0) void look();
  });
  signal.addEventListener('abort', unsubscribe);
  void watchTap(feed, look);
  const timer = setInterval(() => {
    now.value = Date.now();
    const age = now.value - (snapshotSeenAt.value ?? now.value);
    // The collector runs no timers: a snapshot that is due by age is made when a page asks for it.
    // One that is due by count may have been put off until epochs before it can close.
    const isDue = sinceSnapshot.value >= PUBLISH_EVERY.reports || age > PUBLISH_EVERY.ms;
    if (sinceSnapshot.value > 0 && isDue && !document.hidden) void look();
  }, 1000);
  signal.addEventListener('abort', () => clearInterval(timer));
  return look;
}

async function watchTap({ connection, experiment, signal }: Feed, look: () => Promise<void>) {
  for await (const arrival of connection.tap({ signal })) {
    if (arrival.experiment !== experiment.value || !arrival.accepted) continue;
    const isSingle = arrival.body[0] !== OPENING_BRACKET;
    if (isSingle) arrivedSingly.value += arrival.reports;
    else arrivedInBatches.value += arrival.reports;
    counted.value += arrival.reports;
    lastArrival.value = firstReport(arrival.body);
    mark(lastArrival.value, isSingle);
    const named = namedSnapshot(lastArrival.value);
    const outdated = named !== null && named > (snapshot.value?.snapshot ?? 0);
    if (outdated || sinceSnapshot.value >= PUBLISH_EVERY.reports) void look();
  }
}

/** A report that comes by itself is marked where it counts; the crowd's batches end no mark of it. */
function mark(report: string, isSingle: boolean): void {
  const before = marked.value;
  if (!isSingle) {
    if (before) marked.value = { ...before, isLast: false };
    return;
  }
  const arm = /"arm":(\d+)/.exec(report)?.[1];
  marked.value = {
    arm: arm === undefined ? null : Number(arm),
    count: (before?.count ?? 0) + 1,
    isLast: true,
  };
}

/** The first report of a body, one object or an array of them. Reports are flat and short. */
function firstReport(body: Uint8Array): string {
  return /\{[^}]*\}/.exec(new TextDecoder().decode(body.subarray(0, LONGEST_REPORT)))?.[0] ?? '';
}

/** The snapshot that a report answers to: public, and proof that it exists. */
function namedSnapshot(report: string): number | null {
  const match = /"snapshot":(\d+)/.exec(report);
  return match ? Number(match[1]) : null;
}

let looking = false;

async function fetchSnapshot(feed: Feed): Promise<void> {
  const { connection, experiment, signal } = feed;
  const wanted = experiment.value;
  if (looking) return;
  looking = true;
  try {
    const response = await connection.fetch(new URL(`${wanted}/snapshot`, connection.endpoint), {
      cache: 'no-store',
      signal,
    });
    if (!response.ok) throw new Error(`snapshot: status ${response.status}`);
    const fresh = (await response.json()) as PublicSnapshot;
    if (wanted !== experiment.value) return;
    withdraw('server');
    const known = snapshot.value;
    if (known?.experiment !== fresh.experiment || known.snapshot !== fresh.snapshot) {
      const same = known?.experiment === fresh.experiment;
      counted.value = same ? Math.max(counted.value, fresh.reports) : fresh.reports;
      snapshot.value = fresh;
      snapshotSeenAt.value = Date.now();
    } else if (snapshotSeenAt.value === null) {
      snapshotSeenAt.value = Date.now();
    }
  } catch {
    if (signal.aborted) return;
    notify({
      id: 'server',
      text: 'The collector does not answer. Reports wait on this device and leave when it does.',
      action: { label: 'Reload', run: () => location.reload() },
    });
  } finally {
    looking = false;
    if (wanted !== experiment.value) void fetchSnapshot(feed);
  }
}
