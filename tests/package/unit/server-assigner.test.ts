import { type AggregateStore, type CollectorOptions, memoryStore } from 'ldp-bandits/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { badArgument } from './refusals.js';
import { collectorOver, post, report, snapshotOf } from './server-support.js';

const EXPERIMENTS = {
  demo: { algorithm: { type: 'weighted-ldp-ucb', arms: 4 }, perReport: { epsilon: 1 } },
  aware: {
    algorithm: { type: 'weighted-ldp-ucb', arms: 3, levels: [0.5, 2], levelAwareFrom: 1 },
    perReport: { epsilon: 2 },
  },
  drawn: { algorithm: { type: 'ldp-tsallis-inf', arms: 2 }, perReport: { epsilon: 1 } },
} as const satisfies CollectorOptions['experiments'];

const open = (options: Partial<CollectorOptions> = {}) =>
  collectorOver({ experiments: EXPERIMENTS, publishEvery: { reports: 10 }, ...options });

const TICKET_GONE = expect.objectContaining({
  code: 'invalid_argument',
  details: expect.objectContaining({ parameter: 'ticket' }),
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('an assigner', () => {
  test('spreads a burst of decisions from one snapshot over all arms', async () => {
    await using collector = await open();
    using assigner = collector.assigner('demo');
    const count = [0, 0, 0, 0];
    const tickets = new Set<string>();
    for (let i = 0; i < 40; i++) {
      const { arm, ticket, snapshot } = await assigner.assign();
      expect(ticket).toMatch(/^[A-Za-z0-9_-]{22}$/);
      expect(snapshot).toBe(1);
      tickets.add(ticket);
      count[arm] = (count[arm] as number) + 1;
    }
    expect(count).toEqual([10, 10, 10, 10]);
    expect(tickets.size).toBe(40);
    expect(assigner.open).toBe(40);
  });

  test('learns with the collector: reports of its decisions make the next snapshot, and it follows', async () => {
    await using collector = await open();
    using assigner = collector.assigner('demo');
    const best = 2;
    const played = [0, 0, 0, 0];
    for (let i = 0; i < 600; i++) {
      const { arm, ticket, snapshot } = await assigner.assign();
      const sent = await collector.fetch(
        post(report({ arm, snapshot, bit: arm === best ? 1 : 0 })),
      );
      expect(sent.status).toBe(202);
      assigner.redeem(ticket);
      if (i >= 300) played[arm] = (played[arm] as number) + 1;
    }
    expect((await snapshotOf(collector)).reports).toBe(600);
    expect(played[best]).toBeGreaterThan(200);
    expect(assigner.open).toBe(0);
  });

  test('ends each ticket once', async () => {
    await using collector = await open();
    using assigner = collector.assigner('demo');
    using other = collector.assigner('demo');
    const [a, b] = [await assigner.assign(), await assigner.assign()];
    assigner.redeem(a.ticket);
    assigner.drop(b.ticket);
    for (const ticket of [a.ticket, b.ticket, 'AAAAAAAAAAAAAAAAAAAAAA', '']) {
      expect(() => assigner.redeem(ticket)).toThrow(TICKET_GONE);
      expect(() => assigner.drop(ticket)).toThrow(TICKET_GONE);
    }
    const { ticket } = await other.assign();
    expect(() => assigner.redeem(ticket)).toThrow(TICKET_GONE);
    expect(assigner.open).toBe(0);
    expect(other.open).toBe(1);
  });

  test('drops a ticket after its timeout; the report may still come', async () => {
    await using collector = await open();
    using assigner = collector.assigner('demo', { timeoutMs: 50 });
    let now = Math.ceil(performance.now()); // whole, so that 50 later is 50 later
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const late = await assigner.assign();
    now += 50;
    const inTime = await assigner.assign();
    expect(assigner.open).toBe(2);
    now += 1;
    expect(assigner.open).toBe(1);
    expect(() => assigner.redeem(late.ticket)).toThrow(TICKET_GONE);
    assigner.redeem(inTime.ticket);
    const sent = await collector.fetch(post(report({ arm: late.arm, snapshot: late.snapshot })));
    expect(sent.status).toBe(202);
  });

  test('has 100,000 open tickets at most: a caller who only asks drops the oldest', {
    timeout: 30_000,
  }, async () => {
    await using collector = await open();
    using assigner = collector.assigner('demo');
    const first = await assigner.assign();
    const second = await assigner.assign();
    for (let i = 2; i <= 100_000; i++) await assigner.assign();
    expect(assigner.open).toBe(100_000);
    expect(() => assigner.redeem(first.ticket)).toThrow(TICKET_GONE);
    assigner.redeem(second.ticket);
    expect(assigner.open).toBe(99_999);
  });

  test('gives a device of a small level the incumbent, and wants to know the level', async () => {
    await using collector = await open({ publishEvery: { reports: 1 } });
    // Arm 1 is known to be good; arms 0 and 2 were hardly played, so their indices are higher. All devices
    // have the first snapshot, which shows every arm.
    const arms = [...Array<number>(200).fill(1), 0, 2];
    const sent = arms.map((arm) => report({ arm, level: 1, snapshot: 1, bit: 1 }));
    expect((await collector.fetch(post(`[${sent.join()}]`, 'aware'))).status).toBe(202);
    expect((await snapshotOf(collector, 'aware')).incumbent).toBe(1);
    using assigner = collector.assigner('aware');
    expect((await assigner.assign({ level: 0 })).arm).toBe(1);
    expect([0, 2]).toContain((await assigner.assign({ level: 1 })).arm);
    await expect(assigner.assign()).rejects.toMatchObject(badArgument('device.level'));
  });

  test('draws from the weights of an algorithm that publishes them', async () => {
    await using collector = await open();
    using assigner = collector.assigner('drawn');
    let first = 0;
    for (let i = 0; i < 2000; i++) first += (await assigner.assign()).arm === 0 ? 1 : 0;
    // Half of them, with standard deviation 22.4: off by 5 with probability below 1e-6.
    expect(Math.abs(first - 1000)).toBeLessThan(112);
  });

  test('begins again with a store that was emptied, in place of naming snapshots that are gone', async () => {
    let filled = memoryStore();
    const store: AggregateStore = {
      commit: (...args) => filled.commit(...args),
      read: (...args) => filled.read(...args),
      head: (...args) => filled.head(...args),
      latest: (...args) => filled.latest(...args),
      publish: (...args) => filled.publish(...args),
      [Symbol.asyncDispose]: () => filled[Symbol.asyncDispose](),
    };
    await using collector = await open({ store, publishEvery: { reports: 1 } });
    using assigner = collector.assigner('demo');
    const decide = async () => {
      const { arm, snapshot, ticket } = await assigner.assign();
      const { status } = await collector.fetch(post(report({ arm, snapshot })));
      assigner.redeem(ticket);
      return { snapshot, status };
    };
    for (const snapshot of [1, 2, 3]) expect(await decide()).toEqual({ snapshot, status: 202 });
    filled = memoryStore();
    for (const snapshot of [1, 2, 3]) expect(await decide()).toEqual({ snapshot, status: 202 });
  });

  test('ends with its collector and by itself', async () => {
    const collector = await open({ store: memoryStore() });
    const assigner = collector.assigner('demo');
    const { ticket } = await assigner.assign();
    await collector[Symbol.asyncDispose]();
    await expect(assigner.assign()).rejects.toMatchObject({ code: 'disposed' });
    assigner.drop(ticket);
    assigner[Symbol.dispose]();
    assigner[Symbol.dispose]();
    expect(assigner.open).toBe(0);
    await expect(assigner.assign()).rejects.toMatchObject({ code: 'disposed' });
    expect(() => assigner.drop(ticket)).toThrow(expect.objectContaining({ code: 'disposed' }));
  });
});

describe('serving a distribution', () => {
  const experiments = { demo: { ...EXPERIMENTS.demo, serve: 'distribution' } } as const;

  test('begins with equal shares and comes to prefer the best arm, still a law', async () => {
    await using collector = await collectorOver({ experiments, publishEvery: { reports: 20 } });
    const first = await snapshotOf(collector);
    expect(first.weights).toEqual([0.25, 0.25, 0.25, 0.25]);
    // All by devices that have the first snapshot: later ones leave out arms that seem bad.
    for (let i = 0; i < 400; i++) {
      await collector.snapshot('demo');
      const sent = report({ arm: i % 4, snapshot: 1, bit: i % 4 === 3 ? 1 : 0 });
      expect((await collector.fetch(post(sent))).status).toBe(202);
    }
    const { weights = [], reports } = await snapshotOf(collector);
    expect(reports).toBe(400);
    expect(weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    expect(weights[3]).toBeGreaterThan(0.9);
    // Shares of 20 decisions are multiples of 1/20, or of that shared among equal arms.
    for (const weight of weights) expect((weight * 60) % 1).toBeCloseTo(0, 9);
  });

  test('is no part of the manifest, and changes nothing else of a snapshot', async () => {
    await using index = await collectorOver({ experiments: { demo: EXPERIMENTS.demo } });
    await using distribution = await collectorOver({ experiments });
    expect(distribution.manifest('demo')).toEqual(index.manifest('demo'));
    const { weights, ...rest } = await snapshotOf(distribution);
    expect(weights).toHaveLength(4);
    expect(rest).toEqual(await snapshotOf(index));
  });

  test('without a number of reports, takes that of the last epoch', async () => {
    await using collector = await collectorOver({ experiments, publishEvery: { ms: 0 } });
    await snapshotOf(collector);
    for (let i = 0; i < 6; i++) await collector.fetch(post(report({ arm: i % 4, bit: 1 })));
    const { weights = [] } = await snapshotOf(collector);
    for (const weight of weights) expect((weight * 12) % 1).toBeCloseTo(0, 9);
  });

  test('leaves the weights of an algorithm that has its own', async () => {
    const own = { demo: { ...EXPERIMENTS.drawn, serve: 'distribution' } } as const;
    await using collector = await collectorOver({ experiments: own });
    await using plain = await collectorOver({ experiments: { demo: EXPERIMENTS.drawn } });
    expect(await snapshotOf(collector)).toEqual(await snapshotOf(plain));
  });
});

describe('an experiment of Gaussian reports', () => {
  const algorithm = { type: 'ldp-gaussian-ucb', arms: 2, delta: 1e-5 } as const;

  test('says its delta in the manifest, whether the terms repeat it or not', async () => {
    for (const perReport of [{ epsilon: 1 }, { epsilon: 1, delta: 1e-5 }]) {
      await using collector = await collectorOver({
        experiments: { demo: { algorithm, perReport } },
      });
      expect(collector.manifest('demo').perReport).toEqual({ epsilon: 1, delta: 1e-5 });
    }
    for (const delta of [0, 1e-6, '1e-5', Number.NaN]) {
      const perReport = { epsilon: 1, delta: delta as number };
      await expect(
        collectorOver({ experiments: { demo: { algorithm, perReport } } }),
      ).rejects.toMatchObject(badArgument('experiments.demo.perReport.delta'));
    }
  });

  test('takes noisy integers, and its sums do not mix with those of another delta', async () => {
    const store = memoryStore();
    const experiments = { demo: { algorithm, perReport: { epsilon: 1 } } };
    await using collector = await collectorOver({ experiments, store });
    const sent = report({ arm: 1 }).replace('"bit":1', '"noisy":-17');
    expect((await collector.fetch(post(sent))).status).toBe(202);
    const sums = await store.read({ experiment: 'demo', snapshot: 1 });
    expect(sums?.schema).toBe('multi-armed/1 gaussian delta=0.00001 arms=2 levels=1');
    expect([...(sums?.sums ?? [])]).toEqual([0n, 0n, 1n, -17n]);
  });
});
