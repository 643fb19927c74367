// What the experiments of section 4 share: 20 arms, 50 trials, two populations.
import type { Environment, PolicySpec, Population, RunSpec } from '../../simulation/types.js';
import { eightADecade, namedSpec, type Size } from '../setting.js';
import type { FigureMode, NamedSpec } from '../types.js';

/** The horizon of figures 1 and 2 as it can be inferred, see `horizonNote`. */
export const horizon = 6_000_000;
export const trials = 50;

export const horizonNote =
  'The paper does not say how many rounds figures 1 and 2 have. The ratio of L to B at epsilon 0.2, 210/74, is reached at 6.7 million, and the printed R² of figure 2 between 6 and 10 million: 6 million are run here.';

/** One arm with mean .9, five each with .8, .7 and .6, four with .5. */
const groups = [
  { mean: 0.9, count: 1 },
  { mean: 0.8, count: 5 },
  { mean: 0.7, count: 5 },
  { mean: 0.6, count: 5 },
  { mean: 0.5, count: 4 },
] as const;

/** The law of the arms of each mean in figures 1c and 1d: the algorithms work beyond Bernoulli. */
const laws = {
  0.9: { law: 'bernoulli', mean: 0.9 },
  0.8: { law: 'beta', alpha: 4 },
  0.7: { law: 'two-point', low: 0.4, high: 1 },
  0.6: { law: 'bernoulli', mean: 0.6 },
  0.5: { law: 'uniform', low: 0, high: 1 },
} as const;

export const means = groups.flatMap(({ mean, count }) => new Array<number>(count).fill(mean));
export const bernoulli: Environment = { type: 'bernoulli', means };
export const mixed: Environment = {
  type: 'mixed',
  arms: groups.flatMap(({ mean, count }) => Array.from({ length: count }, () => laws[mean])),
};
/** Of the supplement: standard deviation 1, so rewards are unbounded. */
export const gaussian: Environment = { type: 'gaussian', means, deviation: 1 };

/** A fifth of the users each; those at 0 send nothing. */
export const discreteLevels: Population = {
  levels: [0, 0.2, 1, 2, 100],
  probabilities: [0.2, 0.2, 0.2, 0.2, 0.2],
};
/** Gaussian(1, 1) between 0 and 100: 15.9 % of the users are at 0, where the paper says about 20 %. */
export const gaussianLevels: Population = {
  type: 'clipped-gaussian',
  mean: 1,
  deviation: 1,
  low: 0,
  high: 100,
};

/** The visitors of a run: all with one level, or a population. */
export type Users = { readonly epsilon: number } | { readonly population: Population };

/** As published, with L(t) = 4 ln t, unless the policy says otherwise. */
export function run(label: string, policy: PolicySpec, users?: Users): RunSpec {
  return { label, policy, ...users };
}

/** Recorded are the rounds that claims are about, too. */
export function specOf(
  name: string,
  environment: Environment,
  runs: readonly RunSpec[],
  size: Size,
): NamedSpec {
  const last = size.horizon;
  const known = [1e5, 1e6, 5e6, 6e6, last].filter((time) => time <= last);
  const times = eightADecade(last, known);
  return namedSpec('ren2020', name, { ...size, environment, runs, times });
}

/** Quick runs have the size given here; full ones that of the paper. */
export function sizeOf(mode: FigureMode, quick: Size): Size {
  return mode === 'quick' ? quick : { horizon, replicates: trials };
}
