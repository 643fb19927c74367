// The clock of the device is set by hours while a report waits: in a page that lives nothing is lost. `performance` goes on as
// the timers do.
import { sendWaiting } from 'ldp-bandits/outbox';
import { describe, expect, test, vi } from 'vitest';
import {
  bits,
  CLEAR,
  collector,
  page,
  stopTimers,
  usePages,
  visit,
  visitAgain,
  visitWithoutBandit,
} from './client-page-support.js';
import { elapse, queued, settle, until } from './client-support.js';

vi.setConfig({ testTimeout: 60_000 });
usePages();

const HOUR = 3_600_000;
/** Window of 10 s, a pause of 2 s, no delay. */
const QUICK = { ...CLEAR, maxDelayMs: 0 };
const BY_HOURS = [
  ['two hours forward', 2 * HOUR],
  ['two hours back', -2 * HOUR],
] as const;
const setBy = (ms: number) => vi.setSystemTime(Date.now() + ms);

describe.each(BY_HOURS)('a clock that is set %s', (_, ms) => {
  test('loses no report that waits', async () => {
    const bandit = await visit(QUICK);
    queued(await bandit.choose().reward(1));
    await elapse(5_000);
    setBy(ms);
    await elapse(5_000);
    expect(bits()).toEqual([]); // it leaves at the time that was drawn for it
    await elapse(10_000);
    expect(bits()).toEqual([1]);
  });

  test('ends no response window', async () => {
    const bandit = await visit(QUICK);
    const decision = bandit.choose();
    await elapse(5_000);
    setBy(ms);
    await elapse(2_000);
    queued(await decision.reward(1));
    await elapse(20_000);
    expect(bits()).toEqual([1]);
  });

  test('makes no window longer: what is silent leaves as silence, in time', async () => {
    const bandit = await visit(QUICK);
    bandit.choose();
    await elapse(5_000);
    setBy(ms);
    await elapse(15_000);
    expect(bits()).toEqual([0]);
  });

  test('mixes nothing up with a decision that is made afterwards', async () => {
    const bandit = await visit(QUICK);
    const early = bandit.choose();
    await elapse(5_000);
    setBy(ms);
    const late = bandit.choose();
    queued(await early.reward(1));
    await elapse(8_000);
    expect(bits()).toEqual([1]);
    queued(await late.reward(1));
    await elapse(10_000);
    expect(bits()).toEqual([1, 1]);
  });

  test('loses nothing of a decision that was shown early', async () => {
    await visit(QUICK);
    await settle();
    page.leave();
    const { fetch: answer } = collector;
    let isDown = true;
    const fetch = async (request: Request) => {
      if (isDown) throw new TypeError('Failed to fetch');
      return answer(request);
    };
    const bandit = await visitAgain({ ...QUICK, fetch, onError: () => {} });
    void bandit.choose().reward(1);
    await settle();
    setBy(ms);
    isDown = false;
    await elapse(5_000);
    let isSettled = false;
    void bandit.flush().then(() => {
      isSettled = true;
    });
    await until(() => isSettled);
    await elapse(20_000);
    expect(bits()).toEqual([1]);
  });

  test('loses no report to another page of the site that was open then', async () => {
    const bandit = await visit(QUICK);
    visitWithoutBandit();
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      collector.fetch(new Request(url, init)),
    );
    const { stop } = sendWaiting({ onError: () => {} });
    await settle();
    queued(await bandit.choose().reward(1));
    await elapse(5_000);
    setBy(ms);
    await elapse(20_000);
    expect(bits()).toEqual([1]);
    stop();
  });
});

describe('where the device has slept, a click moves no report of an earlier visit', () => {
  test.each([[undefined], [1]] as const)('with the answer %s', async (answer) => {
    const earlier = await visit(QUICK);
    queued(await earlier.choose().reward(1));
    await settle();
    page.leave();
    stopTimers();
    const bandit = await visitAgain(QUICK);
    const decision = bandit.choose();
    await settle();
    setBy(2 * HOUR); // the packet of the earlier visit is overdue by that
    const sentAt: number[] = [];
    for (let second = 0; second < 30; second++) {
      if (second === 1 && answer !== undefined) void decision.reward(answer);
      await elapse(1_000);
      while (sentAt.length < collector.bodies.length) sentAt.push(second);
    }
    // That of the earlier visit when its retry is due, that of this one when its window is over.
    expect(sentAt).toEqual([10, 11]);
  });
});

test('a clock that is set back makes no snapshot young again', async () => {
  const bandit = await visit(QUICK);
  setBy(-2 * HOUR);
  const before = collector.requests.length;
  await elapse(1_000);
  collector.snapshot = { ...(collector.snapshot as object), snapshot: 13 };
  bandit.choose();
  await until(() => bandit.snapshot.id === 13);
  expect(collector.requests.slice(before).map(({ url }) => url)).toContainEqual(
    expect.stringMatching(/\/snapshot$/),
  );
  expect(bandit.snapshot.id).toBe(13);
});

test('a report of an earlier page that is over is told as such, and the text names the clock', async () => {
  const bandit = await visit(QUICK);
  queued(await bandit.choose().reward(1));
  await settle();
  page.leave();
  stopTimers();
  setBy(2 * 24 * HOUR);
  const errors: Error[] = [];
  await visitAgain({ ...QUICK, onError: (error) => errors.push(error) });
  await elapse(10_000);
  await until(() => errors.length > 0);
  expect(bits()).toEqual([]);
  expect(errors[0]?.message).toContain('the clock of this device was set');
});
