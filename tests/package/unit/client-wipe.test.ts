// A server on the page's own origin can clear the storage under the ledger with one header. The page
// notices, reports no more, and writes back what was spent.
import { indexedDbLedger, type LedgerEntry, memoryLedger } from 'ldp-bandits';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { accepted, ENDPOINT, open, ScriptedCollector, settle, until } from './client-support.js';
import { browser, HOUR, NOON, newPage, ownCollector, useBrowser } from './client-wipe-support.js';

useBrowser();

const withheld = 'storage_failed';

describe('when the storage is cleared under an open page', () => {
  test('nothing more is spent or sent in this page, and what was spent stays spent', async () => {
    const collector = new ScriptedCollector();
    const { bandit, spend } = await newPage(collector);
    expect([await spend(), await spend()]).toEqual(['queued', 'queued']);
    browser.clear();
    await settle();
    expect([await spend(), await spend()]).toEqual([withheld, withheld]);
    const status = await bandit.budget();
    expect(status).toMatchObject({ spent: { epsilon: 2 }, reports: 2, durable: false });
    expect(status.lifetime).toEqual({ epsilon: 2, delta: 0, reports: 2 });
    await bandit.flush().catch(() => {});
    expect(collector.bodies).toEqual([]);
  });

  test('the page is told once, and what to do', async () => {
    const { errors, events, spend } = await newPage(new ScriptedCollector());
    await spend();
    browser.clear();
    await settle();
    await until(() => errors.length > 0);
    expect(errors).toHaveLength(1); // before the page does anything
    for (let i = 0; i < 3; i++) await spend();
    await settle();
    expect(errors).toMatchObject([
      { code: 'store_conflict', retryable: false, details: { cause: 'wiped' } },
    ]);
    expect(errors[0]?.message).toContain('Put the collector on another origin');
    const told = events.flatMap((event) => (event.type === 'error' ? [event.error] : []));
    expect(told).toEqual(errors);
  });

  test('the next page goes on from the same sums, and knows that the ledger was cleared', async () => {
    const first = await newPage(new ScriptedCollector());
    await first.spend();
    await first.spend();
    browser.clear();
    await settle();
    for (let visit = 0; visit < 3; visit++) {
      const next = await newPage(new ScriptedCollector());
      expect(await next.bandit.budget()).toMatchObject({
        spent: { epsilon: Math.min(2 + visit, 3) },
        durable: false,
      });
      expect(await next.spend()).toBe(visit === 0 ? 'queued' : 'budget_exhausted');
      expect(next.errors).toEqual([]);
    }
  });

  test('again and again, over reloads: never more reports than the budget pays for', async () => {
    const collector = new ScriptedCollector();
    let queued = 0;
    for (let visit = 0; visit < 8; visit++) {
      const { bandit, spend } = await newPage(collector);
      if ((await spend()) === 'queued') queued++;
      await bandit.flush().catch(() => {});
      browser.clear();
      await settle();
      if ((await spend()) === 'queued') queued++;
    }
    expect(queued).toBe(3);
    expect(collector.bodies).toHaveLength(3);
  });

  test('by every answer to a report, as in Firefox: 3 reports of 8 visits for a budget of 3', async () => {
    const collector = new ScriptedCollector();
    for (let visit = 0; visit < 8; visit++) {
      const { bandit, spend } = await newPage(collector);
      collector.answers.length = 0;
      collector.answers.push(() => {
        browser.clear();
        return accepted();
      });
      await spend();
      await bandit.flush().catch(() => {});
      await settle();
    }
    expect(collector.bodies).toHaveLength(3);
  });

  test('what earlier visits spent, long ago or just now, comes back too', async () => {
    const day = { epsilon: 1, epsilonTotal: 3, windowMs: 24 * HOUR };
    const early = await newPage(new ScriptedCollector(), { privacy: day });
    await early.spend();
    vi.setSystemTime(NOON + 30 * HOUR);
    const late = await newPage(new ScriptedCollector(), { privacy: day });
    await late.spend();
    browser.clear();
    await settle();
    expect(await late.bandit.budget()).toMatchObject({
      spent: { epsilon: 1 },
      lifetime: { epsilon: 2, reports: 2 },
    });
  });

  test('turning the clock back afterwards renews nothing', async () => {
    const privacy = { epsilon: 1, epsilonTotal: 1, windowMs: 24 * HOUR };
    const first = await newPage(new ScriptedCollector(), { privacy });
    await first.spend();
    browser.clear();
    await settle();
    vi.setSystemTime(NOON - 1000 * HOUR);
    const next = await newPage(new ScriptedCollector(), { privacy });
    expect(await next.spend()).toBe('budget_exhausted');
  });

  test.each([
    ['first', 0],
    ['last', 1],
  ])('two tabs write back the larger of their sums, whether it comes %s', async (_, ahead) => {
    const privacy = { epsilon: 1, epsilonTotal: 5 };
    const tabs = [
      await newPage(new ScriptedCollector(), { privacy }),
      await newPage(new ScriptedCollector(), { privacy }),
    ];
    await tabs[1 - ahead]?.spend();
    await tabs[ahead]?.spend();
    await tabs[ahead]?.spend();
    browser.clear();
    await settle();
    for (const { bandit } of tabs) expect((await bandit.budget()).spent.epsilon).toBe(3);
  });

  test('a page whose ledger has spent nothing has nothing to write back', async () => {
    const first = await newPage(new ScriptedCollector());
    browser.clear();
    await settle();
    expect(await first.spend()).toBe(withheld);
    const next = await newPage(new ScriptedCollector());
    expect((await next.bandit.budget()).durable).toBe(true);
  });

  test('other bandits of the page stop as well, on any ledger in IndexedDB', async () => {
    const collector = new ScriptedCollector();
    const mine = await open(collector, { ledger: indexedDbLedger('mine'), onError: () => {} });
    browser.clear();
    await settle();
    const later = await open(collector, { ledger: indexedDbLedger('later'), onError: () => {} });
    for (const bandit of [mine, later])
      expect(await bandit.choose().reward(1)).toEqual({ status: 'withheld', reason: withheld });
  });

  test('while the browser is still clearing, the sums are written back as soon as it lets them', async () => {
    const first = await newPage(new ScriptedCollector());
    await first.spend();
    const refuse = vi.spyOn(browser, 'open').mockImplementation(() => {
      throw new DOMException('', 'UnknownError');
    });
    browser.clear();
    await settle();
    refuse.mockRestore();
    await vi.advanceTimersByTimeAsync(1_000);
    await settle();
    const next = await newPage(new ScriptedCollector());
    expect((await next.bandit.budget()).spent.epsilon).toBe(1);
  });
});

describe('when a page is opened', () => {
  const connections: number[] = [];
  const watched = () => {
    const collector = new ScriptedCollector();
    collector.isOlder = true; // so that a page asks twice
    const { fetch } = collector;
    return Object.assign(collector, {
      fetch: (request: Request) => {
        connections.push(browser.connections.size);
        return fetch(request);
      },
    });
  };
  beforeEach(() => {
    connections.length = 0;
  });

  test.each([
    ['the default ledger', () => ({})],
    ['a ledger of another name', () => ({ ledger: indexedDbLedger('mine') })],
    ['a ledger in memory, beside the default one', () => ({ ledger: memoryLedger() })],
  ])('%s is open before the own origin is asked', async (_, options) => {
    ownCollector();
    await newPage(watched(), options());
    expect(connections.length).toBeGreaterThan(1);
    expect(Math.min(...connections)).toBeGreaterThan(0);
  });

  test('another origin is asked at once', async () => {
    vi.stubGlobal('location', new URL('https://shop.example/page'));
    await newPage(watched());
    expect(connections[0]).toBe(0);
  });
});

describe('the header', () => {
  const withHeader = (value: string) => () =>
    Response.json(
      { accepted: 1, duplicate: 0 },
      { status: 202, headers: { 'clear-site-data': value } },
    );

  async function afterReport(header: string, page: string) {
    vi.stubGlobal('location', new URL(page));
    const collector = new ScriptedCollector();
    const { bandit, errors, spend } = await newPage(collector);
    collector.answers.push(withHeader(header));
    await spend();
    await bandit.flush().catch(() => {});
    const outcome = await spend();
    if (outcome === withheld) await until(() => errors.length > 0);
    return { errors, outcome };
  }
  const same = `${new URL(ENDPOINT).origin}/page`;

  test.each(['"storage"', '"*"', '"cookies", "storage"'])(
    '%s on an answer of the own origin ends reporting at once',
    async (header) => {
      const { errors, outcome } = await afterReport(header, same);
      expect(outcome).toBe(withheld);
      expect(errors).toMatchObject([{ details: { cause: 'wiped' } }]);
    },
  );

  test.each([
    ['"cache"', same],
    ['"storage"', 'https://shop.example/'],
  ])('%s to a page at %s changes nothing', async (header, page) => {
    expect(await afterReport(header, page)).toEqual({ errors: [], outcome: 'queued' });
  });
});

test('a user or page that deletes the database begins anew: that is no wipe', async () => {
  const { bandit, errors, spend } = await newPage(new ScriptedCollector());
  await spend();
  await spend();
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase('ldp-bandits');
    request.onsuccess = resolve;
    request.onerror = reject;
  });
  expect(await bandit.budget()).toMatchObject({ reports: 0, durable: true });
  expect(await spend()).toBe('queued');
  // What was deleted is not written back by a wipe later either.
  browser.clear();
  await until(() => errors.length > 0);
  expect(await bandit.budget()).toMatchObject({ reports: 1, durable: false });
  expect(errors).toHaveLength(1);
});

test('the mark and the sums hold nothing but numbers', async () => {
  const { spend } = await newPage(new ScriptedCollector());
  await spend();
  browser.clear();
  await settle();
  const found = await new Promise<Record<string, unknown>>((resolve) => {
    const request = indexedDB.open('ldp-bandits');
    request.onsuccess = () => {
      const transaction = request.result.transaction(['clock', 'hours', 'ledger']);
      const all: Record<string, unknown> = {};
      for (const name of ['clock', 'hours', 'ledger']) {
        const store = transaction.objectStore(name);
        store.getAll().onsuccess = ({ target }) => {
          all[name] = (target as IDBRequest<readonly LedgerEntry[]>).result;
        };
      }
      transaction.oncomplete = () => resolve(all);
    };
  });
  const { clock, hours, ledger } = found;
  // The largest hour, what the page has pinned, and the mark, by the order of their keys.
  const [latest, pins, mark] = clock as [number, readonly object[], number];
  expect([latest, mark]).toEqual([NOON, NOON]);
  for (const pin of pins)
    expect(Object.values(pin).filter((value) => typeof value !== 'number')).toEqual([]);
  expect(hours).toMatchObject([{ hour: NOON, epsilonMicro: 1e6, reports: 1 }]);
  expect(ledger).toEqual([]);
});
