// What stays of a decision when its page goes away: every moment of it, with events made here. Real
// navigations are in tests/browser/library/page-life.long.test.ts and docs/page-life.md.
import type { LdpError } from 'ldp-bandits';
import { sendWaiting } from 'ldp-bandits/outbox';
import { describe, expect, test, vi } from 'vitest';
import {
  bits,
  bitsAfterNextVisit,
  CLEAR,
  collector,
  page,
  stopTimers,
  stored,
  usePages,
  visit,
  visitWithoutBandit,
} from './client-page-support.js';
import { elapse, record, settle, until } from './client-support.js';

usePages();

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

  test('is left to the worker for 15 s, so that one sender keeps the time', async () => {
    const messages: Record<string, unknown>[] = [];
    const active = { postMessage: (message: never) => messages.push(message) };
    const register = vi.fn(async () => ({ active }));
    vi.stubGlobal('navigator', { serviceWorker: { register } });
    const bandit = await visit({ ...CLEAR, worker: '/ldp-sender.js' });
    // What registers it is a chunk, which takes real time to load.
    await until(() => register.mock.calls.length > 0);
    await settle();
    const events = record(bandit);
    await bandit.choose().reward(1);
    await settle();
    const [queued] = events;
    if (queued?.type !== 'queued') throw new Error('nothing was queued');
    expect(messages).toMatchObject([
      { ldpBandits: 'final', id: queued.report.id },
      { ldpBandits: 'due', dueAt: queued.releaseAt },
    ]);
    await elapse(queued.releaseAt + 14_000 - Date.now());
    expect(collector.bodies).toEqual([]);
    // This worker has not sent: then the page does.
    await elapse(10_000);
    expect(bits()).toEqual([1]);
  });

  test('is sent by the page where the worker cannot be registered, which the page is told', async () => {
    const register = async () => {
      throw new TypeError('The script has an unsupported MIME type.');
    };
    vi.stubGlobal('navigator', { serviceWorker: { register } });
    const errors: LdpError[] = [];
    const onError = (error: LdpError) => void errors.push(error);
    const bandit = await visit({ ...CLEAR, worker: '/ldp-sender.js', onError });
    await bandit.choose().reward(1);
    // Its words are a chunk of their own.
    await until(() => errors.length > 0);
    await elapse(120_000);
    expect(bits()).toEqual([1]);
    expect(errors).toMatchObject([{ code: 'worker_failed', details: { cause: 'worker' } }]);
    expect(errors[0]?.message).toBe(
      'The worker at https://shop.example/ldp-sender.js could not be registered, so reports wait for a page of this site. Serve it from this origin as JavaScript, without a redirect. Under require-trusted-types-for, allow the policy ldp-bandits in trusted-types, or pass a TrustedScriptURL.',
    );
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
    visitWithoutBandit();
    const waiting = sendWaiting();
    await elapse(120_000);
    expect(sent.map(({ url }) => url)).toEqual([
      'https://collector.example/bandits/posters/reports',
    ]);
    expect(bits()).toEqual([1]);
    waiting.stop();
  });

  test('is not sent by such a page when asking whether it may report throws', async () => {
    const bandit = await visit(CLEAR);
    void bandit.choose().reward(1);
    await bandit.budget();
    page.leave();
    await settle();
    const fetched = vi.fn(collector.fetch);
    vi.stubGlobal('fetch', fetched);
    visitWithoutBandit();
    const errors: LdpError[] = [];
    const mayReport = () => {
      throw new Error('The banner for consent is not there yet.');
    };
    const waiting = sendWaiting({ mayReport, onError: (error) => void errors.push(error) });
    await elapse(120_000);
    expect(fetched).not.toHaveBeenCalled();
    expect(errors).toEqual([]);
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

test('a page that comes back from the cache after dispose() tells no error', async () => {
  const errors: LdpError[] = [];
  const bandit = await visit({ ...CLEAR, onError: (error) => void errors.push(error) });
  bandit.choose();
  await bandit.budget();
  await bandit.dispose();
  page.vanish();
  page.restore();
  await elapse(120_000);
  expect(errors).toEqual([]);
  expect(bits()).toEqual([0]);
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
