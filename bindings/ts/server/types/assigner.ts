// Decisions that the server makes itself. See `Collector.assigner`.
import type { Owned } from '../../internal/disposable.js';

export interface AssignerOptions {
  /** After how long a ticket is dropped: its report is not expected any more. 1 ms to a day; default a minute. */
  readonly timeoutMs?: number;
}

/** One decision. */
export interface Assignment {
  /** 128 random bits in base64url: a caller who knows it can redeem it, once. */
  readonly ticket: string;
  readonly arm: number;
  /** What the report of this decision must name. */
  readonly snapshot: number;
}

/**
 * Hands out arms. While a ticket is open, its decision counts as a report under way: it narrows the
 * confidence width of its arm, and nothing else, so that a burst of decisions is spread over the
 * arms in doubt. Redeem a ticket when the report of its decision has been accepted. At most 100,000
 * are open: the next one drops the oldest, so an attacker who only asks for tickets cannot fill the memory.
 */
export interface Assigner extends Owned {
  /**
   * The arm for one more device, from the newest snapshot; publishes one first if it is due.
   *
   * @param device `level`: position in the menu of the device's privacy level, which is public.
   *   Needed with `levelAwareFrom`; without it, it makes no difference.
   * @throws LdpError `invalid_argument`, `disposed`, `transport` (the store failed).
   */
  assign(device?: { readonly level?: number }): Promise<Assignment>;
  /**
   * The report of this ticket was accepted. A report that comes after the timeout is as good as any
   * other to the collector; only its ticket is gone.
   *
   * @throws LdpError `invalid_argument` if the ticket is not open: never given out by this
   *   assigner, redeemed, dropped or timed out. `disposed`.
   */
  redeem(ticket: string): void;
  /** No report will come. Throws as {@link redeem}. */
  drop(ticket: string): void;
  /** How many tickets are open. */
  readonly open: number;
}
