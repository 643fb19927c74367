// Reads a simulation spec from code, from a file or from a link, with the same limits for all
// three.
import { choice, integer, invalid, list, number, record, text } from './fields.js';
import { defaultRecord, limits } from './limits.js';
import { armsPolicyWithDefaults, isArmsRun, readArmsRun } from './spec-best-arm.js';
import { combinatorialPolicyWithDefaults, readCombinatorialRun } from './spec-combinatorial.js';
import { convexPolicyWithDefaults, readConvexRun } from './spec-convex.js';
import { armsOf, environmentWithDefaults, readEnvironment } from './spec-environment.js';
import type { RunFields } from './spec-family.js';
import {
  generalizedLinearPolicyWithDefaults,
  readGeneralizedLinearRun,
} from './spec-generalized-linear.js';
import { linearPolicyWithDefaults, readLinearRun } from './spec-linear.js';
import { isOwn, ownPolicyWithDefaults, readOwnRun } from './spec-own.js';
import {
  checkRewards,
  checkRun,
  isLocal,
  policyWithDefaults,
  readArmsPolicy,
} from './spec-policy.js';
import { deliveryWithDefaults, readDelivery, readPopulation } from './spec-population.js';
import type {
  Environment,
  OwnPolicySpec,
  PolicySpec,
  RecordSpec,
  RunSpec,
  SimulationSpec,
} from './spec-types.js';

/**
 * A clean copy with the keys in canonical order; defaults are not filled in.
 * @throws {LdpError} `spec_invalid` with the path of the field in `details.parameter`.
 */
export function readSpec(value: unknown): SimulationSpec {
  const fields = record(value, 'spec', [
    'version',
    'seed',
    'horizon',
    'replicates',
    'environment',
    'runs',
    'record',
    'regret',
  ]);
  if (fields.version !== 1) throw invalid('version', 'must be 1');
  const seed = text(fields.seed, 'seed', limits.seedLength);
  const horizon = integer(fields.horizon, 'horizon', 1, limits.horizon);
  const replicates = integer(fields.replicates, 'replicates', 1, limits.replicates);
  const environment = readEnvironment(fields.environment);
  const runs = list(fields.runs, 'runs', 1, limits.runs, (run, path) =>
    readRun(run, path, environment, horizon),
  );
  const times = fields.record === undefined ? undefined : readRecord(fields.record, horizon);
  const regret =
    fields.regret === undefined
      ? undefined
      : choice(fields.regret, 'regret', ['pseudo', 'realized', 'approximation']);
  checkRegret(regret, environment);
  checkLabels(runs);
  checkSize(horizon, replicates, runs.length, pointsOf(times ?? defaultRecord));
  return {
    version: 1,
    seed,
    horizon,
    replicates,
    environment,
    runs,
    ...(times !== undefined && { record: times }),
    ...(regret !== undefined && { regret }),
  };
}

/**
 * The spec with every default written out: what a result carries, and what its digest covers. Takes
 * a spec that was read.
 */
export function withDefaults(spec: SimulationSpec): SimulationSpec {
  const { environment } = spec;
  return {
    ...spec,
    environment: environmentWithDefaults(environment),
    runs: spec.runs.map((run) => ({
      ...run,
      policy: policyOf(run, environment, spec.horizon),
      delivery: deliveryWithDefaults(run.delivery),
    })),
    record: spec.record ?? defaultRecord,
    regret: spec.regret ?? 'pseudo',
  };
}

function policyOf(run: RunSpec, environment: Environment, horizon: number): PolicySpec {
  if (run.policy.type === 'own') return ownPolicyWithDefaults(run.policy);
  switch (environment.type) {
    case 'linear':
      return linearPolicyWithDefaults(run.policy, environment);
    case 'generalized-linear':
      return generalizedLinearPolicyWithDefaults(run.policy, environment, horizon);
    case 'combinatorial':
      return combinatorialPolicyWithDefaults(run.policy, environment);
    case 'convex':
      return convexPolicyWithDefaults(run.policy, environment, horizon);
    default:
      if (isArmsRun(run.policy)) {
        return armsPolicyWithDefaults(run.policy, armsOf(environment), horizon);
      }
      return policyWithDefaults(run, armsOf(environment));
  }
}

function checkRegret(regret: SimulationSpec['regret'], { type }: Environment): void {
  if (type === 'combinatorial' && regret === 'realized') {
    throw invalid(
      'regret',
      'must be pseudo or approximation: in a combinatorial world the best super arm is that of the means',
    );
  }
  if (type === 'convex' && regret !== undefined && regret !== 'pseudo') {
    throw invalid(
      'regret',
      'must be pseudo: in a convex world the best point is that of the means',
    );
  }
  if (type !== 'combinatorial' && regret === 'approximation') {
    throw invalid('regret', 'must be pseudo or realized: only a combinatorial world has oracles');
  }
}

function readRun(value: unknown, path: string, environment: Environment, horizon: number): RunSpec {
  const fields = record(value, path, ['label', 'policy', 'epsilon', 'population', 'delivery']);
  const label = text(fields.label, `${path}.label`, limits.labelLength);
  if (isOwn(fields.policy)) return readOwnLearner(label, fields, path, environment);
  if (environment.type === 'linear') return readLinearRun(label, fields, path, environment);
  if (environment.type === 'generalized-linear') {
    return readGeneralizedLinearRun(label, fields, path, environment, horizon);
  }
  if (environment.type === 'combinatorial') {
    return readCombinatorialRun(label, fields, path, environment);
  }
  if (environment.type === 'convex') return readConvexRun(label, fields, path, environment);
  if (isArmsRun(fields.policy)) return readArmsRun(label, fields, path, environment);
  const policy = readArmsPolicy(fields.policy, `${path}.policy`, armsOf(environment));
  const run: RunSpec = {
    label,
    policy,
    ...readVisitors(policy, fields, path),
    ...(fields.delivery !== undefined && {
      delivery: readDelivery(fields.delivery, `${path}.delivery`),
    }),
  };
  checkRun(run, path, environment, horizon);
  return run;
}

function readOwnLearner(
  label: string,
  fields: RunFields,
  path: string,
  environment: Environment,
): RunSpec {
  const { type } = environment;
  if (
    type === 'linear' ||
    type === 'generalized-linear' ||
    type === 'combinatorial' ||
    type === 'convex'
  ) {
    throw invalid(
      `${path}.policy.type`,
      `must not be own in a ${type} world: own policies play multi-armed worlds only`,
    );
  }
  const run = readOwnRun(label, fields, path);
  const { rewards = { type: 'unit' } } = run.policy as OwnPolicySpec;
  checkRewards({ rewards }, path, environment);
  if (armsOf(environment) > limits.arms)
    throw invalid('environment', `must have at most ${limits.arms} arms for an own policy`);
  return run;
}

function readVisitors(
  policy: PolicySpec,
  fields: RunFields,
  path: string,
): Pick<RunSpec, 'epsilon' | 'population'> {
  const hasEpsilon = fields.epsilon !== undefined;
  const hasPopulation = fields.population !== undefined;
  if (!isLocal(policy)) {
    if (!hasEpsilon && !hasPopulation) return {};
    throw invalid(path, `must have neither epsilon nor population: ${policy.type} is not private`);
  }
  if (hasEpsilon === hasPopulation) throw invalid(path, 'must have either epsilon or population');
  if (hasPopulation) return { population: readPopulation(fields.population, `${path}.population`) };
  const { minimum, maximum } = limits.epsilon;
  return { epsilon: number(fields.epsilon, `${path}.epsilon`, minimum, maximum) };
}

function readRecord(value: unknown, horizon: number): RecordSpec {
  const fields = record(value, 'record', ['points', 'scale', 'times']);
  if (fields.times === undefined) {
    return {
      points: integer(fields.points, 'record.points', 1, limits.points),
      scale: choice(fields.scale, 'record.scale', ['linear', 'log']),
    };
  }
  record(value, 'record', ['times']);
  const times = list(fields.times, 'record.times', 1, limits.points, (time, path) =>
    integer(time, path, 1, horizon),
  );
  if (times.some((time, index) => index > 0 && time <= (times[index - 1] ?? 0))) {
    throw invalid('record.times', 'must increase strictly');
  }
  return { times };
}

/** Rows of a curve, at most. */
function pointsOf(spec: RecordSpec): number {
  return 'times' in spec ? spec.times.length + 1 : spec.points;
}

function checkLabels(runs: readonly RunSpec[]): void {
  runs.forEach(({ label }, index) => {
    if (runs.findIndex((other) => other.label === label) !== index) {
      throw invalid(`runs[${index}].label`, 'must differ from the labels before it');
    }
  });
}

function checkSize(horizon: number, replicates: number, runs: number, points: number): void {
  if (horizon * replicates * runs > limits.rounds) {
    throw invalid(
      'spec',
      `asks for more than ${limits.rounds} rounds (horizon x replicates x runs)`,
    );
  }
  if (points * replicates * runs > limits.records) {
    throw invalid(
      'spec',
      `asks for more than ${limits.records} records (points x replicates x runs)`,
    );
  }
}
