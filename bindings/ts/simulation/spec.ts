// Reads a simulation spec from code, from a file or from a link, with the same limits for all
// three.
import { type CatalogEntry, catalog } from '../generated/catalog.js';
import { choice, integer, invalid, list, number, record, text } from './fields.js';
import { defaultRecord, limits } from './limits.js';
import type {
  BernoulliEnvironment,
  PolicySpec,
  Population,
  RecordSpec,
  RunSpec,
  SimulationSpec,
} from './types.js';

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
  ]);
  if (fields.version !== 1) throw invalid('version', 'must be 1');
  const seed = text(fields.seed, 'seed', limits.seedLength);
  const horizon = integer(fields.horizon, 'horizon', 1, limits.horizon);
  const replicates = integer(fields.replicates, 'replicates', 1, limits.replicates);
  const environment = readEnvironment(fields.environment);
  const runs = list(fields.runs, 'runs', 1, limits.runs, (run, path) =>
    readRun(run, path, environment),
  );
  const spec = { version: 1, seed, horizon, replicates, environment, runs } as const;
  const times = fields.record === undefined ? undefined : readRecord(fields.record);
  checkLabels(runs);
  checkSize(horizon, replicates, runs.length, (times ?? defaultRecord).points);
  return times === undefined ? spec : { ...spec, record: times };
}

/**
 * The spec with every default written out: what a result carries, and what its digest covers. Takes
 * a spec that was read.
 */
export function withDefaults(spec: SimulationSpec): SimulationSpec {
  const arms = spec.environment.means.length;
  return {
    ...spec,
    runs: spec.runs.map((run) => ({ ...run, policy: policyWithDefaults(run, arms) })),
    record: spec.record ?? defaultRecord,
  };
}

/** Levels and probabilities of a run; none for a policy without privacy. */
export function populationOf({ population, epsilon }: RunSpec): Population {
  if (population !== undefined) return population;
  return epsilon === undefined
    ? { levels: [], probabilities: [] }
    : { levels: [epsilon], probabilities: [1] };
}

function readEnvironment(value: unknown): BernoulliEnvironment {
  const fields = record(value, 'environment', ['type', 'means']);
  const type = choice(fields.type, 'environment.type', ['bernoulli']);
  const means = list(fields.means, 'environment.means', 1, limits.arms, (mean, path) =>
    number(mean, path, 0, 1),
  );
  return { type, means };
}

function readRun(value: unknown, path: string, environment: BernoulliEnvironment): RunSpec {
  const fields = record(value, path, ['label', 'policy', 'epsilon', 'population']);
  const label = text(fields.label, `${path}.label`, limits.labelLength);
  const policy = readPolicy(fields.policy, `${path}.policy`, environment.means.length);
  const hasEpsilon = fields.epsilon !== undefined;
  const hasPopulation = fields.population !== undefined;
  if (entryOf(policy.type).trustModel !== 'local') {
    if (hasEpsilon || hasPopulation) {
      throw invalid(
        path,
        `must have neither epsilon nor population: ${policy.type} is not private`,
      );
    }
    return { label, policy };
  }
  if (hasEpsilon === hasPopulation) throw invalid(path, 'must have either epsilon or population');
  if (hasPopulation)
    return { label, policy, population: readPopulation(fields.population, `${path}.population`) };
  const { minimum, maximum } = limits.epsilon;
  return { label, policy, epsilon: number(fields.epsilon, `${path}.epsilon`, minimum, maximum) };
}

/** Parameters, types and ranges come from the catalog: a new algorithm needs nothing here. */
function readPolicy(value: unknown, path: string, arms: number): PolicySpec {
  const { type } = record(value, path, ['type', ...Object.keys(Object(value))]);
  const ids = catalog.map(({ id }) => id);
  const entry = entryOf(choice(type, `${path}.type`, ids));
  const parameters = parametersOf(entry);
  const fields = record(value, path, ['type', ...parameters.map(({ name }) => name)]);
  const given = parameters.filter(({ name }) => fields[name] !== undefined);
  const read = given.map((parameter) => [
    parameter.name,
    readParameter(fields[parameter.name], `${path}.${parameter.name}`, parameter),
  ]);
  const policy = { type: entry.id, ...Object.fromEntries(read) } as PolicySpec;
  if (policy.arms !== undefined && policy.arms !== arms) {
    throw invalid(
      `${path}.arms`,
      `must be absent or ${arms}, the number of means of the environment`,
    );
  }
  return policy;
}

type SimulatedParameter = Extract<
  CatalogEntry['parameters'][number],
  { name: 'arms' | 'bound' | 'epsilonMin' }
>;

/** Levels come from the run, and Bernoulli rewards need no transform and have no silence. */
function parametersOf(entry: CatalogEntry): readonly SimulatedParameter[] {
  const all: readonly CatalogEntry['parameters'][number][] = entry.parameters;
  return all.filter(
    (parameter): parameter is SimulatedParameter =>
      !['levels', 'rewards', 'neutral'].includes(parameter.name),
  );
}

function readParameter(
  value: unknown,
  path: string,
  parameter: SimulatedParameter,
): number | string {
  if (parameter.type === 'choice') return choice(value, path, parameter.choices);
  const read = parameter.type === 'integer' ? integer : number;
  return read(value, path, parameter.minimum, parameter.maximum);
}

function readPopulation(value: unknown, path: string): Population {
  const fields = record(value, path, ['levels', 'probabilities']);
  const { minimum, maximum } = limits.epsilon;
  const silent = Array.isArray(fields.levels) && fields.levels[0] === 0;
  const levels = list(
    fields.levels,
    `${path}.levels`,
    1,
    limits.levels + (silent ? 1 : 0),
    (level, at) => (level === 0 ? 0 : number(level, at, minimum, maximum)),
  );
  if (levels.some((level, index) => index > 0 && level <= (levels[index - 1] ?? 0))) {
    throw invalid(`${path}.levels`, 'must increase strictly');
  }
  if (levels.at(-1) === 0)
    throw invalid(`${path}.levels`, 'must have a positive level: nobody would report');
  const probabilities = list(
    fields.probabilities,
    `${path}.probabilities`,
    levels.length,
    levels.length,
    (p, at) => number(p, at, 0, 1),
  );
  const total = probabilities.reduce((sum, p) => sum + p, 0);
  if (Math.abs(total - 1) > 1e-9) throw invalid(`${path}.probabilities`, 'must have the sum 1');
  return { levels, probabilities };
}

function readRecord(value: unknown): RecordSpec {
  const fields = record(value, 'record', ['points', 'scale']);
  return {
    points: integer(fields.points, 'record.points', 1, limits.points),
    scale: choice(fields.scale, 'record.scale', ['linear', 'log']),
  };
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

function policyWithDefaults(run: RunSpec, arms: number): PolicySpec {
  const smallest = populationOf(run).levels.find((level) => level > 0);
  const values = parametersOf(entryOf(run.policy.type)).map((parameter) => {
    const given = (run.policy as Readonly<Record<string, unknown>>)[parameter.name];
    const standard = { arms, epsilonMin: smallest, bound: parameter.default }[parameter.name];
    return [parameter.name, given ?? standard];
  });
  return { type: run.policy.type, ...Object.fromEntries(values) } as PolicySpec;
}

export function entryOf(type: PolicySpec['type']): CatalogEntry {
  const entry = catalog.find(({ id }) => id === type);
  if (entry === undefined) throw invalid('policy.type', 'is not in the catalog');
  return entry;
}
