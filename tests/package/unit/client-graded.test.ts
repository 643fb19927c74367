// Window reports of graded rewards (docs/spec/graded.md) from a page to a collector, and worlds of graded rewards.
import { type Bandit, createBandit, memoryLedger } from 'ldp-bandits';
import type { Collector } from 'ldp-bandits/server';
import { LdpError, type SimulationSpec } from 'ldp-bandits/simulation';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { failure, replayed } from './client-support.js';
import { collectorOver, ORIGIN, post, report } from './server-support.js';
import { useSimulator } from './simulation-support.js';

afterEach(() => {
  vi.restoreAllMocks();
});

type Type = 'ldp-thompson-graded' | 'ldp-imed-graded';

/** M + L - 1, section 2. */
const LARGEST = { 1: 1024 + 795 - 1, 5: 1024 + 240 - 1 } as const;

const openCollector = (type: Type, epsilon: number, levels?: readonly number[]) =>
  collectorOver({
    experiments: {
      demo: { algorithm: { type, arms: 2, ...(levels && { levels }) }, perReport: { epsilon } },
    } as never,
    publishEvery: { reports: 1_000_000 },
  });

const openPage = (collector: Collector, type: Type, epsilon: number, fetch = collector.fetch) =>
  createBandit({
    endpoint: ORIGIN,
    experiment: 'demo',
    algorithm: { type, arms: 2 },
    privacy: { epsilon, epsilonTotal: 1e6 },
    ledger: memoryLedger(),
    timeoutMs: 60_000,
    maxDelayMs: 0,
    fetch,
  }) as Promise<Bandit<Type>>;

const windowReport = (noisy: number | string, level = 0) =>
  report({ arm: 1, level }).replace('"bit":1', `"noisy":${noisy}`);

describe.each(['ldp-thompson-graded', 'ldp-imed-graded'] as const)('%s', (type) => {
  test.each([1, 5] as const)(
    'at epsilon %d the means of devices are read right',
    async (epsilon) => {
      replayed(20 + epsilon);
      await using collector = await openCollector(type, epsilon);
      const bodies: string[] = [];
      await using bandit = await openPage(collector, type, epsilon, async (request) => {
        if (request.method === 'POST') bodies.push(await request.clone().text());
        return collector.fetch(request);
      });
      const counts = [0, 0];
      for (let i = 0; i < 2_000; i++) {
        const decision = bandit.choose();
        const arm = decision.action as 0 | 1;
        counts[arm] = (counts[arm] as number) + 1;
        await decision.reward(arm === 0 ? 0.125 : 0.8);
      }
      expect(await bandit.flush()).toMatchObject({ accepted: 2_000, rejected: 0 });
      const reports = bodies.flatMap((body) => JSON.parse(body) as { noisy: number }[]);
      const noisy = reports.map((one) => one.noisy);
      expect(Math.min(...noisy)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...noisy)).toBeLessThanOrEqual(LARGEST[epsilon]);
      // Of the noise at the reward 0, which is its largest: section 2.
      const variance = { 1: 1.2664, 5: 0.0184 }[epsilon];
      const { options } = await collector.results('demo');
      for (const [arm, reward] of [0.125, 0.8].entries()) {
        const count = counts[arm] as number;
        expect(options?.[arm]?.reports).toBe(count);
        // Six deviations: a false alarm in 5 10^8 runs without a seed.
        const within = 6 * Math.sqrt(variance / count);
        expect(Math.abs((options?.[arm]?.mean as number) - reward)).toBeLessThan(within);
      }
    },
  );

  test.each([1, 5] as const)(
    'at epsilon %d no number beyond the window is taken',
    async (epsilon) => {
      await using collector = await openCollector(type, epsilon);
      const status = async (noisy: number | string) =>
        (await collector.fetch(post(windowReport(noisy)))).status;
      expect([await status(0), await status(LARGEST[epsilon])]).toEqual([202, 202]);
      const outside = [-1, LARGEST[epsilon] + 1, 65_535].map((noisy) => [
        noisy,
        /^noisy: is no number/,
      ]);
      const malformed = [2 ** 31, '"1"', null].map((noisy) => [noisy, /^noisy: must be/]);
      for (const [noisy, says] of [...outside, ...malformed] as [number, RegExp][]) {
        const response = await collector.fetch(post(windowReport(String(noisy))));
        expect([noisy, response.status]).toEqual([noisy, 400]);
        const { code, detail } = (await response.json()) as { code: string; detail: string };
        expect([code, detail]).toEqual(['report_rejected', expect.stringMatching(says)]);
      }
      const { options } = await collector.results('demo');
      expect(options?.map(({ reports }) => reports)).toEqual([0, 2]);
    },
  );

  test('the range is that of the level', async () => {
    await using collector = await openCollector(type, 5, [1, 5]);
    const status = async (level: number, noisy: number) =>
      (await collector.fetch(post(windowReport(noisy, level)))).status;
    expect(await status(0, LARGEST[1])).toBe(202);
    expect(await status(1, LARGEST[1])).toBe(400);
    expect(await status(1, LARGEST[5])).toBe(202);
  });
});

describe('a world of graded rewards', () => {
  const simulator = useSimulator();
  const specOf = (environment: object): SimulationSpec => ({
    version: 1,
    seed: 'graded',
    horizon: 10_000,
    replicates: 4,
    environment: { type: 'beta', means: [0.6, 0.5, 0.4], ...environment } as never,
    runs: [
      { label: 'window', policy: { type: 'ldp-thompson-graded' }, epsilon: 5 },
      { label: 'imed', policy: { type: 'ldp-imed-graded' }, epsilon: 5 },
      { label: 'bit', policy: { type: 'ldp-thompson' }, epsilon: 5 },
    ],
    record: { points: 2, scale: 'linear' },
  });

  // By section 5 a window loses a sixth of what a bit does.
  test('windows lose less than half of what bits do', async () => {
    const { curves } = await simulator.run(specOf({})).result;
    const [window, imed, bit] = curves.map(({ mean }) => mean.at(-1) as number) as [
      number,
      number,
      number,
    ];
    expect(Math.max(window, imed)).toBeLessThan(bit / 2);
    expect(Math.min(window, imed)).toBeGreaterThan(0);
  });

  test('the concentration is part of the world', async () => {
    const digest = async (environment: object) =>
      (await simulator.run({ ...specOf(environment), horizon: 100 }).result).digest;
    const usual = await digest({});
    expect(await digest({ concentration: 20 })).toBe(usual);
    expect(await digest({ concentration: 2 })).not.toBe(usual);
  });

  test.each([
    ['environment.concentration', { concentration: -1 }],
    ['environment.concentration', { concentration: Number.NaN }],
    ['environment.concentration', { concentration: 1e7 }],
    ['environment.concentration', { concentration: '20' }],
    ['environment.means[1]', { concentration: 0.2, means: [0.5, 0.4] }],
    ['environment.means[0]', { means: [0, 0.5] }],
  ])('%s is refused by name: %o', async (field, environment) => {
    const error = await failure((async () => simulator.run(specOf(environment)).result)());
    if (!LdpError.is(error, 'spec_invalid')) throw error;
    expect(error.message).toContain(field);
  });
});
