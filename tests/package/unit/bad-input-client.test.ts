// Every public function of `ldp-bandits`, called wrongly: each call gives its code and the name of the
// parameter, before anything is drawn, spent or sent.
import * as entry from 'ldp-bandits';
import { explain, indexedDbLedger, LdpError, type LedgerEntry, memoryLedger } from 'ldp-bandits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open, openPage, type Page, stateOf, watchRandomness } from './bad-input/client.js';
import {
  type BadCall,
  calledNames,
  describeRefusals,
  exportedNames,
  kInfinities,
  kNoCounts,
  kNoEpsilons,
  kNoNumbers,
  kNoObjects,
  rows,
} from './bad-input/table.js';

let page: Page;
let unwatch: () => void;
beforeAll(async () => {
  page = await openPage();
  unwatch = watchRandomness(page);
});
afterAll(() => unwatch());

const kBits = { type: 'weighted-ldp-ucb', arms: 3 } as const;
const kTerms = { epsilon: 1, epsilonTotal: 100 } as const;
const kMenu = Array.from({ length: 17 }, (_, i) => 1 + i / 16);

/** One option of createBandit with each of the values. */
const option = (name: string, values: readonly (readonly [string, unknown])[], parameter = name) =>
  rows('createBandit', parameter, values, (value) => open(page, { [name]: value }));
const algorithm = (name: string, values: readonly (readonly [string, unknown])[], at = name) =>
  rows('createBandit', `algorithm.${at}`, values, (value) =>
    open(page, { algorithm: { ...kBits, [name]: value } }),
  );
const terms = (name: string, values: readonly (readonly [string, unknown])[]) =>
  rows('createBandit', `privacy.${name}`, values, (value) =>
    open(page, { privacy: { ...kTerms, [name]: value } }),
  );

const kNoMilliseconds = [...kNoNumbers, ...kInfinities, ['-1', -1], ['1.5', 1.5]] as const;
const kNoFunctions = [...kNoObjects.slice(1), ['true', true]] as const;

const kOptions: BadCall[] = [
  ...rows('createBandit', 'options', kNoObjects, (value) => entry.createBandit(value)),
  ...option('bogus', [['an option that does not exist', 1]], 'options.bogus'),
  ...option('endpoint', [
    ...kNoObjects,
    ['a relative path, outside a page', '/api'],
    ['ftp', 'ftp://collector.example'],
    ['javascript', 'javascript:alert(1)'],
    ['with a query', 'https://collector.example/?a=1'],
    ['with a fragment', 'https://collector.example/#a'],
    ['with a user', 'https://user:password@collector.example/'],
    ['empty', ''],
  ]).filter(({ given }) => given !== 'endpoint = a string'),
  ...option('experiment', [
    ...kNoObjects.filter(([given]) => given !== 'a string'),
    ['empty', ''],
    ['a path', 'a/b'],
    ['a way up', '..'],
    ['a space', 'a b'],
    ['65 characters', 'x'.repeat(65)],
  ]),
  ...option('mayReport', kNoFunctions),
  ...option('fetch', kNoFunctions),
  ...option('ledger', kNoObjects.slice(1)),
  ...option('ledger', [['an empty object', {}]], 'ledger.reserve'),
  ...option('ledger', [['no entries', { reserve: () => {} }]], 'ledger.entries'),
  ...option('responseWindowMs', [
    ...kNoMilliseconds,
    ['0', 0],
    ['30 days and 1 ms', 2_592_000_001],
  ]),
  ...option('leaving', [
    ['"stay"', 'stay'],
    ['true', true],
  ]),
  ...option('sticky', [
    ['"tab"', 'tab'],
    ['true', true],
  ]),
  ...option('worker', [
    ['outside a page', '/worker.js'],
    ['1', 1],
  ]),
  ...option('maxDelayMs', [...kNoMilliseconds, ['a day and 1 ms', 86_400_001]]),
  ...option('inspect', [
    ['"yes"', 'yes'],
    ['1', 1],
    ['null', null],
  ]),
  ...option('signal', [
    ['null', null],
    ['an empty object', {}],
    ['a controller', new AbortController()],
  ]),
  ...option('wasm', [
    ['null', null],
    ['1', 1],
    ['an empty object', {}],
  ]),
];

const kAlgorithm: BadCall[] = [
  ...option('algorithm', kNoObjects),
  ...algorithm('type', [
    ['missing', undefined],
    ['unknown', 'exp3'],
    ['in the simulation only', 'ucb1'],
    ['__proto__', '__proto__'],
  ]),
  ...algorithm('bogus', [['a parameter that does not exist', 1]]),
  ...algorithm('arms', [...kNoCounts, ['missing', undefined], ['4097', 4097]]),
  ...algorithm('levels', [
    ['empty', []],
    ['17 of them', kMenu],
    ['a number', 1],
    ['null', null],
  ]),
  ...algorithm('levels', [['falling', [2, 1]]], 'levels[1]'),
  ...algorithm('levels', [['twice the same', [1, 1]]], 'levels[1]'),
  ...kNoEpsilons.flatMap(([given, level]) => algorithm('levels', [[given, [level]]], 'levels[0]')),
  ...algorithm('bound', [
    ['unknown', 'L5'],
    ['null', null],
  ]),
  ...algorithm('rewards', [
    ['null', null],
    ['a string', 'unit'],
  ]),
  ...algorithm('rewards', [['of no type', {}]], 'rewards.type'),
  ...algorithm('rewards', [['extra', { type: 'unit', low: 0 }]], 'rewards.low'),
  ...algorithm('rewards', [['without high', { type: 'clip', low: 0 }]], 'rewards.high'),
  ...algorithm('rewards', [['upside down', { type: 'clip', low: 1, high: 0 }]], 'rewards.high'),
  ...algorithm('rewards', [['no width', { type: 'clip', low: 1, high: 1 }]], 'rewards.high'),
  ...algorithm(
    'rewards',
    [['too wide', { type: 'clip', low: -Number.MAX_VALUE, high: Number.MAX_VALUE }]],
    'rewards.high',
  ),
  ...algorithm('rewards', [['flat', { type: 'sigmoid', center: 0, scale: 0 }]], 'rewards.scale'),
  ...algorithm('rewards', [['NaN', { type: 'threshold', at: Number.NaN }]], 'rewards.at'),
  ...algorithm('neutral', [...kNoNumbers, ...kInfinities]),
  ...algorithm('levelAwareFrom', kNoEpsilons),
  ...rows(
    'createBandit',
    'algorithm.delta',
    [...kNoNumbers, ...kInfinities, ['0', 0], ['1e-13', 1e-13], ['0.2', 0.2]],
    (delta) => open(page, { algorithm: { type: 'ldp-gaussian-ucb', arms: 3, delta } }),
  ),
  ...rows(
    'createBandit',
    'algorithm.epsilonMin',
    [...kNoEpsilons, ['missing', undefined]],
    (epsilonMin) => open(page, { algorithm: { type: 'he-ldp-ucb-laplace', arms: 3, epsilonMin } }),
  ),
];

const kPrivacy: BadCall[] = [
  ...option('privacy', kNoObjects),
  ...terms('bogus', [['a term that does not exist', 1]]),
  ...terms('epsilon', [...kNoEpsilons, ['missing', undefined]]),
  ...terms('delta', [...kNoNumbers, ['1e-6', 1e-6], ['-1', -1], ['1', 1]]),
  ...terms('epsilonTotal', [
    ...kNoNumbers,
    ...kInfinities,
    ['missing', undefined],
    ['-1', -1],
    ['just below 0', -Number.MIN_VALUE],
    ['2^53 + 1', 2 ** 53 + 1],
    ['0, which pays for no report', 0],
    ['just below one report', 1 - 2 ** -53],
  ]),
  ...terms('deltaTotal', [...kNoNumbers, ...kInfinities, ['-1', -1], ['1.1', 1.1]]),
  ...rows(
    'createBandit',
    'privacy.delta',
    [
      ...kNoNumbers,
      ...kInfinities,
      ['missing', undefined],
      ['0', 0],
      ['just below that of the algorithm', 1e-6 - 2 ** -72],
      ['0.11', 0.11],
    ],
    (delta) =>
      open(page, {
        algorithm: { type: 'ldp-gaussian-ucb', arms: 3 },
        privacy: { ...kTerms, delta },
      }),
  ),
  ...terms('windowMs', [...kNoMilliseconds, ['0', 0], ['2^53 + 1', 2 ** 53 + 2]]),
];

const spend = (name: string, values: readonly (readonly [string, unknown])[]) =>
  rows('explain', `spend.${name}`, values, (value) =>
    explain({ epsilon: 1, delta: 0, [name]: value }),
  );

const kEntry: LedgerEntry = {
  epsilon: 1,
  delta: 0,
  rho: 0.5,
  at: 0,
  experiment: 'bits',
  snapshot: 0,
  mechanism: 'weighted-ldp-ucb',
  reportId: 'x',
};
const kLimit = { epsilon: 8, delta: 0 };
const kNoLosses = [...kNoNumbers, ['-1', -1], ['Infinity', Number.POSITIVE_INFINITY]] as const;
const reserve = (name: string, values: readonly (readonly [string, unknown])[]) =>
  rows('BudgetLedger.reserve', `entry.${name}`, values, (value) =>
    memoryLedger().reserve({ ...kEntry, [name]: value }, kLimit),
  );

const kOthers: BadCall[] = [
  ...rows('explain', 'spend', kNoObjects, (value) => explain(value)),
  ...spend('epsilon', [...kNoNumbers, ...kInfinities, ['missing', undefined], ['-1', -1]]),
  ...spend('delta', [...kNoNumbers, ...kInfinities, ['-1', -1], ['1', 1], ['2', 2]]),
  ...rows(
    'explain',
    'prior',
    [...kNoNumbers, ...kInfinities, ['-0.1', -0.1], ['1.1', 1.1]],
    (prior) => explain({ epsilon: 1, delta: 0 }, prior),
  ),
  ...rows('explain', 'about', kNoObjects.slice(1), (about) =>
    explain({ epsilon: 1, delta: 0 }, 0.5, about),
  ),
  ...rows(
    'explain',
    'about.reports',
    [...kNoNumbers, ...kInfinities, ['0', 0], ['1.5', 1.5], ['2^53', 2 ** 53]],
    (reports) => explain({ epsilon: 1, delta: 0 }, 0.5, { reports }),
  ),
  ...rows(
    'explain',
    'about.act',
    [
      ['empty', ''],
      ['1', 1],
      ['101 characters', 'x'.repeat(101)],
    ],
    (act) => explain({ epsilon: 1, delta: 0 }, 0.5, { act }),
  ),
  ...rows(
    'indexedDbLedger',
    'name',
    [
      ['1', 1],
      ['null', null],
      ['empty', ''],
      ['201 characters', 'x'.repeat(201)],
    ],
    (name) => indexedDbLedger(name),
  ),
  ...reserve('epsilon', kNoLosses),
  ...reserve('delta', kNoLosses),
  ...reserve('rho', kNoLosses),
];

describeRefusals(
  [
    ['options of createBandit', kOptions],
    ['the algorithm', kAlgorithm],
    ['the privacy terms', kPrivacy],
    ['other functions', kOthers],
  ],
  () => stateOf(page),
);

it('covers every function that the entry exports', () => {
  const called = calledNames([...kOptions, ...kOthers]);
  // memoryLedger takes nothing; its ledger is in the table. LdpError is what the tables look for.
  const withoutArguments = ['LdpError', 'memoryLedger'];
  expect([...called, ...withoutArguments].sort()).toEqual(exportedNames(entry));
});

describe('what is no error', () => {
  it.each([
    ['-0 as a delay', { maxDelayMs: -0 }],
    ['-0 as a delta', { privacy: { ...kTerms, delta: -0 } }],
    ['a total that pays for one report', { privacy: { ...kTerms, epsilonTotal: 1 } }],
    ['the defaults written out', { algorithm: { ...kBits, bound: 'La', neutral: -0 } }],
  ])('%s', async (_given, changes) => {
    const bandit = await open(page, changes);
    await bandit[Symbol.asyncDispose]();
  });

  it('an aborted signal: its reason, not an LdpError', async () => {
    const reason = new Error('left the page');
    await expect(open(page, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('LdpError.is of anything at all', () => {
    for (const value of [
      undefined,
      null,
      1,
      'x',
      {},
      new Error('x'),
      { name: 'LdpError', code: 'x' },
    ]) {
      expect(LdpError.is(value)).toBe(false);
    }
    const error = new LdpError('transport', 'x');
    expect([
      LdpError.is(error),
      LdpError.is(error, 'transport'),
      LdpError.is(error, 'disposed'),
    ]).toEqual([true, true, false]);
  });
});
