// With leaving: 'send' the reports of open decisions leave with the page. Whatever comes later knows.
import type { LdpError } from 'ldp-bandits';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  bits,
  CLEAR,
  collector,
  NOISY,
  offerNoise,
  page,
  stopTimers,
  usePages,
  visit,
} from './client-page-support.js';
import { elapse, failure, settle, until } from './client-support.js';
import { badArgument } from './refusals.js';

usePages();
beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
});

describe('no id leaves with two bodies when another tab has sent first', () => {
  /** Ids: with new noise for the second body each would have another bit with probability 0.39. */
  const COUNT = 50;

  test.each(['silent', 'answered', 'answered after hiding'])('%s', async (kind) => {
    offerNoise();
    const times = { responseWindowMs: 600_000, maxDelayMs: 0 };
    const options = { ...NOISY, ...times, leaving: 'send' } as const;
    const bandit = await visit(options);
    const hidden = page;
    const decisions = Array.from({ length: COUNT }, () => bandit.choose());
    await bandit.budget();
    const answer = () => {
      for (const decision of decisions) void decision.reward(0);
    };
    if (kind === 'answered') answer();
    hidden.hide();
    await settle();
    if (kind === 'answered after hiding') answer();
    stopTimers(); // a browser runs the timers of a hidden page late
    vi.setSystemTime(Date.now() + 610_000);
    await visit(options);
    await elapse(10_000);
    expect(collector.bodies.length).toBeGreaterThan(0);
    hidden.vanish();
    await elapse(60_000);
    expect(collector.counted).toHaveLength(COUNT);
    expect(new Set(collector.bodies).size, 'one body for one id').toBe(COUNT);
  });
});

test.each([
  ['a worker', { worker: '/ldp-sender.js' }],
  ['a collector on the origin of the page', { endpoint: 'https://shop.example/bandits' }],
])('is refused with %s', async (why, options) => {
  const error = await failure(visit({ ...CLEAR, leaving: 'send', ...options }));
  expect(error).toMatchObject(badArgument('leaving'));
  expect((error as LdpError).message).toContain(why);
});

test('coming back after eleven minutes tells no error and counts no rejection', async () => {
  const errors: LdpError[] = [];
  const onError = (error: LdpError) => void errors.push(error);
  const options = { ...CLEAR, leaving: 'send', onError } as const;
  const bandit = await visit(options);
  const decision = bandit.choose();
  await bandit.budget();
  void decision.reward(1);
  page.vanish();
  await settle();
  stopTimers();
  expect(bits()).toEqual([1]);
  vi.setSystemTime(Date.now() + 660_000);
  const later = await visit(options);
  expect(await later.flush()).toEqual({ accepted: 0, duplicate: 0, rejected: 0, pending: 0 });
  await elapse(60_000);
  // The words of an error are a chunk of their own, which takes real time.
  await until(() => errors.length > 0);
  expect(errors).toEqual([]);
  expect(collector.bodies).toHaveLength(1);
});
