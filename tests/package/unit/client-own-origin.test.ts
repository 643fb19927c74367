// A collector on the page's own origin can clear the storage with an answer that the page cannot look at. And a
// connection that the browser closes is no wipe.
import { type Bandit, indexedDbLedger, memoryLedger } from 'ldp-bandits';
import { sendWaiting } from 'ldp-bandits/outbox';
import { describe, expect, test, vi } from 'vitest';
import { accepted, elapse, open, ScriptedCollector, settle, until } from './client-support.js';
import { browser, newPage, ownCollector, PRIVACY, useBrowser } from './client-wipe-support.js';

useBrowser();

const redirect = () => new Response(null, { status: 302, headers: { location: '/collector?2' } });
const withheld = 'storage_failed';

/** A collector whose answers to what it is asked for by one kind of request are scripted. */
function answering(kind: 'manifest' | 'snapshot' | 'report', answer: () => Response) {
  const collector = new ScriptedCollector();
  collector.isOlder = true; // so that a page asks for all three
  const { fetch } = collector;
  const kindOf = ({ method, url }: Request) =>
    method === 'POST' ? 'report' : url.endsWith('/snapshot') ? 'snapshot' : 'manifest';
  return Object.assign(collector, {
    fetch: async (request: Request) => {
      const honest = await fetch(request);
      return kindOf(request) === kind ? answer() : honest;
    },
  });
}

/** An answer waits so long for a collector that does not give the snapshot. */
async function waited<Value>(work: Promise<Value>): Promise<Value> {
  await elapse(1_000);
  return work;
}

/** Fails or not. Words about what failed come later. */
async function refresh(bandit: Bandit<'weighted-ldp-ucb'>): Promise<void> {
  const refreshed = bandit.refresh().catch(() => {});
  await elapse(1_000);
  await refreshed;
}

describe('a redirect of the own origin', () => {
  test.each(['snapshot', 'report'] as const)(
    'in place of the %s ends reporting in this page, and says what to do',
    async (kind) => {
      ownCollector();
      const collector = answering(kind, redirect);
      const { bandit, errors, spend } = await newPage(collector);
      const before = await waited(spend());
      await bandit.flush().catch(() => {});
      expect(before).toBe(kind === 'report' ? 'queued' : 'awaiting_snapshot');
      await refresh(bandit);
      expect(await waited(spend())).toBe(kind === 'report' ? withheld : 'awaiting_snapshot');
      await until(() => errors.some(({ details }) => details['cause'] === 'redirected'));
      const told = errors.find(({ details }) => details['cause'] === 'redirected');
      expect(told).toMatchObject({ code: 'store_conflict', retryable: false });
      expect(told?.message).toContain('Set `endpoint` to the address that answers');
      expect((await bandit.budget()).durable).toBe(true); // nothing is lost
    },
  );

  test.each(['manifest', 'snapshot', 'report'] as const)(
    'that clears the storage in place of the %s: 3 reports of 8 visits for a budget of 3',
    async (kind) => {
      ownCollector();
      let queued = 0;
      for (let visit = 0; visit < 8; visit++) {
        const honest = await newPage(new ScriptedCollector());
        if ((await honest.spend()) === 'queued') queued++;
        await honest.bandit.dispose();
        const collector = answering(kind, () => {
          browser.clear();
          return redirect();
        });
        const page = await newPage(collector).catch(() => undefined);
        if ((await (page && waited(page.spend()))) === 'queued') queued++;
        await page?.bandit.flush().catch(() => {});
        await settle();
        if ((await (page && waited(page.spend()))) === 'queued') queued++;
      }
      expect(queued).toBe(3);
    },
  );
});

test('a redirect of another origin is a failure of the network, and is not followed', async () => {
  vi.stubGlobal('location', new URL('https://shop.example/'));
  const { bandit, errors, spend } = await newPage(answering('snapshot', redirect));
  await until(() => errors.length > 0);
  expect(errors).toMatchObject([
    { code: 'transport', retryable: true, details: { cause: 'redirect' } },
  ]);
  expect(errors[0]?.message).toContain('The page follows no redirect: set `endpoint`');
  expect(await waited(spend())).toBe('awaiting_snapshot');
  await bandit.dispose();
});

describe('a request to the own origin without an answer', () => {
  test('suspends reporting until there is one, without a reload', async () => {
    ownCollector();
    const collector = new ScriptedCollector();
    const { bandit, errors, spend } = await newPage(collector);
    expect(await spend()).toBe('queued');
    collector.down = new TypeError('Failed to fetch');
    await refresh(bandit);
    expect(await spend()).toBe(withheld);
    // What is queued waits; that the network fails is no rejection.
    expect(await bandit.flush()).toMatchObject({ accepted: 0, pending: 1 });
    await until(() => errors.some(({ details }) => details['cause'] === 'unanswered'));
    collector.down = undefined;
    await elapse(2_000);
    expect(await spend()).toBe('queued');
    expect(await bandit.flush()).toMatchObject({ accepted: 2, pending: 0 });
    expect(await bandit.budget()).toMatchObject({ reports: 2, durable: true });
  });

  test('is followed by one look a second at most, for whatever waits', async () => {
    ownCollector();
    const collector = new ScriptedCollector();
    const { bandit, spend } = await newPage(collector);
    collector.down = new TypeError('Failed to fetch');
    await refresh(bandit);
    const before = collector.requests.length;
    await Promise.all([spend(), spend(), spend()]);
    await elapse(1_000);
    await Promise.all([spend(), spend(), spend()]);
    expect(collector.requests.slice(before).map(({ method }) => method)).toEqual(['GET', 'GET']);
  });

  test('that cleared the storage is found, and healed', async () => {
    ownCollector();
    const collector = new ScriptedCollector();
    const { bandit, errors, spend } = await newPage(collector);
    await spend();
    await spend();
    collector.down = new TypeError('Failed to fetch');
    await refresh(bandit);
    browser.clear();
    collector.down = undefined;
    await elapse(2_000);
    expect(await spend()).toBe(withheld);
    expect(errors.some(({ details }) => details['cause'] === 'wiped')).toBe(true);
    const next = await newPage(new ScriptedCollector());
    expect(await next.bandit.budget()).toMatchObject({ reports: 2, durable: false });
  });

  test.each([503, 200, 404])('is told from one that says %i', async (status) => {
    ownCollector();
    const collector = new ScriptedCollector();
    const { bandit, spend } = await newPage(collector);
    collector.snapshot = new Response('<p>no</p>', { status });
    await refresh(bandit);
    expect(await spend()).toBe('queued');
  });

  test('to another origin suspends nothing', async () => {
    vi.stubGlobal('location', new URL('https://shop.example/'));
    const collector = new ScriptedCollector();
    const { bandit, spend } = await newPage(collector);
    collector.down = new TypeError('Failed to fetch');
    await refresh(bandit);
    expect(await spend()).toBe('queued');
  });

  test('keeps back what waits in a page without a bandit, too', async () => {
    ownCollector();
    const collector = new ScriptedCollector();
    const { bandit, spend } = await newPage(collector);
    expect(await spend()).toBe('queued');
    await bandit.dispose();
    vi.clearAllTimers();
    vi.stubGlobal('addEventListener', () => {});
    const asked: string[] = [];
    vi.stubGlobal('fetch', async ({ method }: Request) => {
      asked.push(method);
      if (asked.length === 1) throw new TypeError('Failed to fetch');
      return method === 'POST' ? accepted() : Response.json({});
    });
    const { stop } = sendWaiting({ onError: () => {} });
    await elapse(60_000);
    expect(asked).toEqual(['POST', 'GET', 'POST']);
    stop();
  });
});

test('what another tab spent is known before each request to the own origin', async () => {
  ownCollector();
  const idle = await newPage(new ScriptedCollector());
  const own = new Set(browser.connections);
  const busy = await newPage(new ScriptedCollector());
  await busy.spend();
  await busy.spend();
  // The busy tab is gone, and notices nothing.
  for (const connection of browser.connections)
    if (!own.has(connection)) browser.connections.delete(connection);
  await idle.bandit.refresh();
  browser.clear();
  await settle();
  expect(await idle.spend()).toBe(withheld);
  const next = await newPage(new ScriptedCollector());
  expect(await next.bandit.budget()).toMatchObject({ reports: 2, durable: false });
});

test('a ledger that cannot be read before a request to the own origin spends nothing after it', async () => {
  ownCollector();
  const refuse = vi.spyOn(browser, 'open').mockImplementation(() => {
    throw new DOMException('', 'UnknownError');
  });
  await open(new ScriptedCollector(), { ledger: memoryLedger() });
  refuse.mockRestore();
  const later = await open(new ScriptedCollector(), {
    ledger: indexedDbLedger(),
    privacy: PRIVACY,
    onError: () => {},
  });
  expect(await later.choose().reward(1)).toEqual({ status: 'withheld', reason: withheld });
});

describe('a connection that the browser closes, and nothing is lost', () => {
  test('is opened again: the page goes on', async () => {
    const collector = new ScriptedCollector();
    const { bandit, errors, spend } = await newPage(collector);
    for (let turn = 0; turn < 3; turn++) {
      expect(await spend()).toBe('queued');
      browser.close();
      await settle();
    }
    expect(await spend()).toBe('budget_exhausted');
    expect(await bandit.flush()).toMatchObject({ accepted: 3, pending: 0 });
    expect(await bandit.budget()).toMatchObject({ reports: 3, durable: true });
    expect(errors).toEqual([]);
  });

  test('in the middle of a spend costs one report, and that one leaves', async () => {
    const collector = new ScriptedCollector();
    const { bandit, spend } = await newPage(collector);
    const outcome = spend();
    for (let turn = 0; turn < 3; turn++) await Promise.resolve();
    browser.close();
    expect(await outcome).toBe('queued');
    expect(await bandit.budget()).toMatchObject({ reports: 1 });
    expect(await bandit.flush()).toMatchObject({ accepted: 1 });
  });

  test('while the browser refuses to open it again for some seconds', async () => {
    const { spend, errors } = await newPage(new ScriptedCollector());
    await spend();
    const refuse = vi.spyOn(browser, 'open').mockImplementation(() => {
      throw new DOMException('', 'UnknownError');
    });
    browser.close();
    await settle();
    expect(await spend()).toBe(withheld);
    refuse.mockRestore();
    expect(await spend()).toBe('queued');
    expect(errors.every(({ details }) => details['cause'] !== 'wiped')).toBe(true);
  });

  test('but with less than this page remembers: that is a wipe', async () => {
    const { spend, errors } = await newPage(new ScriptedCollector());
    await spend();
    const ledger = [...browser.connections].find((one) => one.objectStoreNames.contains('hours'));
    const transaction = (ledger as IDBDatabase).transaction('hours', 'readwrite');
    transaction.objectStore('hours').clear();
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    browser.close();
    await until(() => errors.length > 0);
    expect(errors).toMatchObject([{ details: { cause: 'wiped' } }]);
    expect(await spend()).toBe(withheld);
  });

  test('keeps the answers that come afterwards', async () => {
    const collector = new ScriptedCollector();
    const privacy = { epsilon: 1, epsilonTotal: 3 };
    const { bandit, spend } = await newPage(collector, { privacy });
    browser.close();
    await settle();
    await spend();
    await bandit.dispose();
    const finals = await new Promise<unknown[]>((resolve) => {
      const request = indexedDB.open('ldp-bandits-finals');
      request.onsuccess = () => {
        const all = request.result.transaction('finals').objectStore('finals').getAll();
        all.onsuccess = () => resolve(all.result);
      };
    });
    expect(finals).toHaveLength(1);
  });
});
