// The program ldp-simulate in convex worlds, for best arms and for reductions: LDP_SIMULATE=<path> node
// --test. Run by ctest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulate } from './simulate.mjs';

const common = { version: 1, seed: 'native', horizon: 600, replicates: 5 };
const delta = 1e-5;
const convex = {
  ...common,
  environment: {
    type: 'convex',
    set: { type: 'ball', center: [0, 0], radius: 1 },
    loss: 'quadratic',
    optimum: [0.5, 0],
    noise: 0.1,
  },
  runs: [
    { label: 'fkm', policy: { type: 'ldp-one-point', horizon: 600 }, epsilon: 1 },
    {
      label: 'st',
      policy: { type: 'ldp-one-point', losses: 'smooth', smoothness: 2, mechanism: 'laplace' },
      epsilon: 1,
      delivery: { epoch: 10 },
    },
    {
      label: 'hl',
      policy: {
        type: 'ldp-one-point',
        losses: 'strongly-convex-smooth',
        mechanism: 'gaussian',
        delta,
        lossLow: -1,
        lossHigh: 2,
      },
      epsilon: 1,
    },
    {
      label: 'two',
      policy: { type: 'ldp-two-point', lipschitz: 2, curvature: 1, losses: 'strongly-convex' },
      epsilon: 1,
    },
    { label: 'practical', policy: { type: 'one-point', steps: 'practical' } },
    { label: 'open', policy: { type: 'two-point' } },
  ],
  record: { times: [10, 100] },
};
const arms = {
  ...common,
  horizon: 6000,
  environment: { type: 'bernoulli', means: [0.2, 0.9, 0.3] },
  runs: [
    { label: 'lucb', policy: { type: 'ldp-kl-lucb', errorProbability: 0.2, arms: 3 }, epsilon: 3 },
    { label: 'lil', policy: { type: 'lil-ucb', constants: 'heuristic' } },
    { label: 'halving', policy: { type: 'ldp-sequential-halving', maximumPulls: 300 }, epsilon: 3 },
    { label: 'hasty', policy: { type: 'kl-lucb', maximumPulls: 10 } },
    {
      label: 'reduced',
      policy: { type: 'one-point-reduction', learner: 'exp3', mechanism: 'gaussian', delta },
      epsilon: 2,
      delivery: { epoch: 3 },
    },
    {
      label: 'clipped',
      policy: { type: 'one-point-reduction', rewards: { type: 'clip', low: 0, high: 2 } },
      epsilon: 2,
    },
  ],
};

function played(spec, ...args) {
  const { status, stdout, stderr } = simulate(spec, ...args);
  assert.equal(stderr, '');
  assert.equal(status, 0);
  return JSON.parse(stdout).curves;
}

test('a convex world is played, by all who can', () => {
  const curves = played(convex);
  assert.deepEqual(
    curves.map(({ label, t }) => [label, t]),
    convex.runs.map(({ label }) => [label, [10, 100, 600]]),
  );
  for (const { label, mean, stopped } of curves) {
    assert.ok(mean[0] > 0 && mean[0] < mean[2], label);
    assert.equal(stopped, undefined);
  }
});

test('every set and every loss has its world', () => {
  const sets = [
    { type: 'box', low: [0, 0], high: [1, 2] },
    { type: 'simplex', dimension: 3 },
    {
      type: 'polytope',
      normals: [
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
      ],
      offsets: [1, 1, 0, 0],
      radius: 1,
    },
  ];
  const losses = ['absolute', 'absolute-quadratic', 'linear-absolute', 'random-quadratic'];
  const runs = [{ label: 'two', policy: { type: 'ldp-two-point' }, epsilon: 1 }];
  for (const set of sets) {
    for (const loss of [...losses, 'preference']) {
      const [curve] = played({ ...convex, environment: { type: 'convex', set, loss }, runs });
      assert.ok(curve.mean[2] > 0, `${set.type} ${loss}`);
    }
  }
  const line = { type: 'convex', set: { type: 'box', low: [0], high: [1] }, loss: 'absolute' };
  const stochastic = [{ label: 'a', policy: { type: 'stochastic-convex' } }];
  assert.ok(played({ ...convex, environment: line, runs: stochastic })[0].mean[2] > 0);
});

test('runs that look for the best arm say when they stopped, and with what, on any number of threads', () => {
  const curves = played(arms, '--threads', '1');
  assert.deepEqual(played(arms, '--threads', '3'), curves);
  const stopped = Object.fromEntries(curves.map((curve) => [curve.label, curve.stopped]));
  assert.deepEqual(stopped.lucb.answers, [1, 1, 1, 1, 1]);
  assert.equal(stopped.lucb.wrong, 0);
  assert.equal(stopped.lucb.notBest, 0);
  assert.ok(stopped.lucb.rounds.every((round) => round > 10 && round < 6000));
  assert.ok(stopped.halving.rounds.every((round) => round <= 300));
  assert.deepEqual(stopped.hasty.rounds, [null, null, null, null, null]);
  assert.equal(stopped.hasty.wrong, 0);
  assert.equal(stopped.reduced, undefined);
  assert.equal(stopped.clipped, undefined);
});
