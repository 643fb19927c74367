// Without a snapshot the bandit still chooses; with one it follows the index; a newer one is taken
// when there is one.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ADDRESS,
  ALGORITHM,
  elapse,
  failure,
  MANIFEST,
  open,
  openScripted,
  record,
  ScriptedCollector,
  SNAPSHOT,
  settle,
  withheld,
} from './client-support.js';

const unreachable = () => new Response('', { status: 503 });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_700_000_000_000 });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('without a snapshot', () => {
  test('every arm is equally likely, the policy says so, and nothing is spent or sent', async () => {
    const collector = new ScriptedCollector();
    collector.snapshot = unreachable();
    const bandit = await open(collector);
    expect(bandit.snapshot).toMatchObject({ id: 0, reports: 0 });
    const counts = [0, 0, 0];
    for (let i = 0; i < 3_000; i++) {
      const decision = bandit.choose();
      expect(decision.policy).toBe('offline-uniform');
      counts[decision.action]!++;
    }
    // P(chi-square with 2 degrees of freedom > 28) < 1e-6.
    const chiSquare = counts.reduce((sum, n) => sum + (n - 1_000) ** 2 / 1_000, 0);
    expect(chiSquare).toBeLessThan(28);
    const outcome = bandit.choose().reward(1);
    await elapse(1_000);
    expect(await outcome).toEqual(withheld('awaiting_snapshot'));
    await bandit.flush();
    expect((await bandit.budget()).reports).toBe(0);
    expect(collector.bodies).toHaveLength(0);
  });

  test('a refresh that succeeds ends it', async () => {
    const collector = new ScriptedCollector();
    collector.snapshot = unreachable();
    const bandit = await open(collector);
    const events = record(bandit);
    expect(await failure(bandit.refresh())).toMatchObject({ code: 'transport', retryable: true });
    collector.snapshot = SNAPSHOT;
    expect(await bandit.refresh()).toMatchObject({ id: 12, reports: 100 });
    expect(bandit.snapshot.id).toBe(12);
    expect(bandit.choose()).toMatchObject({ action: 1, policy: 'snapshot' });
    await settle();
    expect(events[0]).toEqual({ type: 'snapshot', snapshot: bandit.snapshot });
  });

  test('without a manifest the terms are those that the page pins', async () => {
    const collector = new ScriptedCollector();
    collector.down = new TypeError('Failed to fetch');
    const bandit = await open(collector, { onError: () => {} });
    expect(bandit.manifest).toMatchObject({ experiment: 'posters', algorithm: MANIFEST.algorithm });
    expect(await failure(bandit.refresh())).toMatchObject({
      code: 'transport',
      retryable: true,
      cause: collector.down,
    });
  });
});

test.each([
  ['the largest index', {}, 1],
  ['width times scale counts', { mean: [0, 0, 0], width: [1, 2, 3] }, 2],
  ['an arm never pulled comes first', { mean: [0.1, 0.9, null], width: [0.1, 0.1, null] }, 2],
  ['a tilt counts by the square of the scale', { tilt: [0.2, 0, 0.21] }, 2],
  ['weights come before the index', { weights: [0, 0, 1] }, 2],
  ['an incumbent is for levels below a threshold, and here is none', { incumbent: 0 }, 1],
  ['no incumbent', { incumbent: null }, 1],
  ['alarms are for people', { alarms: 2, lastAlarm: 1600 }, 1],
  ['a forced arm comes before all', { forced: 0, weights: [0, 0, 1], incumbent: 1 }, 0],
])('the arm follows from the snapshot: %s', async (_, change, arm) => {
  const collector = new ScriptedCollector();
  collector.snapshot = { ...SNAPSHOT, ...change };
  const bandit = await open(collector);
  expect(bandit.choose()).toMatchObject({ action: arm, policy: 'snapshot' });
});

test('an arm is drawn from the weights, with the randomness of the device', async () => {
  const collector = new ScriptedCollector();
  const weights = [0.5, 0.2, 0.3];
  collector.snapshot = { ...SNAPSHOT, weights };
  const bandit = await open(collector, { mayReport: () => false });
  const counts = [0, 0, 0];
  for (let i = 0; i < 3_000; i++) counts[bandit.choose().action]!++;
  // P(chi-square with 2 degrees of freedom > 28) < 1e-6.
  const chiSquare = weights.reduce(
    (sum, weight, arm) => sum + (counts[arm]! - 3_000 * weight) ** 2 / (3_000 * weight),
    0,
  );
  expect(chiSquare).toBeLessThan(28);
});

test.each([
  [0.5, 0],
  [1, 2],
])('with levelAwareFrom 1, a device of level %d plays arm %d', async (epsilon, arm) => {
  const levels = [0.5, 1];
  const algorithm = { ...MANIFEST.algorithm, levels, levelAwareFrom: 1 };
  const collector = new ScriptedCollector();
  collector.manifest = { ...MANIFEST, algorithm };
  collector.snapshot = { ...SNAPSHOT, weights: [0, 0, 1], incumbent: 0 };
  const bandit = await open(collector, {
    algorithm: { ...ALGORITHM, levels, levelAwareFrom: 1 },
    privacy: { epsilon, epsilonTotal: 8 },
  });
  expect(bandit.choose().action).toBe(arm);
});

test('a report names the snapshot that its decision was made from, not the newest', async () => {
  const { collector, bandit } = await openScripted();
  const decision = bandit.choose();
  collector.snapshot = { ...SNAPSHOT, snapshot: 13 };
  await bandit.refresh();
  expect(await decision.reward(1)).toMatchObject({ report: { snapshot: 12 } });
  expect(await bandit.choose().reward(1)).toMatchObject({ report: { snapshot: 13 } });
});

test('the digest of a snapshot is the SHA-256 of its bytes', async () => {
  const { bandit } = await openScripted();
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256').update(JSON.stringify(SNAPSHOT)).digest('base64');
  expect(bandit.snapshot.digest).toBe(`sha256-${hash}`);
});

test('reports that leave by themselves bring the newest snapshot along, not more often than every 30 s', async () => {
  const { collector, bandit } = await openScripted({
    responseWindowMs: 1,
    maxDelayMs: 0,
    privacy: { epsilon: 1, epsilonTotal: 1_000 },
  });
  collector.snapshot = { ...SNAPSHOT, snapshot: 13 };
  for (let second = 0; second < 100; second++) {
    bandit.choose();
    await elapse(1_000);
  }
  expect(bandit.snapshot.id).toBe(13);
  const looked = collector.requests.filter(({ url }) => url.endsWith('/snapshot')).length;
  expect(looked).toBeGreaterThanOrEqual(2);
  expect(looked).toBeLessThanOrEqual(4);
});

describe('the first request of a page', () => {
  const visit = async (isOlder: boolean) => {
    const collector = new ScriptedCollector();
    collector.isOlder = isOlder;
    const { snapshot } = await open(collector);
    return { snapshot, asked: collector.requests.map(({ url }) => url.replace(ADDRESS, '')) };
  };

  test('brings manifest and snapshot; a collector of an older version is asked for the snapshot after it', async () => {
    const [newer, older] = [await visit(false), await visit(true)];
    expect(newer.asked).toEqual(['?snapshot']);
    expect(older.asked).toEqual(['?snapshot', '/snapshot']);
    expect(newer.snapshot).toMatchObject({ id: 12, reports: 100 });
    expect(newer.snapshot).toEqual(older.snapshot); // the digest, too
  });
});

describe('the digest of a snapshot', () => {
  const lie = `sha256-${'B'.repeat(43)}=`;
  const answer = (snapshot: object) =>
    new Response(JSON.stringify(snapshot), { headers: { etag: `"${lie}"` } });

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('is of the snapshot that arrived, so one made for one visitor shows', async () => {
    const collector = new ScriptedCollector();
    collector.isOlder = true;
    collector.snapshot = answer(SNAPSHOT);
    const { digest } = (await open(collector)).snapshot;
    const hash = await crypto.subtle.digest('SHA-256', Buffer.from(JSON.stringify(SNAPSHOT)));
    expect(digest).toBe(`sha256-${Buffer.from(hash).toString('base64')}`);
    collector.snapshot = answer({ ...SNAPSHOT, snapshot: 777 });
    expect((await open(collector)).snapshot.digest).not.toBe(digest);
  });

  test('is empty where it cannot be computed, and never what the collector says it is', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const collector = new ScriptedCollector();
    collector.isOlder = true;
    collector.snapshot = answer(SNAPSHOT);
    expect((await open(collector)).snapshot.digest).toBe('sha256-');
  });
});
