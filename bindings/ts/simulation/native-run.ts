// One run of a spec in the numbers that the core takes (bindings/simulation_record.hpp).
import { catalog } from '../generated/catalog.js';
import { learnerRecord, learnerWithout, logBound } from '../generated/catalog-multi-armed.js';
import { simulationRunRecord } from '../generated/simulation-records.js';
import { rewardLawKindWords } from '../generated/worlds.js';
import { flat } from '../internal/flat.js';
import { sha256 } from '../server/digest.js';
import {
  bestArmRun,
  combinatorialRun,
  convexRun,
  generalizedLinearRun,
  type Learner,
  linearRun,
  type Parameters,
  reductionRun,
} from './native-worlds.js';
import { isArmsRun, stops } from './spec-best-arm.js';
import { flatChanges } from './spec-changes.js';
import { kConcentration } from './spec-environment.js';
import { deliveryWithDefaults, menuOf, populationOf } from './spec-population.js';
import type {
  BestArmPolicySpec,
  CombinatorialPolicySpec,
  ConvexPolicySpec,
  Environment,
  GeneralizedLinearPolicySpec,
  LinearPolicySpec,
  MultiArmedPolicySpec,
  ReductionPolicySpec,
  RewardLaw,
  RunSpec,
  SimulationSpec,
} from './spec-types.js';

/** Of every law the numbers of RewardLaw: kind, shape, low, high. */
const kind = (word: (typeof rewardLawKindWords)[number]) => rewardLawKindWords.indexOf(word);

/**
 * The flat records of a run, one behind the other. `spec` has its defaults filled in; `record`: the times at
 * which the regret is kept.
 */
export function nativeRun(
  spec: SimulationSpec,
  index: number,
  record: ArrayLike<number>,
): Float64Array {
  const run = spec.runs[index];
  if (run === undefined) throw new RangeError('no such run');
  const {
    type,
    rewards = { type: 'unit' },
    ...policy
  } = run.policy as Parameters<MultiArmedPolicySpec>;
  const [first = 0, second = 0] = Object.values(rewards).filter((x) => typeof x === 'number');
  // Where an own policy learns the core only asks for an algorithm that is one.
  const algorithm = run.policy.type === 'own' ? 'ucb1' : type;
  const algorithmIndex = catalog.findIndex(({ id }) => id === algorithm);
  const menu = menuOf(run) ?? [];
  const epsilon = run.epsilon ?? menu.at(-1) ?? 0;
  const world = worldOf(spec, run, { algorithmIndex, arms: 0, epsilon });
  const records = [
    ...simulationRunRecord({
      ...seedWords(spec.seed),
      laws: lawsOf(spec.environment),
      isSwitching: spec.environment.type === 'switching',
      ...changesOf(spec.environment),
      isRealized: spec.regret === 'realized',
      transform: rewards.type,
      first,
      second,
      ...levelsOf(populationOf(run)),
      ...deliveryWithDefaults(run.delivery),
      record,
    }),
    ...learnerRecord({
      ...learnerWithout,
      bound: logBound.includes(run.policy.type) ? 'Lk' : 'La',
      ...(world.length === 0 && policy),
      algorithmIndex,
      arms: 0,
      levels: [],
    }),
    ...world,
  ];
  return flat(records);
}

/** What there is beside the learner of the arms; nothing in a multi-armed world, unless the policy stops or reduces. */
function worldOf(
  { environment, regret }: SimulationSpec,
  run: RunSpec,
  learner: Learner,
): readonly ArrayLike<number>[] {
  const { policy } = run;
  switch (environment.type) {
    case 'linear':
      return linearRun(environment, policy as LinearPolicySpec, learner);
    case 'generalized-linear':
      return generalizedLinearRun(environment, policy as GeneralizedLinearPolicySpec, learner);
    case 'combinatorial':
      return combinatorialRun(environment, policy as CombinatorialPolicySpec, learner, regret);
    case 'convex':
      return convexRun(environment, policy as ConvexPolicySpec, learner);
    default:
      if (!isArmsRun(policy)) return [];
      return stops(policy)
        ? bestArmRun(policy as BestArmPolicySpec, learner, menuOf(run) ?? [])
        : reductionRun(policy as ReductionPolicySpec, learner);
  }
}

function levelsOf(population: ReturnType<typeof populationOf>) {
  if ('levels' in population) return { ...population, normal: [] };
  const { mean, deviation, low, high } = population;
  return { levels: [], probabilities: [], normal: [mean, deviation, low, high] };
}

function changesOf(environment: Environment) {
  if (environment.type !== 'bernoulli')
    return { changes: [], amplitude: 0, turns: 0, isCommon: false };
  const { amplitude = 0, turns = 0, common = false } = environment.drift ?? {};
  return { changes: flatChanges(environment), amplitude, turns, isCommon: common };
}

function lawsOf(environment: Environment): readonly number[] {
  switch (environment.type) {
    case 'linear':
    case 'generalized-linear':
    case 'combinatorial':
    case 'convex':
      return [];
    case 'own':
      // Only their number counts.
      return Array.from({ length: environment.arms }, () => [kind('two-point'), 0.5, 0, 1]).flat();
    case 'bernoulli':
      return environment.means.flatMap((mean) => [kind('two-point'), mean, 0, 1]);
    case 'gaussian': {
      const { means, deviation = 1 } = environment;
      return means.flatMap((mean) => [kind('gaussian'), deviation, mean, mean]);
    }
    case 'beta': {
      const { means, concentration = kConcentration } = environment;
      return means.flatMap((mean) => [kind('beta-mean'), concentration, mean, mean]);
    }
    case 'mixed':
      return environment.arms.flatMap(numbersOf);
    case 'switching': {
      // Environment::switching of the core: the means of the odd phases.
      const means = Array.from({ length: environment.arms }, (_, arm) => (arm === 0 ? 1 : 0.9));
      return means.flatMap((mean) => [kind('two-point'), mean, 0, 1]);
    }
  }
}

function numbersOf(law: RewardLaw): readonly number[] {
  switch (law.law) {
    case 'bernoulli':
      return [kind('two-point'), law.mean, 0, 1];
    case 'two-point':
      return [kind('two-point'), law.probability ?? 0.5, law.low, law.high];
    case 'beta':
      return [kind('beta'), law.alpha, 0, 1];
    case 'uniform':
      return [kind('uniform'), 0, law.low, law.high];
    case 'gaussian':
      return [kind('gaussian'), law.deviation, law.mean, law.mean];
  }
}

/** The 64-bit seed of the core: the first eight bytes of SHA-256 of the text, little endian. */
export function seedWords(seed: string): { readonly seedLow: number; readonly seedHigh: number } {
  const hash = sha256(new TextEncoder().encode(seed));
  const view = new DataView(hash.buffer, hash.byteOffset, 8);
  return { seedLow: view.getUint32(0, true), seedHigh: view.getUint32(4, true) };
}
