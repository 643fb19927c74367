// A journal is a budget ledger and an outbox in one store, so that one transaction can spend and
// queue: after it the report is paid for and will leave; before it there is neither.
import type { BudgetLedger, LedgerEntry, Spend } from './types.js';

/**
 * A report on its way. Its life:
 *
 *     queued    noisy bytes of the neutral feedback, or of the answer that replaced them;
 *               they leave at `dueAt`
 *     sending   the bytes may have left, so they never change again;
 *               until `dueAt` one tab holds the lease
 *     retry     a try has failed for sure; the same bytes leave again at `dueAt`
 *
 * then it is removed, once the collector holds it, or LIFETIME_MS after the first try. Nothing in
 * it tells an answered report from an unanswered one. Storage engines keep overwritten values for a
 * while; the two bodies have noise of their own, so together they show an answer but not which.
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
  readonly attempts: number;
  /** When it was first taken to be sent: from then on somebody outside may know its id. */
  readonly triedAt?: number;
}

/** How long a packet is left alone once a tab has begun to send it. */
export const LEASE_MS = 60_000;
/**
 * How long after its first try a packet may be sent again. Its id stays the same, so a collector
 * that accepted nothing could know a visitor by it: for this long, and no longer.
 */
export const LIFETIME_MS = 86_400_000;
/** Packets taken at once. */
export const BATCH = 100;

export interface Totals {
  readonly window: Spend & { readonly reports: number };
  readonly lifetime: Spend & { readonly reports: number };
  /** The storage was cleared under an open page once, which wrote the sums back as it knew them. */
  readonly wiped?: boolean;
}

export interface Outbox {
  /** Replaces the bytes of a packet that is still queued; false if there is none any more. */
  answer(id: string, body: string): Promise<boolean>;
  put(packet: Packet): Promise<void>;
  /**
   * Marks packets as sending and returns them: those that are due and, at a flush, all that `owner`
   * has queued.
   */
  take(target: string, now: number, owner?: string): Promise<Packet[]>;
  /**
   * Ends a try: the packet is removed, or waits until `retryAt`. One that is gone stays gone:
   * another tab has delivered it meanwhile, or the user has deleted everything.
   */
  settle(packet: Packet, retryAt?: number): Promise<void>;
  /** How many packets there are, and when the next is due. */
  backlog(target: string): Promise<{ readonly pending: number; readonly dueAt: number }>;
}

export interface Journal extends BudgetLedger, Outbox {
  readonly durable: boolean;
  /**
   * Reserves and queues in one transaction; false and nothing changed if the budget is exhausted.
   */
  spend(
    entry: LedgerEntry,
    limit: Spend,
    windowMs: number | undefined,
    packet: Packet,
  ): Promise<boolean>;
  totals(windowMs: number | undefined): Promise<Totals>;
}

export function isJournal(ledger: BudgetLedger | Outbox): ledger is Journal {
  return 'spend' in ledger && 'totals' in ledger && 'backlog' in ledger;
}

/**
 * Whether a take picks this packet. A lease that another bandit holds is respected until it is
 * over.
 */
export function isTakeable(packet: Packet, now: number, owner: string | undefined): boolean {
  return packet.dueAt <= now || (packet.owner === owner && packet.state !== 'sending');
}

export function asSending(packet: Packet, now: number): Packet {
  return { ...packet, state: 'sending', dueAt: now + LEASE_MS, triedAt: packet.triedAt ?? now };
}

export function asRetry(packet: Packet, retryAt: number): Packet {
  return { ...packet, state: 'retry', dueAt: retryAt, attempts: packet.attempts + 1 };
}
