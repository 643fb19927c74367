// The program ldp-simulate, with the plans that the package writes: LDP_SIMULATE=<path> node --test. Run by ctest,
// after a build of the package.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { planOf, program, simulate } from './simulate.mjs';

const folder = mkdtempSync(join(tmpdir(), 'ldp-simulate-'));
after(() => rmSync(folder, { recursive: true }));

const levels = { levels: [0, 0.5, 2], probabilities: [0.2, 0.3, 0.5] };
const continuous = { type: 'clipped-gaussian', mean: 1, deviation: 1, low: 0, high: 8 };
const sigmoid = { type: 'sigmoid', center: 0, scale: 1 };
/** Every algorithm, world, population and way of serving at least once. */
const runs = [
  { label: 'ucb1', policy: { type: 'ucb1' } },
  { label: 'kl-ucb', policy: { type: 'kl-ucb' } },
  { label: 'thompson', policy: { type: 'thompson' } },
  { label: 'tsallis-inf', policy: { type: 'tsallis-inf', estimator: 'importance-weighting' } },
  { label: 'exp3', policy: { type: 'exp3' } },
  { label: 'uniform', policy: { type: 'uniform' } },
  { label: 'WB', policy: { type: 'weighted-ldp-ucb' }, population: continuous },
  { label: 'B', policy: { type: 'he-ldp-ucb-bernoulli', levelAwareFrom: 2 }, population: levels },
  { label: 'L', policy: { type: 'he-ldp-ucb-laplace' }, epsilon: 100 },
  { label: 'WLX', policy: { type: 'weighted-ldp-ucb-laplace' }, population: levels },
  { label: 'KLG', policy: { type: 'ldp-kl-ucb' }, population: levels },
  { label: 'TSRR', policy: { type: 'ldp-thompson' }, epsilon: 1 },
  { label: 'TSW', policy: { type: 'ldp-thompson' }, population: levels },
  { label: 'gaussian', policy: { type: 'ldp-gaussian-ucb', delta: 1e-5 }, epsilon: 2 },
  { label: 'tsallis', policy: { type: 'ldp-tsallis-inf' }, population: levels },
  {
    label: 'ldp-exp3',
    policy: { type: 'ldp-exp3' },
    epsilon: 2,
    delivery: { epoch: 10, delay: 5 },
  },
  { label: 'frozen', policy: { type: 'ucb1' }, delivery: { serving: 'frozen-log', lost: 0.1 } },
  { label: 'tickets', policy: { type: 'ucb1' }, delivery: { serving: 'ticketed', delay: 30 } },
  { label: 'shares', policy: { type: 'ucb1' }, delivery: { serving: 'distribution', epoch: 20 } },
];
const spec = {
  version: 1,
  seed: 'native',
  horizon: 2000,
  replicates: 6,
  environment: { type: 'bernoulli', means: [0.9, 0.8, 0.6, 0.5, 0.3] },
  runs,
  record: { times: [10, 1000] },
};

const linear = {
  ...spec,
  horizon: 300,
  environment: { type: 'linear', dimension: 4, arms: 10, contexts: 'fixed', spread: 0.5 },
  runs: [
    { label: 'uniform', policy: { type: 'uniform', arms: 10 } },
    { label: 'oful', policy: { type: 'oful', radius: 'theory', dimension: 4 } },
    {
      label: 'ball',
      policy: { type: 'ldp-linucb', mechanism: 'ball', horizon: 300 },
      epsilon: 100,
    },
    { label: 'codebook', policy: { type: 'ldp-linucb', horizon: 300 }, epsilon: 4 },
    {
      label: 'gaussian',
      policy: { type: 'ldp-linucb', mechanism: 'gaussian', calibration: 'published', delta: 1e-5 },
      epsilon: 1,
    },
    {
      label: 'online',
      policy: { type: 'online-ldp-linucb', learner: 'ogd', restarts: 'doubling' },
      epsilon: 1,
      delivery: { epoch: 10 },
    },
    { label: 'combiner', policy: { type: 'private-bandits-combiner' }, epsilon: 1 },
  ],
  record: { times: [10, 100] },
};

const generalizedLinear = {
  ...spec,
  horizon: 300,
  environment: {
    type: 'generalized-linear',
    link: 'logistic',
    dimension: 4,
    arms: 10,
    contexts: 'fixed',
    bound: 2,
  },
  runs: [
    { label: 'uniform', policy: { type: 'uniform', arms: 10 } },
    { label: 'gloc', policy: { type: 'gloc', radius: 'theory', dimension: 4 } },
    { label: 'ucb-glm', policy: { type: 'ucb-glm' } },
    { label: 'newton', policy: { type: 'ldp-glm-newton', optimism: 0.5 }, epsilon: 1 },
    {
      label: 'gaussian',
      policy: { type: 'ldp-glm-gloc', mechanism: 'gaussian', delta: 1e-5, link: 'probit' },
      epsilon: 1,
      delivery: { epoch: 10 },
    },
    { label: 'sgd', policy: { type: 'ldp-glm-sgd', bound: 3 }, epsilon: 1 },
    {
      label: 'published',
      policy: { type: 'ldp-glm-published', tuning: 'tuned', horizon: 1000 },
      epsilon: 1,
    },
  ],
  record: { times: [10, 100] },
};

const combinatorial = {
  ...spec,
  horizon: 300,
  environment: {
    type: 'combinatorial',
    set: { type: 'matching', left: 2, right: 3 },
    means: [0.9, 0.2, 0.1, 0.3, 0.4, 0.8],
    together: [0, 0, 0, 1, 1, 1],
  },
  runs: [
    { label: 'random', policy: { type: 'uniform', arms: 6 } },
    { label: 'cucb', policy: { type: 'cucb' } },
    { label: 'thompson', policy: { type: 'combinatorial-thompson' }, epsilon: 1 },
    {
      label: 'bit',
      policy: { type: 'cucb-ldp-bit', coordinate: 'uniform' },
      epsilon: 1,
      delivery: { epoch: 10 },
    },
    { label: 'joint', policy: { type: 'cucb-ldp-joint' }, epsilon: 1 },
    { label: 'sum', policy: { type: 'cucb-ldp-sum' }, epsilon: 1 },
    { label: 'ldp2', policy: { type: 'cucb-ldp2', width: 'bernstein' }, epsilon: 1 },
    { label: 'ldp1', policy: { type: 'cucb-ldp1', width: 'printed', horizon: 300 }, epsilon: 1 },
    { label: 'dp', policy: { type: 'cucb-dp', noise: 'tree' }, epsilon: 1 },
  ],
  record: { times: [10, 100] },
};

test('a linear world is played, by all who can', () => {
  const { status, stdout, stderr } = simulate(linear);
  assert.equal(stderr, '');
  assert.equal(status, 0);
  const { curves } = JSON.parse(stdout);
  assert.deepEqual(
    curves.map(({ label, t }) => [label, t]),
    linear.runs.map(({ label }) => [label, [10, 100, 300]]),
  );
  for (const { label, mean } of curves) assert.ok(mean[0] > 0 && mean[0] < mean[2], label);
});

test('a generalized linear world is played, with every link, by all who can', () => {
  for (const link of ['identity', 'logistic', 'probit', 'poisson']) {
    const { status, stdout, stderr } = simulate({
      ...generalizedLinear,
      environment: { ...generalizedLinear.environment, link },
    });
    assert.equal(stderr, '');
    assert.equal(status, 0);
    const { curves } = JSON.parse(stdout);
    assert.deepEqual(
      curves.map(({ label, t }) => [label, t]),
      generalizedLinear.runs.map(({ label }) => [label, [10, 100, 300]]),
    );
    for (const { label, mean } of curves) assert.ok(mean[0] > 0 && mean[0] < mean[2], label);
  }
});

test('a combinatorial world is played, of every kind of decision set, by all who can', () => {
  const { runs } = combinatorial;
  const edges = [
    [0, 1],
    [1, 2],
    [0, 2],
  ];
  const three = { means: [0.9, 0.8, 0.1], together: undefined };
  const sets = [
    [{ type: 'matching', left: 2, right: 3 }, {}],
    [{ type: 'top-k', arms: 3, choose: 2, reward: 'mean' }, three],
    [{ type: 'partition', groups: [0, 0, 1], most: [1, 1], choose: 2 }, three],
    [{ type: 'path', nodes: 3, edges, source: 0, target: 2 }, three],
    [{ type: 'spanning-tree', nodes: 3, edges }, three],
    [{ type: 'list', arms: 3, superArms: [[0, 1], [2]] }, three],
    [{ type: 'coverage', left: 2, right: 3, edges, choose: 1 }, three],
    [{ type: 'influence', nodes: 3, edges, choose: 1 }, three],
  ];
  for (const [set, change] of sets) {
    const environment = { ...combinatorial.environment, ...change, set };
    // Policies that look at every super arm add the outcomes up.
    const isSum = !['coverage', 'influence'].includes(set.type);
    const played = runs
      .filter(({ label }) => isSum || !['joint', 'sum'].includes(label))
      .map((run) => ({ ...run, policy: { ...run.policy, arms: undefined } }));
    const { status, stdout, stderr } = simulate({ ...combinatorial, environment, runs: played });
    assert.equal(stderr, '');
    assert.equal(status, 0);
    const { curves } = JSON.parse(stdout);
    assert.deepEqual(
      curves.map(({ label, t }) => [label, t]),
      played.map(({ label }) => [label, [10, 100, 300]]),
    );
    for (const { mean } of curves) assert.ok(mean[0] >= 0 && mean[0] <= mean[2], set.type);
    assert.ok(curves[0].mean[2] > curves[1].mean[2], 'random play loses more than CUCB');
  }
});

test('every run has a curve that ends at the horizon', () => {
  const { status, stdout, stderr } = simulate(spec);
  assert.equal(stderr, '');
  assert.equal(status, 0);
  const result = JSON.parse(stdout);
  assert.deepEqual(result.spec, spec);
  assert.equal(result.partial, false);
  assert.deepEqual(
    result.curves.map(({ label, replicates }) => [label, replicates]),
    runs.map(({ label }) => [label, 6]),
  );
  for (const { label, t, mean, low, high } of result.curves) {
    assert.deepEqual(t, [10, 1000, 2000]);
    assert.ok(mean[0] > 0 && mean[0] < mean[1] && mean[1] <= mean[2], label);
    assert.ok(
      mean.every((value, i) => low[i] <= value && value <= high[i]),
      label,
    );
  }
});

test('one thread and three give the same bytes', () => {
  assert.equal(simulate(spec, '--threads', '1').stdout, simulate(spec, '--threads', '3').stdout);
});

test('a plan is read from a file, and the result written to one', () => {
  const file = join(folder, 'plan.json');
  const out = join(folder, 'result.json');
  writeFileSync(file, planOf(spec).stdout);
  const { status, stdout } = spawnSync(program, ['--out', out, file], { encoding: 'utf8' });
  assert.equal(status, 0);
  assert.equal(stdout, '');
  assert.equal(readFileSync(out, 'utf8'), simulate(spec).stdout);
});

const worlds = [
  { type: 'gaussian', means: [1, 0.5] },
  {
    type: 'mixed',
    arms: [
      { law: 'beta', alpha: 4 },
      { law: 'uniform', low: 0.4, high: 1 },
      { law: 'two-point', low: 0.1, high: 0.6 },
      { law: 'gaussian', mean: 0.5, deviation: 0.1 },
      { law: 'bernoulli', mean: 0.5 },
    ],
  },
  { type: 'switching', arms: 4 },
];
for (const environment of worlds) {
  test(`the world ${environment.type} is played, in pseudo-regret and in realised regret`, () => {
    const policy = { type: 'ucb1', rewards: sigmoid };
    const plan = { ...spec, environment, runs: [{ label: 'a', policy }], horizon: 20_000 };
    const last = (regret) => JSON.parse(simulate({ ...plan, regret }).stdout).curves[0].mean.at(-1);
    assert.ok(last('pseudo') > 0);
    // Normal rewards of equal deviation differ by the gap in every round: both arms share the draw.
    const isSame = Math.abs(last('realized') - last('pseudo')) < 1e-6;
    assert.equal(isSame, environment.type === 'gaussian');
  });
}

const [first] = runs;

test('what is no plan of this version is refused', () => {
  const plan = JSON.parse(planOf(spec).stdout);
  const refused = (input) => {
    const given = { input: typeof input === 'string' ? input : JSON.stringify(input) };
    const { status, stdout, stderr } = spawnSync(program, ['-'], { ...given, encoding: 'utf8' });
    assert.equal(status, 2);
    assert.equal(stdout, '');
    return stderr;
  };
  assert.match(refused('{'), /^ldp-simulate: no plan: /);
  assert.match(refused([]), /no plan/);
  assert.match(refused(spec), /no plan: .*records/);
  assert.match(refused({ ...plan, version: 2 }), /version must be 1/);
  assert.match(refused({ ...plan, replicates: 0 }), /replicates must be 1 to 10000/);
  assert.match(refused({ ...plan, runs: [] }), /runs must be one or more/);
  const [run, ...others] = plan.runs;
  const changed = (at, number) => {
    const records = run.records.map((old, i) => (i === at ? number : old));
    return refused({ ...plan, runs: [...others, { ...run, records }] });
  };
  // The hash of the layout, and the last round of the record, behind which the learner's record begins.
  assert.match(changed(0, 1), /runs\[18\] page and module are of different builds/);
  assert.match(changed(run.records.indexOf(2000), 1999), /runs\[18\] must record/);
});

test('what a spec may not say is refused by the package, with the path of the field', () => {
  const { status, stderr } = planOf({ ...spec, runs: [first, first] });
  assert.equal(status, 2);
  assert.match(stderr, /^ldp-bandits: .*runs\[1\]\.label must differ/);
});

test('options are refused by name', () => {
  for (const args of [['--threads', '0', '-'], ['--threads'], ['--loud', '-'], [], ['a', 'b']]) {
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    assert.equal(status, 2);
    assert.match(stderr, /ldp-simulate: .+\n\nldp-simulate \[options\]/);
  }
  assert.equal(spawnSync(program, ['/no/such/file.json']).status, 2);
});

test('a file that cannot be written is refused before anything is played', () => {
  const endless = { ...spec, horizon: 1_000_000_000, replicates: 1 };
  const { status, stderr } = simulate(endless, '--out', join(folder, 'missing', 'result.json'));
  assert.equal(status, 2);
  assert.match(stderr, /missing.result\.json cannot be written/);
});

test('an interrupt keeps what is known and says that it is partial', async () => {
  const long = { ...spec, horizon: 1_000_000_000, replicates: 1, runs: [first] };
  const child = spawn(program, ['-'], { stdio: ['pipe', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  child.stdin.end(planOf(long).stdout);
  setTimeout(() => child.kill('SIGINT'), 500);
  const code = await new Promise((resolve) => child.on('close', resolve));
  assert.equal(code, 130);
  const { partial, curves } = JSON.parse(text);
  assert.equal(partial, true);
  assert.equal(curves[0].replicates, 0);
});
