// chooseThreshold, theoryCurve and slateTheoryCurve, called wrongly. `details.parameter` names the field.
import {
  chooseThreshold,
  type SlateTheoryCurveOptions,
  slateTheoryCurve,
  type TheoryCurveOptions,
  theoryCurve,
} from 'ldp-bandits/simulation';
import { type BadCall, kInfinities, kNoNumbers, kNoObjects, rows } from './table.js';
import { kReductionTheoryCalls } from './theory-reductions.js';

const kTable = { levels: [0, 1, 2], probabilities: [0.2, 0.4, 0.4] };
const kGaussian = { type: 'clipped-gaussian', mean: 1, deviation: 1, low: 0, high: 100 };
const kCurve: TheoryCurveOptions = {
  curve: 'upperB',
  means: [0.9, 0.5],
  rounds: [10, 100],
  population: kTable,
  epsilonMin: 1,
};

const kSlates: SlateTheoryCurveOptions = {
  curve: 'lower6',
  arms: 20,
  largest: 4,
  gap: 0.8,
  epsilon: 1,
  rounds: [10, 100],
};

const kNoLists: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a string', '1'],
  ['1', 1],
  ['an object', {}],
  ['no entries', []],
];

type Values = readonly (readonly [string, unknown])[];

const choose = (parameter: string, values: Values, population: (value: never) => unknown) =>
  rows('chooseThreshold', parameter, values, (value) =>
    chooseThreshold({
      algorithm: 'he-ldp-ucb-bernoulli',
      population: population(value) as typeof kTable,
    }),
  );

const curve = (parameter: string, values: Values, options: (value: never) => object) =>
  rows('theoryCurve', parameter, values, (value) =>
    theoryCurve({ ...kCurve, ...options(value) } as TheoryCurveOptions),
  );

const slates = (parameter: string, values: Values, options: (value: never) => object) =>
  rows('slateTheoryCurve', parameter, values, (value) =>
    slateTheoryCurve({ ...kSlates, ...options(value) } as SlateTheoryCurveOptions),
  );

const options = (call: string, run: (value: never) => unknown) => [
  ...rows(call, 'options', kNoObjects, run),
  ...rows(call, 'options.levels', [['an unknown option', { levels: [1] }]], run),
];

export const kTheoryCalls: readonly BadCall[] = [
  ...options('chooseThreshold', (value) => chooseThreshold(value)),
  ...rows(
    'chooseThreshold',
    'algorithm',
    [
      ['undefined', undefined],
      ['one without a threshold', 'weighted-ldp-ucb'],
    ],
    (algorithm) => chooseThreshold({ algorithm, population: kTable }),
  ),
  ...choose('population', kNoObjects, (value) => value),
  ...choose('population.mean', [['of a table', 1]], (mean) => ({ ...kTable, mean })),
  ...choose('population.levels', kNoLists, (levels) => ({ ...kTable, levels })),
  ...choose('population.levels[1]', kNoNumbers, (level) => ({ ...kTable, levels: [0, level, 2] })),
  ...choose(
    'levels',
    [
      ['not increasing', [0, 2, 1]],
      ['above 128', [0, 1, 129]],
      ['negative', [-1, 1, 2]],
    ],
    (levels) => ({ ...kTable, levels }),
  ),
  ...choose(
    'probabilities',
    [
      ['too few', [0.5, 0.5]],
      ['the sum 0.9', [0.2, 0.4, 0.3]],
      ['one negative', [-0.2, 0.6, 0.6]],
    ],
    (probabilities) => ({ ...kTable, probabilities }),
  ),
  ...choose('levels', [['silent users only', [0, 0]]], (sample) => ({ sample })),
  ...choose('population.sample', kNoLists, (sample) => ({ sample })),
  ...choose('population.mean', [...kNoNumbers, ...kInfinities], (mean) => ({ ...kGaussian, mean })),
  ...choose(
    'deviation',
    [
      ['0', 0],
      ['-1', -1],
    ],
    (deviation) => ({ ...kGaussian, deviation }),
  ),
  ...choose('low', [['above high', 101]], (low) => ({ ...kGaussian, low })),
  ...choose('high', [['129', 129]], (high) => ({ ...kGaussian, high })),

  ...options('theoryCurve', (value) => theoryCurve(value)),
  ...curve('curve', [['unknown', 'upperX']], (value) => ({ curve: value })),
  ...curve('means', kNoLists, (means) => ({ means })),
  ...curve('means[1]', kNoNumbers, (mean) => ({ means: [0.5, mean] })),
  ...curve('means', [['above 1', [0.5, 1.5]]], (means) => ({ means })),
  ...curve('rounds', kNoLists, (rounds) => ({ rounds })),
  ...curve('rounds', [['0', [0]]], (rounds) => ({ rounds })),
  ...curve('rounds[0]', kInfinities, (round) => ({ rounds: [round] })),
  ...curve('population', [['beside epsilon', kTable]], (population) => ({
    epsilon: 1,
    population,
  })),
  ...curve('levels', [['none', undefined]], (population) => ({ population })),
  ...curve('levels', [['many, of a curve for one', 'cor8']], (name) => ({
    curve: name,
    epsilonMin: undefined,
  })),
  ...curve('levels', [['some, of a curve without', 'ucb1']], (name) => ({
    curve: name,
    epsilonMin: undefined,
  })),
  ...curve(
    'epsilonMin',
    [
      ['undefined', undefined],
      ['above all levels', 3],
    ],
    (epsilonMin) => ({ epsilonMin }),
  ),
  ...curve('epsilonMin', [['of a curve without', 'upperWB']], (name) => ({ curve: name })),
  ...curve(
    'epsilonMin',
    kNoNumbers.filter(([given]) => given !== 'null'),
    (epsilonMin) => ({
      epsilonMin,
    }),
  ),

  ...options('slateTheoryCurve', (value) => slateTheoryCurve(value)),
  ...slates('curve', [['unknown', 'upperX']], (value) => ({ curve: value })),
  ...slates('arms', [...kNoNumbers, ['0', 0], ['4097', 4097]], (arms) => ({ arms })),
  ...slates('largest', [...kNoNumbers, ['0', 0], ['above arms', 21]], (largest) => ({ largest })),
  ...slates('smoothness', [...kInfinities, ['0', 0]], (smoothness) => ({ smoothness })),
  ...slates('gap', [...kNoNumbers, ...kInfinities, ['0', 0]], (gap) => ({ gap })),
  ...slates('epsilon', [...kInfinities, ['none', undefined], ['129', 129]], (epsilon) => ({
    epsilon,
  })),
  ...slates('rounds', kNoLists, (rounds) => ({ rounds })),
  ...slates('rounds', [['0', [0]]], (rounds) => ({ rounds })),

  ...kReductionTheoryCalls,
];
