// The times that page and collector agree on, when an epoch closes, and what is stored of it.
import { createHash } from 'node:crypto';
import {
  type Collector,
  type CollectorOptions,
  createCollector,
  memoryStore,
  type Publication,
  type TimingOptions,
} from 'ldp-bandits/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { badArgument } from './refusals.js';
import { shownArms } from './server-shown-arms.js';
import { EXPERIMENTS, get, post, report, snapshotOf } from './server-support.js';
import { VirtualClock } from './server-traffic-support.js';

const withTiming = (timing: TimingOptions | undefined, options: Partial<CollectorOptions> = {}) =>
  createCollector({
    experiments: { demo: { ...EXPERIMENTS.demo, ...(timing ? { timing } : {}) } },
    store: memoryStore(),
    ...options,
  });

describe('the times of a manifest', () => {
  test.for<[string, TimingOptions | undefined, Partial<CollectorOptions>, object]>([
    [
      'by default',
      undefined,
      {},
      {
        responseWindowMs: 10_000,
        maxDelayMs: 30_000,
        snapshotAgeMs: 60_000,
        closesAfterMs: 702_000,
        publishAtMostEveryMs: 11_323,
      },
    ],
    [
      'of a larger ring, which lets snapshots follow each other faster',
      undefined,
      { retention: 704 },
      { closesAfterMs: 702_000, publishAtMostEveryMs: 1000 },
    ],
    [
      'of reports that arrive at once',
      { responseWindowMs: 0, maxDelayMs: 0, snapshotAgeMs: 0, slackMs: 0 },
      { retention: 1 },
      { closesAfterMs: 0, publishAtMostEveryMs: 0 },
    ],
    [
      'of snapshots that are old at once, with slack for the request',
      { responseWindowMs: 0, maxDelayMs: 0, snapshotAgeMs: 0, slackMs: 3000 },
      {},
      { closesAfterMs: 5000 },
    ],
    [
      'of a purchase within two hours: a snapshot tells no more than the day',
      { responseWindowMs: 7_200_000 },
      {},
      { closesAfterMs: 7_892_000, publishAtMostEveryMs: 86_400_000 },
    ],
    [
      'of a purchase within thirty days',
      { responseWindowMs: 2_592_000_000 },
      {},
      { closesAfterMs: 2_592_692_000, publishAtMostEveryMs: 86_400_000 },
    ],
  ])('%s', async ([, timing, options, expected]) => {
    await using collector = await withTiming(timing, options);
    expect(collector.manifest('demo').timing).toMatchObject(expected);
  });

  test('stand between what is protected and the labels, under the digest', async () => {
    await using collector = await withTiming(undefined);
    const { digest, ...rest } = await (await collector.fetch(get('/demo'))).json();
    expect(Object.keys(rest).slice(-3)).toEqual(['protects', 'timing', 'labels']);
    const hash = createHash('sha256').update(JSON.stringify(rest)).digest('base64');
    expect(digest).toBe(`sha256-${hash}`);
  });

  test.for<[string, TimingOptions, Partial<CollectorOptions>, string, string]>([
    [
      'a pause that is too short',
      { publishAtMostEveryMs: 11_322 },
      {},
      'experiments.demo.timing.publishAtMostEveryMs',
      '11323',
    ],
    [
      'a pause that is too short for a small ring',
      { publishAtMostEveryMs: 100_000 },
      { retention: 3 },
      'experiments.demo.timing.publishAtMostEveryMs',
      '702000',
    ],
    ['a ring of two', {}, { retention: 2 }, 'retention', 'at least 3'],
    [
      'snapshots every hour for purchases',
      { responseWindowMs: 3_600_001, publishAtMostEveryMs: 3_600_000 },
      {},
      'experiments.demo.timing.publishAtMostEveryMs',
      '86400000',
    ],
    [
      'a window of 31 days',
      { responseWindowMs: 31 * 86_400_000 },
      {},
      'experiments.demo.timing.responseWindowMs',
      '2592000000',
    ],
    [
      'snapshots that are too old when a page gets them',
      { snapshotAgeMs: 999, slackMs: 2_999 },
      {},
      'experiments.demo.timing.snapshotAgeMs',
      'at least 1000, or slackMs at least 3000',
    ],
    ['a fraction', { maxDelayMs: 0.5 }, {}, 'experiments.demo.timing.maxDelayMs', 'integer'],
    ['a negative slack', { slackMs: -1 }, {}, 'experiments.demo.timing.slackMs', 'from 0'],
    [
      'an unknown time',
      { settleMs: 1 } as TimingOptions,
      {},
      'experiments.demo.timing.settleMs',
      'settleMs',
    ],
    ['no object', null as unknown as TimingOptions, {}, 'experiments.demo.timing', 'object'],
  ])(
    'refuse %s, and say the number that is needed',
    async ([, timing, options, parameter, says]) => {
      const creation = createCollector({
        experiments: { demo: { ...EXPERIMENTS.demo, timing } },
        store: memoryStore(),
        ...options,
      });
      await expect(creation).rejects.toMatchObject(badArgument(parameter));
      await expect(creation).rejects.toThrow(says);
    },
  );
});

describe('an epoch', () => {
  /** By snapshot, of those that the test has looked at; the first one shows every arm. */
  const shown = new Map<number, number>();
  beforeEach(() => shown.clear());

  const newest = async (collector: Collector) => {
    const body = await snapshotOf(collector);
    shown.set(body.snapshot, shownArms(body)[0] as number);
    return body.snapshot;
  };
  /** Of an honest report. */
  const status = async (collector: Collector, snapshot: number) => {
    const arm = shown.get(snapshot) ?? 0;
    return (await collector.fetch(post(report({ snapshot, arm })))).status;
  };

  test('takes reports until its time is over, and closes with the next snapshot', async () => {
    const clock = new VirtualClock();
    await using collector = await withTiming(undefined, { now: clock.now });
    await status(collector, 1);
    clock.time += 11_323;
    expect(await newest(collector)).toBe(2);
    // 1 ms before its time, another snapshot leaves it open; afterwards, the next one closes it.
    clock.time += 701_999;
    expect(await status(collector, 1)).toBe(202);
    expect(await newest(collector)).toBe(3);
    expect(await status(collector, 1)).toBe(202);
    clock.time += 11_323;
    expect(await newest(collector)).toBe(4);
    expect(await status(collector, 1)).toBe(409);
    expect(await status(collector, 2)).toBe(202);
  });

  test('is followed by the next one no sooner than the manifest says, however many reports come', async () => {
    const clock = new VirtualClock();
    await using collector = await withTiming(undefined, {
      now: clock.now,
      publishEvery: { reports: 1 },
    });
    for (const [passed, snapshot] of [
      [11_322, 1],
      [1, 2],
      [11_322, 2],
      [1, 3],
    ] as const) {
      clock.time += passed;
      await status(collector, 1);
      expect(await newest(collector)).toBe(snapshot);
    }
  });

  test('closes late rather than early where a state of version 1 says nothing of its time', async () => {
    const clock = new VirtualClock();
    const store = memoryStore();
    const first = await withTiming(undefined, { now: clock.now, store });
    await status(first, 1);
    clock.time += 11_323;
    await newest(first);
    await first[Symbol.asyncDispose]();
    const old = memoryStore();
    const latest = (await store.latest('demo')) as Publication;
    await old.publish('demo', null, { ...latest, state: versionOne(latest.state), revision: '' });

    // A day later, all its epochs count as if their snapshots had just been published.
    clock.time += 86_400_000;
    await using collector = await withTiming(undefined, { now: clock.now, store: old });
    expect(await newest(collector)).toBe(2);
    // Two, for the sums of the first report have not moved with the state.
    for (let i = 0; i < 2; i++) expect(await status(collector, 1)).toBe(202);
    clock.time += 701_999;
    expect(await newest(collector)).toBe(3);
    expect(await status(collector, 1)).toBe(202);
    clock.time += 11_323;
    await status(collector, 3);
    expect(await newest(collector)).toBe(4);
    expect(await status(collector, 1)).toBe(409);
    expect(await status(collector, 2)).toBe(202);
  });

  test.each([
    ['before it is asked again', true],
    ['when it is asked again, and first', false],
  ])('is not closed early by a snapshot that the store takes late, %s', async (_, isBefore) => {
    const clock = new VirtualClock();
    const store = memoryStore();
    let release: (() => void) | undefined;
    let held = false;
    const publish: typeof store.publish = async (...args) => {
      if (held) await new Promise<void>((resolve) => (release = resolve));
      // The lock is free: who waited longest goes first.
      if (!isBefore) {
        release?.();
        await new Promise((resolve) => setTimeout(resolve));
      }
      return store.publish(...args);
    };
    const slow = Object.assign(Object.create(store), {
      commit: store.commit.bind(store),
      read: store.read.bind(store),
      head: store.head.bind(store),
      latest: store.latest.bind(store),
      publish,
    }) as typeof store;
    const options = { now: clock.now, store: slow, storeDeadlineMs: 20, onError: () => {} };
    await using collector = await withTiming(undefined, options);
    await status(collector, 1);
    clock.time += 11_323;
    held = true;
    expect((await collector.fetch(get('/demo/snapshot'))).status).toBe(503);
    // Until now, pages got snapshot 1.
    clock.time += 100_000;
    held = false;
    if (isBefore) {
      release?.();
      await vi.waitFor(async () => expect((await store.head('demo'))?.snapshot).toBe(2));
    }
    expect(await newest(collector)).toBe(2);
    // Counted from when the store was asked to publish, its time would be over.
    clock.time += 650_000;
    expect(await status(collector, 1)).toBe(202);
    expect(await newest(collector)).toBe(3);
    expect(await status(collector, 1)).toBe(202);
  });

  test('is not closed early by a collector with a smaller ring: publication is put off', async () => {
    const clock = new VirtualClock();
    const store = memoryStore();
    const first = await withTiming(undefined, { now: clock.now, store });
    for (let snapshot = 1; snapshot < 7; snapshot++) {
      expect(await status(first, snapshot)).toBe(202);
      clock.time += 11_323;
      await newest(first);
    }
    await first[Symbol.asyncDispose]();
    await using collector = await withTiming(undefined, { now: clock.now, store, retention: 4 });
    expect(await newest(collector)).toBe(7);
    clock.time += 351_000;
    expect(await status(collector, 3)).toBe(202);
    // Its pause of 351 s is over. Epochs 1 to 7 are open, 4 may be; 1 closes 702 s after snapshot 2.
    expect(await newest(collector)).toBe(7);
    expect(await status(collector, 1)).toBe(202);
  });
});

/** See state.ts: a header of 16 bytes, the learner, the snapshot, and a checksum. */
function versionOne(state: Uint8Array): Uint8Array {
  const view = new DataView(state.buffer, state.byteOffset, state.length);
  const content = state.slice(20, 20 + view.getUint32(8, true) + view.getUint32(12, true));
  const header = state.slice(0, 16);
  header[4] = 1;
  const bytes = Buffer.concat([header, content]);
  return Uint8Array.from(Buffer.concat([bytes, createHash('sha256').update(bytes).digest()]));
}

test('a clock that was ahead for a moment does not stop snapshots by age', async () => {
  const clock = new VirtualClock();
  await using collector = await withTiming(undefined, {
    now: clock.now,
    publishEvery: { ms: 1000 },
  });
  clock.time += 86_400_000;
  expect((await snapshotOf(collector)).reports).toBe(0);
  clock.time -= 86_400_000;
  expect((await collector.fetch(post(report({ snapshot: 1 })))).status).toBe(202);
  clock.time += 60_000;
  expect((await snapshotOf(collector)).reports).toBe(1);
});
