// Who plays the experiments on generalized linear models, and in which worlds.
import type {
  GeneralizedLinearEnvironment,
  GeneralizedLinearPolicySpec,
  PolicySpec,
  RunSpec,
} from '../../simulation/types.js';
import { curveOf, type Measured, regret } from '../measure.js';
import type { FigureResults } from '../types.js';
import { delta } from './setting.js';

/** Labels of the curves, which claims are about. */
export const labels = {
  newtonBall: 'Newton, ball',
  newtonGauss: 'Newton, Gaussian',
  newtonGreedy: 'Newton, ball, greedy',
  glocBall: 'GLOC, ball',
  glocGauss: 'GLOC, Gaussian',
  glocGreedy: 'GLOC, ball, greedy',
  sgdBall: 'SGD, ball',
  sgdGauss: 'SGD, Gaussian',
  published: 'Algorithm 3',
  tuned: 'Algorithm 3, tuned',
  gloc: 'GLOC, no privacy',
  glocTheory: 'GLOC, no privacy, theory',
  ucb: 'UCB-GLM, no privacy',
  ucbTheory: 'UCB-GLM, no privacy, theory',
  uniform: 'Uniform play',
} as const;

export type Learner = keyof typeof labels;

/** Algorithm 3 knows the horizon, and has a delta; ball reports have none. */
function policyOf(learner: Learner, horizon: number): GeneralizedLinearPolicySpec | PolicySpec {
  const gaussian = { mechanism: 'gaussian', delta } as const;
  switch (learner) {
    case 'newtonBall':
      return { type: 'ldp-glm-newton' };
    case 'newtonGauss':
      return { type: 'ldp-glm-newton', ...gaussian };
    case 'newtonGreedy':
      return { type: 'ldp-glm-newton', optimism: 0 };
    case 'glocBall':
      return { type: 'ldp-glm-gloc' };
    case 'glocGauss':
      return { type: 'ldp-glm-gloc', ...gaussian };
    case 'glocGreedy':
      return { type: 'ldp-glm-gloc', optimism: 0 };
    case 'sgdBall':
      return { type: 'ldp-glm-sgd' };
    case 'sgdGauss':
      return { type: 'ldp-glm-sgd', ...gaussian };
    case 'published':
      return { type: 'ldp-glm-published', delta, horizon };
    case 'tuned':
      return { type: 'ldp-glm-published', delta, horizon, tuning: 'tuned' };
    case 'gloc':
      return { type: 'gloc', radius: 'practical' };
    case 'glocTheory':
      return { type: 'gloc', radius: 'theory' };
    case 'ucb':
      return { type: 'ucb-glm', radius: 'practical' };
    case 'ucbTheory':
      return { type: 'ucb-glm', radius: 'theory' };
    case 'uniform':
      return { type: 'uniform' };
  }
}

const open: readonly Learner[] = ['gloc', 'glocTheory', 'ucb', 'ucbTheory', 'uniform'];

export const runOf = (learner: Learner, epsilon: number, horizon: number): RunSpec => ({
  label: labels[learner],
  policy: policyOf(learner, horizon),
  ...(!open.includes(learner) && { epsilon }),
});

/** G1: clicks, five features, twenty arms that are new in every round. */
export const logistic: GeneralizedLinearEnvironment = {
  type: 'generalized-linear',
  link: 'logistic',
  dimension: 5,
  arms: 20,
  contexts: 'fresh',
  bound: 1,
};

/** Regret at the horizon, or after `round` recorded rounds. */
export const final =
  (spec: string, learner: Learner, round?: number) =>
  (results: FigureResults): Measured =>
    regret(curveOf(results, spec, labels[learner]), round);

/** 10^3, 10^3.25, ..., the horizon, which need not be one of them. */
export function checkpoints(horizon: number): readonly number[] {
  const times: number[] = [];
  for (let k = 12; 10 ** (k / 4) < horizon; k += 1) times.push(Math.round(10 ** (k / 4)));
  return [...times, horizon];
}
