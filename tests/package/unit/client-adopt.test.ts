// Decisions about arms that were chosen before the bandit was there: one report each, as of a choice.
import type { Bandit } from 'ldp-bandits';
import { pick } from 'ldp-bandits/bootstrap';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openSlates, slateCollector } from './client-combinatorial-support.js';
import { openPoints, pointCollector } from './client-convex-support.js';
import { linearCollector, openLinear } from './client-linear-support.js';
import {
  bits,
  CLEAR,
  collector,
  forgetPublic,
  LATE,
  offer,
  page,
  stored,
  usePages,
  visit,
  WEEK,
  waitAWeek,
} from './client-page-support.js';
import { ENDPOINT, elapse, MANIFEST, parse, SNAPSHOT, settle, withheld } from './client-support.js';

usePages();

const chosen = { action: 2, snapshot: 12 };
const snapshotOf = (id: number) => ({ ...SNAPSHOT, snapshot: id });

describe('an adopted arm', () => {
  test('is one report about that arm, with the answer', async () => {
    const bandit = await visit(CLEAR);
    const decision = bandit.adopt(chosen);
    expect(decision).toMatchObject({ action: 2, reported: 2, rescaled: 0, policy: 'snapshot' });
    expect(await decision.reward(1)).toMatchObject({ status: 'queued' });
    expect(await decision.reward(0)).toEqual(withheld('already_reported'));
    await elapse(120_000);
    expect(collector.counted).toMatchObject([{ v: 1, arm: 2, level: 0, snapshot: 12, bit: 1 }]);
    expect((await bandit.budget()).reports).toBe(1);
  });

  test('is one report of silence without an answer, at a time drawn before', async () => {
    const bandit = await visit(CLEAR);
    const events = bandit.events()[Symbol.asyncIterator]();
    const adopted = Date.now();
    bandit.adopt(chosen);
    const { value } = await events.next();
    expect(value).toMatchObject({ type: 'queued', answered: false });
    await elapse(120_000);
    expect(bits()).toEqual([0]);
    expect(collector.times[0]).toBeGreaterThanOrEqual(adopted + 12_000);
    // Of at most 42 s, in the steps of 5 s in which the time of the test goes on.
    expect(collector.times[0]).toBeLessThan(adopted + 47_000);
  });

  test('is spent with a fresh id for each, and with noise of its own', async () => {
    const bandit = await visit({ privacy: { epsilon: 16, epsilonTotal: 48 } });
    for (let i = 0; i < 5; i++) bandit.adopt(chosen);
    expect((await bandit.budget()).reports).toBe(3);
    await elapse(120_000);
    expect(new Set(collector.bodies.map((body) => parse(body).id)).size).toBe(3);
  });

  test('with the ticket of an assigner leaves no trace of it', async () => {
    const ticket = 'bm90LWluLXRoZS1yZXBvcnQ';
    const bandit = await visit(CLEAR);
    await bandit.adopt({ ticket, arm: 0, snapshot: 12 }).reward(1);
    await elapse(120_000);
    expect(collector.counted).toMatchObject([{ arm: 0, bit: 1 }]);
    const sent = await Promise.all(collector.requests.map((one) => one.clone().text()));
    expect(
      [...sent, ...stored.values(), ...collector.requests.map(({ url }) => url)].join(),
    ).not.toContain(ticket);
  });

  test('that is silent, answered or answered twice changes nothing about what is sent when', async () => {
    const times: number[][] = [];
    for (const answers of [0, 1, 2]) {
      collector.times.length = 0;
      const start = Date.now();
      const bandit = await visit({ ...CLEAR, maxDelayMs: 0 });
      const decision = bandit.adopt(chosen);
      for (let i = 0; i < answers; i++) await decision.reward(i);
      await elapse(60_000);
      times.push(collector.times.map((at) => at - start));
    }
    expect(times.map((list) => list.length)).toEqual([1, 1, 1]);
    const [silent = 0, once = 0, twice = 0] = times.flat();
    expect([once - silent, twice - silent].every((gap) => Math.abs(gap) < 1_000)).toBe(true);
  });
});

describe('the snapshot of an adopted arm', () => {
  test('that is older than the newest counts while its epoch is surely open', async () => {
    const bandit = await visit(CLEAR);
    collector.snapshot = snapshotOf(13);
    await bandit.refresh();
    expect(await bandit.adopt(chosen).reward(1)).toMatchObject({ status: 'queued' });
    await elapse(120_000);
    expect(collector.counted).toMatchObject([{ arm: 2, snapshot: 12 }]);
  });

  test('that this page never knew is looked for, and does not count where it is not the newest', async () => {
    const bandit = await visit(CLEAR);
    const asked = collector.requests.length;
    for (const snapshot of [3, 13]) {
      expect(await bandit.adopt({ action: 2, snapshot }).reward(1)).toEqual(
        withheld('stale_snapshot'),
      );
    }
    expect(collector.requests.length).toBe(asked + 2);
    expect((await bandit.budget()).reports).toBe(0);
  });

  test('that is newer than the one of the page counts once the page has it too', async () => {
    const bandit = await visit(CLEAR);
    collector.snapshot = snapshotOf(13);
    const decision = bandit.adopt({ action: 2, snapshot: 13 });
    expect(await decision.reward(1)).toMatchObject({ status: 'queued' });
    expect(bandit.snapshot.id).toBe(13);
  });

  test('0 is that of no snapshot: shown, and never reported', async () => {
    const bandit = await visit(CLEAR);
    const decision = bandit.adopt({ action: 2, snapshot: 0 });
    expect(decision).toMatchObject({ action: 2, policy: 'offline-uniform' });
    expect(await decision.reward(1)).toEqual(withheld('stale_snapshot'));
  });

  test('whose collector promises nothing about times is sent where this page knows it, as a choice is', async () => {
    const none = { responseWindowMs: 0, maxDelayMs: 0, snapshotAgeMs: 0, closesAfterMs: 0 };
    offer({ timing: { ...none, publishAtMostEveryMs: 0 } });
    const bandit = await visit(CLEAR);
    expect(await bandit.adopt(chosen).reward(1)).toMatchObject({ status: 'queued' });
    collector.snapshot = snapshotOf(13);
    await bandit.refresh();
    expect(await bandit.adopt(chosen).reward(1)).toMatchObject({ status: 'queued' });
    const unknown = { action: 2, snapshot: 3 };
    expect(await bandit.adopt(unknown).reward(1)).toEqual(withheld('stale_snapshot'));
  });
});

describe('an arm that is not reported', () => {
  test.each(['forced', 'experiment_ended'] as const)(
    'because it is %s is shown, and spends nothing',
    async (reason) => {
      const bandit = await visit({ ...CLEAR, sticky: 'profile' });
      const decision = bandit.adopt({ ...chosen, withheld: reason });
      expect(decision.action).toBe(2);
      expect(await decision.reward(1)).toEqual(withheld(reason));
      await elapse(120_000);
      expect(collector.bodies).toEqual([]);
      expect((await bandit.budget()).reports).toBe(0);
    },
  );

  test('because it is forced is not kept for later pages', async () => {
    const bandit = await visit({ ...CLEAR, sticky: 'profile' });
    bandit.adopt({ ...chosen, withheld: 'forced' });
    await settle();
    expect(bandit.choose().action).toBe(1);
  });
});

describe('what a bandit keeps', () => {
  beforeEach(waitAWeek);

  test('an adopted arm with a key takes its answer on a later page', async () => {
    const bandit = await visit(LATE);
    bandit.adopt({ ...chosen, key: 'plans' });
    await bandit.budget();
    page.leave();
    vi.setSystemTime(Date.now() + WEEK / 2);
    const later = await visit(LATE);
    const decision = await later.recall('plans');
    expect(decision?.action).toBe(2);
    expect(await decision?.reward(1)).toMatchObject({ status: 'queued' });
  });
});

describe('a sticky bandit', () => {
  test('gives its kept decision for the kept arm, and begins another one for another arm', async () => {
    const options = { ...CLEAR, sticky: 'profile' } as const;
    const first = await visit(options);
    await first.adopt(chosen).reward(1);
    page.leave();
    await settle();
    const second = await visit(options);
    expect(second.choose().action).toBe(2);
    expect(await second.adopt(chosen).reward(0)).toEqual(withheld('already_reported'));
    expect((await second.budget()).reports).toBe(1);
    expect(second.adopt({ action: 0, snapshot: 12 }).action).toBe(0);
    expect((await second.budget()).reports).toBe(2);
    expect(second.choose().action).toBe(0);
  });
});

describe('pick of ldp-bandits/bootstrap with sticky', () => {
  const STICKY = { sticky: 'profile', endpoint: ENDPOINT } as const;
  const entry = { manifest: MANIFEST, snapshot: SNAPSHOT };

  test('gives the arm that the bandit keeps, from the snapshot of that decision', async () => {
    const first = await visit({ ...CLEAR, sticky: 'profile' });
    expect(pick(entry, STICKY)).toEqual({ action: 1, snapshot: 12 });
    first.adopt(chosen);
    await first.budget();
    page.leave();
    await settle();
    const second = await visit({ ...CLEAR, sticky: 'profile' });
    const picked = pick({ ...entry, snapshot: snapshotOf(13) }, STICKY);
    expect(picked).toEqual(chosen);
    second.adopt(picked);
    expect((await second.budget()).reports).toBe(1);
  });

  test('draws where nothing is kept, or what is kept is damaged or over', async () => {
    const bandit = await visit({ ...CLEAR, sticky: 'profile' });
    expect(pick(entry, STICKY).action).toBe(1);
    bandit.adopt(chosen);
    await bandit.budget();
    forgetPublic();
    const [[name = '', kept = ''] = []] = stored;
    expect(pick(entry, { ...STICKY, endpoint: 'https://other.example' }).action).toBe(1);
    const arms = ['7', '-1', '1.5', '"2"'].map((arm) => kept.replace('"arm":2', `"arm":${arm}`));
    for (const text of ['{', '[]', ...arms]) {
      stored.set(name, text);
      expect(pick(entry, STICKY).action).toBe(1);
    }
    stored.set(name, kept);
    vi.setSystemTime(Date.now() + 31 * 86_400_000);
    expect(pick(entry, STICKY).action).toBe(1);
  });
});

describe('bandit.pick', () => {
  test('gives the arm of the next choice for adopt, and spends nothing', async () => {
    const bandit = await visit(CLEAR);
    const picked = bandit.pick();
    expect(picked).toEqual({ action: 1, snapshot: 12 });
    expect((await bandit.budget()).reports).toBe(0);
    expect(await bandit.adopt(picked).reward(1)).toMatchObject({ status: 'queued' });
    expect((await bandit.budget()).reports).toBe(1);
  });

  test('without a snapshot says so, and adopt waits for one', async () => {
    collector.snapshot = Response.json({}, { status: 503 });
    const bandit = await visit({ ...CLEAR, onError: () => {} });
    const picked = bandit.pick();
    expect(picked).toMatchObject({ snapshot: 0, policy: 'offline-uniform' });
    const outcome = bandit.adopt(picked).reward(1);
    await elapse(1_000);
    expect(await outcome).toEqual(withheld('awaiting_snapshot'));
  });
});

test.each([
  ['features of the visitor', () => openLinear(linearCollector())],
  ['slates', () => openSlates(slateCollector())],
  ['points', () => openPoints(pointCollector())],
] as [string, () => Promise<Bandit>][])(
  'a bandit of %s has no arm to pick or to adopt, and says why',
  async (_, opened) => {
    await using bandit = await opened();
    for (const call of [() => bandit.pick(), () => bandit.adopt(chosen)]) {
      expect(call).toThrow(/is for decisions about one arm without a context/);
    }
    expect((await bandit.budget()).reports).toBe(0);
  },
);
