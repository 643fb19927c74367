// The device of a best-arm experiment: its reports are those of a multi-armed one, and once the snapshot
// says that the experiment has ended it plays the answer and sends nothing.
import {
  type AlgorithmSpec,
  type Bandit,
  type BanditOptions,
  createBandit,
  LdpError,
  memoryLedger,
} from 'ldp-bandits';
import 'ldp-bandits/best-arm';
import 'ldp-bandits/noise';
import { describe, expect, test } from 'vitest';
import { ENDPOINT, failure, MANIFEST, ScriptedCollector, SNAPSHOT } from './client-support.js';

type Type =
  | 'ldp-kl-lucb'
  | 'ldp-successive-elimination'
  | 'ldp-lil-ucb'
  | 'ldp-sequential-halving'
  | 'ldp-duel'
  | 'one-point-reduction';
type Spec = AlgorithmSpec<Type>;

const SPECS: readonly Spec[] = [
  { type: 'ldp-kl-lucb', arms: 3 },
  { type: 'ldp-successive-elimination', arms: 3, errorProbability: 0.01, maximumPulls: 5000 },
  { type: 'ldp-lil-ucb', arms: 3, constants: 'heuristic' },
  { type: 'ldp-sequential-halving', arms: 3, maximumPulls: 600 },
  { type: 'ldp-kl-lucb', arms: 3, mechanism: 'laplace' },
  { type: 'ldp-kl-lucb', arms: 3, mechanism: 'gaussian', delta: 1e-5 },
  { type: 'ldp-duel', arms: 3, maximumPulls: 5000, control: 0 },
  { type: 'one-point-reduction', arms: 3 },
  { type: 'one-point-reduction', arms: 3, mechanism: 'laplace' },
];

const BEST = {
  answer: 1,
  certified: false,
  error: 0.031,
  lower: [0, 0.4, 0.1],
  upper: [0.5, 1, 0.6],
  left: [1, 2],
};
const SHOWN = { ...SNAPSHOT, weights: [0, 0.5, 0.5], best: BEST };
const ENDED = {
  ...SHOWN,
  weights: [0, 1, 0],
  best: { ...BEST, certified: true, error: 0.04, left: [1] },
  ended: true,
};

const isReduction = ({ type }: Spec) => type === 'one-point-reduction';
const snapshotFor = (spec: Spec) =>
  isReduction(spec) ? { ...SNAPSHOT, weights: [0, 0.5, 0.5] } : SHOWN;

function collectorFor(spec: Spec, snapshot: unknown = snapshotFor(spec)): ScriptedCollector {
  const collector = new ScriptedCollector();
  const { delta = 0 } = spec as { readonly delta?: number };
  collector.manifest = { ...MANIFEST, algorithm: spec, perReport: { epsilon: 1, delta } };
  collector.snapshot = snapshot;
  return collector;
}

function open(
  spec: Spec,
  collector = collectorFor(spec),
  options: Partial<BanditOptions<Type>> = {},
): Promise<Bandit<Type>> {
  const { delta = 0 } = spec as { readonly delta?: number };
  return createBandit({
    endpoint: ENDPOINT,
    experiment: 'posters',
    algorithm: spec,
    privacy: { epsilon: 1, epsilonTotal: 8, delta },
    ledger: memoryLedger(),
    timeoutMs: 60_000,
    fetch: collector.fetch,
    ...options,
  });
}

describe.each(SPECS)('$type, mechanism $mechanism', (spec) => {
  test('reports as a multi-armed experiment does, to the last byte', async () => {
    const collector = collectorFor(spec);
    await using bandit = await open(spec, collector);
    const decision = bandit.choose();
    expect([1, 2]).toContain(decision.action);
    expect(decision.reported).toBe(decision.action);
    await decision.reward(1);
    await bandit.flush();
    const { mechanism = 'bit' } = spec as { readonly mechanism?: string };
    const value = mechanism === 'bit' ? '"bit":[01]' : '"noisy":-?\\d+';
    expect(collector.bodies).toHaveLength(1);
    expect(collector.bodies[0]).toMatch(
      new RegExp(
        `^\\{"v":1,"id":"[\\w-]{22}","snapshot":12,"arm":${decision.action},"level":0,${value}\\}$`,
      ),
    );
    expect((await bandit.budget()).spent.epsilon).toBeCloseTo(1, 5);
  });

  test('costs what it says, and no page can be made to pay more', async () => {
    const { delta = 0 } = spec as { readonly delta?: number };
    const collector = collectorFor(spec);
    collector.manifest = { ...(collector.manifest as object), perReport: { epsilon: 2, delta } };
    const error = await failure(open(spec, collector));
    expect(LdpError.is(error, 'manifest_mismatch')).toBe(true);
  });
});

test('a page sees what is known of the answer', async () => {
  const [spec] = SPECS as readonly [Spec];
  await using bandit = await open(spec);
  expect(bandit.snapshot.best).toEqual({ ...BEST, ended: false });
  expect(bandit.manifest.algorithm).toMatchObject({ errorProbability: 0.05, mechanism: 'bit' });
});

test('once the experiment has ended a device plays the answer, sends nothing and pays nothing', async () => {
  const [spec] = SPECS as readonly [Spec];
  const collector = collectorFor(spec, ENDED);
  await using bandit = await open(spec, collector);
  expect(bandit.snapshot.best).toMatchObject({ answer: 1, certified: true, ended: true });
  for (let visit = 0; visit < 5; visit++) {
    const decision = bandit.choose();
    expect(decision.action).toBe(1);
    expect(await decision.reward(1)).toEqual({ status: 'withheld', reason: 'experiment_ended' });
  }
  expect(await bandit.flush()).toMatchObject({ accepted: 0, pending: 0 });
  expect(collector.bodies).toEqual([]);
  expect((await bandit.budget()).spent.epsilon).toBe(0);
});

// Of 400 decisions 200 report on average; less than 130 or more than 270 (7 deviations) in 1 of 10^11 runs.
test('while the rule has stopped a share of the decisions reports about any arm, the others play the answer', async () => {
  const [spec] = SPECS as readonly [Spec];
  const third = 1 / 3;
  const certified = { ...BEST, certified: true, error: 0.04, left: [1] };
  const collector = collectorFor(spec, {
    ...SHOWN,
    weights: [third, third, third],
    best: certified,
    keep: 0.5,
  });
  await using bandit = await open(spec, collector, {
    privacy: { epsilon: 1, epsilonTotal: 1000 },
  });
  expect(bandit.snapshot.best).toEqual({ ...certified, ended: false, keep: 0.5 });
  const reported = new Set<number>();
  let reports = 0;
  for (let visit = 0; visit < 400; visit++) {
    const decision = bandit.choose();
    const outcome = await decision.reward(visit % 2);
    if (outcome.status === 'withheld') {
      expect(outcome.reason).toBe('experiment_ended');
      expect(decision.action).toBe(1);
    } else {
      reports += 1;
      reported.add(decision.action as number);
    }
  }
  expect(reports).toBeGreaterThan(130);
  expect(reports).toBeLessThan(270);
  expect([...reported].sort()).toEqual([0, 1, 2]);
  expect((await bandit.budget()).spent.epsilon).toBeCloseTo(reports, 3);
});

test.each([
  [0, 0],
  [1, 20],
])('with keep %d, %d of 20 decisions report', async (keep, expected) => {
  const [spec] = SPECS as readonly [Spec];
  await using bandit = await open(spec, collectorFor(spec, { ...SHOWN, keep }), {
    privacy: { epsilon: 1, epsilonTotal: 1000 },
  });
  let reports = 0;
  for (let visit = 0; visit < 20; visit++) {
    reports += (await bandit.choose().reward(1)).status === 'queued' ? 1 : 0;
  }
  expect(reports).toBe(expected);
});

test('a page sees how many forged reports would turn the answer, if the snapshot says so', async () => {
  const [spec] = SPECS as readonly [Spec];
  const collector = collectorFor(spec, { ...SHOWN, forgeries: 41 });
  await using bandit = await open(spec, collector);
  expect(bandit.snapshot.forgeries).toBe(41);
  collector.snapshot = { ...SHOWN, snapshot: 13 };
  expect((await bandit.refresh()).forgeries).toBeNull();
});

test('the end comes with a snapshot: what was decided before still leaves', async () => {
  const [spec] = SPECS as readonly [Spec];
  const collector = collectorFor(spec);
  await using bandit = await open(spec, collector);
  const before = bandit.choose();
  collector.snapshot = { ...ENDED, snapshot: 13 };
  await bandit.refresh();
  expect((await before.reward(0)).status).toBe('queued');
  expect(await bandit.choose().reward(1)).toMatchObject({ reason: 'experiment_ended' });
  expect(await bandit.flush()).toMatchObject({ accepted: 1 });
});

const change = (fields: object, top: object = {}) => ({
  ...SHOWN,
  ...top,
  best: { ...BEST, ...fields },
});
const { best: _, ...WITHOUT_BEST } = SHOWN;
const { weights: __, ...WITHOUT_WEIGHTS } = SHOWN;

test.each([
  ['best', WITHOUT_BEST],
  ['weights', WITHOUT_WEIGHTS],
  ['best.answer', change({ answer: 3 })],
  ['best.answer', change({ answer: -1 })],
  ['best.answer', change({ answer: 0.5 })],
  ['best.certified', change({ certified: 1 })],
  ['best.answer', change({ answer: null, certified: true })],
  ['best.answer', change({ answer: null }, { keep: 0.1 })],
  ['keep', change({}, { keep: 1.1 })],
  ['keep', change({}, { keep: null })],
  ['forgeries', change({}, { forgeries: -1 })],
  ['forgeries', change({}, { forgeries: 0.5 })],
  ['best.error', change({ error: null })],
  ['best.error', change({ error: 1.01 })],
  ['best.lower', change({ lower: [0, 0] })],
  ['best.lower[2]', change({ lower: [0, 0.4, -0.1] })],
  ['best.upper[1]', change({ upper: [0.5, 0.3, 0.6] })],
  ['best.upper[0]', change({ upper: ['1', 1, 1] })],
  ['best.left', change({ left: [] })],
  ['best.left[1]', change({ left: [2, 1] })],
  ['best.left[0]', change({ left: [3] })],
  ['best.user', change({ user: 7 })],
  ['ended', change({}, { ended: 1 })],
  ['best.answer', change({ answer: null }, { ended: true })],
])('a snapshot that is wrong in %s is refused, and the old one stays', async (field, wrong) => {
  const [spec] = SPECS as readonly [Spec];
  const collector = collectorFor(spec);
  await using bandit = await open(spec, collector);
  const { snapshot } = bandit;
  collector.snapshot = { ...wrong, snapshot: 13 };
  const error = await failure(bandit.refresh());
  if (!LdpError.is(error, 'manifest_mismatch')) throw error;
  expect(error.details['field']).toBe(`snapshot.${field}`);
  expect(bandit.snapshot).toBe(snapshot);
  const decision = bandit.choose();
  expect([1, 2]).toContain(decision.action);
  expect((await decision.reward(1)).status).toBe('queued');
});

const DUEL = { type: 'ldp-duel', arms: 3, maximumPulls: 5000, control: 0 } as const;
const LISTS = {
  pulls: [10, 20, 30],
  evidence: [3.4, 0, 1.2],
  lift: [0, 0.2, -0.1],
  liftLower: [0, -0.1, -0.5],
  liftUpper: [0, 0.5, 0.3],
};

test('a page of a duel sees its evidence and its lifts', async () => {
  await using bandit = await open(DUEL, collectorFor(DUEL, change(LISTS)));
  expect(bandit.snapshot.best).toEqual({ ...BEST, ...LISTS, ended: false });
});

test.each([
  ['best.evidence', DUEL, { ...LISTS, evidence: [1, 2] }],
  ['best.liftLower', DUEL, { ...LISTS, liftLower: [0, null, 0] }],
  ['best.lift', DUEL, { ...LISTS, lift: 0.1 }],
  ['best.evidence', { type: 'ldp-kl-lucb', arms: 3 } as const, { evidence: LISTS.evidence }],
])('lists of a duel that are wrong in %s are refused', async (field, spec, wrong) => {
  const error = await failure(open(spec, collectorFor(spec, change(wrong))));
  if (!LdpError.is(error, 'manifest_mismatch')) throw error;
  expect(error.details['field']).toBe(`snapshot.${field}`);
});

test.each([
  ['maximumPulls', { type: 'ldp-duel', arms: 3 }],
  ['control', { ...DUEL, control: 3 }],
  ['mechanism', { ...DUEL, mechanism: 'laplace' }],
  ['indifference', { type: 'ldp-duel', arms: 33, indifference: 0.1 }],
  ['indifference', { type: 'ldp-kl-lucb', arms: 3, indifference: 0.1 }],
  ['arms', { type: 'ldp-kl-lucb', arms: 1 }],
  ['arms', { type: 'ldp-kl-lucb' }],
  ['arms', { type: 'ldp-kl-lucb', arms: 4097 }],
  ['errorProbability', { type: 'ldp-kl-lucb', arms: 3, errorProbability: 0.6 }],
  ['errorProbability', { type: 'ldp-kl-lucb', arms: 3, errorProbability: 0 }],
  ['errorProbability', { type: 'ldp-kl-lucb', arms: 3, errorProbability: Number.NaN }],
  ['maximumPulls', { type: 'ldp-kl-lucb', arms: 3, maximumPulls: 0 }],
  ['maximumPulls', { type: 'ldp-sequential-halving', arms: 10 }],
  ['maximumPulls', { type: 'ldp-sequential-halving', arms: 10, maximumPulls: 39 }],
  ['constants', { type: 'ldp-kl-lucb', arms: 3, constants: 'theory' }],
  ['constants', { type: 'ldp-lil-ucb', arms: 3, constants: 'printed' }],
  ['levels', { type: 'ldp-kl-lucb', arms: 3, levels: [1] }],
  ['mechanism', { type: 'ldp-kl-lucb', arms: 3, mechanism: 'ball' }],
  ['delta', { type: 'ldp-kl-lucb', arms: 3, delta: 1e-6 }],
  ['delta', { type: 'one-point-reduction', arms: 3, mechanism: 'laplace', delta: 1e-6 }],
  ['learner', { type: 'one-point-reduction', arms: 3, learner: 'exp3' }],
  ['estimator', { type: 'one-point-reduction', arms: 3, estimator: 'reduced-variance' }],
])('a spec that is wrong in %s is refused: %o', async (parameter, spec) => {
  const error = await failure(open(spec as unknown as Spec, collectorFor(spec as unknown as Spec)));
  if (!LdpError.is(error, 'invalid_argument')) throw error;
  expect(error.message).toContain(`algorithm.${parameter}`);
});
