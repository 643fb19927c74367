// Which answers of a run that looks for the best arm are wrong: those worse than its indifference allows.
import { armsOf } from './spec-environment.js';
import type { Environment, RewardLaw, SimulationSpec } from './types.js';

/** Differences of decimals are off by less. */
const ROUNDING = 1e-9;

/** How many of those that stopped answered an arm whose mean is below the best one by more than the indifference. */
export function wrongAnswers(
  { environment, runs }: SimulationSpec,
  run: number,
  { rounds, answers }: { readonly rounds: Float64Array; readonly answers: Int32Array },
): number {
  const { indifference = 0, rewards } = (runs[run]?.policy ?? {}) as Policy;
  // An indifference is a difference of rewards, and a sigmoid or a threshold of a mean is no mean reward.
  const isOther = rewards?.type === 'sigmoid' || rewards?.type === 'threshold';
  const isExact = isOther || indifference === 0;
  const allowed = isExact ? 0 : indifference + ROUNDING;
  const means = meansOf(environment).map((mean) =>
    isExact || rewards?.type !== 'clip' ? mean : clipped(mean, rewards),
  );
  const best = means.reduce((most, mean) => Math.max(most, mean), Number.NEGATIVE_INFINITY);
  return answers.reduce((sum, answer, i) => {
    const isBelow = best - (means[answer] ?? 0) > allowed;
    return sum + (isBelow && !Number.isNaN(rounds[i]) ? 1 : 0);
  }, 0);
}

const clipped = (mean: number, { low, high }: { readonly low: number; readonly high: number }) =>
  Math.min(Math.max((mean - low) / (high - low), 0), 1);

interface Policy {
  readonly indifference?: number;
  readonly rewards?: { readonly type: string; readonly low: number; readonly high: number };
}

function meansOf(environment: Environment): readonly number[] {
  if (environment.type === 'mixed') return environment.arms.map(meanOf);
  if ('means' in environment) return environment.means;
  // Phases of a world that switches have the same best arm.
  return Array.from({ length: armsOf(environment) }, (_, arm) => (arm === 0 ? 1 : 0.9));
}

function meanOf(law: RewardLaw): number {
  switch (law.law) {
    case 'bernoulli':
    case 'gaussian':
      return law.mean;
    case 'two-point':
      return law.low + (law.high - law.low) * (law.probability ?? 0.5);
    case 'beta':
      return law.alpha / (1 + law.alpha);
    case 'uniform':
      return (law.low + law.high) / 2;
  }
}
