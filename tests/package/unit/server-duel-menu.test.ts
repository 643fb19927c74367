// ldp-duel with a menu of levels, from the page to the results (docs/spec/best-arm.md, sections 2 and 10).
import { createBandit, memoryLedger } from 'ldp-bandits';
import 'ldp-bandits/best-arm';
import 'ldp-bandits/noise';
import { expect, test } from 'vitest';
import { DUEL, deliver, openCollector, shown } from './server-duel-support.js';
import { ORIGIN } from './server-support.js';

// Of docs/spec/best-arm.md, section 10: reports and ones by arm, of each of the two levels.
const MENU = [
  [
    [
      [60, 33],
      [50, 26],
      [70, 33],
    ],
    [
      [40, 27],
      [50, 29],
      [30, 13],
    ],
  ],
  [
    [
      [300, 160],
      [250, 128],
      [180, 88],
    ],
    [
      [200, 130],
      [220, 126],
      [90, 41],
    ],
  ],
] as const;

test('the golden blocks of a menu: reports of both levels feed one duel', async () => {
  const algorithm = { ...DUEL, levels: [0.5, 2], errorProbability: 0.01 };
  await using collector = await openCollector(algorithm, {
    experiments: { demo: { algorithm, perReport: { epsilon: 2 } } } as never,
  });
  for (const block of MENU) {
    await deliver(collector, ...block);
    await shown(collector);
  }
  const { best, weights, mean } = await shown(collector);
  expect(best.pulls).toEqual([600, 570, 370]);
  [0, 0.7759758616423671, 3.4355933842925674].forEach((nats, arm) => {
    expect(best.evidence[arm]).toBeCloseTo(nats, 10);
  });
  [0.46193237716559626, 0.45954327264682365, 0.07852435018758014].forEach((share, arm) => {
    expect(weights[arm]).toBeCloseTo(share, 10);
  });
  [0.695042089061945, 0.5928483857005554, 0.4344056605274773].forEach((value, arm) => {
    expect(mean[arm]).toBeCloseTo(value, 10);
  });
  const { options } = await collector.results('demo');
  expect(options?.map(({ reports }) => reports)).toEqual([600, 570, 370]);
});

test('a page chooses its level from the menu; perReport is the largest', async () => {
  const algorithm = { ...DUEL, arms: 2, levels: [0.5, 2] } as const;
  const refused = openCollector(algorithm);
  await expect(refused).rejects.toThrow(/largest level, 2/);
  await using collector = await openCollector(algorithm, {
    experiments: { demo: { algorithm, perReport: { epsilon: 2 } } } as never,
  });
  for (const epsilon of algorithm.levels) {
    await using bandit = await createBandit({
      endpoint: ORIGIN,
      experiment: 'demo',
      algorithm,
      privacy: { epsilon, epsilonTotal: 1e6 },
      ledger: memoryLedger(),
      timeoutMs: 60_000,
      maxDelayMs: 0,
      fetch: collector.fetch,
    });
    for (let i = 0; i < 30; i++) await bandit.choose().reward(1);
    expect(await bandit.flush()).toMatchObject({ accepted: 30 });
  }
  const { best } = await shown(collector);
  expect(best.pulls.reduce((sum, count) => sum + count, 0)).toBe(60);
});
