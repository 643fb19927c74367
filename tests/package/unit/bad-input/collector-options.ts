// Every option of `createCollector`, given wrongly.
import { type AggregateStore, createCollector, memoryStore } from 'ldp-bandits/server';
import { kArms, kExperiments } from './server.js';
import { type BadCall, kNoCounts, kNoEpsilons, kNoNumbers, kNoObjects, rows } from './table.js';

const kParameters: readonly (readonly [
  parameter: string,
  algorithm: string,
  values: readonly (readonly [string, unknown])[],
])[] = [
  ['levelAwareFrom', 'weighted-ldp-ucb', kNoEpsilons],
  ['levelAwareFrom', 'ldp-kl-ucb', [['1, which it does not take', 1]]],
  ['delta', 'ldp-gaussian-ucb', [...kNoNumbers, ['0', 0], ['1e-13', 1e-13], ['0.2', 0.2]]],
  ['delta', 'weighted-ldp-ucb', [['1e-6, which it does not take', 1e-6]]],
  [
    'posterior',
    'ldp-thompson',
    [
      ['null', null],
      ['"Beta"', 'Beta'],
      ['1', 1],
    ],
  ],
  [
    'estimator',
    'ldp-tsallis-inf',
    [
      ['null', null],
      ['"rv"', 'rv'],
      ['1', 1],
    ],
  ],
  ['estimator', 'ldp-exp3', [['one, which it does not take', 'importance-weighting']]],
];
const kNoSpend = [0, 1e-7, '1e-6', Number.NaN].map((delta) => [
  `${delta}, beside 1e-6`,
  {
    a: {
      algorithm: { type: 'ldp-gaussian-ucb', arms: kArms },
      perReport: { epsilon: 1, delta },
    },
  },
]) as readonly (readonly [string, unknown])[];

const { algorithm: kBits } = kExperiments.bits;
const kWrongTerms: readonly (readonly [parameter: string, given: string, changes: object])[] = [
  ['algorithm.type', 'of the simulation', { algorithm: { type: 'ucb1', arms: kArms } }],
  ['perReport.delta', 'where there is none', { perReport: { epsilon: 1, delta: 1e-6 } }],
  ['perReport.epsilon', 'not the dearest level', { algorithm: { ...kBits, levels: [0.5, 2] } }],
  ['labels[1]', 'a number', { labels: ['a', 3, 'c'] }],
];
/** A store as an object of its own methods, one of which may be replaced. */
function methodsOf(store: AggregateStore): AggregateStore {
  return {
    commit: (...rest) => store.commit(...rest),
    read: (...rest) => store.read(...rest),
    head: (...rest) => store.head(...rest),
    latest: (...rest) => store.latest(...rest),
    publish: (...rest) => store.publish(...rest),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

/** `store`: what the collectors would have used, in which nothing may change. */
export function createCalls(store: () => AggregateStore): BadCall[] {
  const option = (
    name: string,
    values: readonly (readonly [string, unknown])[],
    parameter = name,
  ) =>
    rows('createCollector', parameter, values, (value) =>
      createCollector({ experiments: kExperiments, store: store(), [name]: value }),
    );
  const experiment = (name: string, values: readonly (readonly [string, unknown])[]) =>
    option(
      'experiments',
      values.map(([given, value]) => [given, { a: { ...kExperiments.bits, [name]: value } }]),
      `experiments.a.${name}`,
    );

  return [
    ...rows('createCollector', 'options', kNoObjects, (options) => createCollector(options)),
    ...rows('createCollector', 'options.bogus', [['1', 1]], (bogus) =>
      createCollector({ bogus } as never),
    ),
    ...option('experiments', kNoObjects),
    ...option('experiments', [
      ['a path for a name', { 'a/b': kExperiments.bits }],
      ['a way up', { '..': kExperiments.bits }],
      ['the address of health', { healthz: kExperiments.bits }],
    ]),
    ...option('experiments', [['null', { a: null }]], 'experiments.a'),
    ...experiment('extra', [['a key too many', 1]]),
    ...option('store', [['an empty object', {}]], 'store.commit'),
    ...option('store', kNoObjects),
    ...['commit', 'read', 'latest', 'publish'].flatMap((method) =>
      option(
        'store',
        [['a store without it', { ...methodsOf(memoryStore()), [method]: 1 }]],
        `store.${method}`,
      ),
    ),
    ...experiment('algorithm', kNoObjects),
    ...experiment('perReport', kNoObjects),
    ...experiment('labels', [...kNoObjects.slice(1), ['one of three', ['a']]]),
    ...kNoCounts.flatMap(([given, arms]) =>
      option(
        'experiments',
        [[given, { a: { ...kExperiments.bits, algorithm: { type: 'weighted-ldp-ucb', arms } } }]],
        'experiments.a.algorithm.arms',
      ),
    ),
    ...kNoEpsilons.flatMap(([given, epsilon]) =>
      option(
        'experiments',
        [[given, { a: { ...kExperiments.bits, perReport: { epsilon } } }]],
        'experiments.a.perReport.epsilon',
      ),
    ),
    ...experiment('serve', [
      ['null', null],
      ['1', 1],
      ['"Index"', 'Index'],
      ['a list', ['index']],
    ]),
    ...kParameters.flatMap(([parameter, type, values]) =>
      option(
        'experiments',
        values.map(([given, value]) => [
          given,
          {
            a: { algorithm: { type, arms: kArms, [parameter]: value }, perReport: { epsilon: 1 } },
          },
        ]),
        `experiments.a.algorithm.${parameter}`,
      ),
    ),
    ...option(
      'experiments',
      [
        [
          'a level above that of a page',
          { a: { ...kExperiments.bits, perReport: { epsilon: 33 } } },
        ],
      ],
      'experiments.a.perReport.epsilon',
    ),
    ...(['weighted-ldp-ucb', 'ldp-gaussian-ucb', 'ldp-tsallis-inf'] as const).flatMap((type) =>
      option(
        'experiments',
        [
          ['a level of 100', { type, arms: kArms, levels: [1, 100] }],
          ['a level below 2^-10', { type, arms: kArms, levels: [1, 2 ** -11] }],
        ].map(([given, algorithm]) => [
          `${given} for ${type}`,
          { a: { algorithm, perReport: { epsilon: 1 } } },
        ]),
        'experiments.a.algorithm.levels[1]',
      ),
    ),
    ...kWrongTerms.flatMap(([parameter, given, changes]) =>
      option(
        'experiments',
        [[given, { a: { ...kExperiments.bits, ...changes } }]],
        `experiments.a.${parameter}`,
      ),
    ),
    ...option('experiments', kNoSpend, 'experiments.a.perReport.delta'),
    ...option('retention', [...kNoCounts, ['1025', 1025]]),
    ...rows('createCollector', 'retention', [['65 with ldp-exp3', 65]], (retention) =>
      createCollector({
        experiments: { a: { algorithm: { type: 'ldp-exp3', arms: 2 }, perReport: { epsilon: 1 } } },
        store: store(),
        retention,
      }),
    ),
    ...option('maxReportsPerBody', [...kNoCounts, ['10,001', 10_001]]),
    ...option('maxIdsPerEpoch', kNoCounts),
    ...option('storeDeadlineMs', [...kNoCounts, ['600,001', 600_001]]),
    ...option('onError', kNoObjects.slice(1)),
    ...option('now', kNoObjects.slice(1)),
    ...option('publishEvery', kNoObjects.slice(1)),
    ...kNoNumbers.flatMap(([given, ms]) =>
      option('publishEvery', [[given, { ms }]], 'publishEvery.ms'),
    ),
    ...option('publishEvery', [['-1', { ms: -1 }]], 'publishEvery.ms'),
    ...option(
      'publishEvery',
      [
        ['0', { reports: 0 }],
        ['1.5', { reports: 1.5 }],
      ],
      'publishEvery.reports',
    ),
    ...option('cors', kNoObjects.slice(1, 4)),
    ...option(
      'cors',
      [
        ['*', ['*']],
        ['a path', ['https://a.example/']],
      ],
      'cors[0]',
    ),
    ...option('basePath', [
      ['relative', 'relative'],
      ['with a space', '/a b'],
    ]),
    ...option('initialState', [['bytes', new Uint8Array(1)]]),
    ...option('signal', [['an empty object', {}]]),
    ...option('wasm', [
      ['null', null],
      ['1', 1],
    ]),
  ];
}
