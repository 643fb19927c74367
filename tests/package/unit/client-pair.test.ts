// `parts: 'pair'` of LDP-LinUCB (docs/spec/codebook.md, section 8.1) from a page to a collector.
import type { AlgorithmSpec } from 'ldp-bandits';
import { createSimulator } from 'ldp-bandits/simulation';
import { afterEach, expect, test, vi } from 'vitest';
import { collectorOf, open, uniformOf } from './client-codebook-support.js';
import { failure, replayed } from './client-support.js';
import { get } from './server-support.js';

afterEach(() => {
  vi.restoreAllMocks();
});

type Spec = AlgorithmSpec<'ldp-linucb'>;
const joint: Spec = { type: 'ldp-linucb', dimension: 2 };
const pair: Spec = { ...joint, parts: 'pair' };

const EPSILON = 10;

// Over 16 other seeds theta is (0.549, -0.315), each number with a deviation of 0.023, of which the bounds are five:
// without a seed one run in a million would fail.
test('a collector learns the parameter from pairs of two bytes', { timeout: 30_000 }, async () => {
  replayed(5);
  const uniform = uniformOf(3);
  await using collector = await collectorOf(pair, EPSILON);
  const bodies: string[] = [];
  const fetch = async (request: Request) => {
    if (request.method === 'POST') bodies.push(await request.clone().text());
    return collector.fetch(request);
  };
  await using bandit = await open({ fetch }, pair, EPSILON);
  for (let i = 0; i < 4_000; i++) {
    const x = [uniform(), -uniform()].map((one) => one * Math.SQRT1_2) as [number, number];
    await bandit.choose([x]).reward(0.6 * x[0] - 0.3 * x[1]);
  }
  await bandit.flush();
  const reports = bodies.flatMap<{ data: string }>((body) => JSON.parse(body));
  expect(reports).toHaveLength(4_000);
  for (const { data } of reports) expect(data).toMatch(/^[\w-]{3}$/);
  const snapshot = await (await collector.fetch(get('/shop/snapshot'))).json();
  const { theta } = snapshot as { theta: readonly [number, number] };
  expect(Math.abs(theta[0] - 0.549)).toBeLessThan(0.115);
  expect(Math.abs(theta[1] + 0.315)).toBeLessThan(0.115);
});

test('one that names the default parts is the one that leaves them', async () => {
  await using bare = await collectorOf(joint, EPSILON);
  await using spelt = await collectorOf({ ...joint, parts: 'joint' }, EPSILON);
  await using other = await collectorOf(pair, EPSILON);
  expect(spelt.manifest('shop')).toEqual(bare.manifest('shop'));
  expect(other.manifest('shop').algorithm).toMatchObject({ type: 'ldp-linucb', parts: 'pair' });
  await using simulator = await createSimulator({ workers: 0 });
  const digestOf = async (policy: object) => {
    const { digest } = await simulator.run({
      version: 1,
      seed: '1',
      replicates: 1,
      horizon: 10,
      environment: { type: 'linear', dimension: 2, arms: 3, contexts: 'fresh' },
      runs: [{ label: 'a', policy, epsilon: EPSILON } as never],
    }).result;
    return digest;
  };
  expect(await digestOf({ ...joint, parts: 'joint' })).toBe(await digestOf(joint));
  expect(await digestOf(pair)).not.toBe(await digestOf(joint));
});

test('a page that pins joint parts refuses pairs, and the other way round', async () => {
  for (const [pinned, offered, field] of [
    [joint, pair, 'algorithm.parts'],
    [pair, joint, 'algorithm.parts'],
  ] as const) {
    await using collector = await collectorOf(offered, EPSILON);
    expect(await failure(open(collector, pinned, EPSILON))).toMatchObject({
      code: 'manifest_mismatch',
      details: { field },
    });
  }
});

test.each([
  ['experiments.shop.algorithm.parts', pair, 3.9],
  ['experiments.shop.algorithm.parts', { ...pair, mechanism: 'ball' }, 10],
  ['experiments.shop.algorithm.parts', { ...joint, parts: 'coin' }, 10],
  ['experiments.shop.algorithm.radius', { ...pair, radius: 'theory' }, 10],
  ['near', { ...pair, codewords: 16, near: 8 }, 10],
] as const)(
  'a collector refuses by %s: %o at epsilon %d',
  async (parameter, algorithm, epsilon) => {
    const error = await failure(collectorOf(algorithm as Spec, epsilon));
    expect(error).toMatchObject({ code: 'invalid_argument', details: { parameter } });
  },
);
