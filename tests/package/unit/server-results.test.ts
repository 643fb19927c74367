// Results for people. The formulas and how often the intervals hold the truth: tests/native/server/arm_results_test.cpp.
import { type Collector, type ExperimentOptions, LdpError, memoryStore } from 'ldp-bandits/server';
import { describe, expect, it, test } from 'vitest';
import { AT_ONCE, collectorOver, post, report } from './server-support.js';

const LABELS = ['city', 'sea', 'forest'];
const DRAWN: ExperimentOptions = {
  algorithm: { type: 'one-point-reduction', arms: 3 } as never,
  perReport: { epsilon: 2 },
  labels: LABELS,
  learner: () => [1, 1, 1],
};

const openCollector = (demo: ExperimentOptions = DRAWN, store = memoryStore()) =>
  collectorOver({
    experiments: { demo: { timing: AT_ONCE, ...demo } },
    publishEvery: { ms: 0 },
    store,
  });

/** `each` bits of every arm, `onesInHundred` of a hundred of them ones, for the first snapshot. */
async function deliver(collector: Collector, onesInHundred: readonly number[], each: number) {
  const bodies = onesInHundred.flatMap((ones, arm) =>
    Array.from({ length: each }, (_, i) => report({ arm, bit: i % 100 < ones ? 1 : 0 })),
  );
  const response = await collector.fetch(post(`[${bodies.join()}]`));
  expect(response.status).toBe(202);
}

/** Wilson's interval of `ones` of `n` bits as sent at this epsilon, without their bias. */
function wilson(ones: number, n: number, epsilon: number) {
  const z = 1.959963984540054;
  const p = ones / n;
  const middle = (p + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
  const half = (z / (1 + z ** 2 / n)) * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2));
  const reward = (observed: number) => 0.5 + (observed - 0.5) / Math.tanh(epsilon / 2);
  return { mean: reward(p), low: reward(middle - half), high: reward(middle + half) };
}

const near = (value: number) => expect.closeTo(value, 9);

describe('of arms', () => {
  it('each has its reports, its share, and the mean of its rewards with an interval', async () => {
    await using collector = await openCollector();
    await deliver(collector, [40, 55, 60], 1000);
    const { options = [], reports } = await collector.results('demo');
    expect(reports).toBe(3000);
    for (const [arm, ones] of [400, 550, 600].entries()) {
      const { mean, low, high } = wilson(ones, 1000, 2);
      expect(options[arm]).toMatchObject({
        label: LABELS[arm],
        reports: 1000,
        share: 1 / 3,
        mean: near(mean),
        low: near(low),
        high: near(high),
      });
      expect(options[arm]).not.toHaveProperty('lift');
    }
  });

  it('a control, by number or label, gives the others their lift', async () => {
    await using collector = await openCollector();
    await deliver(collector, [40, 55, 60], 1000);
    const byNumber = await collector.results('demo', { control: 1 });
    expect(await collector.results('demo', { control: 'sea' })).toEqual(byNumber);
    const [city, sea, forest] = byNumber.options ?? [];
    expect(sea).not.toHaveProperty('lift');
    const [arm, control] = [wilson(600, 1000, 2), wilson(550, 1000, 2)];
    const mean = arm.mean - control.mean;
    expect(forest?.lift).toEqual({
      mean: near(mean),
      low: near(mean - Math.hypot(arm.mean - arm.low, control.high - control.mean)),
      high: near(mean + Math.hypot(arm.high - arm.mean, control.mean - control.low)),
      relative: {
        mean: near(arm.mean / control.mean - 1),
        low: expect.any(Number),
        high: expect.any(Number),
      },
    });
    expect(city?.lift?.high).toBeLessThan(0);
  });

  it('too few reports are no number', async () => {
    await using collector = await openCollector();
    await deliver(collector, [50, 50, 50], 20);
    const { options = [] } = await collector.results('demo', { control: 0 });
    expect(options[1]).toMatchObject({
      reports: 20,
      mean: null,
      low: null,
      high: null,
      lift: null,
    });
    expect(options[1]?.bounds.low).toBeLessThan(options[1]?.bounds.high ?? 0);
  });

  it('reports that no snapshot knows yet count, and those of folded epochs do', async () => {
    const store = memoryStore();
    await using one = await collectorOver({
      experiments: { demo: { ...DRAWN, timing: AT_ONCE } },
      publishEvery: { reports: 1_000_000 },
      store,
    });
    await deliver(one, [40, 50, 60], 100);
    const waiting = await one.results('demo');
    expect([waiting.snapshot, waiting.reports]).toEqual([1, 300]);
    await using two = await openCollector(DRAWN, store);
    await two.snapshot('demo');
    expect((await two.results('demo')).options).toMatchObject(
      (waiting.options ?? []).map(({ reports, mean, low, high }) => ({ reports, mean, low, high })),
    );
  });

  it.each([3, -1, 1.5, 'nowhere', null, {}])('%j is no control', async (control) => {
    await using collector = await openCollector();
    const error = await collector
      .results('demo', { control: control as never })
      .catch((thrown: unknown) => thrown);
    expect(LdpError.is(error, 'invalid_argument') && error.details['parameter']).toBe(
      'options.control',
    );
  });
});

test('with a menu of levels and with integers there are means, too', async () => {
  const levels = [0.5, 2];
  await using bits = await openCollector({
    algorithm: { type: 'weighted-ldp-ucb', arms: 2, levels },
    perReport: { epsilon: 2 },
  });
  const both = Array.from({ length: 1000 }, (_, i) =>
    report({ arm: 0, level: i % 2, bit: i % 4 < 2 ? 1 : 0 }),
  );
  expect((await bits.fetch(post(`[${both.join()}]`))).status).toBe(202);
  const [menu] = (await bits.results('demo')).options ?? [];
  expect(menu).toMatchObject({ reports: 1000, mean: near(0.5) });
  const alone = wilson(250, 500, 2);
  expect((menu?.high ?? 1) - (menu?.low ?? 0)).toBeLessThan(alone.high - alone.low);

  await using noisy = await openCollector({
    algorithm: { type: 'he-ldp-ucb-laplace', arms: 2, levels: [1], epsilonMin: 1 } as never,
    perReport: { epsilon: 1 },
  });
  const values = Array.from({ length: 400 }, (_, i) =>
    report({ arm: 0 }).replace('"bit":1', `"noisy":${i % 2 ? 1024 : 512}`),
  );
  expect((await noisy.fetch(post(`[${values.join()}]`))).status).toBe(202);
  const [integers] = (await noisy.results('demo')).options ?? [];
  expect(integers).toMatchObject({ reports: 400, mean: near(0.75) });
  // Both ends q are 1.96 standard deviations from the mean: noise of 2, and at most q (1 - q) of rewards.
  for (const q of [integers?.low ?? 0, integers?.high ?? 0]) {
    expect((400 * (q - 0.75) ** 2) / 1.959963984540054 ** 2).toBeCloseTo(2 + q * (1 - q), 2);
  }
});

const SET = { type: 'top-k', arms: 4, choose: 2, reward: 'sum' };
const DISC = { type: 'ball', center: [0, 0], radius: 1 };

test('of slates each item has its own, but where reports are about whole slates', async () => {
  await using items = await openCollector({
    algorithm: { type: 'cucb-ldp-bit', set: SET } as never,
    perReport: { epsilon: 1 },
    labels: ['a', 'b', 'c', 'd'],
  });
  const { options = [] } = await items.results('demo', { control: 'a' });
  expect(options.map(({ label, reports }) => [label, reports])).toEqual([
    ['a', 0],
    ['b', 0],
    ['c', 0],
    ['d', 0],
  ]);
  await using sums = await openCollector({
    algorithm: { type: 'cucb-ldp-sum', set: SET } as never,
    perReport: { epsilon: 1 },
  });
  expect(await sums.results('demo')).not.toHaveProperty('options');
});

it.each([
  ['contextual', { type: 'ldp-linucb', dimension: 2 }],
  ['convex', { type: 'ldp-one-point', set: DISC, lipschitz: 1 }],
])('%s experiments say how many reports there are, and have no control', async (_, algorithm) => {
  await using collector = await openCollector({
    algorithm: algorithm as never,
    perReport: { epsilon: 1 },
  });
  expect(await collector.results('demo')).toEqual({
    snapshot: 1,
    reports: 0,
    refused: {},
    forgeries: null,
    ended: false,
  });
  const error = await collector.results('demo', { control: 0 }).catch((thrown: unknown) => thrown);
  expect(LdpError.is(error, 'invalid_argument') && error.details['parameter']).toBe(
    'options.control',
  );
});

test('results count what was refused, by code and by experiment, and which came late', async () => {
  await using collector = await openCollector();
  await collector.define('other', DRAWN);
  const send = async (body: string) => (await collector.fetch(post(body))).status;
  expect((await collector.results('demo')).refused).toEqual({});
  await deliver(collector, [40, 55, 60], 1);
  await collector.reset('demo');
  // To the snapshot from before: the decisions came late.
  expect([await send(report({ arm: 1 })), await send(report({ arm: 2 }))]).toEqual([409, 409]);
  expect(await send('{"v":1}')).toBe(400);
  const { reports, refused } = await collector.results('demo');
  expect([reports, refused]).toEqual([0, { stale_snapshot: 2, report_rejected: 1 }]);
  expect((await collector.results('other')).refused).toEqual({});
});
