// ldp-duel over the real collector (docs/spec/best-arm.md): when a block closes, what a snapshot says, and that
// neither a restart nor a second collector changes a byte.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bandit, createBandit, memoryLedger } from 'ldp-bandits';
import 'ldp-bandits/best-arm';
import 'ldp-bandits/noise';
import { type Collector, LdpError, memoryStore } from 'ldp-bandits/server';
import { closeSqlite, sqliteStore } from 'ldp-bandits/server/sqlite';
import Database from 'libsql';
import { afterAll, expect, test } from 'vitest';
import { DUEL, deliver, openCollector, shown } from './server-duel-support.js';
import { collectorOver, get, ORIGIN } from './server-support.js';

const bytesOf = async (collector: Collector) =>
  (await collector.fetch(get('/demo/snapshot'))).text();

// Of docs/spec/best-arm.md, section 10, K = 3.
const BLOCKS = [
  [
    [60, 36],
    [60, 30],
    [60, 25],
  ],
  [
    [500, 290],
    [400, 212],
    [300, 140],
  ],
  [
    [900, 515],
    [700, 366],
    [200, 96],
  ],
] as const;

test.each([
  ['nothing that ends it', { type: 'ldp-duel', arms: 3 }, 'algorithm.maximumPulls', 'indifference'],
  ['Laplace noise', { ...DUEL, mechanism: 'laplace' }, 'algorithm.mechanism', '"bit"'],
  ['a control that is no arm', { ...DUEL, control: 3 }, 'algorithm.control', '0 to 2'],
  ['33 indifferent arms', { type: 'ldp-duel', arms: 33, indifference: 0.1 }, 'indifference', '32'],
])('%s is refused', async (_what, algorithm, parameter, says) => {
  const error = await openCollector(algorithm).catch((reason: unknown) => reason);
  if (!LdpError.is(error, 'invalid_argument')) throw error;
  expect(error.details['parameter']).toContain(parameter);
  expect(error.message).toContain(says);
});

test('the golden blocks: evidence, shares, the arm that is dropped, and the error', async () => {
  await using collector = await openCollector();
  await deliver(collector, BLOCKS[0]);
  const first = await shown(collector);
  [0.435818677037, 0.420354965049, 0.143826357914].forEach((share, arm) => {
    expect(first.weights[arm]).toBeCloseTo(share, 10);
  });
  expect(first.best).toMatchObject({ answer: 0, certified: false, left: [0, 1, 2], error: 1 });
  expect(first.best.evidence).toEqual([0, 0, 0]);
  await deliver(collector, BLOCKS[1]);
  const second = await shown(collector);
  expect(second.best.left).toEqual([0, 1]);
  expect(second.weights).toEqual([0.5, 0.5, 0]);
  expect(second.best.evidence[1]).toBeCloseTo(0.574627883951, 10);
  expect(second.best.evidence[2]).toBeCloseTo(3.195361062092, 10);
  await deliver(collector, BLOCKS[2]);
  const { best } = await shown(collector);
  expect(best.error).toBeCloseTo(0.136108910113, 10);
  expect(best.evidence[1]).toBeCloseTo(1.994299904071, 10);
  expect(best.evidence[2]).toBeCloseTo(3.195361062092, 10);
  expect(best.pulls).toEqual([1460, 1160, 560]);
  expect(best.lift[0]).toBe(0);
  for (const arm of [1, 2]) {
    expect(best.liftLower[arm]).toBeLessThan(best.lift[arm] as number);
    expect(best.liftUpper[arm]).toBeGreaterThan(best.lift[arm] as number);
  }
});

test('a block closes at 16 reports for each arm left; before, a snapshot repeats all but their number', async () => {
  await using collector = await openCollector();
  await deliver(collector, BLOCKS[0]);
  const { snapshot: _, reports, ...closed } = await shown(collector);
  await deliver(collector, [
    [30, 0],
    [17, 17],
    [0, 0],
  ]);
  const { snapshot: __, reports: more, ...repeated } = await shown(collector);
  expect([reports, more]).toEqual([180, 227]);
  expect(repeated).toEqual(closed);
  // The 48th report closes the block, with those that waited.
  await deliver(collector, [
    [0, 0],
    [0, 0],
    [1, 1],
  ]);
  const { best, weights } = await shown(collector);
  expect(best.pulls).toEqual([90, 77, 61]);
  expect(weights).not.toEqual(closed.weights);
  expect(best.evidence).not.toEqual(closed.best.evidence);
});

test('`maximumPulls` closes the last block however small it is, and then no device goes on reporting', async () => {
  await using collector = await openCollector({ ...DUEL, maximumPulls: 182 });
  await deliver(collector, BLOCKS[0]);
  await deliver(collector, [
    [1, 1],
    [0, 0],
    [1, 0],
  ]);
  const { best, keep } = await shown(collector);
  expect(best).toMatchObject({ answer: 0, certified: false, pulls: [61, 60, 61] });
  expect(keep).toBe(0);
});

const folder = mkdtempSync(join(tmpdir(), 'ldp-duel-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The bytes of the snapshot after every block, each by the collector that `next` gives. */
async function published(next: (block: number) => Promise<Collector>): Promise<string[]> {
  const bytes: string[] = [];
  for (const [i, block] of BLOCKS.entries()) {
    const collector = await next(i);
    await deliver(collector, block);
    bytes.push(await bytesOf(collector));
    await deliver(collector, [
      [3, 1],
      [2, 1],
      [0, 0],
    ]); // of a block that stays open
    bytes.push(await bytesOf(collector));
  }
  return bytes;
}

async function byOne(): Promise<string[]> {
  await using collector = await openCollector();
  return await published(async () => collector);
}

test('a collector that restarts before every block publishes the same bytes', async () => {
  const store = memoryStore();
  let running: Collector | undefined;
  const restarted = await published(async () => {
    await running?.[Symbol.asyncDispose]();
    running = await openCollector(DUEL, { store });
    return running;
  });
  await running?.[Symbol.asyncDispose]();
  expect(restarted).toEqual(await byOne());
});

test('two collectors over one SQLite file take turns, and publish the same bytes', async () => {
  const file = join(folder, 'shared.db');
  const databases = [new Database(file), new Database(file)] as const;
  {
    await using one = await openCollector(DUEL, { store: sqliteStore(databases[0]) });
    await using two = await openCollector(DUEL, { store: sqliteStore(databases[1]) });
    const turns = await published(async (block) => (block % 2 ? two : one));
    expect(turns).toEqual(await byOne());
    // What one published the other shows as it is.
    expect(await bytesOf(two)).toBe(turns.at(-1));
    expect(await bytesOf(one)).toBe(turns.at(-1));
  }
  for (const database of databases) closeSqlite(database);
});

test('results: intervals that hold at all looks, lifts over the control of the algorithm only, and the end', async () => {
  await using collector = await openCollector();
  for (const block of BLOCKS) await deliver(collector, block).then(() => shown(collector));
  const { best, mean } = await shown(collector);
  const results = await collector.results('demo', { control: 0 });
  expect(results.best).toMatchObject({ answer: 0, error: best.error, evidence: best.evidence });
  for (const [arm, option] of (results.options ?? []).entries()) {
    expect(option.mean).toBeCloseTo(mean[arm] as number, 9);
    expect(option.bounds).toEqual({ low: best.lower[arm], high: best.upper[arm] });
    expect(option.low).toBeLessThan(option.mean as number);
    expect(option.high).toBeGreaterThan(option.mean as number);
    if (arm === 0) expect(option.lift).toBeUndefined();
    else {
      expect(option.lift?.mean).toBeCloseTo(best.lift[arm] as number, 9);
      // At 95 % for this arm alone: no wider than those that hold for both arms at once.
      expect(option.lift?.low).toBeGreaterThanOrEqual(best.liftLower[arm] as number);
      expect(option.lift?.high).toBeLessThanOrEqual(best.liftUpper[arm] as number);
    }
  }
  const other = await collector.results('demo', { control: 1 });
  expect(other.options?.map(({ lift }) => lift)).toEqual([null, undefined, null]);
  await deliver(collector, [
    [3, 1],
    [2, 1],
    [0, 0],
  ]);
  await collector.end('demo');
  const end = await shown(collector);
  expect(end).toMatchObject({
    ended: true,
    weights: [1, 0, 0],
    best: { answer: 0, certified: false },
  });
  // The end closes the block.
  expect(end.best.pulls).toEqual([1463, 1162, 560]);
  expect((await collector.results('demo')).best).toMatchObject({
    ended: true,
    certified: false,
    reportsLeft: 0,
  });
});

// Gaps of 0.5 at epsilon 4 take some 150 reports; 2,400 are hundreds of nats. A wrong answer is certified with
// probability 0.05 at most by the theorem, in truth far below.
test('pages find the best arm, see its evidence and lifts, and go silent at the end', async () => {
  const algorithm = { ...DUEL, errorProbability: 1e-6 };
  await using collector = await collectorOver({
    experiments: { demo: { algorithm, perReport: { epsilon: 4 } } },
    publishEvery: { reports: 60 },
  });
  await using bandit = (await createBandit({
    endpoint: ORIGIN,
    experiment: 'demo',
    algorithm,
    privacy: { epsilon: 4, epsilonTotal: 1e6 },
    ledger: memoryLedger(),
    timeoutMs: 60_000,
    maxDelayMs: 0,
    fetch: collector.fetch,
  })) as Bandit<'ldp-duel'>;
  const means = [0.1, 0.8, 0.3];
  for (let visits = 0; !bandit.snapshot.best?.certified && visits < 2400; visits += 60) {
    for (let i = 0; i < 60; i++) {
      const decision = bandit.choose();
      await decision.reward(Math.random() < (means[decision.action] as number) ? 1 : 0);
    }
    await bandit.flush();
    await bandit.refresh();
  }
  const { best } = bandit.snapshot;
  expect(best).toMatchObject({ answer: 1, certified: true, left: [1] });
  expect(Math.min(...[0, 2].map((arm) => best?.evidence?.[arm] ?? 0))).toBeGreaterThan(13.8);
  expect(best?.liftLower?.[1]).toBeGreaterThan(0);
  await collector.end('demo');
  await bandit.refresh();
  const decision = bandit.choose();
  expect(decision.action).toBe(1);
  expect(await decision.reward(1)).toMatchObject({ reason: 'experiment_ended' });
});
