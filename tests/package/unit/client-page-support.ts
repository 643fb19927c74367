// Pages that come and go, with events made here: each visit is one page, all of one browser with one
// disk and one collector.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { type Bandit, indexedDbLedger } from 'ldp-bandits';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { elapse, loadParts, open, ScriptedCollector, settle } from './client-support.js';

export type Opened = Bandit<'weighted-ldp-ucb'>;
export type VisitOptions = NonNullable<Parameters<typeof open>[1]>;

/** `clearAllTimers` also sets the clock back to its start. */
export function stopTimers(): void {
  const now = Date.now();
  vi.clearAllTimers();
  vi.setSystemTime(now);
}

/** The events of a page, for the bandits that are opened while it is the current one. */
export class TestPage {
  readonly document = Object.assign(new EventTarget(), {
    baseURI: 'https://shop.example/',
    visibilityState: 'visible',
    prerendering: false,
  });
  readonly #window = new EventTarget();

  show(): void {
    vi.stubGlobal('document', this.document);
    vi.stubGlobal('addEventListener', this.#window.addEventListener.bind(this.#window));
  }

  hide(): void {
    this.document.visibilityState = 'hidden';
    this.document.dispatchEvent(new Event('visibilitychange'));
  }

  /** Opened where no visitor sees it: prerendered, or in a tab in the background. */
  begin(how: 'prerendered' | 'background'): void {
    this.document.visibilityState = 'hidden';
    this.document.prerendering = how === 'prerendered';
  }

  /** A visitor comes to see it. */
  appear(): void {
    const wasPrerendered = this.document.prerendering;
    this.document.prerendering = false;
    if (wasPrerendered) this.document.dispatchEvent(new Event('prerenderingchange'));
    this.document.visibilityState = 'visible';
    this.document.dispatchEvent(new Event('visibilitychange'));
  }

  click(): void {
    this.#window.dispatchEvent(new Event('click'));
  }

  /** Goes away, perhaps into the back/forward cache. */
  vanish(): void {
    this.#window.dispatchEvent(new Event('pagehide'));
  }

  /** Comes back from the back/forward cache. */
  restore(): void {
    this.#window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  }

  /** Goes away for good: no timer of it runs any more. */
  leave(): void {
    this.vanish();
    stopTimers();
  }
}

/** What web storage holds. */
export const stored = new Map<string, string>();
let isFull = false;
/** A stand-in for web storage with what the package uses of it; its keys are its own properties. */
const webStorage = new Proxy({} as Record<string, unknown>, {
  get: (_, name) =>
    ({
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (isFull) throw new DOMException('There is no room.', 'QuotaExceededError');
        stored.set(key, value);
      },
      removeItem: (key: string) => stored.delete(key),
    })[name as string],
  ownKeys: () => [...stored.keys()],
  getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
});

export function fillWebStorage(): void {
  isFull = true;
}

/** The page of the last visit. */
export let page: TestPage;
export let collector: ScriptedCollector;
const bandits: Opened[] = [];

/** A visit to a page that waits for the newest snapshot, as a first one does. */
export function visit(
  options: VisitOptions = {},
  unseen?: 'prerendered' | 'background',
): Promise<Opened> {
  forgetPublic();
  return visitAgain(options, unseen);
}

/** Forgets what an earlier visit has kept of the collector's public answers: the next visit is a first one. */
export function forgetPublic(): void {
  for (const name of [...stored.keys()])
    if (name.startsWith('ldp-bandits-public:')) stored.delete(name);
}

/** A visit to a page that chooses from what an earlier one has kept, if anything. */
export async function visitAgain(
  options: VisitOptions = {},
  unseen?: 'prerendered' | 'background',
): Promise<Opened> {
  page = new TestPage();
  if (unseen) page.begin(unseen);
  page.show();
  const bandit = await open(collector, { ledger: indexedDbLedger(), ...options });
  bandits.push(bandit);
  return bandit;
}

/** A page of the site that opens no bandit. */
export function visitWithoutBandit(unseen?: 'prerendered' | 'background'): void {
  page = new TestPage();
  if (unseen) page.begin(unseen);
  page.show();
}

/** Another browser: nothing of the pages before is on its disk. */
export function newDisk(): void {
  stored.clear();
  isFull = false;
  vi.stubGlobal('indexedDB', new IDBFactory());
}

/** Epsilon 16: a bit says what the visitor did, but once in 9 million. */
export const CLEAR = { privacy: { epsilon: 16, epsilonTotal: 1_000 } } as const;
/** As in {@link CLEAR}, but with the noise of epsilon 1. */
export const NOISY = { privacy: { epsilon: 1, epsilonTotal: 10_000 } } as const;

export const WEEK = 7 * 86_400_000;
/** Of a page whose decisions take an answer for a week, once {@link waitAWeek} was called. */
export const LATE = { ...CLEAR, responseWindowMs: WEEK, maxDelayMs: 3_600_000 };

export function offer(manifest: object): void {
  collector.manifest = { ...(collector.manifest as object), ...manifest };
}

/** The collector offers the noise of epsilon 1. */
export const offerNoise = () => offer({ perReport: { epsilon: 1, delta: 0 } });

/** The collector waits for {@link LATE} pages. */
export function waitAWeek(): void {
  const pages = { responseWindowMs: WEEK, maxDelayMs: 3_600_000, snapshotAgeMs: 60_000 };
  const closesAfterMs = WEEK + 86_400_000;
  offer({ timing: { ...pages, closesAfterMs, publishAtMostEveryMs: 86_400_000 } });
}

/** Every test of the file has a browser of its own, and a clock that it moves. */
export function usePages(): void {
  // Under a fake clock nothing waits for the real disk.
  beforeAll(loadParts);
  beforeEach(() => {
    newDisk();
    vi.stubGlobal('localStorage', webStorage);
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
      now: 1_700_000_000_000,
    });
    collector = new ScriptedCollector();
    offer({ perReport: { epsilon: 16, delta: 0 } });
  });

  afterEach(() => {
    for (const bandit of bandits.splice(0)) void bandit.dispose();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}

/** The bits that have arrived. */
export const bits = () => collector.counted.map(({ bit }) => bit);

/** The bits that arrive once the next page has sent what was left behind. */
export async function bitsAfterNextVisit(): Promise<number[]> {
  await settle();
  await visit(CLEAR);
  await elapse(120_000);
  expect(new Set(collector.bodies).size, 'one body for one id').toBe(collector.counted.length);
  return bits();
}

/** Every row of a database. */
export async function disk(name: string): Promise<Record<string, unknown>[]> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
  });
  const rows: Record<string, unknown>[] = [];
  for (const store of database.objectStoreNames) {
    rows.push(
      ...(await new Promise<Record<string, unknown>[]>((resolve) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result);
      })),
    );
  }
  database.close();
  return rows;
}

/** The bytes on the disk that will leave, by id. */
export const finalBodies = async () =>
  new Map((await disk('ldp-bandits-finals')).map((row) => [row['id'], row['body'] as string]));
