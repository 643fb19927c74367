import { decodeSpec, encodeSpec } from 'ldp-bandits/simulation';
import { describe, expect, test } from 'vitest';
import { BASELINES, specOf } from '../../../web/src/playground/build-spec.js';
import { armOf, DEFAULTS, type Draft } from '../../../web/src/playground/draft.js';
import { PRESETS } from '../../../web/src/playground/presets.js';
import { draftOf } from '../../../web/src/playground/read-spec.js';
import { specText } from '../../../web/src/runs/code.js';

const base: Draft = {
  ...DEFAULTS,
  arms: [armOf('bernoulli', { mean: '0.8' }), armOf('bernoulli', { mean: '0.5' })],
  learners: [{ number: 0, type: 'weighted-ldp-ucb', values: {} }],
};

const worlds: readonly (readonly [string, Draft])[] = [
  ...PRESETS.map(({ name, draft }) => [name, draft] as const),
  [
    'a continuous law of levels',
    {
      ...base,
      levels: 'clipped-gaussian',
      learners: [
        { number: 0, type: 'he-ldp-ucb-bernoulli', values: { epsilonMin: '1', bound: 'La' } },
      ],
    },
  ],
  ['one level and silent visitors', { ...base, silent: '12.5' }],
  [
    'Gaussian rewards through a sigmoid',
    {
      ...base,
      arms: [armOf('gaussian', { mean: '0.3' }), armOf('uniform', { low: '-1', high: '1' })],
      transform: 'sigmoid',
      transformValues: { ...DEFAULTS.transformValues, scale: '2' },
    },
  ],
  [
    'a linear world, few arms that stay, little spread',
    {
      ...base,
      world: 'linear',
      linear: { dimension: '3', arms: '20', contexts: 'fixed', spread: '0.5' },
      epsilon: '4',
      delivery: { ...DEFAULTS.delivery, epoch: '10' },
      learners: [
        { number: 0, type: 'ldp-linucb', values: { mechanism: 'gaussian', delta: '0.001' } },
        { number: 1, type: 'jdp-linucb', values: {} },
      ],
    },
  ],
  [
    'a slate of two, at most two of a kind, without a second kind',
    {
      ...base,
      world: 'slate',
      arms: ['1', '3', '3'].map((kind, arm) =>
        armOf('bernoulli', { mean: String(0.2 + arm / 4), kind }),
      ),
      slate: { choose: '2', most: '2' },
      epsilon: '0.5',
      delivery: { ...DEFAULTS.delivery, epoch: '20' },
      learners: [
        { number: 0, type: 'cucb-ldp-bit', values: { coordinate: 'uniform' } },
        { number: 1, type: 'cucb-dp', values: { noise: 'tree' } },
      ],
    },
  ],
  [
    'an A/B test in epochs, with a budget and heuristic constants',
    {
      ...base,
      world: 'test',
      epsilon: '2',
      delivery: { ...DEFAULTS.delivery, epoch: '10' },
      learners: [
        { number: 0, type: 'ldp-lil-ucb', values: { constants: 'heuristic' } },
        { number: 1, type: 'ldp-sequential-halving', values: { maximumPulls: '500' } },
      ],
    },
  ],
  [
    'three numbers to tune from one loss each',
    {
      ...base,
      world: 'tuning',
      arms: [armOf('bernoulli')],
      tuning: { dimension: '3', loss: 'quadratic' },
      learners: [
        { number: 0, type: 'ldp-one-point', values: { losses: 'smooth', steps: 'practical' } },
        { number: 1, type: 'ldp-two-point', values: { mechanism: 'laplace' } },
      ],
    },
  ],
  [
    'two learners at three levels each, and one without',
    {
      ...base,
      epsilon: '4 1 0.5',
      silent: '10',
      learners: [
        { number: 0, type: 'ldp-thompson', values: {} },
        { number: 1, type: 'ucb1', values: {} },
        { number: 2, type: 'he-ldp-ucb-bernoulli', values: { bound: 'La' } },
      ],
    },
  ],
  [
    'sets at two levels',
    {
      ...base,
      world: 'slate',
      slate: { choose: '2', most: '1' },
      epsilon: '2 1',
      learners: [{ number: 0, type: 'cucb-ldp-bit', values: {} }],
    },
  ],
  [
    'late, lost and bundled reports',
    {
      ...base,
      delivery: { epoch: '10', delay: '5', lost: '7', serving: 'ticketed' },
    },
  ],
];

describe.each(worlds)('%s', (_name, draft) => {
  const spec = specOf(draft);

  test('is a spec that the library takes', async () => {
    await expect(encodeSpec(spec)).resolves.toMatch(/^1\./);
  });

  test('comes back from its spec to a form that says the same', () => {
    const back = draftOf(spec);
    expect(back && specOf(back)).toEqual(spec);
  });

  test('comes back the same from a link', async () => {
    const back = draftOf(await decodeSpec(await encodeSpec(spec)));
    expect(back && specOf(back)).toEqual(spec);
  });

  test('is the same JSON when it is written for people', () => {
    expect(JSON.parse(specText(spec))).toEqual(spec);
  });
});

describe('a spec that the form cannot say', () => {
  const spec = specOf(base);
  test.each([
    ['too many arms', { environment: { type: 'bernoulli', means: Array(41).fill(0.5) } }],
    ['another record', { record: { points: 7, scale: 'linear' } }],
    ['realised regret', { regret: 'realized' }],
    [
      'routes',
      {
        environment: {
          type: 'combinatorial',
          set: { type: 'path', nodes: 2, edges: [[0, 1]], source: 0, target: 1 },
          means: [0.5],
        },
      },
    ],
    ['no baseline', { runs: spec.runs.slice(0, 1) }],
    [
      'learners with levels of their own',
      {
        runs: [{ label: 'a', policy: { type: 'weighted-ldp-ucb' }, epsilon: 3 }, ...spec.runs],
      },
    ],
  ])('%s: not turned into one that says less', (_what, change) => {
    expect(draftOf({ ...spec, ...(change as object) })).toBeNull();
  });
});

test('serving is for learners with an index: those that draw their arm keep their own, and a link brings both back', () => {
  const types = ['ldp-thompson', 'ldp-imed', 'weighted-ldp-ucb', 'he-ldp-ucb-bernoulli'];
  const learners = types.map((type, number) => ({ number, type, values: {} }));
  const delivery = { ...DEFAULTS.delivery, epoch: '10', serving: 'ticketed' };
  const draft: Draft = { ...base, learners, delivery };
  const spec = specOf(draft);
  const own = { epoch: 10 };
  expect(spec.runs.slice(0, 4).map((run) => run.delivery)).toEqual([
    own,
    own,
    { ...own, serving: 'ticketed' },
    { ...own, serving: 'ticketed' },
  ]);
  expect(draftOf(spec)?.delivery).toEqual(delivery);
});

describe('several levels', () => {
  test('are a run each, at the learners that have one', () => {
    const learners = ['ldp-thompson', 'ucb1'].map((type, number) => ({ number, type, values: {} }));
    const { runs } = specOf({ ...base, epsilon: '4 0,5', learners });
    expect(runs.map(({ label, epsilon }) => [label, epsilon])).toEqual([
      ['LDP Thompson sampling, ε = 4', 4],
      ['LDP Thompson sampling, ε = 0.5', 0.5],
      ['UCB1', undefined],
      [BASELINES.arms, undefined],
      [BASELINES.uniform, undefined],
    ]);
  });

  test('the page begins with three of them', () => {
    const [first] = PRESETS;
    const levels = first && specOf(first.draft).runs.map(({ epsilon }) => epsilon);
    expect(levels).toEqual([4, 1, 0.5, undefined, undefined]);
  });
});
