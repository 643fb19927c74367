// Privacy losses: what a page allows, and what its ledger keeps.

/** A privacy loss. */
export interface Spend {
  readonly epsilon: number;
  readonly delta: number;
}

/**
 * Pinned in the page. If the collector's manifest differs, creation fails: a server can never raise
 * epsilon.
 */
export interface PrivacyTerms {
  /** Cost of one report, in [2^-10, 32]. With a menu of levels: at most this much. */
  readonly epsilon: number;
  /**
   * 0 (default) = pure: nothing else is allowed where the algorithm is pure. For Gaussian reports it
   * must be stated, from the algorithm's `delta` up to 0.1: at most this much for one report. It
   * should be far below one in the number of users.
   */
  readonly delta?: number;
  /**
   * Hard stop for this browser profile over every experiment sharing the ledger (basic
   * composition). Pin the same in every page of an origin: the smallest that one of them has pinned
   * holds for all, as long as its window.
   */
  readonly epsilonTotal: number;
  /**
   * The same for the sum of the deltas, from 0 to 1. Default: that of as many reports as
   * `epsilonTotal` allows at `epsilon`, `delta * epsilonTotal / epsilon`. Pure reports add nothing
   * to it, so it never stops them.
   */
  readonly deltaTotal?: number;
  /**
   * Forget spent budget after this long. Omit = never. A renewed budget is a renewed loss. Times
   * are kept by the hour, so a spend is forgotten up to an hour later than this.
   */
  readonly windowMs?: number;
}

export interface LedgerEntry extends Spend {
  /**
   * Zero-concentrated DP parameter of the same report, for tighter accounting of many small
   * reports.
   */
  readonly rho: number;
  /** Start of the hour (UTC, ms): no finer time is kept. */
  readonly at: number;
  readonly experiment: string;
  readonly snapshot: number;
  readonly mechanism: string;
  readonly reportId: string;
}

export interface BudgetLedger {
  /** False: forgotten with the page. Absent: not known, shown as not durable. */
  readonly durable?: boolean;
  /**
   * Atomic across tabs: adds the entry and resolves true if the loss of the window stays within the
   * limit, else false and nothing changed. Nothing is ever given back.
   */
  reserve(entry: LedgerEntry, limit: Spend, windowMs?: number): Promise<boolean>;
  entries(): AsyncIterable<LedgerEntry>;
}

export interface BudgetStatus {
  /** Loss that counts against the limit: inside the window if there is one, else of all time. */
  readonly spent: Spend;
  /** The total that stops this page first: its own, or a smaller one of another page of this origin. */
  readonly limit: Spend;
  /** What this page has pinned. */
  readonly pinned: Spend & { readonly windowMs?: number };
  /** How many reports as those of this bandit `limit` pays for in all. */
  readonly pays: number;
  /** Reports behind `spent`. */
  readonly reports: number;
  /** Loss of all time: a renewed window does not undo it. */
  readonly lifetime: Spend & { readonly reports: number };
  /** That of `limit`. */
  readonly windowMs?: number;
  /**
   * False: the ledger ends with this page, so the limit holds for this page only; or its storage was
   * cleared under an open page once, so that the limit may not hold.
   */
  readonly durable: boolean;
  entries(): AsyncIterable<LedgerEntry>;
}
