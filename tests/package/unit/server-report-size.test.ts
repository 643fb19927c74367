// How long a body may be: as long as the longest report that a device of the experiment can send, for
// every algorithm, measured on reports of real devices.
import { type AlgorithmSpec, createBandit, memoryLedger } from 'ldp-bandits';
import 'ldp-bandits/best-arm';
import 'ldp-bandits/contexts';
import 'ldp-bandits/noise';
import 'ldp-bandits/slates';
import { describe, expect, test } from 'vitest';
import { SLATES } from './client-combinatorial-support.js';
import { POINTS } from './client-convex-support.js';
import { collectorOver, ORIGIN, post } from './server-support.js';

const VECTORS = {
  // Its two parts are equally long.
  moments: { type: 'ldp-linear-moments', dimension: 1 },
  ball: { type: 'ldp-linucb', dimension: 5, mechanism: 'ball' },
  gaussian: { type: 'ldp-linucb', dimension: 5, mechanism: 'gaussian' },
  pair: { type: 'online-ldp-linucb', dimension: 5 },
  combiner: { type: 'private-bandits-combiner', dimension: 5 },
  newton: { type: 'ldp-glm-newton', dimension: 5, mechanism: 'ball', parts: 'joint' },
  gloc: { type: 'ldp-glm-gloc', dimension: 5, mechanism: 'ball' },
  sgd: { type: 'ldp-glm-sgd', dimension: 5, mechanism: 'ball' },
  published: { type: 'ldp-glm-published', dimension: 5 },
  // The default. Whatever the family, the part and the dimension: an index.
  momentsCodebook: { type: 'ldp-linear-moments', dimension: 20 },
  gramCodebook: { type: 'ldp-linucb', dimension: 20 },
  newtonCodebook: { type: 'ldp-glm-newton', dimension: 5, parts: 'joint' },
  glocCodebook: { type: 'ldp-glm-gloc', dimension: 5, mechanism: 'codebook' },
  sgdCodebook: { type: 'ldp-glm-sgd', dimension: 5, mechanism: 'codebook' },
} as const;

const SCALARS = {
  bit: { type: 'weighted-ldp-ucb', arms: 3 },
  laplace: { type: 'weighted-ldp-ucb-laplace', arms: 3 },
  gaussian: { type: 'ldp-gaussian-ucb', arms: 12 },
  heBit: { type: 'he-ldp-ucb-bernoulli', arms: 3, epsilonMin: 0.5, levels: [0.5, 1] },
  heLaplace: { type: 'he-ldp-ucb-laplace', arms: 101, epsilonMin: 0.5, levels: [0.5, 1] },
  klUcb: { type: 'ldp-kl-ucb', arms: 3 },
  thompson: { type: 'ldp-thompson', arms: 3 },
  tsallis: { type: 'ldp-tsallis-inf', arms: 3 },
  exp3: { type: 'ldp-exp3', arms: 3 },
  bestArm: { type: 'ldp-kl-lucb', arms: 3 },
} as const;

const EDGES = [
  [0, 1],
  [1, 2],
  [0, 2],
  [2, 3],
] as const;

/** The longest body that the collector reads, and what reports of devices have. */
async function lengths(algorithm: object, visits: number) {
  const spec = algorithm as AlgorithmSpec;
  const { delta = 0 } = algorithm as { delta?: number };
  const experiments = { demo: { algorithm: spec, perReport: { epsilon: 1 } } } as never;
  await using collector = await collectorOver({ experiments, maxReportsPerBody: 1 });
  const refused = await collector.fetch(post('x'.repeat(2 ** 20)));
  expect(refused.status).toBe(413);
  const { limit } = (await refused.json()) as { limit: number };

  const sent: number[] = [];
  const stated = collector.manifest('demo').perReport.delta || delta;
  await using bandit = await createBandit({
    endpoint: ORIGIN,
    experiment: 'demo',
    algorithm: spec,
    privacy: {
      epsilon: 1,
      epsilonTotal: 1e6,
      ...(stated > 0 ? { delta: stated, deltaTotal: 0.5 } : {}),
    },
    ledger: memoryLedger(),
    timeoutMs: 60_000,
    fetch: async (request: Request) => {
      if (request.method === 'POST') sent.push((await request.clone().arrayBuffer()).byteLength);
      return collector.fetch(request);
    },
  } as never);
  const page = bandit as unknown as { choose(...context: readonly unknown[]): unknown };
  const { dimension } = algorithm as { dimension?: number };
  for (let i = 0; i < visits; i++) {
    const context = Array.from({ length: dimension ?? 0 }, (_, k) => Math.sin(i + k));
    page.choose(...(dimension === undefined ? [] : [[context]]));
  }
  const { accepted } = (await bandit.flush()) as { accepted: number };
  expect(accepted).toBe(visits);
  return { limit, sent };
}

/** Two brackets; the number of the snapshot is 1, and could have ten digits. */
const UNUSED = 2 + 9;

describe('the longest body', { timeout: 60_000 }, () => {
  test.for(Object.entries(VECTORS))(
    'of vectors (%s) is that of a real report',
    async ([, spec]) => {
      const { limit, sent } = await lengths(spec, 8);
      expect(limit).toBe(Math.max(...sent) + UNUSED);
    },
  );

  test('a body of codebook reports that would become too many numbers is refused before any', async () => {
    const open = (maxReportsPerBody: number) =>
      collectorOver({
        experiments: {
          demo: { algorithm: { type: 'ldp-linucb', dimension: 128 }, perReport: { epsilon: 1 } },
        },
        maxReportsPerBody,
      });
    // 128 * 129/2 + 128 numbers a report; 2^22 numbers at most.
    await expect(open(10_000)).rejects.toThrow(
      /maxReportsPerBody: must be at most 500 with reports that add 8384 numbers/,
    );
    await using collector = await open(500);
    expect(collector).toBeDefined();
  });

  // A curvature, the longer part, comes from 15 of 100 devices: from none of 120 in one of 3 10^8 runs.
  test.for([
    { type: 'ldp-glm-newton', dimension: 5, mechanism: 'ball' },
    { type: 'ldp-glm-newton', dimension: 5, mechanism: 'codebook' },
  ])('of the parts of a coin (%o) is that of the longer one', async (spec) => {
    const { limit, sent } = await lengths(spec, 120);
    expect(limit).toBe(Math.max(...sent) + UNUSED);
    expect(new Set(sent).size).toBe(2);
  });

  test.for([
    { type: 'spanning-tree', nodes: 4, edges: EDGES },
    { type: 'path', nodes: 4, edges: EDGES, source: 0, target: 3 },
    { type: 'matching', left: 2, right: 3 },
    { type: 'list', arms: 4, superArms: [[0], [1, 2, 3]] },
  ])('of slates of a $type has room for every real report', async (set) => {
    const { limit, sent } = await lengths({ type: 'cucb-ldp2', set }, 8);
    expect(Math.max(...sent) + UNUSED).toBeLessThanOrEqual(limit);
  });

  test.for([...Object.entries(SCALARS), ...Object.entries(SLATES), ...Object.entries(POINTS)] as [
    string,
    object,
  ][])('of %s has room for every real report, and for few bytes more', async ([, spec]) => {
    const { limit, sent } = await lengths(spec, 8);
    expect(sent).toHaveLength(8);
    // The longest integer has 11 characters, where noise of epsilon 1 has a few; the number of a super
    // arm has up to 10. A slate of three has three integers.
    const longest = Math.max(...sent);
    expect(longest + UNUSED).toBeLessThanOrEqual(limit);
    expect(limit).toBeLessThanOrEqual(longest + UNUSED + 3 * 11);
  });
});
