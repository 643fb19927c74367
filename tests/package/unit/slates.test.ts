// Slates from end to end: real clients and a real collector, over bytes, for every kind of decision set
// and every algorithm.
import { type AlgorithmSpec, createBandit, type DecisionSet, memoryLedger } from 'ldp-bandits';
import 'ldp-bandits/slates';
import { type CollectorOptions, createCollector, memoryStore } from 'ldp-bandits/server';
import { describe, expect, test } from 'vitest';
import { atOnce } from './server-support.js';

const edges = [
  [0, 1],
  [1, 2],
  [0, 2],
  [2, 3],
] as const;
const path = { type: 'path', nodes: 4, edges, source: 0, target: 3 } as const;
const kinds: readonly (readonly [string, DecisionSet, readonly string[]])[] = [
  [
    'any two of four',
    { type: 'top-k', arms: 4, choose: 2 },
    ['0,1', '0,2', '0,3', '1,2', '1,3', '2,3'],
  ],
  [
    'one of each kind',
    { type: 'partition', groups: [0, 0, 1, 1], most: [1, 1], choose: 2 },
    ['0,2', '0,3', '1,2', '1,3'],
  ],
  ['a path', path, ['2,3', '0,1,3']],
  ['the cheapest path', { ...path, reward: 'cost' }, ['2,3', '0,1,3']],
  ['the widest path', { ...path, reward: 'minimum' }, ['2,3', '0,1,3']],
  ['a tree', { type: 'spanning-tree', nodes: 4, edges }, ['0,1,3', '0,2,3', '1,2,3']],
  ['a matching', { type: 'matching', left: 2, right: 2 }, ['0,3', '1,2']],
  [
    'a cover',
    {
      type: 'coverage',
      left: 3,
      right: 4,
      edges: [
        [0, 1],
        [0, 2],
        [1, 2],
        [2, 3],
      ],
      choose: 2,
    },
    ['0,1,2', '0,1,3', '2,3'],
  ],
  // Nodes 0 to 3 have the edges {0, 2}, {1}, {3} and none.
  [
    'two seeds',
    { type: 'influence', nodes: 4, edges, choose: 2 },
    ['0,1,2', '0,2', '0,2,3', '1', '1,3', '3'],
  ],
  ['a list', { type: 'list', arms: 4, superArms: [[0, 1], [2, 3], [1]] }, ['0,1', '2,3', '1']],
];

/** What each of `visitors` was shown and reported, one after the other. */
async function play(
  algorithm: AlgorithmSpec,
  visitors: number,
  options: Partial<CollectorOptions['experiments'][string]> = {},
) {
  await using collector = await createCollector({
    store: memoryStore(),
    publishEvery: { reports: 4 },
    experiments: atOnce({ demo: { algorithm, perReport: { epsilon: 1 }, ...options } as never }),
  });
  const visits = [];
  for (let visitor = 0; visitor < visitors; visitor++) {
    const bandit = await createBandit({
      endpoint: 'https://collector.example',
      experiment: 'demo',
      algorithm,
      privacy: { epsilon: 1, epsilonTotal: 1 },
      ledger: memoryLedger(),
      timeoutMs: 60_000,
      maxDelayMs: 0,
      fetch: (request) => collector.fetch(request),
    });
    const decision = bandit.choose();
    const action = Array.from(decision.action as Uint32Array);
    const outcome = await decision.reward(action.map((arm) => arm % 2) as never);
    expect(await bandit.flush()).toEqual({ accepted: 1, duplicate: 0, rejected: 0, pending: 0 });
    if (outcome.status !== 'queued') throw new Error(outcome.reason);
    const body = JSON.parse(new TextDecoder().decode(outcome.report.body));
    visits.push({ action, reported: decision.reported, policy: decision.policy, body });
    await bandit[Symbol.asyncDispose]();
  }
  return { visits, snapshot: await collector.snapshot('demo') };
}

describe.each(kinds)('of %s', (_what, set, allowed) => {
  test.each(['combinatorial-thompson', 'cucb-ldp-bit'] as const)(
    '%s shows what is allowed, and reports the arm that it said it would',
    async (type) => {
      const { visits, snapshot } = await play({ type, set }, 9);
      for (const { action, reported, policy, body } of visits) {
        expect(allowed).toContain(String(action));
        expect(policy).toBe('snapshot');
        expect(action).toContain(reported);
        expect(body.arm).toBe(reported);
        expect(Object.keys(body)).toEqual(['v', 'id', 'snapshot', 'arm', 'level', 'bit']);
      }
      expect(snapshot).toMatchObject({ id: 3, reports: 8 });
    },
  );
});

describe('of one of each kind', () => {
  const [, set] = kinds[1] as (typeof kinds)[number];
  const runs: readonly (readonly [string, AlgorithmSpec])[] = [
    ['a coin of the device names the arm', { type: 'cucb-ldp-bit', set, coordinate: 'uniform' }],
    ['joint index', { type: 'cucb-ldp-joint', set }],
    ['Laplace noise', { type: 'cucb-ldp2', set }],
    ['Laplace noise, narrow', { type: 'cucb-ldp2', set, width: 'bernstein' }],
  ];
  test.each(runs)('%s: one arm of the slate is reported', async (_what, algorithm) => {
    const { visits, snapshot } = await play(algorithm, 9);
    for (const { action, reported, body } of visits) {
      expect(action).toContain(reported);
      expect(body.arm).toBe(reported);
      expect(body.arms).toBeUndefined();
    }
    expect(snapshot).toMatchObject({ id: 3, reports: 8 });
  });

  test('a report about the sum names the slate, and no arm of it', async () => {
    const { visits } = await play({ type: 'cucb-ldp-sum', set }, 9);
    const positions = new Map<string, Set<number>>();
    for (const { action, reported, body } of visits) {
      expect(reported).toBe(-1);
      const known = positions.get(String(action)) ?? new Set();
      positions.set(String(action), known.add(body.arm));
    }
    for (const found of positions.values()) expect(found.size).toBe(1);
    expect(new Set([...positions.values()].flatMap((found) => [...found])).size).toBe(
      positions.size,
    );
  });

  test('CUCB-LDP1 reports every arm of the slate', async () => {
    const { visits } = await play({ type: 'cucb-ldp1', set }, 9);
    for (const { action, reported, body } of visits) {
      expect(reported).toBe(-1);
      expect(body.arms).toEqual(action);
      expect(body.noisy).toHaveLength(action.length);
    }
  });
});

test("slates of an operator's oracle are played, and learnt from", async () => {
  const set = { type: 'custom', arms: 5, most: 2, fallback: [0, 1] } as const;
  // The two largest, but never 3 with 4.
  const oracle = (weights: Float64Array) => {
    const byWeight = Array.from(weights.keys()).sort(
      (a, b) => (weights[b] ?? 0) - (weights[a] ?? 0),
    );
    const [first = 0, ...rest] = byWeight;
    return [first, rest.find((arm) => first + arm !== 7) ?? 0];
  };
  const { visits, snapshot } = await play({ type: 'cucb-ldp-bit', set }, 17, { oracle });
  for (const { action, reported, body } of visits) {
    expect(action).toHaveLength(2);
    expect(action).not.toEqual([3, 4]);
    expect(body.arm).toBe(reported);
  }
  expect(snapshot).toMatchObject({ id: 5, reports: 16 });
});
