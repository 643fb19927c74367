// Everything that may be wrong with an experiment of best arms or of the one-point reduction, with a
// report of one, and with an operator's learner: the refusal names it, and nothing changes.
import { type CollectorOptions, LdpError, memoryStore } from 'ldp-bandits/server';
import { describe, expect, test, vi } from 'vitest';
import { describeWrongCode, SECRET } from './server-operator-code.js';
import { collectorOver, get, post, report, snapshotOf } from './server-support.js';

const perReport = { epsilon: 1 };
const KL_LUCB = { type: 'ldp-kl-lucb', arms: 3 };
const REDUCTION = { type: 'one-point-reduction', arms: 3 };

const open = (experiment: object, options: Partial<CollectorOptions> = {}) =>
  collectorOver({
    publishEvery: { ms: 0 },
    ...options,
    experiments: { demo: experiment } as never,
  });

const uniform = () => [1, 1, 1];

test.each([
  ['a rule that nobody has', { algorithm: { ...KL_LUCB, type: 'ldp-lucb' } }, 'algorithm.type'],
  ['a rule of the simulation', { algorithm: { ...KL_LUCB, type: 'kl-lucb' } }, 'algorithm.type'],
  ['one arm', { algorithm: { ...KL_LUCB, arms: 1 } }, 'algorithm.arms'],
  ['a menu of levels', { algorithm: { ...KL_LUCB, levels: [1] } }, 'algorithm.levels'],
  ['a sure thing', { algorithm: { ...KL_LUCB, errorProbability: 0 } }, 'errorProbability'],
  [
    'too small a budget',
    { algorithm: { type: 'ldp-sequential-halving', arms: 8, maximumPulls: 23 } },
    'algorithm.maximumPulls',
  ],
  ['a delta without noise for it', { algorithm: { ...KL_LUCB, delta: 1e-6 } }, 'algorithm.delta'],
  [
    'a delta that is not the algorithm’s',
    { algorithm: { ...KL_LUCB, mechanism: 'gaussian' }, perReport: { epsilon: 1, delta: 1e-5 } },
    'perReport.delta',
  ],
  ['half of the reports forged', { algorithm: { ...KL_LUCB, forgedShare: 0.5 } }, 'forgedShare'],
  ['more than all devices', { algorithm: KL_LUCB, keepReporting: 1.1 }, 'keepReporting'],
  ['no share of devices', { algorithm: KL_LUCB, keepReporting: null }, 'keepReporting'],
  [
    'a share of devices without an end',
    { algorithm: { type: 'weighted-ldp-ucb', arms: 3 }, keepReporting: 0.1 },
    'keepReporting',
  ],
  ['two names for three arms', { algorithm: KL_LUCB, labels: ['a', 'b'] }, 'labels'],
  ['shares of decisions', { algorithm: KL_LUCB, serve: 'distribution' }, 'serve'],
  ['a learner of best arms', { algorithm: KL_LUCB, learner: uniform }, 'learner'],
  ['an oracle of best arms', { algorithm: KL_LUCB, oracle: () => [0] }, 'oracle'],
  [
    'a learner of bits',
    { algorithm: { type: 'weighted-ldp-ucb', arms: 3 }, learner: uniform },
    'learner',
  ],
  ['a reduction to nothing', { algorithm: REDUCTION }, 'learner'],
  ['a learner by name', { algorithm: REDUCTION, learner: 'exp3' }, 'learner'],
  [
    'a learner of the simulation',
    { algorithm: { ...REDUCTION, learner: 'exp3' }, learner: uniform },
    'algorithm.learner',
  ],
])('%s is refused', async (_what, experiment, parameter) => {
  const error = await open({ perReport, ...experiment }).catch((e: unknown) => e);
  if (!LdpError.is(error, 'invalid_argument')) throw error;
  expect(error.details['parameter']).toContain(parameter);
});

test.each(['gaussian', 'laplace', 'bit'])(
  'a report of %s carries that and nothing else',
  async (mechanism) => {
    const store = memoryStore();
    await using collector = await open(
      { algorithm: { ...KL_LUCB, mechanism }, perReport },
      { store },
    );
    const good = (i: number) => {
      const body = report({ arm: 1, bit: 1, id: `AAAAAAAAAAAAAAAAAAAA${'AEIM'[i]}A` });
      return mechanism === 'bit' ? body : body.replace('"bit"', '"noisy"');
    };
    const swapped = mechanism === 'bit' ? good(0).replace('"bit"', '"noisy"') : report({ arm: 1 });
    const bad = [
      swapped,
      good(0).replace('"arm":1', '"arm":3'),
      good(0).replace('"level":0', '"level":1'),
      good(0).replace('}', `,"user":"${SECRET}"}`),
      SECRET,
    ];
    for (const body of bad) {
      const response = await collector.fetch(post(body));
      const text = await response.text();
      expect([response.status, text]).toEqual([400, expect.stringContaining('"report_rejected"')]);
      expect(text).not.toContain(SECRET);
    }
    expect(await store.read({ experiment: 'demo', snapshot: 1 })).toBeNull();
    expect((await collector.fetch(post(good(1)))).status).toBe(202);
    expect((await snapshotOf(collector)).reports).toBe(1);
  },
);

test('there is nothing for a server to assign', async () => {
  for (const experiment of [
    { algorithm: KL_LUCB, perReport },
    { algorithm: REDUCTION, perReport, learner: uniform },
  ]) {
    await using collector = await open(experiment);
    expect(() => collector.assigner('demo')).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }),
    );
  }
});

test('a state of another experiment is no state of this one', async () => {
  await using collector = await open({ algorithm: KL_LUCB, perReport });
  const state = await collector.export('demo');
  for (const experiment of [
    { algorithm: { ...KL_LUCB, errorProbability: 0.01 }, perReport },
    { algorithm: { type: 'weighted-ldp-ucb', arms: 3 }, perReport },
    { algorithm: REDUCTION, perReport, learner: uniform },
  ]) {
    await expect(open(experiment, { initialState: () => state })).rejects.toMatchObject({
      code: 'store_conflict',
    });
  }
});

describe("a learner of the operator's own", () => {
  const withLearner = (learner: unknown, options: Partial<CollectorOptions> = {}) =>
    open({ algorithm: REDUCTION, perReport, learner }, options);

  test('gets what is known of every arm, and its weights are published', async () => {
    const learner = vi.fn((statistics: readonly { readonly reports: number }[], _seed: bigint) =>
      statistics.map(({ reports }) => reports + 1),
    );
    await using collector = await withLearner(learner);
    expect((await snapshotOf(collector)).weights).toEqual([1 / 3, 1 / 3, 1 / 3]);
    expect(learner.mock.calls[0]?.[0]).toEqual(Array(3).fill({ reports: 0, meanLoss: 0.5 }));
    await collector.fetch(post(`[${[report({ arm: 2, bit: 1 }), report({ arm: 2, bit: 0 })]}]`));
    const { weights, mean, reports } = await snapshotOf(collector);
    expect({ weights, reports }).toEqual({ weights: [1 / 5, 1 / 5, 3 / 5], reports: 2 });
    expect(mean).toEqual([null, null, 0.5]);
    const [statistics, seed] = learner.mock.calls.at(-1) as [readonly object[], bigint];
    expect(statistics[2]).toEqual({ reports: 2, meanLoss: 0.5 });
    expect(typeof seed).toBe('bigint');
    expect(seed).not.toBe(learner.mock.calls[0]?.[1]);
  });

  test('is told the mean loss without bias, in any noise', async () => {
    const seen: unknown[] = [];
    await using collector = await open({
      algorithm: { ...REDUCTION, mechanism: 'laplace' },
      perReport,
      learner: (statistics: readonly unknown[]) => {
        seen.push(statistics[1]);
        return uniform();
      },
    });
    const noisy = report({ arm: 1 }).replace('"bit":1', '"noisy":-512');
    expect((await collector.fetch(post(noisy))).status).toBe(202);
    await snapshotOf(collector);
    expect(seen.at(-1)).toEqual({ reports: 1, meanLoss: 1.5 });
  });

  test('may return typed arrays and weights of any size, and write into what it gets', async () => {
    await using collector = await withLearner((statistics: unknown[]) => {
      statistics.length = 0;
      return Float64Array.of(0, 3e300, 1e300);
    });
    expect((await snapshotOf(collector)).weights).toEqual([0, 0.75, 0.25]);
  });

  test('is part of the server only: no manifest shows it', async () => {
    await using collector = await withLearner(uniform);
    const text = await (await collector.fetch(get('/demo'))).text();
    expect(text).not.toContain('learner');
    expect(text).not.toContain('estimator');
  });

  describeWrongCode({
    option: 'learner',
    open: withLearner,
    right: () => [1, 2, 1],
    report,
    wrong: [
      ['too few weights', () => [1, 1]],
      ['too many weights', () => [1, 1, 1, 1]],
      ['no weight at all', () => [0, 0, 0]],
      ['a negative weight', () => [1, -1, 1]],
      ['NaN', () => [1, Number.NaN, 1]],
      ['infinity', () => [1, Number.POSITIVE_INFINITY, 1]],
      ['weights beyond all numbers', () => [1e308, 1e308, 1e308]],
      ['text', () => ['1', '1', '1']],
    ],
  });
});
