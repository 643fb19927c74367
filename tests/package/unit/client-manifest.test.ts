// The page pins its terms: a collector that says anything else is refused before anything is spent
// or sent.
import { LdpError, memoryLedger } from 'ldp-bandits';
import { describe, expect, test, vi } from 'vitest';
import {
  ALGORITHM,
  failure,
  MANIFEST,
  type Options,
  open,
  openScripted,
  ScriptedCollector,
  SNAPSHOT,
  timingOf,
} from './client-support.js';
import { mismatch } from './refusals.js';

async function refusal(manifest: unknown, options: Options = {}): Promise<LdpError> {
  const collector = new ScriptedCollector();
  collector.manifest = manifest;
  const ledger = memoryLedger();
  const error = await failure(open(collector, { ledger, ...options }));
  expect(collector.bodies).toHaveLength(0);
  for await (const entry of ledger.entries()) expect.unreachable(entry.reportId);
  if (!LdpError.is(error)) throw error;
  return error;
}

const { algorithm } = MANIFEST;
/** Of a collector whose operator states none. */
const TIMING = timingOf(10_000, 30_000);
const timing = (change: object) => ({ timing: { ...TIMING, ...change } });

test.each<[field: string, pinned: unknown, offered: unknown, manifest: object]>([
  ['perReport.epsilon', 1, 2, { perReport: { epsilon: 2, delta: 0 } }],
  ['perReport.epsilon', 1, 0.5, { perReport: { epsilon: 0.5, delta: 0 } }],
  ['perReport.delta', 0, 1e-6, { perReport: { epsilon: 1, delta: 1e-6 } }],
  ['algorithm.arms', 3, 4, { algorithm: { ...algorithm, arms: 4 } }],
  ['algorithm.bound', 'La', 'L4', { algorithm: { ...algorithm, bound: 'L4' } }],
  ['algorithm.neutral', 0, 1, { algorithm: { ...algorithm, neutral: 1 } }],
  ['algorithm.levels', undefined, [1, 2], { algorithm: { ...algorithm, levels: [1, 2] } }],
  ['experiment', 'posters', 'others', { experiment: 'others' }],
  ['protocol', 1, 2, { protocol: 2 }],
  ['protects', 'feedback', 'nothing', { protects: 'nothing' }],
  ['protects', 'feedback', 'context-and-feedback', { protects: 'context-and-feedback' }],
  ['timing', 'an object', undefined, { timing: undefined }],
  ['timing.maxDelayMs', 'an integer from 0', undefined, timing({ maxDelayMs: undefined })],
  ['timing.snapshotAgeMs', 'an integer from 0', -1, timing({ snapshotAgeMs: -1 })],
  ['timing.publishAtMostEveryMs', 'an integer from 0', 0.5, timing({ publishAtMostEveryMs: 0.5 })],
  ['timing.closesAfterMs', 'an integer from 0', '1', timing({ closesAfterMs: '1' })],
  ['timing.closesAfterMs', 'from 100000', 99_999, timing({ closesAfterMs: 99_999 })],
  ['timing.responseWindowMs', 10_000, 9_999, timing({ responseWindowMs: 9_999 })],
  ['timing.maxDelayMs', 30_000, 29_999, timing({ maxDelayMs: 29_999 })],
  [
    'algorithm.rewards',
    { type: 'unit' },
    { type: 'threshold', at: 0 },
    { algorithm: { ...algorithm, rewards: { type: 'threshold', at: 0 } } },
  ],
  [
    'algorithm.type',
    'weighted-ldp-ucb',
    'he-ldp-ucb-bernoulli',
    { algorithm: { type: 'he-ldp-ucb-bernoulli', arms: 3, epsilonMin: 1 } },
  ],
])('a manifest with another %s is a manifest_mismatch', async (field, pinned, offered, change) => {
  const error = await refusal({ ...MANIFEST, ...change });
  expect(error.code).toBe('manifest_mismatch');
  expect(error.details).toEqual({ field, pinned, offered });
});

test.each<[string, unknown, string?]>([
  ['no algorithm', { ...MANIFEST, algorithm: undefined }],
  [
    'an algorithm that trusts somebody',
    { ...MANIFEST, algorithm: { type: 'ucb1', arms: 3 } },
    'algorithm.type',
  ],
  ['an unknown parameter', { ...MANIFEST, algorithm: { ...algorithm, epsilon: 9 } }],
  ['no price', { ...MANIFEST, perReport: null }, 'perReport'],
  [
    'a text for epsilon',
    { ...MANIFEST, perReport: { epsilon: '1', delta: 0 } },
    'perReport.epsilon',
  ],
  ['no digest', { ...MANIFEST, digest: 'md5-1' }],
  ['a short digest', { ...MANIFEST, digest: 'sha256-short' }, 'digest'],
  ['too few labels', { ...MANIFEST, labels: ['city'] }, 'labels'],
  ['a label that is no text', { ...MANIFEST, labels: ['city', 'sea', 3] }],
])('a manifest that is malformed (%s) is a manifest_mismatch', async (_, manifest, field) => {
  expect(await refusal(manifest)).toMatchObject({
    code: 'manifest_mismatch',
    details: field === undefined ? {} : { field },
  });
});

test.each<[string, () => Response]>([
  ['HTML', () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })],
  ['half an object', () => new Response('{"protocol":1')],
  ['bytes that are no UTF-8', () => new Response(new Uint8Array([0xff, 0xfe]))],
  ['a body beyond every bound', () => new Response(' '.repeat(300_000))],
  ['status 404', () => new Response('', { status: 404 })],
  ['status 500', () => new Response('', { status: 500 })],
])('an answer that is no manifest (%s) is a transport error', async (_, answer) => {
  const collector = new ScriptedCollector();
  collector.manifest = answer();
  // The page has an option all the same.
  const errors: LdpError[] = [];
  const bandit = await open(collector, { onError: (error) => void errors.push(error) });
  expect(bandit.choose().policy).toBe('offline-uniform');
  await vi.waitFor(() => expect(errors).toMatchObject([{ code: 'transport' }]));
  await bandit.dispose();
});

test('defaults may be written out or left out on either side', async () => {
  const collector = new ScriptedCollector();
  collector.manifest = {
    ...MANIFEST,
    algorithm: ALGORITHM,
    perReport: { epsilon: 1 },
    labels: undefined,
  };
  const bandit = await open(collector, {
    algorithm: { ...ALGORITHM, bound: 'La', neutral: -0, rewards: { type: 'unit' } },
  });
  expect(bandit.manifest.algorithm).toEqual(algorithm);
  expect(bandit.manifest.labels).toBeUndefined();
});

describe('the times of the collector', () => {
  test('that are too short for the page are named with those of the page, and what to change', async () => {
    const error = await refusal(
      { ...MANIFEST, ...timing({ maxDelayMs: 5_000 }) },
      { maxDelayMs: 20_000 },
    );
    expect(error.message).toBe(
      'maxDelayMs is 20000 in this page and 5000 at the collector. Lower maxDelayMs in createBandit, or raise timing.maxDelayMs of the experiment at the collector.',
    );
  });

  test('may be longer than those of the page, which keeps its own', async () => {
    const collector = new ScriptedCollector();
    collector.manifest = {
      ...MANIFEST,
      ...timing({ responseWindowMs: 86_400_000, closesAfterMs: 86_500_000 }),
    };
    const bandit = await open(collector, { responseWindowMs: 20_000, maxDelayMs: 30_000 });
    expect(bandit.manifest.timing.responseWindowMs).toBe(86_400_000);
    expect(Object.isFrozen(bandit.manifest.timing)).toBe(true);
  });

  test('that are all 0, of a collector for tests and replays, are no limit', async () => {
    const collector = new ScriptedCollector();
    const none = Object.fromEntries(Object.keys(TIMING).map((name) => [name, 0]));
    collector.manifest = { ...MANIFEST, timing: none };
    expect((await open(collector)).manifest.timing).toEqual(none);
  });
});

describe('with a menu of levels', () => {
  const levels = [0.5, 1, 2];
  const menu = {
    ...MANIFEST,
    algorithm: { ...algorithm, levels },
    perReport: { epsilon: 2, delta: 0 },
  };
  const options = (epsilon: number): Options => ({
    algorithm: { ...ALGORITHM, levels },
    privacy: { epsilon, epsilonTotal: 64 },
  });

  test.each([
    [0.5, 0, 0.5],
    [0.99, 0, 0.5],
    [1, 1, 1],
    [1.7, 1, 1],
    [32, 2, 2],
  ])('epsilon %d reports at the largest level below it', async (epsilon, level, cost) => {
    const collector = new ScriptedCollector();
    collector.manifest = menu;
    const bandit = await open(collector, options(epsilon));
    const outcome = await bandit.choose().reward(1);
    expect(outcome).toMatchObject({ status: 'queued', spent: { epsilon: cost, delta: 0 } });
    await bandit.flush();
    expect(collector.counted[0]?.level).toBe(level);
  });

  test('a page below the whole menu is refused', async () => {
    const error = await refusal(menu, options(0.4));
    expect(error.code).toBe('manifest_mismatch');
  });

  test('the manifest must name the largest level', async () => {
    const error = await refusal({ ...menu, perReport: { epsilon: 1, delta: 0 } }, options(1));
    expect(error.details).toEqual({ field: 'perReport.epsilon', pinned: 2, offered: 1 });
  });
});

describe('a snapshot', () => {
  test.each<[field: string, snapshot: object]>([
    ['snapshot.v', { v: 2 }],
    ['snapshot.experiment', { experiment: 'others' }],
    ['snapshot.mean', { mean: [0.1, 0.2] }],
    ['snapshot.mean', { mean: 'x' }],
    ['snapshot.mean[1]', { mean: [0.1, '0.2', 0.3] }],
    ['snapshot.mean[0]', { mean: [0.5, null, null], width: [null, null, null] }],
    ['snapshot.width', { width: [] }],
    ['snapshot.width', { width: { length: 3 } }],
    ['snapshot.width[0]', { width: [-0.1, 0.1, 0.1] }],
    ['snapshot.scale', { scale: null }],
    ['snapshot.scale', { scale: -1 }],
    ['snapshot.snapshot', { snapshot: 2 ** 32 }],
    ['snapshot.snapshot', { snapshot: 1.5 }],
    ['snapshot.snapshot', { snapshot: -1 }],
    ['snapshot.snapshot', { snapshot: '0' }],
    ['snapshot.reports', { reports: -1 }],
    ['snapshot.reports', { reports: 0.5 }],
    ['snapshot.forced', { forced: 3 }],
    ['snapshot.forced', { forced: 0.5 }],
    ['snapshot.tilt', { tilt: [0, 0] }],
    ['snapshot.tilt', { tilt: null }],
    ['snapshot.tilt[1]', { tilt: [0, -1, 0] }],
    ['snapshot.tilt[2]', { tilt: [0, 0, null] }],
    ['snapshot.alarms', { alarms: -1, lastAlarm: 0 }],
    ['snapshot.lastAlarm', { alarms: 1, lastAlarm: 0.5 }],
    ['snapshot.weights', { weights: [0.5, 0.5, 0.000_001] }],
    ['snapshot.weights', { weights: [] }],
    ['snapshot.weights', { weights: [1, 0, 0, 0] }],
    ['snapshot.weights[0]', { weights: [-0.5, 0.5, 1] }],
    ['snapshot.weights[0]', { weights: ['1', 0, 0] }],
    ['snapshot.incumbent', { incumbent: 3 }],
    ['snapshot.incumbent', { incumbent: -1 }],
    ['snapshot.incumbent', { incumbent: '0' }],
    ['snapshot.epsilon', { epsilon: 32 }],
  ])(
    'that is malformed in %s is a manifest_mismatch, and the one in use stays',
    async (field, change) => {
      const { collector, bandit } = await openScripted();
      const before = bandit.snapshot;
      collector.snapshot = { ...SNAPSHOT, ...change };
      expect(await failure(open(collector))).toMatchObject(mismatch(field));
      expect(await failure(bandit.refresh())).toMatchObject(mismatch(field));
      expect(bandit.snapshot).toEqual(before);
    },
  );

  test('that lies chooses an arm and changes nothing else: same level, same cost', async () => {
    const collector = new ScriptedCollector();
    const bandit = await open(collector);
    for (const lie of [
      { mean: [1e300, -1e300, 0], width: [1e300, 0, 0], scale: 1e300 },
      { forced: 2 },
      { weights: [0, 0, 1], tilt: [1e300, 0, 0], incumbent: 0 },
    ]) {
      collector.snapshot = { ...SNAPSHOT, ...lie };
      await bandit.refresh();
      expect(await bandit.choose().reward(1)).toMatchObject({ spent: { epsilon: 1, delta: 0 } });
    }
    await bandit.flush();
    expect(collector.counted.every(({ level }) => level === 0)).toBe(true);
  });
});
