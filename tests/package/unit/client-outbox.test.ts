// The outbox: what leaves, when, how often, and what a collector's answer does to it.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { indexedDbLedger, memoryLedger } from 'ldp-bandits';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ADDRESS,
  accepted,
  bodyOf,
  counts,
  elapse,
  failure,
  MANIFEST,
  open,
  openScripted,
  problem,
  queued,
  record,
  ScriptedCollector,
  settle,
  timingOf,
  withheld,
} from './client-support.js';

const SOON = { responseWindowMs: 1, maxDelayMs: 0 };

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_700_000_000_000 });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a report is a POST of canonical bytes without credentials, referrer or cache', async () => {
  const { collector, bandit } = await openScripted();
  await bandit.choose().reward(1);
  await bandit.flush();
  for (const request of collector.requests) {
    expect(request).toMatchObject({
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      redirect: 'manual',
    });
  }
  expect(collector.requests.map(({ method, url }) => [method, url])).toEqual([
    ['GET', `${ADDRESS}?snapshot`],
    ['POST', `${ADDRESS}/reports`],
  ]);
  expect(collector.requests[1]?.headers.get('content-type')).toBe('application/json');
  expect(collector.bodies[0]).toMatch(
    /^\{"v":1,"id":"[\w-]{22}","snapshot":12,"arm":1,"level":0,"bit":[01]\}$/,
  );
});

test('a report that is on its way when the page goes arrives: it is sent with keepalive', async () => {
  const { collector, bandit } = await openScripted();
  bandit.choose();
  await bandit.flush();
  const posts = collector.requests.filter(({ method }) => method === 'POST');
  expect(posts.map(({ keepalive }) => keepalive)).toEqual([true]);
});

describe.each([
  ['the network is down', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the collector is overloaded', () => new Response('', { status: 503 })],
  ['a proxy answers 404', () => new Response('<html>', { status: 404 })],
  ['a static host takes the POST', () => new Response('<html>', { status: 200 })],
  ['the collector fails', () => problem(500, 'internal')],
  ['a 400 is not the collector’s', () => new Response('bad', { status: 400 })],
] as [string, () => Response | Promise<Response>][])('when %s', (_, answer) => {
  test('the same bytes are sent again, with pauses that double, until they are held', async () => {
    const { collector, bandit } = await openScripted(SOON);
    const events = record(bandit);
    collector.answers.push(answer, answer, answer, answer);
    await bandit.choose().reward(1);
    await elapse(60_000);
    expect(collector.bodies).toHaveLength(5);
    expect(new Set(collector.bodies).size).toBe(1);
    const pauses = collector.times.slice(1).map((time, i) => time - (collector.times[i] ?? 0));
    pauses.forEach((pause, i) => {
      expect(pause).toBeGreaterThanOrEqual(1_000 * 2 ** i);
    });
    expect(events.filter(({ type }) => type === 'error')).toHaveLength(4);
    expect(events.filter(({ type }) => type === 'sent')).toHaveLength(1);
    expect(await bandit.flush()).toEqual(counts());
  });
});

test('Retry-After is respected', async () => {
  const { collector, bandit } = await openScripted(SOON);
  collector.answers.push(new Response('', { status: 429, headers: { 'retry-after': '20' } }));
  bandit.choose();
  await elapse(60_000);
  expect((collector.times[1] ?? 0) - (collector.times[0] ?? 0)).toBeGreaterThanOrEqual(20_000);
});

test('a flush tries again at once what has failed, and resolves with what is still pending', async () => {
  const { collector, bandit } = await openScripted();
  const events = record(bandit);
  bandit.choose();
  collector.down = new TypeError('Failed to fetch');
  expect(await bandit.flush()).toEqual(counts({ pending: 1 }));
  collector.down = undefined;
  collector.answers.push(accepted(1));
  expect(await bandit.flush()).toEqual(counts({ duplicate: 1 }));
  await settle();
  expect(events.find(({ type }) => type === 'error')).toMatchObject({
    error: { code: 'transport', retryable: true },
  });
});

test('hundreds of packets are all sent, a failure among them is not tried in a loop', async () => {
  const { collector, bandit } = await openScripted({
    privacy: { epsilon: 1, epsilonTotal: 1_000 },
  });
  for (let i = 0; i < 250; i++) bandit.choose();
  expect(await bandit.flush()).toEqual(counts({ accepted: 250 }));
  for (let i = 0; i < 250; i++) bandit.choose();
  collector.down = new TypeError('Failed to fetch');
  const before = collector.requests.length;
  expect((await bandit.flush()).pending).toBe(250);
  expect(collector.requests.length - before).toBeLessThanOrEqual(250);
});

test('report_rejected drops the report and tells the page', async () => {
  const { collector, bandit } = await openScripted();
  const events = record(bandit);
  collector.answers.push(problem(400, 'report_rejected'));
  bandit.choose();
  expect(await bandit.flush()).toEqual(counts({ rejected: 1 }));
  await settle();
  expect(events.find(({ type }) => type === 'error')).toMatchObject({
    error: { code: 'report_rejected', retryable: false },
  });
});

test('stale_snapshot drops the report, withholds further ones, and fetches the newest snapshot', async () => {
  const { collector, bandit } = await openScripted();
  const events = record(bandit);
  collector.answers.push(problem(409, 'stale_snapshot'));
  bandit.choose();
  collector.snapshot = new Response('', { status: 503 });
  await bandit.flush();
  await settle();
  expect(events).toContainEqual({ type: 'withheld', reason: 'stale_snapshot' });
  const spent = (await bandit.budget()).reports;
  expect(await bandit.choose().reward(1)).toEqual(withheld('stale_snapshot'));
  expect((await bandit.budget()).reports).toBe(spent);
  collector.snapshot = { ...(new ScriptedCollector().snapshot as object), snapshot: 99 };
  expect((await bandit.refresh()).id).toBe(99);
  expect(await bandit.choose().reward(1)).toMatchObject({ status: 'queued' });
});

test('a packet that a crashed tab was sending is sent again when its lease is over', async () => {
  const collector = new ScriptedCollector();
  const crashed = await open(collector, {
    ledger: indexedDbLedger(),
    fetch: (request) =>
      request.method === 'POST' ? new Promise(() => {}) : collector.fetch(request),
  });
  const outcome = queued(await crashed.choose().reward(1));
  void crashed.flush();
  await settle();
  const next = await open(collector, { ledger: indexedDbLedger() });
  expect(await next.flush()).toEqual(counts({ pending: 1 }));
  await elapse(65_000);
  expect(collector.bodies).toEqual([bodyOf(outcome)]);
});

test('a flush leaves alone what another tab has open', async () => {
  const collector = new ScriptedCollector();
  const one = await open(collector, { ledger: indexedDbLedger() });
  const two = await open(collector, { ledger: indexedDbLedger() });
  const decision = one.choose();
  await one.budget();
  expect((await two.flush()).pending).toBe(1);
  expect(await decision.reward(1)).toMatchObject({ status: 'queued' });
});

describe('a try that fails after its lease', () => {
  const held = () => {
    let fail: (error: Error) => void = () => {};
    const answer = () => new Promise<Response>((_, reject) => (fail = reject));
    return { answer, fail: () => fail(new TypeError('Failed to fetch')) };
  };

  test('does not bring back a packet that another tab has delivered meanwhile', async () => {
    const collector = new ScriptedCollector();
    const { answer, fail } = held();
    collector.answers.push(answer);
    const slow = await open(collector, { ledger: indexedDbLedger() });
    slow.choose();
    void slow.flush();
    await elapse(61_000);
    const other = await open(collector, { ledger: indexedDbLedger() });
    expect((await other.flush()).pending).toBe(0);
    fail();
    await elapse(120_000);
    expect(collector.bodies).toHaveLength(2);
    expect((await other.flush()).pending).toBe(0);
  });

  test('does not bring back a packet that the user has deleted with everything else', async () => {
    const collector = new ScriptedCollector();
    const { answer, fail } = held();
    collector.answers.push(answer);
    const bandit = await open(collector, { ledger: indexedDbLedger() });
    bandit.choose();
    const flushed = bandit.flush();
    await settle();
    await new Promise((resolve) => {
      indexedDB.deleteDatabase('ldp-bandits').onsuccess = resolve;
    });
    fail();
    await flushed;
    await open(collector, { ledger: indexedDbLedger() });
    await elapse(120_000);
    expect(collector.bodies).toHaveLength(1);
  });
});

test('a collector that never accepts sees the id of a report for at most a day', async () => {
  const collector = new ScriptedCollector();
  const accept = collector.fetch;
  const never = async (request: Request) => {
    const answer = await accept(request);
    return request.method === 'POST' ? new Response('', { status: 503 }) : answer;
  };
  const seen: number[] = [];
  const errors: unknown[] = [];
  for (let halfDay = 0; halfDay < 8; halfDay++) {
    const visit = await open(collector, { ...SOON, ledger: indexedDbLedger(), fetch: never });
    const events = record(visit);
    if (halfDay === 0) visit.choose();
    const before = collector.bodies.length;
    await elapse(30_000);
    seen.push(new Set(collector.bodies.slice(before)).size);
    errors.push(...events.filter((event) => event.type === 'error').map(({ error }) => error));
    await visit[Symbol.asyncDispose]();
    vi.setSystemTime(Date.now() + 43_200_000);
  }
  expect(seen).toEqual([1, 1, 0, 0, 0, 0, 0, 0]);
  expect(new Set(collector.bodies).size).toBe(1);
  expect(errors.at(-1)).toMatchObject({
    code: 'report_rejected',
    details: { cause: 'expired' },
  });
});

describe('a packet whose epoch may be closed', () => {
  const timing = { ...timingOf(10_000, 30_000), closesAfterMs: 700_000 };

  test.each([
    [
      'waits for a visit before that',
      630_000,
      { accepted: 1, duplicate: 0, rejected: 0, pending: 0 },
    ],
    ['goes nowhere after it', 640_001, { accepted: 0, duplicate: 0, rejected: 1, pending: 0 }],
    [
      'goes nowhere with a clock moved by 90 days',
      90 * 86_400_000,
      { accepted: 0, duplicate: 0, rejected: 1, pending: 0 },
    ],
  ])('%s, never tried or not', async (_, later, expected) => {
    const collector = new ScriptedCollector();
    collector.manifest = { ...MANIFEST, timing };
    const visit = await open(collector, { ledger: indexedDbLedger() });
    visit.choose();
    await visit.budget();
    vi.clearAllTimers(); // the page is gone
    vi.setSystemTime(Date.now() + later);
    const next = await open(collector, { ledger: indexedDbLedger() });
    expect(await next.flush()).toMatchObject(expected);
    expect(collector.bodies).toHaveLength(expected.accepted);
  });
});

test('what an earlier visit left behind leaves at its own time', async () => {
  const collector = new ScriptedCollector();
  const visit = await open(collector, { ledger: indexedDbLedger(), responseWindowMs: 60_000 });
  const outcome = queued(await visit.choose().reward(1));
  await visit[Symbol.asyncDispose]();
  expect(collector.bodies).toHaveLength(0);
  await open(collector, { ledger: indexedDbLedger() });
  await elapse(59_000);
  expect(collector.bodies).toHaveLength(0);
  await elapse(40_000);
  expect(collector.bodies).toEqual([bodyOf(outcome)]);
});

describe('disposing a bandit whose outbox is in memory', () => {
  const TIMES = { responseWindowMs: 10_000, maxDelayMs: 0 };

  test('changes neither that its reports leave nor when', async () => {
    const { collector, bandit } = await openScripted({ ...TIMES, ledger: memoryLedger() });
    const outcome = queued(await bandit.choose().reward(1));
    await bandit[Symbol.asyncDispose]();
    await elapse(11_900);
    expect(collector.bodies).toHaveLength(0);
    await elapse(200);
    expect(collector.bodies).toEqual([bodyOf(outcome)]);
  });

  test('is the end of them if the signal aborts', async () => {
    const collector = new ScriptedCollector();
    const controller = new AbortController();
    const { signal } = controller;
    const bandit = await open(collector, { ...TIMES, ledger: memoryLedger(), signal });
    await bandit.choose().reward(1);
    await bandit[Symbol.asyncDispose]();
    controller.abort();
    await elapse(60_000);
    expect(collector.bodies).toHaveLength(0);
  });
});

describe('mayReport', () => {
  test('false still chooses, spends nothing and sends nothing', async () => {
    const { collector, bandit } = await openScripted({ ...SOON, mayReport: () => false });
    const decision = bandit.choose();
    expect(decision.action).toBe(1);
    expect(await decision.reward(1)).toEqual(withheld('may_not_report'));
    await elapse(60_000);
    expect((await bandit.budget()).reports).toBe(0);
    expect(collector.bodies).toHaveLength(0);
  });

  test('that turns false holds back what is queued, until it turns true again', async () => {
    const collector = new ScriptedCollector();
    let consent = true;
    const bandit = await open(collector, { ...SOON, mayReport: () => consent });
    await bandit.choose().reward(1);
    consent = false;
    await elapse(400_000);
    expect(await bandit.flush()).toEqual(counts({ pending: 1 }));
    expect(collector.bodies).toHaveLength(0);
    consent = true;
    await elapse(400_000);
    expect(collector.bodies).toHaveLength(1);
  });

  test('that turns false in the middle of a flush stops what has not left yet', async () => {
    const collector = new ScriptedCollector();
    let consent = true;
    const privacy = { epsilon: 1, epsilonTotal: 100 };
    const bandit = await open(collector, { privacy, mayReport: () => consent });
    for (let i = 0; i < 50; i++) bandit.choose();
    collector.answers.push(() => {
      consent = false;
      return accepted();
    });
    const { accepted: sent, pending } = await bandit.flush();
    expect(sent).toBeLessThanOrEqual(6); // one and those in flight beside it
    expect(pending).toBe(50 - sent);
    consent = true;
    expect((await bandit.flush()).pending).toBe(0);
    expect(new Set(collector.bodies).size).toBe(50);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['is not a boolean', () => 'yes' as unknown as boolean],
  ])('that %s is a no', async (_, mayReport) => {
    const bandit = await open(new ScriptedCollector(), { mayReport });
    expect(await bandit.choose().reward(1)).toMatchObject({ reason: 'may_not_report' });
  });
});

describe('an AbortSignal', () => {
  test('aborts creation, refresh and flush with its reason', async () => {
    const reason = new Error('enough');
    const { collector, bandit } = await openScripted();
    const signal = AbortSignal.abort(reason);
    expect(await failure(open(collector, { signal }))).toBe(reason);
    expect(await failure(bandit.refresh({ signal }))).toBe(reason);
    expect(await failure(bandit.flush({ signal }))).toBe(reason);
  });

  test('that comes in the middle of a flush keeps the packet and its bytes', async () => {
    const { collector, bandit } = await openScripted();
    const outcome = queued(await bandit.choose().reward(1));
    const controller = new AbortController();
    collector.answers.push(
      () =>
        new Promise((_, reject) => {
          controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
        }),
    );
    const flushed = failure(bandit.flush({ signal: controller.signal }));
    await settle();
    controller.abort(new Error('enough'));
    expect(await flushed).toBe(controller.signal.reason);
    expect((await bandit.flush()).accepted).toBe(1);
    const body = bodyOf(outcome);
    expect(collector.bodies).toEqual([body, body]);
  });

  test('given at creation disposes the bandit', async () => {
    const controller = new AbortController();
    const bandit = await open(new ScriptedCollector(), { signal: controller.signal });
    controller.abort();
    expect(() => bandit.choose()).toThrow(expect.objectContaining({ code: 'disposed' }));
  });
});
