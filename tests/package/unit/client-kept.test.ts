// Decisions that later pages of the site answer, or show again.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  bits,
  CLEAR,
  collector,
  fillWebStorage,
  forgetPublic,
  LATE,
  offer,
  page,
  stored,
  usePages,
  type VisitOptions,
  visit,
  WEEK,
  waitAWeek,
} from './client-page-support.js';
import { ALGORITHM, elapse, type MANIFEST, settle, withheld } from './client-support.js';

/** What a page knows beside web storage lasts as long as this file: one experiment for each test. */
const FULL = 'https://full.example/bandits';

usePages();

describe('a decision with a key', () => {
  beforeEach(waitAWeek);

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
    expect(bits()).toEqual([0]);
  });

  test('is answered with numbers only, and not once it was disposed', async () => {
    const bandit = await visit(LATE);
    bandit.choose({ key: 'plans' });
    await bandit.budget();
    page.leave();
    const errors: string[] = [];
    const later = await visit({ ...LATE, onError: ({ code }) => void errors.push(code) });
    const decision = await later.recall('plans');
    expect(await decision?.reward(Number.NaN)).toEqual(withheld('invalid_feedback'));
    expect(errors).toEqual(['invalid_argument']);
    decision?.dispose();
    expect(await decision?.reward(1)).toEqual(withheld('disposed'));
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
    forgetPublic();
    const [kept] = [...stored.values()];
    expect(Object.keys(JSON.parse(kept as string).fields)).toEqual([
      ...['v', 'id', 'snapshot', 'arm', 'level', 'bit'],
    ]);
  });

  test('is found in the same page when web storage is full', async () => {
    fillWebStorage();
    const bandit = await visit({ ...LATE, endpoint: FULL });
    const { action } = bandit.choose({ key: 'plans' });
    await bandit.budget();
    const decision = await bandit.recall('plans');
    expect(decision?.action).toBe(action);
    expect(await decision?.reward(1)).toMatchObject({ status: 'queued' });
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
    expect(bits()).toEqual([1]);
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

  test('takes no answer where the budget is spent, also before that is known', async () => {
    const budget = { privacy: { epsilon: 16, epsilonTotal: 16 } };
    const bandit = await visit({ ...budget, sticky: 'profile' });
    bandit.choose();
    await bandit.budget();
    stored.clear(); // the visitor clears web storage, not the ledger
    bandit.choose();
    const outcome = await bandit.choose().reward(1);
    expect(outcome).toEqual({ status: 'withheld', reason: 'budget_exhausted' });
    await elapse(120_000);
    expect((await bandit.budget()).reports).toBe(1);
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

  test('shows one arm with one report when web storage is full', async () => {
    fillWebStorage();
    const bandit = await visit({ ...CLEAR, sticky: 'profile', endpoint: FULL });
    const { action } = bandit.choose();
    collector.snapshot = { ...(collector.snapshot as object), snapshot: 13, mean: [0.9, 0.1, 0.1] };
    await bandit.refresh();
    expect(bandit.choose().action).toBe(action);
    expect(bandit.choose().action).toBe(action);
    expect((await bandit.budget()).reports).toBe(1);
  });

  test('chooses anew when the experiment no longer has its arm', async () => {
    const { manifest, snapshot } = collector;
    const arms = 5;
    const { algorithm } = manifest as typeof MANIFEST;
    offer({ labels: undefined, algorithm: { ...algorithm, arms } });
    const mean = [0.1, 0.1, 0.1, 0.1, 0.9];
    collector.snapshot = { ...(snapshot as object), mean, width: mean.map(() => 0.01) };
    const options = { ...CLEAR, sticky: 'profile' } as const;
    const first = await visit({ ...options, algorithm: { ...ALGORITHM, arms } });
    expect(first.choose().action).toBe(4);
    await first.budget();
    page.leave();
    collector.manifest = manifest;
    collector.snapshot = snapshot;
    const second = await visit(options);
    expect(second.choose().action).toBe(1);
    expect((await second.budget()).reports).toBe(2);
  });
});

describe('a decision that is made offline', () => {
  const offline = async (options: VisitOptions) => {
    collector.snapshot = new Response('', { status: 503 });
    return visit({ ...options, onError: () => {} });
  };

  test('says so when it is the arm of a sticky bandit', async () => {
    const bandit = await offline({ ...CLEAR, sticky: 'profile' });
    expect(bandit.choose().policy).toBe('offline-uniform');
  });

  test('says so when it has a key', async () => {
    waitAWeek();
    const bandit = await offline(LATE);
    expect(bandit.choose({ key: 'plans' }).policy).toBe('offline-uniform');
  });

  test('is shown again once there is a snapshot: what a visitor sees does not change', async () => {
    const { snapshot } = collector;
    const bandit = await offline({ ...CLEAR, sticky: 'profile' });
    const { action } = bandit.choose();
    collector.snapshot = snapshot;
    await bandit.refresh();
    expect(bandit.choose()).toMatchObject({ action, policy: 'offline-uniform' });
  });
});
