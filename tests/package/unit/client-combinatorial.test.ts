// Slates: what is shown, which arm is reported, what leaves, what it costs.
import { memoryLedger } from 'ldp-bandits';
import { describe, expect, test } from 'vitest';
import {
  ARMS,
  FAMILY,
  NAMES,
  namesArm,
  openSlates,
  SET,
  SHOWN,
  SLATES,
  slateCollector,
  slateSnapshot,
} from './client-combinatorial-support.js';
import { failure, problem, queued, traced, withheld } from './client-support.js';
import { mismatch } from './refusals.js';

const isShown = (arms: ArrayLike<number>) =>
  SHOWN.some((slate) => `${slate}` === `${Array.from(arms)}`);

describe.each(NAMES)('%s', (name) => {
  test('shows a slate of the snapshot and says in advance which arm is reported', async () => {
    const collector = slateCollector(name);
    const bandit = await openSlates(collector, name);
    expect(bandit.manifest.protects).toBe('feedback');
    expect(bandit.manifest.labels).toHaveLength(ARMS);
    const seen = new Set<string>();
    for (let i = 0; i < 60; i++) {
      const { action, reported, policy, rescaled } = bandit.choose();
      expect(action).toBeInstanceOf(Uint32Array);
      expect(isShown(action)).toBe(true);
      expect({ policy, rescaled }).toEqual({ policy: 'snapshot', rescaled: 0 });
      if (!namesArm(name)) expect(reported).toBe(-1);
      else if (name === 'uniform') expect(action).toContain(reported);
      else expect(reported).toBe(action[0] === 0 ? 0 : 5);
      seen.add(`${action}`);
    }
    // Each slate is missed with probability 2^-60.
    expect(seen.size).toBe(2);
    await bandit.flush();
    expect(collector.bodies).toHaveLength(60);
  });

  test('reports what it said, and its trace explains the numbers', async () => {
    const bandit = await openSlates(slateCollector(name), name, { inspect: true });
    for (let i = 0; i < 20; i++) {
      const decision = bandit.choose();
      const given = [0, 0.5, 1];
      const outcome = traced(await decision.reward(given));
      const { outcomes, reported } = outcome.trace.input as {
        outcomes: Float64Array;
        reported: number;
      };
      expect([...outcomes]).toEqual(given);
      expect(reported).toBe(decision.reported);
      const fields = Object.fromEntries(outcome.report.fields.map((f) => [f.name, f.value]));
      expect(fields).toMatchObject({ v: 1, snapshot: 12, level: 0 });
      if (name === 'ldp1') {
        expect(fields['arms']).toEqual([...decision.action]);
        const noise = outcome.trace.noise as Float64Array;
        (fields['noisy'] as number[]).forEach((noisy, at) => {
          expect(noisy).toBe(1024 * ((given[at] as number) + (noise[at] as number)));
        });
        continue;
      }
      const position = decision.action.indexOf(reported);
      if (name === 'sum') expect(FAMILY[fields['arm'] as number]).toEqual([...decision.action]);
      else expect(fields['arm']).toBe(reported);
      const noise = outcome.trace.noise as number;
      const said = name === 'sum' ? 0.5 : (given[position] as number);
      if (name === 'ldp2') {
        expect(fields['noisy']).toBe(1024 * (said + noise));
        continue;
      }
      // The coin falls below flip + (1 - 2 flip) outcome exactly where the bit is 1.
      const flip = 1 / (1 + Math.E);
      expect(fields['bit']).toBe(noise < flip + (1 - 2 * flip) * said ? 1 : 0);
    }
  });

  test('what is randomised says so, and nothing else is', async () => {
    const bandit = await openSlates(slateCollector(name), name);
    const outcome = queued(await bandit.choose().reward([1, 0, 1]));
    const randomized = outcome.report.fields.filter((f) => f.visibility === 'randomized');
    const payload = name === 'ldp1' || name === 'ldp2' ? 'noisy' : 'bit';
    expect(randomized.map((f) => f.name)).toEqual([payload]);
    const names = outcome.report.fields.map((f) => f.name);
    const arm = name === 'ldp1' ? 'arms' : 'arm';
    expect(names).toEqual(['v', 'id', 'snapshot', arm, 'level', payload]);
    expect(outcome.spent).toEqual({ epsilon: 1, delta: 0 });
  });

  test('one decision is one report: silence, an answer, a second answer, disposal', async () => {
    const collector = slateCollector(name);
    const bandit = await openSlates(collector, name);
    const answered = bandit.choose();
    await answered.reward([1, 1, 1]);
    expect(await answered.reward([0, 0, 0])).toEqual(withheld('already_reported'));
    bandit.choose();
    bandit.choose()[Symbol.dispose]();
    expect(await bandit.flush()).toMatchObject({ accepted: 3, pending: 0 });
    expect(new Set(collector.bodies.map((body) => JSON.parse(body).id)).size).toBe(3);
  });

  test('without a snapshot: a feasible slate, nothing spent, nothing sent', async () => {
    const collector = slateCollector(name);
    collector.snapshot = problem(503, 'unavailable');
    const bandit = await openSlates(collector, name);
    const decisions = Array.from({ length: 60 }, () => bandit.choose());
    for (const { policy, action } of decisions) {
      expect(policy).toBe('offline-uniform');
      expect(FAMILY).toContainEqual([...action]);
    }
    // By symmetry all 8 are alike: one is missed with probability 8 (7/8)^60 < 0.003, three or more
    // with less than 56 (5/8)^60 < 4e-11.
    expect(new Set(decisions.map(({ action }) => `${action}`)).size).toBeGreaterThan(5);
    const [first] = decisions as [(typeof decisions)[0]];
    expect(await first.reward([1, 1, 1])).toEqual(withheld('shown_early'));
    expect((await bandit.budget()).reports).toBe(0);
    await bandit.flush();
    expect(collector.bodies).toEqual([]);
  });
});

test('a report about one arm of three costs no more than a report about all of them', async () => {
  for (const name of NAMES) {
    const ledger = memoryLedger();
    const privacy = { epsilon: 1, epsilonTotal: 2 };
    const bandit = await openSlates(slateCollector(name), name, { ledger, privacy });
    const outcomes = [];
    for (let i = 0; i < 3; i++) outcomes.push((await bandit.choose().reward([1, 0, 1])).status);
    expect(outcomes).toEqual(['queued', 'queued', 'withheld']);
    const { spent, entries } = await bandit.budget();
    expect(spent).toEqual({ epsilon: 2, delta: 0 });
    for await (const entry of entries())
      expect(entry).toMatchObject({ mechanism: SLATES[name].type, epsilon: 1, delta: 0 });
  }
});

const menu = { set: SLATES.bit.set, levels: [0.5, 1, 2] };
test.each([
  { type: 'cucb-ldp-bit', ...menu },
  { type: 'cucb-ldp-kl', ...menu },
] as const)(
  'the menu of levels of $type: a device reports at the largest that its page allows',
  async (spec) => {
    const { levels } = spec;
    const collector = slateCollector('bit');
    collector.manifest = {
      ...(collector.manifest as object),
      algorithm: {
        ...{ ...spec, coordinate: 'least-reported' },
        ...{ rewards: { type: 'unit' }, neutral: 0 },
      },
      perReport: { epsilon: 2, delta: 0 },
    };
    for (const [epsilon, level] of [
      [0.7, 0],
      [1, 1],
      [5, 2],
    ] as const) {
      const bandit = await openSlates(collector, 'bit', {
        algorithm: spec,
        privacy: { epsilon, epsilonTotal: 10 },
      });
      const outcome = queued(await bandit.choose().reward([1, 1, 1]));
      expect(outcome.report.fields.find((f) => f.name === 'level')?.value).toBe(level);
      expect(outcome.spent.epsilon).toBe(levels[level]);
    }
  },
);

test('an answer and silence of the same decision have noise of their own', async () => {
  const bandit = await openSlates(slateCollector('ldp1'), 'ldp1');
  const events = bandit.events()[Symbol.asyncIterator]();
  const outcome = await bandit.choose().reward([0, 0, 0]); // the neutral outcomes
  const { value: queued } = await events.next();
  if (outcome.status !== 'queued' || queued.type !== 'queued') throw new Error('withheld');
  const noisy = (report: typeof outcome.report) => report.fields.at(-1)?.value as readonly number[];
  expect(queued.report.id).toBe(outcome.report.id);
  noisy(outcome.report).forEach((value, i) => {
    expect(value).not.toBe(noisy(queued.report)[i]);
  });
});

test('a Float64Array of outcomes is as good as a list, and is not kept', async () => {
  const bandit = await openSlates(slateCollector('ldp1'), 'ldp1', { inspect: true });
  const given = Float64Array.of(0.25, 0.5, 0.75);
  const answer = bandit.choose().reward(given);
  given.fill(0);
  const outcome = await answer;
  const { outcomes } = (outcome as { trace: { input: { outcomes: Float64Array } } }).trace.input;
  expect([...outcomes]).toEqual([0.25, 0.5, 0.75]);
});

describe('every kind of decision set reaches the device', () => {
  const edges = [
    [0, 1],
    [1, 3],
    [0, 2],
    [2, 3],
  ] as const;
  const SETS = {
    'top-k': [{ type: 'top-k', arms: 6, choose: 3 }, 6, [0, 1, 5]],
    path: [{ type: 'path', nodes: 4, edges, source: 0, target: 3 }, 4, [2, 3]],
    cost: [{ type: 'path', nodes: 4, edges, source: 0, target: 3, reward: 'cost' }, 4, [0, 1]],
    tree: [{ type: 'spanning-tree', nodes: 4, edges }, 4, [0, 1, 3]],
    matching: [{ type: 'matching', left: 2, right: 3 }, 6, [1, 3]],
    coverage: [{ type: 'coverage', left: 3, right: 4, edges, choose: 2 }, 4, [0, 1, 2]],
    influence: [{ type: 'influence', nodes: 4, edges, choose: 1 }, 4, [0, 2]],
    list: [{ type: 'list', arms: 5, superArms: [[0, 1], [2, 3, 4], [1]] }, 5, [2, 3, 4]],
    custom: [{ type: 'custom', arms: 5, most: 3, fallback: [1, 4] }, 5, [0, 1, 2]],
  } as const;

  test.each(Object.keys(SETS) as (keyof typeof SETS)[])('%s', async (kind) => {
    const [set, arms, shown] = SETS[kind];
    // The defaults of a set are the library's to fill in, on both sides alike.
    const algorithm = { type: 'combinatorial-thompson', set } as const;
    const collector = slateCollector('thompson', { set });
    collector.manifest = { ...(collector.manifest as object), labels: new Array(arms).fill('x') };
    collector.snapshot = slateSnapshot('thompson', {
      mean: new Array(arms).fill(0),
      width: new Array(arms).fill(null),
      slates: [{ arms: shown, reported: shown[1] }],
    });
    const bandit = await openSlates(collector, 'thompson', { algorithm });
    const decision = bandit.choose();
    expect([...decision.action]).toEqual(shown);
    expect(decision.reported).toBe(shown[1]);
    const outcome = await decision.reward(shown.map(() => 1));
    expect(outcome.status).toBe('queued');

    collector.snapshot = problem(503, 'unavailable');
    const offline = await openSlates(collector, 'thompson', { algorithm });
    const { action } = offline.choose();
    // What the device plays by itself would pass the check of a server's slates.
    collector.snapshot = slateSnapshot('thompson', {
      snapshot: 13,
      mean: new Array(arms).fill(0),
      width: new Array(arms).fill(null),
      slates: [{ arms: [...action], reported: action[0] }],
    });
    expect((await offline.refresh()).id).toBe(13);
    if (kind === 'custom') expect([...action]).toEqual([1, 4]);
  });
});

describe('the pin', () => {
  test.each([
    ['algorithm.set', { set: { ...SET, choose: 2 } }],
    ['algorithm.set', { set: { ...SET, groups: [0, 0, 1, 1, 2, 1] } }],
    ['algorithm.coordinate', { coordinate: 'uniform' }],
    ['algorithm.neutral', { neutral: 1 }],
    ['algorithm.levels', { levels: [1] }],
  ])('%s of the collector must be what the page pinned', async (field, change) => {
    expect(await failure(openSlates(slateCollector('bit', change)))).toMatchObject(mismatch(field));
  });

  test('labels name the arms of the set, one each', async () => {
    const collector = slateCollector();
    collector.manifest = { ...(collector.manifest as object), labels: ['a', 'b', 'c'] };
    expect(await failure(openSlates(collector))).toMatchObject(mismatch('labels'));
  });
});
