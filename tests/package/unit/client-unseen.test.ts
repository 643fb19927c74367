// A page that no visitor sees yet, because the browser prerenders it or opened it in the background: it shows
// an option, and spends, waits and reports from the moment at which it is seen.
import { sendWaiting } from 'ldp-bandits/outbox';
import { describe, expect, test } from 'vitest';
import {
  bits,
  CLEAR,
  collector,
  disk,
  forgetPublic,
  page,
  stored,
  usePages,
  visit,
  visitWithoutBandit,
} from './client-page-support.js';
import { elapse, record, settle, withheld } from './client-support.js';

usePages();

const rows = async () => [...(await disk('ldp-bandits')), ...(await disk('ldp-bandits-finals'))];
const hour = 3_600_000;

describe.each(['prerendered', 'background'] as const)('a page that is %s', (how) => {
  const decisions = [
    ['choose()', () => visit(CLEAR, how).then((bandit) => [bandit, bandit.choose()] as const)],
    [
      'choose() with a key',
      () => visit(CLEAR, how).then((bandit) => [bandit, bandit.choose({ key: 'tea' })] as const),
    ],
    [
      'a sticky choose()',
      () =>
        visit({ ...CLEAR, sticky: 'profile' }, how).then(
          (bandit) => [bandit, bandit.choose()] as const,
        ),
    ],
    [
      'adopt()',
      () =>
        visit(CLEAR, how).then((bandit) => [bandit, bandit.adopt({ ...bandit.pick() })] as const),
    ],
  ] as const;

  describe.each(decisions)('%s', (_, decide) => {
    test('spends, stores and reports nothing while nobody sees it, answered or not', async () => {
      const [bandit, decision] = await decide();
      expect(decision.action).toBe(1); // the option is there to be shown
      void decision.reward(1);
      bandit.choose();
      await elapse(hour);
      page.click();
      page.hide();
      expect((await bandit.budget()).reports).toBe(0);
      expect(await bandit.flush()).toMatchObject({ accepted: 0, pending: 0 });
      page.leave();
      expect(await rows()).toEqual([]);
      forgetPublic(); // what the collector tells everyone
      expect([...stored.values()]).toEqual([]);
      expect(collector.bodies).toEqual([]);
    });

    test('begins when it is seen, however late that is: a click then counts', async () => {
      const [bandit, decision] = await decide();
      const events = record(bandit);
      await elapse(30_000); // longer than the response window
      page.appear();
      const seenAt = Date.now();
      await settle();
      expect((await bandit.budget()).reports).toBe(1);
      expect(await decision.reward(1)).toMatchObject({ status: 'queued' });
      const queued = events.find(({ type }) => type === 'queued');
      expect((queued as { releaseAt: number }).releaseAt).toBeGreaterThan(seenAt + 10_000);
      await elapse(120_000);
      expect(bits()).toEqual([1]);
    });

    test('counts an answer that the page gave before, once it is seen', async () => {
      const [, decision] = await decide();
      const outcome = decision.reward(1);
      await elapse(30_000);
      page.appear();
      expect(await outcome).toMatchObject({ status: 'queued' });
      await elapse(120_000);
      expect(bits()).toEqual([1]);
    });

    test('is silent if nothing happens after it is seen', async () => {
      await decide();
      page.appear();
      await elapse(120_000);
      expect(bits()).toEqual([0]);
    });

    test('ends with its bandit, and nothing is spent later', async () => {
      const [bandit, decision] = await decide();
      const outcome = decision.reward(1);
      await bandit.dispose();
      expect(await outcome).toEqual(withheld('disposed'));
      page.appear();
      await elapse(120_000);
      expect(await rows()).toEqual([]);
      expect(collector.bodies).toEqual([]);
    });
  });

  test('shows what it has chosen again: one decision for a key', async () => {
    const bandit = await visit(CLEAR, how);
    const first = bandit.choose({ key: 'tea' });
    expect(await bandit.recall('tea')).toBe(first);
    const sticky = await visit({ ...CLEAR, sticky: 'profile' }, how);
    expect(sticky.choose()).toBe(sticky.choose());
    page.appear();
    await settle();
    expect((await sticky.budget()).reports).toBe(1);
  });

  test('sends no report of an earlier visit before it is seen', async () => {
    const before = await visit(CLEAR);
    await before.choose().reward(1);
    page.leave();
    await elapse(1_000);
    await visit(CLEAR, how);
    await elapse(120_000);
    expect(collector.bodies).toEqual([]);
    page.appear();
    await elapse(10_000);
    expect(bits()).toEqual([1]);
  });

  test('sends none without a bandit either', async () => {
    const before = await visit(CLEAR);
    await before.choose().reward(1);
    page.leave();
    visitWithoutBandit(how);
    const { stop } = sendWaiting();
    await elapse(120_000);
    expect(collector.bodies).toEqual([]);
    stop();
  });
});

test('a page that was seen once goes on while it is hidden', async () => {
  const bandit = await visit(CLEAR);
  page.hide();
  await bandit.choose().reward(1);
  await elapse(120_000);
  expect(bits()).toEqual([1]);
});
