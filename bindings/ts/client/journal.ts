// A journal is a budget ledger and an outbox in one store, so that one transaction can spend and
// queue: after it the report is paid for and will leave; before it there is neither.
import type { Pin } from './accounting.js';
import type { Move } from './clock.js';
import { type Early, type EarlyPacket, withNumberOf } from './early.js';
import type { BudgetLedger, LedgerEntry, Spend } from './types.js';

/**
 * A report on its way. Its life:
 *
 *     queued    `body` is the neutral report of choose(); the bytes that will leave may stand beside
 *               it as a {@link Final}; they leave at `dueAt`
 *     sending   `body` is what leaves; it may have left, so it never changes again;
 *               until `dueAt` one page or worker holds the lease
 *     retry     a try has failed for sure; the same bytes leave again at `dueAt`
 *
 * then it is removed: once the collector holds it, or at `expiresAt`, whether it was tried or not.
 * Nothing in it tells an answered report from an unanswered one.
 */
export interface Packet {
  readonly id: string;
  /** Address that it goes to. */
  readonly target: string;
  /** The bandit that queued it; random, new with every page. */
  readonly owner: string;
  /** The request body, ASCII. */
  readonly body: string;
  readonly state: 'queued' | 'sending' | 'retry';
  readonly dueAt: number;
  /**
   * The packet ends here. After it the collector's epoch may be closed, and its id would link two
   * visits. Absent in packets of version 0.1: a day after `dueAt`.
   */
  readonly expiresAt?: number;
  readonly attempts: number;
  /** It has no number and is not paid for yet. Its `dueAt` is Infinity, also for earlier versions of this library. */
  readonly early?: Early;
}

/** What a packet costs, and within which limit. */
export interface Payment {
  readonly entry: LedgerEntry;
  readonly limit: Spend;
  readonly windowMs: number | undefined;
}

/**
 * The bytes of a packet that will leave, fixed when its window ends or its page goes. Written for
 * answered and silent decisions alike, each with noise of its own, so that the disk does not tell
 * them apart.
 */
export interface Final {
  readonly id: string;
  readonly body: string;
  /** As that of the packet: nothing reads it afterwards. */
  readonly expiresAt: number;
  /** The bytes have left with the page: they may be repeated until then, and no longer. */
  readonly leftUntil?: number;
}

/** Final bytes that a page or worker knows beside those on the disk, by id. */
export type Told = ReadonlyMap<string, string>;

/** How long a packet is left alone once a page or worker has begun to send it. */
export const LEASE_MS = 60_000;
/**
 * From the end of the response window to the earliest sending: the final bytes have reached the disk
 * when a sender takes the packet. Without it 2 of 208 reports left with two bodies in trials.
 */
export const SETTLE_MS = 2_000;
/** The longest life of a packet beyond `dueAt`. */
export const DAY_MS = 86_400_000;
/** Packets taken at once. */
export const BATCH = 100;

export interface Totals {
  /** The total that stops this page first, and what was spent of it. */
  readonly held: Pin;
  readonly window: Spend & { readonly reports: number };
  readonly lifetime: Spend & { readonly reports: number };
  /** The storage was cleared under an open page once, which wrote the sums back as it knew them. */
  readonly wiped?: boolean;
}

/** When packets are taken, and how long after their time: another sender comes first. */
export interface Moment {
  readonly at: number;
  readonly lateMs: number;
  /** By how much the clock was set forward while the sender lives. */
  readonly forwardMs?: number;
}

export interface Taken {
  /** Marked as sending. */
  readonly packets: readonly Packet[];
  /** Removed: their time was over. */
  readonly expired: readonly Packet[];
  /** Removed: they left with their page. */
  readonly left: readonly Packet[];
}

export interface Outbox {
  /**
   * Fixes the final bytes of packets. Synchronous, reads nothing and waits for nothing, so that it
   * also works in the last moment of a page. Never throws; what it cannot write stays neutral.
   * `page`: the name of a page that is going away now.
   */
  finalize(finals: readonly Final[], page?: string): void;
  /**
   * Fixes the final bytes of one packet that no page holds, once: false if they are fixed already.
   */
  finalizeOnce(final: Final): Promise<boolean>;
  put(packet: Packet): Promise<void>;
  /**
   * Marks packets as sending, with their final bytes, and returns them: those that were due `lateMs`
   * ago and, at a flush, all of `owner` whose bytes are fixed. `target` undefined: of every address.
   */
  take(target: string | undefined, now: Moment, told: Told, owner?: string): Promise<Taken>;
  /**
   * Ends a try: the packet is removed, or waits until `retryAt`. One that is gone stays gone:
   * another tab has delivered it meanwhile, or the user has deleted everything.
   */
  settle(packet: Packet, retryAt?: number): Promise<void>;
  /** Moves packets with a clock that was set. */
  move(move: Move): Promise<void>;
  /** The collector has refused a report as stale that named this snapshot. The second time the number counts as closed. */
  refused(target: string, snapshot: number): Promise<void>;
  closed(target: string): Promise<Closed | undefined>;
  /** Those of a `target` that have no number yet; undefined: of every address. */
  early(target: string | undefined): Promise<readonly EarlyPacket[]>;
  /**
   * Puts `next`, which has a number, in the place of an early packet, in one transaction with its payment. Without
   * `next`, or where the budget does not suffice, the early packet is removed. `gone`: there is none, and nothing changed.
   */
  number(
    id: string,
    next: Packet | undefined,
    payment: Payment | undefined,
  ): Promise<'queued' | 'removed' | 'gone'>;
  /** How many packets there are, and when the next is due, or is waiting for its number no longer than until then. */
  backlog(
    target: string | undefined,
  ): Promise<{ readonly pending: number; readonly dueAt: number }>;
}

export interface Journal extends BudgetLedger, Outbox {
  readonly durable: boolean;
  /** Opens what it needs, and takes in what earlier pages left. Rejects where that is refused. */
  ready(): Promise<void>;
  /** Of the database, for the worker. Absent: other pages cannot see it. */
  readonly name?: string;
  /**
   * Reserves and queues in one transaction; false and nothing changed if a total that holds is exhausted.
   */
  spend(
    entry: LedgerEntry,
    limit: Spend,
    windowMs: number | undefined,
    packet: Packet,
  ): Promise<boolean>;
  /** Keeps the page's total beside those of other pages of the origin, and resolves with all that hold, its own last. */
  pin(limit: Spend, windowMs: number | undefined): Promise<readonly Pin[]>;
  totals(limit: Spend, windowMs: number | undefined): Promise<Totals>;
}

export function isJournal(ledger: BudgetLedger | Outbox): ledger is Journal {
  return 'spend' in ledger && 'totals' in ledger && 'backlog' in ledger;
}

/**
 * Sorts packets: those that a take picks, with the bytes that leave, and those whose time is over. A
 * lease that another page holds is respected until it is over.
 */
export function pick(
  packets: Iterable<Packet>,
  finals: ReadonlyMap<string, Final>,
  { at: now, lateMs, forwardMs = 0 }: Moment,
  told: Told,
  owner: string | undefined,
): Taken {
  const taken: Packet[] = [];
  const expired: Packet[] = [];
  const left: Packet[] = [];
  for (const packet of packets) {
    const { id, state, dueAt, expiresAt = dueAt + DAY_MS, early } = packet;
    const final = state === 'queued' ? finals.get(id) : undefined;
    const { leftUntil = Infinity } = final ?? {};
    // What was chosen since the flush began is still open.
    const isFixed = state === 'retry' || (state === 'queued' && told.has(id));
    if (now >= leftUntil) left.push(packet);
    // What has been sent before is not repeated later: its id would link two visits.
    else if (now - (state === 'queued' ? forwardMs : 0) >= expiresAt) expired.push(packet);
    else if (early) continue;
    else if (dueAt <= now - lateMs || (packet.owner === owner && isFixed)) {
      if (taken.length === BATCH) continue;
      const fixed = (state === 'queued' && (told.get(id) ?? final?.body)) || packet.body;
      const body = withNumberOf(fixed, packet);
      taken.push({ ...packet, body, state: 'sending', dueAt: now + LEASE_MS, expiresAt });
    }
  }
  return { packets: taken, expired, left };
}

/** The packet after the clock was set; undefined: as it is. What may have left before is never kept longer. */
export function moved(packet: Packet, { ms, at, open }: Move): Packet | undefined {
  const { id, state, dueAt, expiresAt = dueAt + DAY_MS, early } = packet;
  const isOverdue = (early?.dueAt ?? dueAt) < at;
  if (ms > 0 && (state !== 'queued' || !(isOverdue || open.includes(id)))) return undefined;
  const next = { ...packet, dueAt: dueAt + ms, expiresAt: expiresAt + ms };
  return early ? { ...next, early: { ...early, dueAt: early.dueAt + ms } } : next;
}

/** Numbers of snapshots that a target takes no reports for. */
export interface Closed {
  /** Twice refused; 0: none. */
  readonly closed: number;
  /** Refused last. */
  readonly last: number;
  /** In ms since 1970: from then on the number counts as open, as if the collector had been wrong. */
  readonly until: number;
}

export function closedWith(known: Closed | undefined, snapshot: number): Closed {
  const { closed = 0, last = 0, until = 0 } = known ?? {};
  const isSecond = snapshot === last;
  return {
    closed: isSecond ? snapshot : closed,
    last: snapshot,
    until: isSecond ? Date.now() + DAY_MS : until,
  };
}

export function asRetry(packet: Packet, retryAt: number): Packet {
  return { ...packet, state: 'retry', dueAt: retryAt, attempts: packet.attempts + 1 };
}

/** How many packets there are, and when one is due next. One without a number is looked at once, at its time. */
export function backlogOf(packets: readonly Packet[]): { pending: number; dueAt: number } {
  const now = Date.now();
  let next = Infinity;
  for (const { dueAt, early } of packets)
    if (!early || early.dueAt > now) next = Math.min(next, early?.dueAt ?? dueAt);
  return { pending: packets.length, dueAt: next };
}

export const isEarly = (packet: Packet): packet is EarlyPacket => packet.early !== undefined;
