// An experiment as a spec describes it, checked row by row against the catalog. Re-exports the
// argument checks: entries import both from here.
import type { CatalogEntry, RewardTransform } from '../generated/catalog.js';
import {
  type boundWords,
  learnerWithout,
  logBound,
  type lossEstimatorWords,
  multiArmedCatalog,
  posterior,
  type posteriorWords,
  rewardTransformKindWords,
} from '../generated/catalog-multi-armed.js';
import type { Parameter } from './catalog-parameter.js';
import {
  invalidArgument,
  requireInteger,
  requireNumber,
  requireOneOf,
  requireRecord,
} from './checks.js';

export * from './checks.js';

export type AlgorithmId = CatalogEntry['id'];
type MultiArmedEntry = (typeof multiArmedCatalog)[number];

/** An experiment with every default filled in: what the core's `MultiArmedExperiment` is made of. */
export interface Experiment {
  readonly family: 'multi-armed';
  readonly algorithm: MultiArmedEntry['id'];
  /** Number of the algorithm in the C++ enumeration. */
  readonly algorithmIndex: number;
  readonly payload: MultiArmedEntry['payload'];
  readonly arms: number;
  /** The menu of levels, strictly increasing; the level of a report is an index into it. */
  readonly levels: readonly number[];
  /** 0 for algorithms without a threshold. */
  readonly epsilonMin: number;
  /** Lk, ln t, is that of KL-UCB, which leaves no choice. */
  readonly bound: (typeof boundWords)[number];
  /** Devices of smaller levels play the incumbent; 0: no device does. */
  readonly levelAwareFrom: number;
  /** Of one Gaussian report; 0 for the other payloads. */
  readonly delta: number;
  /** Thompson sampling only; 'normal' for the others. */
  readonly posterior: (typeof posteriorWords)[number];
  /** Tsallis-INF only; 'reduced-variance' for the others. */
  readonly estimator: (typeof lossEstimatorWords)[number];
  /** Reports expected, of change detection only; 0: not known. */
  readonly horizon: number;
  /** Reports after which one counts 1/e, of change detection only; 0: changes are watched for. */
  readonly discount: number;
  readonly rewards: RewardTransform;
  readonly neutral: number;
}

/**
 * The entry of a spec's `type` in `table`, a family's part of the catalog or all of it. Entries that
 * trust a party with raw data exist in the simulation only.
 */
export function catalogEntry<Entry extends CatalogEntry>(
  parameter: string,
  type: unknown,
  table: readonly Entry[],
): Entry {
  const entry = table.find((candidate) => candidate.id === type);
  const known = table.filter((candidate) => candidate.trustModel === 'local');
  if (entry === undefined || !known.includes(entry)) {
    throw invalidArgument(
      `${parameter}.type`,
      type,
      `must be one of ${known.map((candidate) => `"${candidate.id}"`).join(', ')}${entry ? ' (this one exists in the simulation only)' : ''}`,
    );
  }
  return entry;
}

/** A spec with its defaults. */
export type CompleteSpec = { readonly type: AlgorithmId } & Readonly<Record<string, unknown>>;

/**
 * A spec with its defaults, keys in the order of the catalog: two specs mean the same experiment
 * exactly if the JSON of their completions is equal. Throws `invalid_argument` for an unknown key,
 * a wrong type or a value out of range. Of the multi-armed family, unless another table is given;
 * the linear one has rules of its own (`completeLinearSpec`).
 */
export function completeSpec(
  spec: unknown,
  parameter = 'algorithm',
  table: readonly CatalogEntry[] = multiArmedCatalog,
): CompleteSpec {
  const given = requireRecord(parameter, spec);
  const entry = catalogEntry(parameter, given['type'], table);
  const { parameters } = entry;
  requireRecord(parameter, spec, ['type', ...parameters.map(({ name }) => name)]);
  const complete: { type: AlgorithmId; [name: string]: unknown } = { type: entry.id };
  for (const row of parameters) {
    const value = given[row.name] ?? (given[row.name] === null ? null : row.default);
    const path = `${parameter}.${row.name}`;
    if (value !== null || given[row.name] === null)
      complete[row.name] = requireParameter(path, value, row);
    else if (!row.optional) throw invalidArgument(path, given[row.name], 'is missing');
  }
  return complete;
}

function requireParameter(path: string, value: unknown, row: Parameter): unknown {
  switch (row.type) {
    case 'integer':
      return requireInteger(path, value, row.minimum, row.maximum);
    case 'number':
      return requireNumber(path, value, row.minimum ?? undefined, row.maximum ?? undefined);
    case 'choice':
      return requireOneOf(path, value, row.choices);
    case 'levels':
      return requireLevels(path, value, row);
    case 'rewardTransform':
      return requireRewardTransform(path, value);
  }
}

function requireLevels(
  path: string,
  value: unknown,
  row: Extract<Parameter, { type: 'levels' }>,
): readonly number[] {
  const isList = Array.isArray(value) || value instanceof Float64Array;
  if (!isList || value.length < 1 || value.length > row.maximumLength) {
    throw invalidArgument(path, value, `must be a list of 1 to ${row.maximumLength} numbers`);
  }
  const levels = [...(value as Iterable<unknown>)].map((level, i) =>
    requireNumber(`${path}[${i}]`, level, row.minimum, row.maximum),
  );
  for (let i = 1; i < levels.length; i++) {
    if ((levels[i] as number) <= (levels[i - 1] as number))
      throw invalidArgument(`${path}[${i}]`, levels[i], 'must be larger than the level before');
  }
  return levels;
}

const REWARD_TRANSFORMS = {
  unit: [],
  clip: ['low', 'high'],
  sigmoid: ['center', 'scale'],
  threshold: ['at'],
} as const;

function requireRewardTransform(path: string, value: unknown): RewardTransform {
  const given = requireRecord(path, value);
  const type = requireOneOf(`${path}.type`, given['type'], rewardTransformKindWords);
  const names: readonly string[] = REWARD_TRANSFORMS[type];
  requireRecord(path, value, ['type', ...names]);
  const complete: Record<string, unknown> = { type };
  for (const name of names) complete[name] = requireNumber(`${path}.${name}`, given[name]);
  const { low, high, scale } = complete as { low?: number; high?: number; scale?: number };
  if (low !== undefined && high !== undefined && !(low < high && Number.isFinite(high - low))) {
    throw invalidArgument(`${path}.high`, high, 'must be larger than low, by a finite amount');
  }
  if (scale !== undefined && scale <= 0)
    throw invalidArgument(`${path}.scale`, scale, 'must be positive');
  return complete as unknown as RewardTransform;
}

/**
 * The experiment that a spec describes. `perReport.epsilon` is the single level where the spec has
 * no menu. Throws `invalid_argument`, naming the parameter with `parameter` as its prefix.
 */
export function experimentFromSpec(
  spec: unknown,
  perReport: { readonly epsilon: number },
  parameter = 'algorithm',
): Experiment {
  const { type, ...given } = completeSpec(spec, parameter) as CompleteSpec &
    Partial<Omit<Experiment, 'family' | 'algorithm' | 'algorithmIndex' | 'payload'>>;
  const entry = catalogEntry(parameter, type, multiArmedCatalog);
  const levels = given.levels ?? [perReport.epsilon];
  return {
    family: 'multi-armed',
    algorithm: entry.id,
    algorithmIndex: multiArmedCatalog.indexOf(entry),
    payload: entry.payload,
    rewards: { type: 'unit' },
    neutral: 0,
    ...learnerWithout,
    bound: logBound.includes(entry.id) ? 'Lk' : 'La',
    // The beta posterior is exact, but there is one for reports of a single level only.
    posterior: levels.length === 1 && entry.parameters.includes(posterior) ? 'beta' : 'normal',
    ...given,
    arms: given.arms as number,
    levels,
  };
}
