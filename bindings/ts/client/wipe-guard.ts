// What a page does when the storage under its ledger is cleared while it is open, which a server on
// the page's own origin can order with one header (Clear-Site-Data). The page reports no more,
// writes the spent budget back from memory, and leaves a mark that stays. It knows because it
// remembers what the ledger said before each request to that origin (own-origin.ts).
import { LdpError } from '../internal/errors.js';
import { type HourSum, hourOf } from './accounting.js';
import { ask } from './indexed-db.js';

/** Under this key of the clock stands the hour in which a wipe was healed. */
export const MARK = 'wiped';
const FIRST_PAUSE_MS = 200;
const MOST_TRIES = 6;

/** The stores of a ledger inside one transaction that writes. */
type LedgerStores = (name: 'hours' | 'clock') => IDBObjectStore;

/** What a {@link WipeGuard} asks of its database. */
interface Host {
  /** Opens the database if it is not, and remembers what it says. */
  read(): Promise<unknown>;
  heal(work: (stores: LedgerStores) => Promise<void>): Promise<void>;
}

/** A request to the own origin whose answer was not seen: it may have cleared the storage. */
export interface Doubt {
  readonly error: LdpError;
  /** When it was made, in ms since 1970. */
  readonly at: number;
  /** Asks that origin again, and looks at the answer. Never rejects. */
  look(): Promise<void>;
}

/** A wipe clears all databases of an origin, so a page has one state for all of them. */
interface PageState {
  /** Why this page reports no more. */
  error?: LdpError;
  /** Why it reports nothing for now. */
  doubt?: Doubt | undefined;
  looking?: Promise<void> | undefined;
  readonly guards: Set<WipeGuard>;
}
const pages = new WeakMap<IDBFactory, PageState>();

export function stateOfPage(): PageState {
  const factory = (globalThis as { indexedDB?: IDBFactory }).indexedDB;
  const state = (factory && pages.get(factory)) ?? { guards: new Set<WipeGuard>() };
  if (factory) pages.set(factory, state);
  return state;
}

/** This page reports no more, for a `cause` that {@link LdpError.details} names. */
export function endReports(page: PageState, cause: string, text: string): void {
  // A wipe is what matters most.
  if (page.error && (cause !== MARK || page.error.details['cause'] === MARK)) return;
  page.error = new LdpError('store_conflict', text, { details: { cause } });
  for (const guard of page.guards) guard.tell(page.error);
}

/** Remembers what one database says is spent, and restores it. */
export class WipeGuard {
  readonly #host: Host;
  readonly #page = stateOfPage();
  readonly #hours = new Map<number, HourSum>();
  readonly #listeners = new Set<(error: LdpError) => void>();
  #isKnown = false;
  #healing: Promise<void> = Promise.resolve();

  constructor(host: Host) {
    this.#host = host;
    this.#page.guards.add(this);
  }

  get isWiped(): boolean {
    return this.#page.error?.details['cause'] === MARK;
  }

  /** What pages have pinned, as it stands under 'pins' of the clock. */
  pins: unknown;

  /** Whether the database was open in this page. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Resolves when what was lost is back on the disk, or cannot be brought back. */
  get healed(): Promise<void> {
    return this.#healing;
  }

  /** Throws after a wipe, always the same error: nothing is spent or sent in this page any more. */
  check(): void {
    if (this.#page.error) throw this.#page.error;
  }

  /**
   * Rejects as {@link check}, and while a request to the own origin has no answer that could be looked at. Then that
   * origin is asked once more, at most once a second.
   */
  async clear(): Promise<void> {
    const page = this.#page;
    this.check();
    if (!page.doubt) return;
    if (Date.now() - page.doubt.at >= LOOK_PAUSE_MS) {
      page.looking ??= page.doubt.look().finally(() => {
        page.looking = undefined;
      });
    }
    await page.looking;
    this.check();
    if (page.doubt) throw page.doubt.error;
  }

  /** Compares the disk with what is remembered, and remembers it. Rejects if it cannot be read. */
  async compare(): Promise<void> {
    await this.#host.read();
  }

  /** The sums of the disk, read now; `isNew`: of a database that there was not. */
  meet(hours: readonly HourSum[], isNew: boolean): void {
    const found = new Map(hours.map((sum) => [sum.hour, sum]));
    const isLess = [...this.#hours.values()].some((sum) => !covers(found.get(sum.hour), sum));
    const isLost = isLess || (isNew && this.#isKnown);
    this.#isKnown = true;
    this.remember(hours);
    if (isLost) this.wiped();
  }

  /** Sums as they stand in the database. */
  remember(hours: readonly HourSum[]): void {
    for (const sum of hours) this.#hours.set(sum.hour, largest(sum, this.#hours.get(sum.hour)));
  }

  /** The page or the user has deleted the database, in a way that asks its connections first. */
  forget(): void {
    this.#hours.clear();
    this.pins = undefined;
    this.#isKnown = false;
  }

  /** Tells `listener` about a wipe when it happens, or now if it has. Returns what ends that. */
  listen(listener: (error: LdpError) => void): () => void {
    this.#listeners.add(listener);
    if (this.#page.error) listener(this.#page.error);
    return () => void this.#listeners.delete(listener);
  }

  tell(error: LdpError): void {
    for (const listener of this.#listeners) listener(error);
  }

  /** The storage was cleared. May be called again: each time the database is looked through. */
  wiped(): void {
    endReports(this.#page, MARK, 'The storage of this site was cleared.');
    this.#healing = this.#healing.then(() =>
      patiently(() =>
        this.#host.heal((stores) => restore(stores, [...this.#hours.values()], this.pins)),
      ),
    );
  }

  /** Within the transaction that creates the database anew: no page ever sees it without the sums. */
  putBack(stores: LedgerStores): void {
    if (this.#hours.size === 0) return;
    for (const sum of this.#hours.values()) stores('hours').put(sum);
    stores('clock').put(Math.max(...this.#hours.keys()), 'hour');
    stores('clock').put(hourOf(Date.now()), MARK);
    if (this.pins !== undefined) stores('clock').put(this.pins, 'pins');
  }
}

const LOOK_PAUSE_MS = 1_000;

/** Tries again for some seconds: the browser may still be clearing. Never rejects. */
export async function patiently(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    try {
      await work();
      return;
    } catch {
      const pauseMs = FIRST_PAUSE_MS * 2 ** attempt;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Raises each sum to what is remembered. What other tabs have written back is never lowered. */
async function restore(
  stores: LedgerStores,
  remembered: readonly HourSum[],
  pins: unknown,
): Promise<void> {
  const hours = stores('hours');
  const clock = stores('clock');
  let latest = (await ask<number | undefined>(clock.get('hour'))) ?? 0;
  let isLost = false;
  for (const sum of remembered) {
    const found = await ask<HourSum | undefined>(hours.get(sum.hour));
    latest = Math.max(latest, sum.hour);
    if (covers(found, sum)) continue;
    isLost = true;
    hours.put(largest(sum, found));
  }
  clock.put(latest, 'hour');
  if (!isLost) return;
  clock.put(hourOf(Date.now()), MARK);
  if (pins !== undefined && (await ask(clock.get('pins'))) === undefined) clock.put(pins, 'pins');
}

const SUMS = ['epsilonMicro', 'deltaFemto', 'rhoNano', 'reports'] as const;

/** Whether `found` is at least `sum`. */
const covers = (found: HourSum | undefined, sum: HourSum) =>
  found !== undefined && SUMS.every((name) => found[name] >= sum[name]);

function largest(a: HourSum, b: HourSum | undefined): HourSum {
  if (!b) return a;
  const entries = SUMS.map((name) => [name, Math.max(a[name], b[name])]);
  return { hour: a.hour, ...Object.fromEntries(entries) } as HourSum;
}
