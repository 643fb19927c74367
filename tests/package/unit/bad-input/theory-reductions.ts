// convexTheoryCurve, adversarialTheoryCurve and bestArmSampleCount, called wrongly.
import {
  type AdversarialTheoryCurveOptions,
  adversarialTheoryCurve,
  type BestArmSampleCountOptions,
  bestArmSampleCount,
  type ConvexTheoryCurveOptions,
  convexTheoryCurve,
} from 'ldp-bandits/simulation';
import { type BadCall, kNoObjects, rows } from './table.js';

const kConvex: ConvexTheoryCurveOptions = {
  algorithm: {
    type: 'ldp-two-point',
    set: { type: 'box', low: [0], high: [1] },
    lipschitz: 1,
  } as ConvexTheoryCurveOptions['algorithm'],
  epsilon: 1,
  rounds: [10, 100],
};
const kAdversarial: AdversarialTheoryCurveOptions = { learner: 'exp3', arms: 5, rounds: [10, 100] };
const kBestArm: BestArmSampleCountOptions = { means: [0.9, 0.5], epsilon: 1 };

type Values = readonly (readonly [string, unknown])[];

/** The function with one option changed. */
const caller =
  <Options extends object>(name: string, run: (options: Options) => unknown, good: Options) =>
  (parameter: string, values: Values) =>
    rows(name, parameter, values, (value) => run({ ...good, [parameter]: value } as Options));

const convex = caller('convexTheoryCurve', convexTheoryCurve, kConvex);
const adversarial = caller('adversarialTheoryCurve', adversarialTheoryCurve, kAdversarial);
const bestArm = caller('bestArmSampleCount', bestArmSampleCount, kBestArm);
const menu = (parameter: string, values: Values) =>
  rows('bestArmSampleCount', parameter, values, (population) =>
    bestArmSampleCount({ means: [0.9, 0.5], rule: 'duel', population } as never),
  );

const kNoRounds: Values = [
  ['null', null],
  ['a string', '1'],
  ['no entries', []],
];
const kNoEpsilon: Values = [
  ['0', 0],
  ['129', 129],
  ['a string', '1'],
];

export const kReductionTheoryCalls: readonly BadCall[] = [
  ...rows('convexTheoryCurve', 'options', kNoObjects, (value) => convexTheoryCurve(value)),
  ...convex('algorithm', kNoObjects),
  ...convex('epsilon', [...kNoEpsilon, ['none', undefined]]),
  ...convex('rounds', kNoRounds),

  ...rows('adversarialTheoryCurve', 'options', kNoObjects, (value) =>
    adversarialTheoryCurve(value),
  ),
  ...adversarial('learner', [['unknown', 'exp4']]),
  ...adversarial('arms', [
    ['1', 1],
    ['a fraction', 2.5],
  ]),
  ...adversarial('epsilon', kNoEpsilon),
  ...adversarial('rounds', kNoRounds),

  ...rows('bestArmSampleCount', 'options', kNoObjects, (value) => bestArmSampleCount(value)),
  ...bestArm('rule', [['unknown', 'ucb1']]),
  ...bestArm('means', kNoRounds),
  ...bestArm('errorProbability', [
    ['0.6', 0.6],
    ['a string', '1'],
  ]),
  ...bestArm('constants', [['of a rule that has none', 'heuristic']]),
  ...bestArm('epsilon', kNoEpsilon),
  ...bestArm('population', [['beside an epsilon', { levels: [1], probabilities: [1] }]]),
  ...menu('population', [
    ['null', null],
    ['a list', [1, 2]],
  ]),
  ...menu('population.levels[0]', [['silent', { levels: [0, 1], probabilities: [0.5, 0.5] }]]),
  ...menu('population.probabilities', [
    ['none', { levels: [1] }],
    ['one too few', { levels: [1, 2], probabilities: [1] }],
  ]),
  ...menu('population', [
    ['probabilities that sum to 0.9', { levels: [1, 2], probabilities: [0.5, 0.4] }],
    ['a negative probability', { levels: [1, 2], probabilities: [-1, 2] }],
  ]),
];
