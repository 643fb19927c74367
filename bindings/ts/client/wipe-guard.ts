// What a page does when the storage under its ledger is cleared while it is open, which a server on
// the page's own origin can order with one header (Clear-Site-Data). The page reports no more,
// writes the spent budget back from memory, and leaves a mark that stays.
import { LdpError } from '../internal/errors.js';
import { type HourSum, hourOf } from './accounting.js';
import { ask } from './indexed-db.js';

/** Under this key of the clock stands the hour in which a wipe was healed. */
export const MARK = 'wiped';
const FIRST_PAUSE_MS = 200;
const MOST_TRIES = 6;

/** The stores of a ledger inside one readwrite transaction. */
type LedgerStores = (name: 'hours' | 'clock') => IDBObjectStore;

type Heal = (work: (stores: LedgerStores) => Promise<void>) => Promise<void>;

/** A wipe clears all databases of an origin, so a page has one state for all of them. */
interface PageState {
  error?: LdpError;
  readonly guards: Set<WipeGuard>;
}
const pages = new WeakMap<IDBFactory, PageState>();

function stateOfPage(): PageState {
  const factory = (globalThis as { indexedDB?: IDBFactory }).indexedDB;
  const state = (factory && pages.get(factory)) ?? { guards: new Set<WipeGuard>() };
  if (factory) pages.set(factory, state);
  return state;
}

/**
 * Looks for the header on an answer of this page's own origin. Firefox shows it to the page, Chromium
 * hides it; in both the database closes, which is the surer sign. Of another origin it clears nothing
 * here.
 */
export function seesWipe(url: string, { headers }: Response): void {
  const { location } = globalThis as { location?: Location };
  if (!/"(storage|\*)"/.test(headers.get('clear-site-data') ?? '')) return;
  if (location?.origin !== new URL(url).origin) return;
  const page = stateOfPage();
  // The manifest comes before any ledger is open: then nothing is left to heal, and the page reports
  // nothing from the start.
  page.error ??= wipedError();
  for (const guard of page.guards) guard.wiped();
}

const wipedError = () =>
  new LdpError('store_conflict', 'The storage of this site was cleared.', {
    details: { cause: MARK },
  });

/** Remembers what one database says is spent, and restores it. */
export class WipeGuard {
  readonly #heal: Heal;
  readonly #page = stateOfPage();
  readonly #hours = new Map<number, HourSum>();
  readonly #listeners = new Set<(error: LdpError) => void>();
  #healing: Promise<void> = Promise.resolve();

  constructor(heal: Heal) {
    this.#heal = heal;
    this.#page.guards.add(this);
  }

  get isWiped(): boolean {
    return this.#page.error !== undefined;
  }

  /** Resolves when what was lost is back on the disk, or cannot be brought back. */
  get healed(): Promise<void> {
    return this.#healing;
  }

  /** Throws after a wipe, always the same error: nothing is spent or sent in this page any more. */
  check(): void {
    if (this.#page.error) throw this.#page.error;
  }

  /** Sums as they stand in the database, or will after the transaction that is under way. */
  remember(hours: readonly HourSum[]): void {
    for (const sum of hours) this.#hours.set(sum.hour, largest(sum, this.#hours.get(sum.hour)));
  }

  /** The page or the user has deleted the database, in a way that asks its connections first. */
  forget(): void {
    this.#hours.clear();
  }

  /** Tells `listener` about a wipe when it happens, or now if it has. Returns what ends that. */
  listen(listener: (error: LdpError) => void): () => void {
    this.#listeners.add(listener);
    if (this.#page.error) listener(this.#page.error);
    return () => void this.#listeners.delete(listener);
  }

  /** The storage was cleared. May be called again: each time the database is looked through. */
  wiped(): void {
    this.#page.error ??= wipedError();
    const { error } = this.#page;
    for (const listener of this.#listeners) listener(error);
    this.#healing = this.#healing.then(() => this.#restore());
  }

  async #restore(): Promise<void> {
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      try {
        await this.#heal((stores) => restore(stores, [...this.#hours.values()]));
        return;
      } catch {
        // The browser may still be clearing.
        const pauseMs = FIRST_PAUSE_MS * 2 ** attempt;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }
}

/** Raises each sum to what is remembered. What other tabs have written back is never lowered. */
async function restore(stores: LedgerStores, remembered: readonly HourSum[]): Promise<void> {
  const hours = stores('hours');
  const clock = stores('clock');
  let latest = (await ask<number | undefined>(clock.get('hour'))) ?? 0;
  let isLost = false;
  for (const sum of remembered) {
    const found = await ask<HourSum | undefined>(hours.get(sum.hour));
    const raised = largest(sum, found);
    latest = Math.max(latest, sum.hour);
    if (found && SUMS.every((name) => found[name] === raised[name])) continue;
    isLost = true;
    hours.put(raised);
  }
  clock.put(latest, 'hour');
  if (isLost) clock.put(hourOf(Date.now()), MARK);
}

const SUMS = ['epsilonMicro', 'deltaFemto', 'rhoNano', 'reports'] as const;

function largest(a: HourSum, b: HourSum | undefined): HourSum {
  if (!b) return a;
  const entries = SUMS.map((name) => [name, Math.max(a[name], b[name])]);
  return { hour: a.hour, ...Object.fromEntries(entries) } as HourSum;
}
