// What stays of a decision when its page goes away: every moment of it, with events made here. Real
// navigations are in tests/browser/page-life.test.ts and docs/page-life.md.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { type Bandit, indexedDbLedger } from 'ldp-bandits';
import { sendWaiting } from 'ldp-bandits/outbox';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { elapse, open, parse, record, ScriptedCollector, settle } from './client-support.js';

type Opened = Bandit<'weighted-ldp-ucb'>;

/** `clearAllTimers` also sets the clock back to its start. */
function stopTimers(): void {
  const now = Date.now();
  vi.clearAllTimers();
  vi.setSystemTime(now);
}

/** The events of a page, for the bandits that are opened while it is the current one. */
class TestPage {
  readonly document = Object.assign(new EventTarget(), {
    baseURI: 'https://shop.example/',
    visibilityState: 'visible',
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

  /** Goes away for good: no timer of it runs any more. */
  leave(): void {
    this.#window.dispatchEvent(new Event('pagehide'));
    stopTimers();
  }
}

const stored = new Map<string, string>();
/** A stand-in for web storage with what the package uses of it; its keys are its own properties. */
const webStorage = new Proxy({} as Record<string, unknown>, {
  get: (_, name) =>
    ({
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    })[name as string],
  ownKeys: () => [...stored.keys()],
  getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
});

let page: TestPage;
let collector: ScriptedCollector;
const bandits: Opened[] = [];

async function visit(options: Parameters<typeof open>[1] = {}): Promise<Opened> {
  page = new TestPage();
  page.show();
  const bandit = await open(collector, { ledger: indexedDbLedger(), ...options });
  bandits.push(bandit);
  return bandit;
}

/** Epsilon 16: a bit says what the visitor did, but once in 9 million. */
const CLEAR = { privacy: { epsilon: 16, epsilonTotal: 1_000 } } as const;

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('localStorage', webStorage);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_700_000_000_000 });
  collector = new ScriptedCollector();
  collector.manifest = {
    ...(collector.manifest as object),
    perReport: { epsilon: 16, delta: 0 },
  };
});

afterEach(() => {
  for (const bandit of bandits.splice(0)) void bandit.dispose();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The bits that arrive once the next page has sent what was left behind. */
async function bitsAfterNextVisit(): Promise<number[]> {
  await settle();
  await visit(CLEAR);
  await elapse(120_000);
  expect(new Set(collector.bodies).size, 'one body for one id').toBe(collector.counted.length);
  return collector.counted.map(({ bit }) => bit);
}

describe('the answer of a click that leaves the page', () => {
  test('is what the next page sends, although its promise never settled', async () => {
    const bandit = await visit(CLEAR);
    const decision = bandit.choose();
    await bandit.budget();
    void decision.reward(1);
    page.leave();
    expect(await bitsAfterNextVisit()).toEqual([1]);
  });

  test('leaves at the time that choose() drew', async () => {
    const bandit = await visit(CLEAR);
    const events = record(bandit);
    const decision = bandit.choose();
    await bandit.budget();
    await settle();
    const [queued] = events;
    if (queued?.type !== 'queued') throw new Error('nothing was queued');
    void decision.reward(1);
    page.leave();
    await settle();
    await visit(CLEAR);
    await elapse(120_000);
    const late = (collector.times[0] as number) - queued.releaseAt;
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThanOrEqual(5_000); // a step of elapse()
  });

  test('survives a database that fails in that moment: it is in localStorage as well', async () => {
    const bandit = await visit(CLEAR);
    const decision = bandit.choose();
    await bandit.budget();
    void decision.reward(1);
    const failing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('It is closing.', 'InvalidStateError');
    });
    page.leave();
    failing.mockRestore();
    expect(await bitsAfterNextVisit()).toEqual([1]);
    expect([...stored.keys()].filter((key) => key.includes('final'))).toEqual([]);
  });

  test('survives a full localStorage', async () => {
    const bandit = await visit(CLEAR);
    const decision = bandit.choose();
    await bandit.budget();
    void decision.reward(1);
    vi.stubGlobal('localStorage', undefined);
    page.leave();
    expect(await bitsAfterNextVisit()).toEqual([1]);
  });

  test('is sent by a page of the site that opens no bandit', async () => {
    const bandit = await visit(CLEAR);
    const decision = bandit.choose();
    await bandit.budget();
    void decision.reward(1);
    page.leave();
    await settle();
    const sent: Request[] = [];
    vi.stubGlobal('fetch', (request: Request) => {
      sent.push(request);
      return collector.fetch(request);
    });
    page = new TestPage();
    page.show();
    const waiting = sendWaiting();
    await elapse(120_000);
    expect(sent.map(({ url }) => url)).toEqual([
      'https://collector.example/bandits/posters/reports',
    ]);
    expect(collector.counted.map(({ bit }) => bit)).toEqual([1]);
    waiting.stop();
  });
});

describe('every order of answer, hiding and leaving gives the one report', () => {
  const steps = {
    answer: (decision: { reward(x: number): unknown }) => void decision.reward(1),
    hide: () => page.hide(),
    show: () => {
      page.document.visibilityState = 'visible';
    },
    leave: () => page.leave(),
  };
  test.each([
    [['leave'], 0],
    [['hide', 'leave'], 0],
    [['hide'], 0],
    [['answer', 'leave'], 1],
    [['answer', 'hide', 'leave'], 1],
    [['answer', 'hide'], 1],
    [['hide', 'answer', 'leave'], 1],
    [['hide', 'show', 'answer', 'hide', 'leave'], 1],
    [['hide', 'show', 'hide', 'show', 'answer', 'leave'], 1],
    [['leave', 'answer'], 0],
  ] as const)('%s', async (order, bit) => {
    const bandit = await visit(CLEAR);
    const decision = bandit.choose();
    await bandit.budget();
    for (const step of order) steps[step](decision);
    stopTimers(); // a page that is discarded says nothing
    expect(await bitsAfterNextVisit()).toEqual([bit]);
  });
});

test('a page that comes back from the cache has no open decision', async () => {
  const bandit = await visit(CLEAR);
  const decision = bandit.choose();
  await bandit.budget();
  page.leave();
  expect(await decision.reward(1)).toEqual({ status: 'withheld', reason: 'too_late' });
});

test('a page that left before its spend was on disk has spent nothing, or sends what it spent', async () => {
  const bandit = await visit(CLEAR);
  void bandit.choose().reward(1);
  page.leave();
  await settle();
  const next = await visit(CLEAR);
  await elapse(120_000);
  expect(collector.counted).toHaveLength((await next.budget()).reports);
});

test('a final without a paid packet never leaves', async () => {
  const bandit = await visit({ ...CLEAR, mayReport: () => false });
  void bandit.choose().reward(1);
  page.leave();
  expect(await bitsAfterNextVisit()).toEqual([]);
});

test('a write that comes after the packet is on its way changes nothing', async () => {
  let arrived = () => {};
  const first = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  collector.answers.push(() => {
    arrived();
    return new Response('', { status: 503 });
  });
  const bandit = await visit(CLEAR);
  const decision = bandit.choose();
  void bandit.flush();
  await first;
  expect(await decision.reward(1)).toEqual({ status: 'withheld', reason: 'too_late' });
  page.leave();
  await settle();
  await visit(CLEAR);
  await elapse(120_000);
  expect(collector.bodies.length).toBeGreaterThan(1);
  expect(new Set(collector.bodies).size).toBe(1);
});

describe('the disk of an answered and of a silent visit', () => {
  async function disk(name: string): Promise<Record<string, unknown>[]> {
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

  /** What stands there, but for the noisy bytes and the random ids. */
  const shape = (rows: readonly Record<string, unknown>[]) =>
    rows.map((row) =>
      Object.entries(Object(row))
        .filter(([key]) => key !== 'owner') // of random length
        .map(([key, value]) => [key, typeof value, String(value).length]),
    );

  beforeEach(() => {
    collector.manifest = { ...(collector.manifest as object), perReport: { epsilon: 1, delta: 0 } };
  });

  test.each(['hidden', 'left', 'closed'])('has the same shape when the page is %s', async (end) => {
    const shapes: unknown[] = [];
    for (const isAnswered of [true, false]) {
      vi.stubGlobal('indexedDB', new IDBFactory());
      stored.clear();
      const bandit = await visit({ privacy: { epsilon: 1, epsilonTotal: 8 }, maxDelayMs: 0 });
      const decision = bandit.choose();
      await bandit.budget();
      if (isAnswered) await decision.reward(1);
      await settle();
      if (end === 'hidden') page.hide();
      if (end === 'left') page.leave();
      if (end === 'closed') await vi.advanceTimersByTimeAsync(10_500);
      await settle();
      const files = [await disk('ldp-bandits'), await disk('ldp-bandits-finals')];
      expect(files[1]).toHaveLength(1);
      shapes.push(files.map(shape));
    }
    expect(shapes[0]).toEqual(shapes[1]);
  });

  test('two noisy bodies differ as often for silence as for an answer of the same value', async () => {
    const privacy = { epsilon: 1, epsilonTotal: 10_000 };
    const differing = { silent: 0, answered: 0 };
    for (const kind of ['silent', 'answered'] as const) {
      vi.stubGlobal('indexedDB', new IDBFactory());
      const bandit = await visit({ privacy });
      for (let i = 0; i < 500; i++) {
        const decision = bandit.choose();
        if (kind === 'answered') void decision.reward(0);
      }
      await bandit.budget();
      page.leave();
      await settle();
      const packets = (await disk('ldp-bandits')).filter((row) => row['body']);
      const finals = new Map(
        (await disk('ldp-bandits-finals')).map((row) => [row['id'], row['body'] as string]),
      );
      for (const { id, body } of packets) {
        if (parse(finals.get(id) as string).bit !== parse(body as string).bit) differing[kind]++;
      }
    }
    // Two independent bits of probability 0.269 differ with probability 0.393: 196.6 of 500, with
    // standard deviation 10.9. P(beyond 6 of them) < 2e-9 for each.
    for (const count of Object.values(differing)) expect(Math.abs(count - 196.6)).toBeLessThan(66);
  });
});

describe('a decision with a key', () => {
  const WEEK = 7 * 86_400_000;
  const LATE = { ...CLEAR, responseWindowMs: WEEK, maxDelayMs: 3_600_000 };
  beforeEach(() => {
    const timing = {
      ...{ responseWindowMs: WEEK, maxDelayMs: 3_600_000, snapshotAgeMs: 60_000 },
      ...{ closesAfterMs: WEEK + 86_400_000, publishAtMostEveryMs: 86_400_000 },
    };
    collector.manifest = { ...(collector.manifest as object), timing };
  });

  test('takes its answer on a later page, and gives one report after its window', async () => {
    const bandit = await visit(LATE);
    const { action } = bandit.choose({ key: 'plans' });
    await bandit.budget();
    page.leave();
    vi.setSystemTime(Date.now() + WEEK / 2);
    const later = await visit(LATE);
    const decision = await later.recall('plans');
    expect(decision?.action).toBe(action);
    expect(await decision?.reward(1)).toMatchObject({ status: 'queued' });
    expect(await decision?.reward(0)).toEqual({ status: 'withheld', reason: 'already_reported' });
    await settle();
    expect(collector.bodies).toEqual([]);
    page.leave();
    vi.setSystemTime(Date.now() + WEEK / 2 + 3_700_000);
    await visit(LATE);
    await elapse(10_000);
    expect(collector.counted.map(({ arm, bit }) => [arm, bit])).toEqual([[action, 1]]);
  });

  test('without an answer gives the neutral report, and is not found afterwards', async () => {
    const bandit = await visit(LATE);
    bandit.choose({ key: 'plans' });
    await bandit.budget();
    page.leave();
    vi.setSystemTime(Date.now() + WEEK + 3_700_000);
    const later = await visit(LATE);
    expect(await later.recall('plans')).toBeUndefined();
    await elapse(10_000);
    expect(collector.counted.map(({ bit }) => bit)).toEqual([0]);
  });

  test('that has no report is not found, so that no answer seems to be taken', async () => {
    const bandit = await visit({ ...LATE, mayReport: () => false });
    expect(await bandit.choose({ key: 'plans' }).reward(1)).toMatchObject({ status: 'withheld' });
    expect(await bandit.recall('plans')).toBeUndefined();
  });

  test('keeps no noise on the disk, only what is public', async () => {
    const bandit = await visit(LATE);
    bandit.choose({ key: 'plans' });
    await bandit.budget();
    const [kept] = [...stored.values()];
    expect(Object.keys(JSON.parse(kept as string).fields)).toEqual([
      ...['v', 'id', 'snapshot', 'arm', 'level', 'bit'],
    ]);
  });
});

describe('a sticky bandit', () => {
  test('shows the same arm on every page, with one report', async () => {
    const first = await visit({ ...CLEAR, sticky: 'profile' });
    const { action } = first.choose();
    await first.budget();
    page.leave();
    await settle();
    collector.snapshot = { ...(collector.snapshot as object), snapshot: 13, mean: [0.9, 0.1, 0.1] };
    const second = await visit({ ...CLEAR, sticky: 'profile' });
    const again = second.choose();
    expect(again.action).toBe(action);
    expect(await again.reward(1)).toMatchObject({ status: 'queued' });
    await elapse(120_000);
    expect(collector.counted.map(({ bit }) => bit)).toEqual([1]);
    expect((await second.budget()).reports).toBe(1);
  });

  test('shows the arm without a report again, and takes no answer for it', async () => {
    const options = { ...CLEAR, sticky: 'profile', mayReport: () => false } as const;
    const first = await visit(options);
    const { action } = first.choose();
    await first.budget();
    page.leave();
    const again = (await visit(options)).choose();
    expect(again.action).toBe(action);
    expect(await again.reward(1)).toEqual({ status: 'withheld', reason: 'too_late' });
  });

  test('forgets the arm after 30 days', async () => {
    const first = await visit({ ...CLEAR, sticky: 'profile' });
    first.choose();
    await first.budget();
    page.leave();
    vi.setSystemTime(Date.now() + 31 * 86_400_000);
    const later = await visit({ ...CLEAR, sticky: 'profile' });
    later.choose();
    expect((await later.budget()).reports).toBe(2);
  });
});
