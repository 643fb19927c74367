// The program ldp-simulate in convex worlds, for best arms and for reductions: LDP_SIMULATE=<path> node
// --test. Run by ctest.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

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

function simulate(spec, ...args) {
  const { status, stdout, stderr } = spawnSync(process.env.LDP_SIMULATE, [...args, '-'], {
    input: JSON.stringify(spec),
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function played(spec, ...args) {
  const { status, stdout, stderr } = simulate(spec, ...args);
  assert.equal(stderr, '');
  assert.equal(status, 0);
  return JSON.parse(stdout).curves;
}

function refusals(spec) {
  return (run, environment = {}) => {
    const changed = { ...spec, environment: { ...spec.environment, ...environment } };
    const { status, stderr } = simulate({ ...changed, runs: [{ label: 'a', ...run }] });
    assert.equal(status, 2);
    return stderr;
  };
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

test('what has no meaning in a convex world is refused by its path', () => {
  const refused = refusals(convex);
  const fkm = { policy: { type: 'ldp-one-point' }, epsilon: 1 };
  const changed = (change) => refused({ ...fkm, policy: { ...fkm.policy, ...change } });
  assert.match(refused({ policy: { type: 'uniform' } }), /runs\[0\]\.policy\.type/);
  assert.match(refused({ policy: fkm.policy }), /runs\[0\]\.epsilon/);
  assert.match(refused({ ...fkm, policy: { type: 'one-point' } }), /runs\[0\]\.epsilon/);
  assert.match(refused({ ...fkm, population: {} }), /runs\[0\]\.population/);
  assert.match(changed({ delta }), /runs\[0\]\.policy\.delta/);
  assert.match(changed({ feedback: 'losses' }), /runs\[0\]\.policy\.feedback/);
  assert.match(changed({ lossLow: 3 }), /lossHigh/);
  assert.match(refused({ ...fkm, delivery: { delay: 1 } }), /delay/);
  assert.match(refused(fkm, { loss: 'cubic' }), /environment\.loss/);
  assert.match(refused(fkm, { loss: 'preference' }), /feedback/);
  assert.match(refused(fkm, { optimum: [0.5] }), /environment\.optimum/);
  assert.match(refused(fkm, { optimum: [2, 0] }), /environment/);
  const empty = { type: 'polytope', normals: [[1], [-1]], offsets: [-1, -1], radius: 1 };
  assert.match(refused(fkm, { set: empty, optimum: undefined }), /environment/);
});

test('runs that look for the best arm say when they stopped, and with what, on any number of threads', () => {
  const curves = played(arms, '--threads', '1');
  assert.deepEqual(played(arms, '--threads', '3'), curves);
  const stopped = Object.fromEntries(curves.map((curve) => [curve.label, curve.stopped]));
  assert.deepEqual(stopped.lucb.answers, [1, 1, 1, 1, 1]);
  assert.equal(stopped.lucb.wrong, 0);
  assert.ok(stopped.lucb.rounds.every((round) => round > 10 && round < 6000));
  assert.ok(stopped.halving.rounds.every((round) => round <= 300));
  assert.deepEqual(stopped.hasty.rounds, [null, null, null, null, null]);
  assert.equal(stopped.hasty.wrong, 0);
  assert.equal(stopped.reduced, undefined);
  assert.equal(stopped.clipped, undefined);
});

test('what has no meaning for them is refused by its path', () => {
  const refused = refusals(arms);
  const lucb = { policy: { type: 'ldp-kl-lucb' }, epsilon: 1 };
  const changed = (change) => refused({ ...lucb, policy: { ...lucb.policy, ...change } });
  assert.match(refused({ policy: lucb.policy }), /runs\[0\]\.epsilon/);
  assert.match(refused({ ...lucb, population: {} }), /runs\[0\]\.population/);
  assert.match(changed({ constants: 'theory' }), /runs\[0\]\.policy\.constants/);
  assert.match(changed({ estimator: 'reduced-variance' }), /runs\[0\]\.policy\.estimator/);
  assert.match(changed({ arms: 4 }), /runs\[0\]\.policy\.arms/);
  assert.match(changed({ errorProbability: 0.9 }), /errorProbability/);
  assert.match(
    changed({ type: 'one-point-reduction', maximumPulls: 5 }),
    /runs\[0\]\.policy\.maximumPulls/,
  );
  assert.match(changed({ type: 'one-point-reduction', learner: 'exp4' }), /learner must be one of/);
  assert.match(refused(lucb, { type: 'switching', means: undefined, arms: 1 }), /arms/);
});
