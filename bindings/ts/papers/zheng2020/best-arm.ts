// Appendix B.2: how many visitors it takes until the best arm is known, and how often the answer is wrong.

import type { BestArmPolicySpec, RunSpec } from '../../simulation/types.js';
import { chosenOf } from '../choices.js';
import { atMost, clearlyIncreasing, increasing, own, paper, within } from '../claims.js';
import { curveOf, fitLine, logPoint, type Measure, quotient } from '../measure.js';
import type {
  Choice,
  Chosen,
  Claim,
  Figure,
  FigureMode,
  FigureResults,
  ScatterPoint,
} from '../types.js';
import { agrees, plain } from './claims.js';
import { type CountLevel, counts as found, predicted, wrongAnswers } from './expected.js';
import { settingNote, specOf } from './setting.js';

const labels = {
  klLucb: 'KL-LUCB',
  elimination: 'Successive elimination',
  lilHeuristic: 'lil’UCB, heuristic',
  lil: 'lil’UCB',
  halving: 'Sequential halving',
} as const;
type Rule = keyof typeof labels;

type Parameters = { readonly maximumPulls: number; readonly errorProbability: number };

const types: Readonly<Record<Rule, { readonly type: string; readonly constants?: string }>> = {
  klLucb: { type: 'kl-lucb' },
  elimination: { type: 'successive-elimination' },
  lil: { type: 'lil-ucb', constants: 'theory' },
  lilHeuristic: { type: 'lil-ucb', constants: 'heuristic' },
  halving: { type: 'sequential-halving' },
};

/** With one bit at this level; without one, what was seen. */
function runOf(
  rule: Rule,
  epsilon: number | undefined,
  parameters: Parameters,
  label: string,
): RunSpec {
  const { type, ...constants } = types[rule];
  const policy = {
    type: epsilon === undefined ? type : `ldp-${type}`,
    ...constants,
    ...parameters,
  } as BestArmPolicySpec;
  return { label, policy, ...(epsilon !== undefined && { epsilon }) };
}

/** When the replicates of a run stopped. */
function stopping(spec: string, label: string): Measure {
  return (results) => {
    const { stopped, replicates } = curveOf(results, spec, label);
    if (stopped === undefined) throw new RangeError(`the results do not say when ${label} stopped`);
    // A replicate that has not stopped takes at least the horizon.
    const last = results[spec]?.spec.horizon ?? 0;
    const rounds = Array.from(stopped.rounds, (round) => (Number.isNaN(round) ? last : round));
    const mean = rounds.reduce((sum, round) => sum + round, 0) / rounds.length;
    const square = rounds.reduce((sum, round) => sum + (round - mean) ** 2, 0);
    const error = rounds.length > 1 ? Math.sqrt(square / (rounds.length - 1) / rounds.length) : 0;
    return { value: mean, error, replicates };
  };
}

type Instance = 'linear' | 'sparse';
const means: Readonly<Record<Instance, readonly number[]>> = {
  linear: [0.7, 0.65, 0.6, 0.55, 0.5, 0.45],
  sparse: [0.7, ...new Array<number>(9).fill(0.5)],
};
const instances = Object.keys(means) as readonly Instance[];

const levels: readonly CountLevel[] = [0.5, 1, 2, 5, 'none'];
const epsilonOf = (level: CountLevel) => (level === 'none' ? undefined : level);
const nameAt = (level: CountLevel) => (level === 'none' ? 'no privacy' : `ε = ${level}`);

const errorProbability = 0.05;
const trials: Readonly<Record<FigureMode, number>> = { quick: 8, full: 64 };
/** Where all rules are compared; at the other levels there is KL-LUCB. */
const compared = 1;
const rulesAt = (level: CountLevel): readonly Rule[] =>
  level === compared ? ['klLucb', 'elimination', 'lilHeuristic'] : ['klLucb'];

/** Fewer than one run in a thousand takes three times the prediction; elimination adds a third. */
const longest = (instance: Instance, level: CountLevel) =>
  Math.ceil(4 * predicted[instance][level]);

const quickLevels: readonly CountLevel[] = [2, 5, 'none'];

const choices: readonly Choice[] = [
  {
    id: 'instance',
    label: 'Arms',
    options: [
      { id: 'linear', label: 'six, of means 0.7, 0.65, ..., 0.45' },
      { id: 'sparse', label: 'ten, of means 0.7 and nine times 0.5' },
    ],
    default: 'linear',
  },
];

const count = (rule: Rule, level: CountLevel) => stopping(nameAt(level), labels[rule]);

const claimsIn = (instance: Instance): readonly Claim[] => {
  const where = { instance };
  return [
    ...levels.map((level) =>
      within(
        own(
          `${nameAt(level)}: KL-LUCB stops within 15 % of what is predicted, ${Math.round(predicted[instance][level]).toLocaleString('en-US')} visitors.`,
          { where, needs: level === 5 ? 'quick' : 'full' },
        ),
        // Eight trials measure it to 8 %.
        level === 5 ? [0.7, 1.3] : [0.85, 1.15],
        quotient(count('klLucb', level), () => plain(predicted[instance][level], trials.full)),
      ),
    ),
    within(
      paper(
        'One bit at ε = 1 takes c² = 4.7 times the visitors, as each gap is c = 2.2 times smaller; up to the variance of clicks near the ends.',
        { where },
      ),
      [4.1, 6.5],
      quotient(count('klLucb', 1), count('klLucb', 'none')),
    ),
    increasing(own('More privacy takes more visitors.', { where, needs: 'quick' }), (results) =>
      ([...quickLevels].reverse() as CountLevel[])
        .filter((level) => level !== 5)
        .map((level) => ({ name: nameAt(level), measured: count('klLucb', level)(results) })),
    ),
    clearlyIncreasing(
      own('The number of visitors increases from KL-LUCB to successive elimination.', { where }),
      (results) =>
        (['klLucb', 'elimination'] as const).map((rule) => ({
          name: labels[rule],
          measured: count(rule, compared)(results),
        })),
    ),
    ...rulesAt(compared).map((rule) =>
      agrees(
        `ε = 1: ${labels[rule]} stops when an independent program does.`,
        { where },
        found[instance][rule as keyof (typeof found)[Instance]],
        count(rule, compared),
      ),
    ),
    ...levels.map((level) =>
      atMost(
        own(`${nameAt(level)}: every run of KL-LUCB ends with the best arm.`, { where }),
        0,
        (results) => {
          const { stopped, replicates } = curveOf(results, nameAt(level), labels.klLucb);
          return plain(stopped?.wrong ?? Number.NaN, replicates);
        },
      ),
    ),
  ];
};

const points = (results: FigureResults): readonly ScatterPoint[] =>
  levels
    .filter((level) => results[nameAt(level)] !== undefined)
    .flatMap((level) =>
      rulesAt(level).map((rule) =>
        logPoint(
          labels[rule],
          Math.log2(predicted[instanceIn(results)][level]),
          count(rule, level)(results),
          nameAt(level),
        ),
      ),
    );

/** Which arms the results are about. */
function instanceIn(results: FigureResults): Instance {
  const [first] = Object.values(results);
  const environment = first?.spec.environment;
  return environment?.type === 'bernoulli' && environment.means.length === means.sparse.length
    ? 'sparse'
    : 'linear';
}

export const bestArm: Figure = {
  id: 'best-arm',
  title: 'How many visitors until the best arm is known',
  says: 'With any rule for the best arm as the black box, local privacy costs a factor in the number of samples that does not depend on the arms.',
  source: 'section 3.1, appendix B.2',
  horizonNote: `${settingNote} Predicted is after how many visitors the rule would stop if every frequency were its mean.`,
  choices,
  documented: instances.map((instance) => ({ instance })),
  specs: (mode, given?: Chosen) => {
    const instance = chosenOf({ choices }, given)['instance'] as Instance;
    return (mode === 'quick' ? quickLevels : levels).map((level) => {
      const maximumPulls = longest(instance, level);
      return specOf(nameAt(level), {
        horizon: maximumPulls,
        replicates: trials[mode],
        environment: { type: 'bernoulli', means: means[instance] },
        runs: rulesAt(level).map((rule) =>
          runOf(rule, epsilonOf(level), { maximumPulls, errorProbability }, labels[rule]),
        ),
        times: [maximumPulls],
      });
    });
  },
  claims: instances.flatMap(claimsIn),
  plot: {
    kind: 'scatter',
    xLabel: 'log2 of the visitors predicted',
    yLabel: 'log2 of the visitors needed',
    points,
    line: (all) => fitLine(all.filter(({ series }) => series === labels.klLucb)),
    lineLabel: `least-squares line of ${labels.klLucb}`,
  },
};

const small = { name: 'three arms', means: [0.9, 0.5, 0.5], pulls: 10_000, epsilon: 1 };
const budget = 100;
const many: Readonly<Record<FigureMode, number>> = { quick: 200, full: 10_000 };

/** Error probabilities that the rules are given: the usual one, and one half. */
const allowed = [0.05, 0.5] as const;
const certifying: readonly Rule[] = ['klLucb', 'elimination', 'lilHeuristic'];
const labelOf = (rule: Rule, error: number) =>
  error === 0.05 ? labels[rule] : `${labels[rule]}, error ${error}`;

/** Wrong answers among all runs, with the normal error of a share. */
const wrong = (label: string) => (results: FigureResults) => {
  const { stopped, replicates } = curveOf(results, small.name, label);
  const value = (stopped?.wrong ?? Number.NaN) / replicates;
  return { value, error: Math.sqrt((value * (1 - value)) / replicates), replicates };
};

export const bestArmErrors: Figure = {
  id: 'best-arm-errors',
  title: 'How often the answer is wrong',
  says: 'The answer is wrong with at most the probability that the black box promises.',
  source: 'section 3.1, appendix B.2',
  horizonNote: `${settingNote} Three arms of means 0.9, 0.5 and 0.5, one bit at ε = 1; once a rule has stopped its answer is played.`,
  specs: (mode) => [
    specOf(small.name, {
      horizon: small.pulls,
      replicates: many[mode],
      environment: { type: 'bernoulli', means: small.means },
      runs: [
        ...allowed.flatMap((error) =>
          certifying.map((rule) =>
            runOf(
              rule,
              small.epsilon,
              { maximumPulls: small.pulls, errorProbability: error },
              labelOf(rule, error),
            ),
          ),
        ),
        runOf('halving', small.epsilon, { maximumPulls: budget, errorProbability }, labels.halving),
      ],
      times: [100, 300, 1_000, 2_000, 3_000, 5_000, small.pulls],
    }),
  ],
  claims: [
    ...allowed.flatMap((error) =>
      certifying.map((rule) =>
        atMost(
          own(
            `${labelOf(rule, error)}: wrong in at most ${error} of the runs${rule === 'lilHeuristic' ? ', though nothing is proven of these constants' : ''}.`,
            { needs: 'quick' },
          ),
          error,
          wrong(labelOf(rule, error)),
        ),
      ),
    ),
    agrees(
      `${labels.halving} with a budget of ${budget}: wrong as often as an independent program.`,
      {},
      wrongAnswers.halving,
      wrong(labels.halving),
    ),
    ...certifying.map((rule) =>
      agrees(
        `${labels[rule]} stops when an independent program does.`,
        {},
        wrongAnswers.stops[rule as keyof typeof wrongAnswers.stops],
        stopping(small.name, labels[rule]),
      ),
    ),
  ],
  plot: { kind: 'curves', rounds: 'log' },
};
