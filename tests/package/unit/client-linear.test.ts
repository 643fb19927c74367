// Decisions with a context: what is chosen, what leaves, what it costs.
import { memoryLedger } from 'ldp-bandits';
import { describe, expect, test } from 'vitest';
import {
  DIMENSION,
  deltaOf,
  FEATURES,
  LINEAR,
  LINEAR_SNAPSHOT,
  type LinearName,
  linearCollector,
  openLinear,
} from './client-linear-support.js';
import { failure, parse, problem, queued, settle, traced, withheld } from './client-support.js';
import { badArgument, mismatch } from './refusals.js';

const NAMES = Object.keys(LINEAR) as LinearName[];

describe.each(NAMES)('%s', (name) => {
  test('plays what the snapshot says and reports what its trace says, within one body', async () => {
    const collector = linearCollector(name);
    const bandit = await openLinear(collector, name, { inspect: true });
    expect(bandit.manifest.protects).toBe('context-and-feedback');
    const decision = bandit.choose(FEATURES);
    expect(decision).toMatchObject({ action: 1, policy: 'snapshot', rescaled: 0 });
    const outcome = traced(await decision.reward(0.5));
    const { vector, unit, x, reward, part } = outcome.trace.input as {
      vector: Float64Array;
      unit: number;
      x: Float64Array;
      reward: number;
      part: string;
    };
    expect([...x]).toEqual([0.9, 0.1, 0.3]);
    expect(reward).toBe(0.5);
    const fields = Object.fromEntries(outcome.report.fields.map((f) => [f.name, f.value]));
    if ('part' in fields) expect(fields['part']).toBe(part);
    const data = fields['data'] as readonly number[];
    const noise = outcome.trace.noise as Float64Array;
    expect(data).toHaveLength(vector.length);
    data.forEach((step, i) => {
      expect(step * unit).toBeCloseTo((vector[i] as number) + (noise[i] as number), 9);
    });
    expect(() => JSON.stringify(outcome.trace)).toThrow(TypeError);
    expect(outcome.spent).toEqual({ epsilon: 1, delta: deltaOf(name) });
    await bandit.flush();
    expect(collector.bodies).toEqual([new TextDecoder().decode(outcome.report.body)]);
  });

  test('the body names neither arm nor level, and only id, snapshot, part and data', async () => {
    const collector = linearCollector(name);
    const bandit = await openLinear(collector, name);
    for (let i = 0; i < 20; i++) bandit.choose(FEATURES);
    await bandit.flush();
    expect(collector.bodies).toHaveLength(20);
    const hasParts = name === 'moments';
    for (const body of collector.bodies) {
      const keys = ['v', 'id', 'snapshot', ...(hasParts ? ['part'] : []), 'data'];
      expect(Object.keys(JSON.parse(body))).toEqual(keys);
      expect(parse(body).snapshot).toBe(12);
    }
  });

  test('what is randomised says so, and nothing else is', async () => {
    const bandit = await openLinear(linearCollector(name), name);
    const outcome = queued(await bandit.choose(FEATURES).reward(1));
    for (const { name: field, visibility } of outcome.report.fields)
      expect(visibility).toBe(field === 'data' ? 'randomized' : 'public');
  });

  test('every request of a retry has the same bytes', async () => {
    const collector = linearCollector(name);
    const bandit = await openLinear(collector, name);
    await bandit.choose(FEATURES).reward(1);
    collector.answers.push(problem(503, 'unavailable'), problem(503, 'unavailable'));
    for (let i = 0; i < 3; i++) await bandit.flush();
    expect(collector.bodies).toHaveLength(3);
    expect(new Set(collector.bodies).size).toBe(1);
  });

  test('one decision is one report: silence, an answer, a second answer, disposal', async () => {
    const collector = linearCollector(name);
    const bandit = await openLinear(collector, name);
    const answered = bandit.choose(FEATURES);
    await answered.reward(1);
    expect(await answered.reward(0)).toEqual(withheld('already_reported'));
    bandit.choose(FEATURES);
    bandit.choose(FEATURES)[Symbol.dispose]();
    expect(await bandit.flush()).toMatchObject({ accepted: 3, pending: 0 });
    expect(new Set(collector.bodies.map((body) => parse(body).id)).size).toBe(3);
  });

  test('without a snapshot: uniform, nothing spent, nothing sent', async () => {
    const collector = linearCollector(name);
    collector.snapshot = problem(503, 'unavailable');
    const bandit = await openLinear(collector, name);
    const decisions = Array.from({ length: 60 }, () => bandit.choose(FEATURES));
    for (const { policy } of decisions) expect(policy).toBe('offline-uniform');
    // Each arm is missed with probability (2/3)^60 < 3e-11.
    expect(new Set(decisions.map(({ action }) => action))).toEqual(new Set([0, 1, 2]));
    expect(await (decisions[0] as (typeof decisions)[0]).reward(1)).toEqual(
      withheld('shown_early'),
    );
    expect((await bandit.budget()).reports).toBe(0);
    await bandit.flush();
    expect(collector.bodies).toEqual([]);
  });
});

test('an answer and silence of the same decision have noise of their own', async () => {
  const bandit = await openLinear(linearCollector('gaussian'), 'gaussian', { inspect: true });
  const events = bandit.events()[Symbol.asyncIterator]();
  const outcome = await bandit.choose(FEATURES).reward(0); // the neutral feedback
  const { value: queued } = await events.next();
  if (outcome.status !== 'queued' || queued.type !== 'queued') throw new Error('withheld');
  const data = (report: typeof outcome.report) => report.fields.at(-1)?.value as readonly number[];
  const silent = data(queued.report);
  expect(queued.report.id).toBe(outcome.report.id);
  data(outcome.report).forEach((value, i) => {
    expect(value).not.toBe(silent[i]);
  });
});

test('rows over the norm are shortened and counted; under it nothing is', async () => {
  const bandit = await openLinear(linearCollector());
  const far = [
    [3, 4, 0],
    [0.1, 0.2, 0.3],
    [0, -30, 0],
  ];
  expect(bandit.choose(far)).toMatchObject({ action: 0, rescaled: 2 });
  expect(bandit.choose(FEATURES).rescaled).toBe(0);
});

test('the declared norm divides: rows within it are not shortened', async () => {
  const bandit = await openLinear(linearCollector('ball', { norm: 10 }), 'ball', {
    algorithm: { ...LINEAR.ball, norm: 10 },
    inspect: true,
  });
  const decision = bandit.choose([[6, 8, 0]]);
  expect(decision).toMatchObject({ action: 0, rescaled: 0 });
  const outcome = await decision.reward(0);
  const { x } = (outcome as { trace: { input: { x: Float64Array } } }).trace.input;
  expect([...x]).toEqual([0.6, 0.8, 0]);
});

test('one block of numbers means the same as rows', async () => {
  const bandit = await openLinear(linearCollector());
  const data = Float64Array.from([0.1, 0.5, 0.2, 0.9, 0.1, 0.3]);
  expect(bandit.choose({ rows: 2, columns: DIMENSION, data }).action).toBe(1);
  const rows = [Float64Array.of(0.1, 0.5, 0.2), Float64Array.of(0.9, 0.1, 0.3)];
  expect(bandit.choose(rows).action).toBe(1);
});

test('what is learnt decides: theta, the factor with its radius, exploration', async () => {
  const collector = linearCollector();
  const play = async (snapshot: object) => {
    collector.snapshot = { ...LINEAR_SNAPSHOT, ...snapshot };
    const bandit = await openLinear(collector);
    return Array.from({ length: 40 }, () => bandit.choose(FEATURES).action);
  };
  expect(new Set(await play({ theta: [0, 1, 0] }))).toEqual(new Set([0]));
  // Only the second feature has a width, so the first row, where it is largest, is unknown most.
  expect(new Set(await play({ factor: [0, 0, 1, 0, 0, 0], radius: 50 }))).toEqual(new Set([0]));
  // Each arm is missed with probability (2/3)^40 < 1e-7.
  expect(new Set(await play({ exploration: 1 }))).toEqual(new Set([0, 1, 2]));
});

describe('snapshots that are not what they should be', () => {
  const { factor: _, ...good } = { ...LINEAR_SNAPSHOT, factor: undefined };
  test.each([
    ['snapshot.theta', { theta: [1, 2] }],
    ['snapshot.theta[1]', { theta: [1, null, 0] }],
    ['snapshot.factor', { factor: [1, 2, 3] }],
    ['snapshot.radius', { radius: -1 }],
    ['snapshot.radius', { radius: null }],
    ['snapshot.exploration', { exploration: 1.5 }],
    ['snapshot.base', { base: -1 }],
    ['snapshot.mean', { mean: [0, 0, 0] }],
    ['snapshot.experiment', { experiment: 'others' }],
    ['snapshot.v', { v: 2 }],
  ])('%s', async (field, change) => {
    const collector = linearCollector();
    const bandit = await openLinear(collector);
    collector.snapshot = { ...good, snapshot: 13, ...change };
    expect(await failure(bandit.refresh())).toMatchObject(mismatch(field));
    expect(bandit.snapshot.id).toBe(12);
    expect(bandit.choose(FEATURES).action).toBe(1);
  });
});

describe('the pin', () => {
  test('a manifest that protects the feedback alone is refused', async () => {
    const collector = linearCollector();
    collector.manifest = { ...(collector.manifest as object), protects: 'feedback' };
    expect(await failure(openLinear(collector))).toMatchObject(
      mismatch('protects', { pinned: 'context-and-feedback', offered: 'feedback' }),
    );
  });

  test.each([
    ['algorithm.dimension', { dimension: 4 }],
    ['algorithm.norm', { norm: 2 }],
    ['algorithm.mechanism', { mechanism: 'gaussian', delta: 1e-6, calibration: 'tight' }],
    ['algorithm.radius', { radius: 'theory' }],
    ['algorithm.neutral', { neutral: 1 }],
  ])('%s of the collector must be what the page pinned', async (field, change) => {
    expect(await failure(openLinear(linearCollector('ball', change)))).toMatchObject(
      mismatch(field),
    );
  });

  test('Gaussian reports need a delta that the page has stated', async () => {
    const privacy = { epsilon: 1, epsilonTotal: 8 };
    expect(
      await failure(openLinear(linearCollector('gaussian'), 'gaussian', { privacy })),
    ).toMatchObject(badArgument('privacy.delta'));
  });

  test('published noise that keeps less than the pinned epsilon is refused', async () => {
    const algorithm = { ...LINEAR.pair, calibration: 'published' } as const;
    const collector = linearCollector('pair', { calibration: 'published' });
    collector.manifest = {
      ...(collector.manifest as object),
      perReport: { epsilon: 10, delta: 1e-5 },
    };
    const privacy = { epsilon: 10, delta: 1e-5, epsilonTotal: 100, deltaTotal: 1 };
    expect(await failure(openLinear(collector, 'pair', { algorithm, privacy }))).toMatchObject({
      code: 'manifest_mismatch',
      details: { parameter: 'epsilon' },
    });
  });
});

test('the ledger counts a decision with a context once, when it is made', async () => {
  const ledger = memoryLedger();
  const privacy = { epsilon: 1, epsilonTotal: 2 };
  const bandit = await openLinear(linearCollector(), 'ball', { ledger, privacy });
  const outcomes = [];
  for (let i = 0; i < 3; i++) outcomes.push((await bandit.choose(FEATURES).reward(1)).status);
  expect(outcomes).toEqual(['queued', 'queued', 'withheld']);
  const { spent, entries } = await bandit.budget();
  expect(spent).toEqual({ epsilon: 2, delta: 0 });
  for await (const entry of entries()) {
    expect(entry).toMatchObject({ mechanism: 'ldp-linucb', epsilon: 1, delta: 0, snapshot: 12 });
    // rho = epsilon tanh(epsilon/2), rounded up.
    expect(entry.rho).toBeCloseTo(Math.tanh(0.5), 8);
  }
});

test('events tell of the neutral report and then of the answer, under one id', async () => {
  const bandit = await openLinear(linearCollector());
  const source = bandit.events()[Symbol.asyncIterator]();
  const decision = bandit.choose(FEATURES);
  await settle();
  await decision.reward(1);
  const first = (await source.next()).value;
  const second = (await source.next()).value;
  expect([first.answered, second.answered]).toEqual([false, true]);
  expect(first.report.id).toBe(second.report.id);
  expect(first.report.body.length).toBe(second.report.body.length);
});
