// Plays a whole run with the second implementation and random numbers of its own: for learners that
// decide at random, and noise that the package draws by a method of its own.
import {
  type Belief,
  gaussianDeviationOf,
  PlainLearner,
  type PlainSetting,
} from './plain-learner.js';
import { mulberry32 } from './plain-numbers.js';
import { plainReading, plainReport } from './plain-window.js';

export interface PlainWorld {
  readonly means: readonly number[];
  readonly horizon: number;
  /** Of the visitors, 0 for silent ones, all equally likely; none for raw rewards. */
  readonly levels: readonly number[];
  readonly setting: Omit<PlainSetting, 'arms' | 'levels'>;
}

/** Uniform in (0, 1). */
export function uniforms(seed: number): () => number {
  const next = mulberry32(seed);
  return () => next() + 2 ** -33;
}

/** Box and Muller 1958. */
function normal(uniform: () => number): number {
  return Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** Gamma of a shape of 1 or more: Marsaglia and Tsang 2000. */
function gamma(shape: number, uniform: () => number): number {
  const d = shape - 1 / 3;
  for (;;) {
    const x = normal(uniform);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(uniform()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

function drawBelief(belief: Belief, uniform: () => number): number {
  if ('mean' in belief) return belief.mean + belief.deviation * normal(uniform);
  const ones = gamma(1 + belief.ones, uniform);
  return ones / (ones + gamma(1 + belief.zeros, uniform));
}

/** Pseudo-regret of one trial. */
export function plainTrial(world: PlainWorld, uniform: () => number): number {
  const { means, horizon, levels, setting } = world;
  const menu = levels.filter((level) => level > 0);
  const learner = new PlainLearner({ ...setting, arms: means.length, levels: menu });
  const best = Math.max(...means);
  let regret = 0;
  for (let t = 1; t <= horizon; t += 1) {
    const level = levels[Math.floor(uniform() * levels.length)] ?? Number.POSITIVE_INFINITY;
    // Only the adversarial learners ask what the arm was drawn from.
    const drawn = /tsallis-inf$|exp3$/.test(setting.type) ? (learner.view(t).weights ?? []) : [];
    const arm = choose(learner, world, t, level, uniform);
    const mean = means[arm] as number;
    regret += best - mean;
    const reward = uniform() < mean ? 1 : 0;
    if (level > 0) {
      const value = report(reward, level, setting, uniform);
      learner.learn(arm, Math.max(0, menu.indexOf(level)), value, drawn, t);
    }
  }
  return regret;
}

function choose(
  learner: PlainLearner,
  { setting, means }: PlainWorld,
  t: number,
  level: number,
  uniform: () => number,
): number {
  if (level < (setting.levelAwareFrom ?? 0)) {
    const incumbent = learner.incumbent(t);
    if (incumbent !== null) return incumbent;
  }
  if (setting.type.includes('thompson')) return chooseByBelief(learner.beliefs(), uniform);
  const { weights, index } = learner.view(t, t - 1); // an epoch is a round
  if (weights !== undefined) {
    let left = uniform();
    const arm = weights.findIndex((weight) => {
      left -= weight;
      return left < 0;
    });
    return arm < 0 ? means.length - 1 : arm;
  }
  const largest = Math.max(...index);
  const ties = index.flatMap((value, arm) => (value === largest ? [arm] : []));
  return ties[Math.floor(uniform() * ties.length)] as number;
}

function chooseByBelief(beliefs: readonly (Belief | null)[], uniform: () => number): number {
  const unknown = beliefs.flatMap((belief, arm) => (belief === null ? [arm] : []));
  if (unknown.length > 0) return unknown[Math.floor(uniform() * unknown.length)] as number;
  const draws = beliefs.map((belief) => drawBelief(belief as Belief, uniform));
  return draws.indexOf(Math.max(...draws));
}

function report(
  reward: number,
  level: number,
  { type, delta = 0 }: PlainWorld['setting'],
  uniform: () => number,
): number {
  if (level === Number.POSITIVE_INFINITY) return reward;
  if (type === 'ldp-gaussian-ucb') {
    return reward + gaussianDeviationOf(level, delta) * normal(uniform);
  }
  if (type.endsWith('graded')) return plainReading(plainReport(reward, level, uniform), level);
  return uniform() < 0.5 + (reward - 0.5) * Math.tanh(level / 2) ? 1 : 0;
}
