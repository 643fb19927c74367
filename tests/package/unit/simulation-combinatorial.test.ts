// Combinatorial worlds as the package plays them.
import { type Curve, type RunSpec, readResult, type SimulationSpec } from 'ldp-bandits/simulation';
import { describe, expect, test } from 'vitest';
import { describeReproduction, refusalOf, useSimulator, withRun } from './simulation-support.js';

const simulator = useSimulator();

const runs: readonly RunSpec[] = [
  { label: 'random', policy: { type: 'uniform' } },
  { label: 'CUCB', policy: { type: 'cucb' } },
  { label: 'LDP2-T', policy: { type: 'combinatorial-thompson' }, epsilon: 1 },
  { label: 'LDP2-B', policy: { type: 'cucb-ldp-bit' }, epsilon: 1 },
  { label: 'LDP-R-B', policy: { type: 'cucb-ldp-bit', coordinate: 'uniform' }, epsilon: 1 },
  { label: 'LDP2-E', policy: { type: 'cucb-ldp-joint' }, epsilon: 1 },
  { label: 'sum', policy: { type: 'cucb-ldp-sum' }, epsilon: 1 },
  { label: 'LDP2', policy: { type: 'cucb-ldp2', horizon: 5000 }, epsilon: 1 },
  { label: 'LDP2-s', policy: { type: 'cucb-ldp2', width: 'bernstein' }, epsilon: 1 },
  { label: 'LDP1', policy: { type: 'cucb-ldp1' }, epsilon: 1 },
  { label: 'LDP1 printed', policy: { type: 'cucb-ldp1', width: 'printed' }, epsilon: 1 },
  { label: 'DPb', policy: { type: 'cucb-dp' }, epsilon: 1 },
  { label: 'epochs', policy: { type: 'cucb-ldp-bit' }, epsilon: 1, delivery: { epoch: 20 } },
  { label: 'DPb, epochs', policy: { type: 'cucb-dp' }, epsilon: 1, delivery: { epoch: 20 } },
];
/** Five disjoint paths of four arms; a path works as a whole. */
const paths = Array.from({ length: 20 }, (_, arm) => Math.floor(arm / 4));
const environment = {
  type: 'combinatorial',
  set: {
    type: 'list',
    arms: 20,
    superArms: [0, 4, 8, 12, 16].map((first) => [first, first + 1, first + 2, first + 3]),
  },
  means: paths.map((path) => (path === 0 ? 0.5 : 0.3)),
  together: paths,
} as const;
const spec: SimulationSpec = {
  version: 1,
  seed: 'golden',
  horizon: 5000,
  replicates: 3,
  environment,
  runs,
  record: { times: [10, 1000] },
};
const last = ({ mean }: Curve) => mean.at(-1) ?? Number.NaN;
const run = (label: string) => runs.filter((known) => known.label === label);

const refused = (change: object) => refusalOf(simulator, { ...spec, ...change });
const atOne = (policy: object) => withRun(policy, { epsilon: 1 });
const withSet = (set: object, change: object = {}) => ({
  environment: { ...environment, set, ...change },
});

const played = { ...environment, set: { ...environment.set, reward: 'sum' as const } };

describeReproduction('combinatorial worlds', simulator, spec, { ...spec, environment: played });

test('a result whose plays were changed is refused', async () => {
  const result = await simulator.run({ ...spec, runs: run('LDP2-B') }).result;
  const tampered = JSON.parse(JSON.stringify(result));
  tampered.curves[0].plays[0] += 0.25;
  expect(() => readResult(tampered)).toThrow(/digest/);
});

describe('a result says what was played', () => {
  test('with every default', async () => {
    const short = { ...spec, replicates: 1, horizon: 1000 };
    const { environment: world, runs } = (await simulator.run(short).result).spec;
    expect(world).toEqual(played);
    expect(runs.map(({ policy }) => policy)).toEqual([
      { type: 'uniform', arms: 20 },
      { type: 'cucb' },
      { type: 'combinatorial-thompson', coordinate: 'least-reported', posterior: 'beta' },
      { type: 'cucb-ldp-bit', coordinate: 'least-reported' },
      { type: 'cucb-ldp-bit', coordinate: 'uniform' },
      { type: 'cucb-ldp-joint', coordinate: 'least-reported' },
      { type: 'cucb-ldp-sum' },
      { type: 'cucb-ldp2', width: 'published', horizon: 5000 },
      { type: 'cucb-ldp2', width: 'bernstein' },
      { type: 'cucb-ldp1', width: 'corrected' },
      { type: 'cucb-ldp1', width: 'printed' },
      { type: 'cucb-dp', noise: 'batches', coordinate: 'all' },
      { type: 'cucb-ldp-bit', coordinate: 'least-reported' },
      { type: 'cucb-dp', noise: 'batches', coordinate: 'all' },
    ]);
  });

  test('and how often each arm: four in every round, those of a path alike', async () => {
    const { curves } = await simulator.run(spec).result;
    for (const { plays = new Float64Array(), t } of curves) {
      expect(plays).toHaveLength(20 * t.length);
      for (let time = 0; time < t.length; time += 1) {
        const row = plays.subarray(20 * time, 20 * (time + 1));
        expect(row.reduce((sum, share) => sum + share, 0)).toBeCloseTo(4, 9);
        expect(row[1]).toBe(row[0]);
      }
    }
    // CUCB has found the path by the second record time.
    expect(curves[1]?.plays?.at(40)).toBeGreaterThan(0.8);
  });

  test('but not in worlds too wide for a picture, nor in others', async () => {
    const set = { type: 'top-k', arms: 129, choose: 5 } as const;
    const means = Array.from({ length: 129 }, () => 0.5);
    const wide = { ...spec, environment: { type: 'combinatorial', set, means } as const };
    const { curves } = await simulator.run({ ...wide, runs: run('CUCB'), horizon: 1000 }).result;
    expect(curves[0]).not.toHaveProperty('plays');
  });
});

describe('the curves are those of the specification', () => {
  test('private learning costs, random play most; the joint index pays on paths', async () => {
    const { curves } = await simulator.run({ ...spec, horizon: 50_000 }).result;
    const regret = Object.fromEntries(curves.map((curve) => [curve.label, last(curve)]));
    const of = (label: string) => regret[label] ?? Number.NaN;
    // A path at random loses 0.8 in four of five rounds.
    expect(of('random') / 50_000).toBeCloseTo(0.64, 2);
    expect(of('CUCB')).toBeLessThan(0.5 * of('LDP2-B'));
    expect(of('LDP2-T')).toBeLessThan(0.3 * of('LDP2-B'));
    expect(of('LDP2-E')).toBeLessThan(0.6 * of('LDP2-B'));
    expect(of('LDP2-B')).toBeLessThan(0.5 * of('LDP2'));
    expect(of('LDP1')).toBeGreaterThan(of('LDP1 printed'));
  });

  test('the beta posterior is another learner, better at large epsilon, for one level of Thompson sampling', async () => {
    const thompson = { type: 'combinatorial-thompson' } as const;
    const runs: readonly RunSpec[] = [
      { label: 'normal', policy: thompson, epsilon: 5 },
      { label: 'named', policy: { ...thompson, posterior: 'normal' }, epsilon: 5 },
      { label: 'beta', policy: { ...thompson, posterior: 'beta' }, epsilon: 5 },
    ];
    const means = Array.from({ length: 20 }, (_, arm) => (arm < 4 ? 0.08 - 0.01 * arm : 0.02));
    const set = { type: 'top-k', arms: 20, choose: 4 } as const;
    const result = await simulator.run({
      version: 1,
      seed: 'beta',
      horizon: 20_000,
      replicates: 8,
      environment: { type: 'combinatorial', set, means },
      runs,
    }).result;
    // Normal without a word on this set, beta on a path.
    const [normal, named, beta] = result.curves.map(({ mean }) => mean.at(-1) as number);
    expect(named).toBe(normal);
    // docs/spec/combinatorial.md, section 5: few clicks, where the normal law is wrong at small counts.
    expect(beta).toBeLessThan(0.7 * (normal as number));
    const bit: RunSpec = {
      label: 'a',
      policy: { type: 'cucb-ldp-bit', posterior: 'beta' } as never,
      epsilon: 5,
    };
    const environment = { type: 'combinatorial', set, means } as const;
    const other = { version: 1, seed: 'a', horizon: 9, replicates: 1, environment } as const;
    expect(() => simulator.run({ ...other, runs: [bit] })).toThrow(/unknown key "posterior"/);
  });

  test('approximation regret of greedy coverage is below that against the oracle', async () => {
    const edges = Array.from({ length: 12 }, (_, arm) => [Math.floor(arm / 3), arm % 5] as const);
    const coverage = {
      type: 'combinatorial',
      set: { type: 'coverage', left: 4, right: 5, edges, choose: 2 },
      means: edges.map((_, arm) => (arm < 6 ? 0.8 : 0.3)),
    } as const;
    const play = { ...spec, environment: coverage, runs: run('CUCB') };
    const [against] = (await simulator.run(play).result).curves;
    const [short] = (await simulator.run({ ...play, regret: 'approximation' }).result).curves;
    if (against === undefined || short === undefined) throw new Error('no curves');
    // alpha = 1 - 1/e of the best: less by a constant a round, and negative in the end.
    const gained = last(against) - last(short);
    expect(last(short)).toBeLessThan(0);
    const atFirst = (against.mean[0] ?? 0) - (short.mean[0] ?? 0);
    expect(gained / 5000).toBeCloseTo(atFirst / 10, 9);
  });
});

describe('what has no meaning is refused by the path of the field', () => {
  test.each([
    ['environment.set', withSet([])],
    ['environment.set.type', withSet({})],
    ['environment.set.type', withSet({ type: 'heap' })],
    ['environment.set.choose', withSet({ type: 'top-k', arms: 20, choose: 21 })],
    ['environment.set.superArms[0][1]', withSet({ ...environment.set, superArms: [[3, 3]] })],
    ['environment.set.type', withSet({ type: 'custom', arms: 20, most: 2, fallback: [0] })],
    ['environment.means', withSet(environment.set, { means: [0.5] })],
    ['environment.means[0]', withSet(environment.set, { means: paths.map(() => 1.5) })],
    ['environment.together[0]', withSet(environment.set, { together: paths.map(() => 20) })],
    ['environment', withSet(environment.set, { arms: 20 })],
    ['regret', { regret: 'realized' }],
    ['runs[0].policy.type', withRun({ type: 'ucb1' })],
    ['runs[0].policy.arms', withRun({ type: 'uniform', arms: 5 })],
    ['runs[0].policy', withRun({ type: 'cucb', set: environment.set })],
    ['runs[0].policy.coordinate', atOne({ type: 'cucb-ldp-bit', coordinate: 'all' })],
    ['runs[0].policy.width', atOne({ type: 'cucb-ldp1', width: 'bernstein' })],
    ['runs[0].policy.horizon', atOne({ type: 'cucb-ldp2', width: 'bernstein', horizon: 9 })],
    [
      'runs[0].policy.coordinate',
      atOne({ type: 'cucb-dp', noise: 'published', coordinate: 'least-reported' }),
    ],
    ['runs[0].epsilon', withRun({ type: 'cucb-ldp-bit' })],
    ['runs[0].epsilon', atOne({ type: 'cucb' })],
    [
      'runs[0].population',
      withRun({ type: 'cucb-ldp-bit' }, { population: { levels: [1], probabilities: [1] } }),
    ],
    [
      'runs[0].delivery.delay',
      withRun({ type: 'cucb-ldp-bit' }, { epsilon: 1, delivery: { delay: 2 } }),
    ],
    ['runs[0].delivery.epoch', withRun({ type: 'cucb' }, { delivery: { epoch: 2 } })],
  ])('%s', async (path, change) => {
    expect(await refused(change)).toMatch(`${path} `);
  });

  test('families without a super arm, and algorithms that look at all of too many', async () => {
    const split = {
      type: 'spanning-tree',
      nodes: 4,
      edges: [
        [0, 1],
        [2, 3],
      ],
    } as const;
    expect(await refused(withSet(split, { means: [0.5, 0.5], together: undefined }))).toMatch(
      'environment',
    );
    const wide = { type: 'top-k', arms: 20, choose: 4 } as const;
    expect(await refused({ ...withSet(wide), runs: run('LDP2-E') })).toMatch('runs[0] ');
    const least = { ...wide, reward: 'minimum', choose: 1 } as const;
    expect(await refused({ ...withSet(least), runs: run('sum') })).toMatch('runs[0] ');
  });

  test('its algorithms, and its regret, in other worlds', async () => {
    const other = { environment: { type: 'bernoulli', means: [0.5, 0.6] } };
    expect(await refused({ ...other, runs: run('LDP2-B') })).toMatch('runs[0].policy.type ');
    const plain = { ...other, ...withRun({ type: 'ucb1' }) };
    expect(await refused({ ...plain, regret: 'approximation' })).toMatch('regret ');
  });
});
