// Who plays the experiments on generalized linear models, and in which worlds.
import type { GeneralizedLinearEnvironment, PolicySpec, RunSpec } from '../../simulation/types.js';
import { ranked } from '../claims.js';
import { regretOf } from '../measure.js';
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

const ball = { mechanism: 'ball' } as const;
const gaussian = { mechanism: 'gaussian', delta } as const;

/** Algorithm 3 knows the horizon, and has a delta; ball reports have none. */
const policies: Readonly<Record<Learner, (horizon: number) => PolicySpec>> = {
  newtonBall: () => ({ type: 'ldp-glm-newton', ...ball, parts: 'joint' }),
  newtonGauss: () => ({ type: 'ldp-glm-newton', ...gaussian }),
  newtonGreedy: () => ({ type: 'ldp-glm-newton', ...ball, parts: 'joint', optimism: 0 }),
  glocBall: () => ({ type: 'ldp-glm-gloc', ...ball }),
  glocGauss: () => ({ type: 'ldp-glm-gloc', ...gaussian }),
  glocGreedy: () => ({ type: 'ldp-glm-gloc', ...ball, optimism: 0 }),
  sgdBall: () => ({ type: 'ldp-glm-sgd', ...ball }),
  sgdGauss: () => ({ type: 'ldp-glm-sgd', ...gaussian }),
  published: (horizon) => ({ type: 'ldp-glm-published', delta, horizon }),
  tuned: (horizon) => ({ type: 'ldp-glm-published', delta, horizon, tuning: 'tuned' }),
  gloc: () => ({ type: 'gloc', radius: 'practical' }),
  glocTheory: () => ({ type: 'gloc', radius: 'theory' }),
  ucb: () => ({ type: 'ucb-glm', radius: 'practical' }),
  ucbTheory: () => ({ type: 'ucb-glm', radius: 'theory' }),
  uniform: () => ({ type: 'uniform' }),
};

const open: readonly Learner[] = ['gloc', 'glocTheory', 'ucb', 'ucbTheory', 'uniform'];

export const runOf = (learner: Learner, epsilon: number, horizon: number): RunSpec => ({
  label: labels[learner],
  policy: policies[learner](horizon),
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

/** Regret at the horizon. */
export const final = (spec: string, learner: Learner) => regretOf(spec, labels[learner]);

/** Regrets at the horizon, in an order. */
export const ordered = (spec: string, learners: readonly Learner[]) =>
  ranked(
    spec,
    learners.map((learner) => labels[learner]),
  );

/** 10^3, 10^3.25, ..., the horizon, which need not be one of them. */
export function checkpoints(horizon: number): readonly number[] {
  const times: number[] = [];
  for (let k = 12; 10 ** (k / 4) < horizon; k += 1) times.push(Math.round(10 ** (k / 4)));
  return [...times, horizon];
}
