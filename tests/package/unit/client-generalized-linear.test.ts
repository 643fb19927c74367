// Generalized linear bandits before a real collector: what is chosen, what leaves and what it costs; what is
// refused at the page and at the collector; and that both take the same score.
import { type AlgorithmSpec, createBandit, memoryLedger } from 'ldp-bandits';
import 'ldp-bandits/contexts';
import { type Collector, createCollector, memoryStore } from 'ldp-bandits/server';
import { describe, expect, test } from 'vitest';
import { traced, withheld } from './client-support.js';
import { atOnce, get, ORIGIN, post } from './server-support.js';

type GlmType = 'ldp-glm-newton' | 'ldp-glm-gloc' | 'ldp-glm-sgd' | 'ldp-glm-published';
type Spec = AlgorithmSpec<GlmType>;

const DELTA = 1e-5;
/** Every algorithm of the family, in every mechanism, and every link. */
const SPECS = {
  newton: { type: 'ldp-glm-newton', dimension: 2, mechanism: 'ball', parts: 'joint' },
  'newton, gaussian, probit': {
    ...{ type: 'ldp-glm-newton', dimension: 2, link: 'probit' },
    ...{ mechanism: 'gaussian', delta: DELTA },
  },
  gloc: {
    ...{ type: 'ldp-glm-gloc', dimension: 2, link: 'poisson', largest: 10, optimism: 0.5 },
    mechanism: 'ball',
  },
  'gloc, gaussian': {
    ...{ type: 'ldp-glm-gloc', dimension: 2, mechanism: 'gaussian', delta: DELTA },
  },
  sgd: { type: 'ldp-glm-sgd', dimension: 2, bound: 3, mechanism: 'ball' },
  'sgd, gaussian, identity': {
    ...{ type: 'ldp-glm-sgd', dimension: 2, link: 'identity', largest: 2 },
    ...{ mechanism: 'gaussian', delta: DELTA },
  },
  published: { type: 'ldp-glm-published', dimension: 2, delta: DELTA },
} as const satisfies Record<string, Spec>;
type Name = keyof typeof SPECS;
const NAMES = Object.keys(SPECS) as Name[];

const FEATURES = [
  [0.6, 0.8],
  [0.8, -0.6],
  [3, 4],
];

function collectorOf(algorithm: Spec, epsilon = 1, reports = 1): Promise<Collector> {
  return createCollector({
    experiments: atOnce({ shop: { algorithm, perReport: { epsilon } } }),
    store: memoryStore(),
    publishEvery: { reports },
  });
}

function open(collector: Collector, algorithm: Spec, epsilon = 1, options: object = {}) {
  return createBandit<GlmType>({
    endpoint: ORIGIN,
    experiment: 'shop',
    algorithm,
    privacy: {
      ...{ epsilon, epsilonTotal: 1e6 },
      ...('delta' in algorithm ? { delta: DELTA, deltaTotal: 1 } : {}),
    },
    ledger: memoryLedger(),
    fetch: collector.fetch,
    ...options,
  });
}

const snapshotOf = async (collector: Collector) =>
  (await collector.fetch(get('/shop/snapshot'))).json();

describe.each(NAMES)('%s', (name) => {
  const algorithm: Spec = SPECS[name];

  test('a page and a collector agree on every number, over several snapshots', async () => {
    const collector = await collectorOf(algorithm);
    const bandit = await open(collector, algorithm, 1, { inspect: true });
    expect(bandit.manifest.protects).toBe('context-and-feedback');
    for (let round = 1; round <= 6; round++) {
      const decision = bandit.choose(FEATURES);
      expect([0, 1, 2]).toContain(decision.action);
      expect(decision.rescaled).toBe(1);
      const outcome = traced(await decision.reward(1));
      const { vector, unit, x, clamped } = outcome.trace.input as {
        vector: Float64Array;
        unit: number;
        x: Float64Array;
        clamped: boolean;
      };
      expect(Math.hypot(...x)).toBeLessThanOrEqual(1 + 1e-12);
      expect(clamped).toBe(false);
      const data = outcome.report.fields.find((field) => field.name === 'data');
      const noise = outcome.trace.noise as Float64Array;
      (data as { value: readonly number[] } | undefined)?.value.forEach((step, i) => {
        expect(step * unit).toBeCloseTo((vector[i] as number) + (noise[i] as number), 8);
      });
      expect(() => JSON.stringify(outcome.trace)).toThrow(TypeError);
      expect((await bandit.flush()).accepted).toBe(1);
      expect((await bandit.refresh()).reports).toBe(round);
    }
    const { theta, residual, point } = await snapshotOf(collector);
    expect(theta).toHaveLength(2);
    expect(residual).toBeGreaterThan(0);
    // Where a score is taken is within the bound, whatever the noise has done to the estimate.
    const bound = (algorithm as { bound?: number }).bound ?? 1;
    expect(Math.hypot(...(point ?? theta))).toBeLessThanOrEqual(bound * (1 + 1e-9));
  });

  test('all reports have one length, and only id, snapshot and data', async () => {
    const bodies: string[] = [];
    const collector = await collectorOf(algorithm);
    const fetch = async (request: Request) => {
      if (request.method === 'POST') bodies.push(await request.clone().text());
      return collector.fetch(request);
    };
    const bandit = await open(collector, algorithm, 1, { fetch });
    for (const [features, feedback] of [
      [[[0, 0]], 0],
      [[[1, 0]], 1e300],
      [[[-1e300, 1e300]], -1e300],
      [Array.from({ length: 50 }, (_, i) => [i, -i]), undefined],
    ] as const) {
      const decision = bandit.choose(features);
      if (feedback !== undefined) await decision.reward(feedback);
    }
    await bandit.flush();
    expect(bodies).toHaveLength(4);
    for (const body of bodies) {
      expect(Object.keys(JSON.parse(body))).toEqual(['v', 'id', 'snapshot', 'data']);
      expect(body.length).toBe(bodies[0]?.length);
    }
  });

  test('feedback and features that are no numbers are refused without their value', async () => {
    const collector = await collectorOf(algorithm);
    const bandit = await open(collector, algorithm);
    const decision = bandit.choose(FEATURES);
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, '1', undefined, 1n]) {
      await expect(decision.reward(bad as number)).resolves.toEqual(withheld('invalid_feedback'));
    }
    await expect(decision.reward(1)).resolves.toMatchObject({ status: 'queued' });
    for (const [parameter, features] of [
      ['features[1]', [[0.1, 0.2], [0.1]]],
      ['features[0]', [[0.1, 0.2, 0.3]]],
      ['features[0][1]', [[0.1, Number.NaN]]],
    ] as const) {
      const { problem } = bandit.choose(features as unknown as number[][]);
      expect(problem).toMatchObject({ code: 'invalid_argument', details: { parameter } });
      expect(problem?.details).not.toHaveProperty('value');
    }
  });
});

test('feedback beyond the range of the link is clamped, and the page may know', async () => {
  const algorithm = SPECS['sgd, gaussian, identity'];
  const bandit = await open(await collectorOf(algorithm), algorithm, 1, { inspect: true });
  for (const [feedback, clamped] of [
    [2, false],
    [-2, false],
    [2.01, true],
    [-1e300, true],
  ] as const) {
    const outcome = traced(await bandit.choose(FEATURES).reward(feedback));
    expect(outcome.trace.input).toMatchObject({ clamped, reward: feedback });
  }
});

const newton = { type: 'ldp-glm-newton', dimension: 2 };
const BAD_SPECS: readonly (readonly [string, string, object])[] = [
  ['rewards without a bound', 'largest', { ...newton, link: 'identity' }],
  ['counts without a bound', 'largest', { ...newton, link: 'poisson' }],
  ['an endless bound', 'largest', { ...newton, link: 'identity', largest: Infinity }],
  ['no bound at all', 'largest', { ...newton, link: 'identity', largest: 0 }],
  ['a bound where there is one', 'largest', { ...newton, largest: 1 }],
  ['an unknown link', 'link', { ...newton, link: 'softmax' }],
  ['a clip of another link', 'clip', { ...newton, clip: 1.5 }],
  ['delta of ball noise', 'delta', { ...newton, delta: DELTA }],
  ['a parameter beyond 8', 'bound', { ...newton, bound: 9 }],
  ['optimism that is none', 'optimism', { ...newton, optimism: Number.NaN }],
  ['a coin with Gaussian noise', 'parts', { ...newton, mechanism: 'gaussian', parts: 'coin' }],
  ['parts that are none', 'parts', { ...newton, parts: 'both' }],
  ['parts of a learner with one', 'parts', { type: 'ldp-glm-sgd', dimension: 2, parts: 'coin' }],
  ['no dimension', 'dimension', { type: 'ldp-glm-newton' }],
  ['rewards mapped elsewhere', 'rewards', { ...newton, rewards: { type: 'unit' } }],
  [
    'a mechanism without choice',
    'mechanism',
    { type: 'ldp-glm-published', dimension: 2, mechanism: 'ball' },
  ],
  ['a learner of the simulation', 'type', { type: 'gloc' }],
];

test.each(BAD_SPECS)('%s: refused by page and collector, naming %s', async (_, name, spec) => {
  const algorithm = spec as Spec;
  const refusal = (path: string) => ({
    code: 'invalid_argument',
    details: { parameter: `${path}.${name}` },
  });
  await expect(collectorOf(algorithm)).rejects.toMatchObject(refusal('experiments.shop.algorithm'));
  const collector = await collectorOf(SPECS.newton);
  await expect(open(collector, algorithm)).rejects.toMatchObject({ code: 'invalid_argument' });
});

test('published noise is refused where it does not keep what the page pins', async () => {
  // Residuals up to 5 in noise for 1: (1.2, 1e-5), not (1, 1e-5).
  const algorithm: Spec = {
    ...{ type: 'ldp-glm-published', dimension: 2, link: 'identity', largest: 4, delta: DELTA },
  };
  const collector = await collectorOf(algorithm);
  await expect(open(collector, algorithm)).rejects.toMatchObject({
    code: 'manifest_mismatch',
    details: { parameter: 'epsilon' },
  });
  // With feedback up to 2 it keeps less than it claims, and the ledger is charged what it keeps.
  const kept: Spec = { ...algorithm, largest: 2 };
  const ledger = memoryLedger();
  const bandit = await open(await collectorOf(kept), kept, 1, { ledger });
  bandit.choose(FEATURES);
  await bandit.flush();
  for await (const entry of ledger.entries()) expect(entry.epsilon).toBeCloseTo(0.715, 2);
  expect((await bandit.budget()).reports).toBe(1);
});

test('a snapshot with a point out of bounds is refused, and the old one stays', async () => {
  const algorithm = SPECS.newton;
  const collector = await collectorOf(algorithm);
  let change: object = {};
  const fetch = async (request: Request) => {
    const response = await collector.fetch(request);
    if (!request.url.endsWith('/snapshot')) return response;
    return Response.json({ ...(await response.json()), snapshot: 40, ...change });
  };
  const bandit = await open(collector, algorithm, 1, { fetch });
  await bandit.refresh();
  for (const bad of [
    { theta: [0.8, 0.8] },
    { point: [0.8, 0.8] },
    { point: [0.1] },
    { point: [0.1, null] },
    { residual: 0 },
    { residual: -1 },
    { residual: 0.8 },
    { residual: 'half' },
  ]) {
    change = bad;
    await expect(bandit.refresh()).rejects.toThrow();
    expect(bandit.snapshot.id).toBe(40);
  }
});

test('a collector refuses vectors of another length, and numbers that no report has', async () => {
  const collector = await collectorOf(SPECS.sgd);
  const body = (data: Buffer) =>
    `{"v":1,"id":"${Buffer.alloc(16, 7).toString('base64url')}","snapshot":1,"data":"${data.toString('base64url')}"}`;
  for (const data of [Buffer.alloc(2), Buffer.alloc(6), Buffer.from([0, 0x80, 0, 0])]) {
    const response = await collector.fetch(post(body(data), 'shop'));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'report_rejected' });
  }
  const response = await collector.fetch(post(body(Buffer.from([1, 0, 0xff, 0x7f])), 'shop'));
  expect(response.status).toBe(202);
});
