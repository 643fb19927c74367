// Argument checks of every entry. Release Embind turns "x", NaN and undefined silently into 0, and here that would
// randomise the wrong datum without a word: so nothing reaches wasm that has not been through these.
import { catalog, type RewardTransform } from '../generated/catalog.js';
import { LdpError } from './errors.js';

/** Which parameter, what was given, what is allowed. */
export function invalidArgument(
  parameter: string,
  value: unknown,
  reason: string,
): LdpError<'invalid_argument'> {
  return new LdpError('invalid_argument', `${parameter}: ${reason}, got ${describe(value)}`, {
    details: { parameter, value, reason },
  });
}

function describe(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return Object.is(value, -0) ? '-0' : String(value);
}

/** An integer in [minimum, maximum]. */
export function requireInteger(
  parameter: string,
  value: unknown,
  minimum: number,
  maximum: number,
): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < minimum || value > maximum) {
    throw invalidArgument(parameter, value, `must be an integer from ${minimum} to ${maximum}`);
  }
  return value + 0; // -0 becomes 0
}

/** A finite number in [minimum, maximum]; without limits any finite number. */
export function requireNumber(
  parameter: string,
  value: unknown,
  minimum = -Infinity,
  maximum = Infinity,
): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < minimum || value > maximum) {
    const range = minimum === -Infinity ? 'finite number' : `number from ${minimum} to ${maximum}`;
    throw invalidArgument(parameter, value, `must be a ${range}`);
  }
  return value + 0;
}

/** A string of 1 to `maximumLength` characters that matches `pattern`. */
export function requireString(
  parameter: string,
  value: unknown,
  maximumLength: number,
  pattern?: RegExp,
): string {
  if (
    typeof value !== 'string' ||
    value.length < 1 ||
    value.length > maximumLength ||
    (pattern && !pattern.test(value))
  ) {
    throw invalidArgument(
      parameter,
      value,
      `must be a string of 1 to ${maximumLength} characters${pattern ? ` matching ${pattern.source}` : ''}`,
    );
  }
  return value;
}

export function requireOneOf<const T extends string>(
  parameter: string,
  value: unknown,
  choices: readonly T[],
): T {
  if (!choices.includes(value as T)) {
    throw invalidArgument(
      parameter,
      value,
      `must be one of ${choices.map((c) => `"${c}"`).join(', ')}`,
    );
  }
  return value as T;
}

/** A plain object; with `keys`, one without any other key. */
export function requireRecord(
  parameter: string,
  value: unknown,
  keys?: readonly string[],
): Readonly<Record<string, unknown>> {
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    ArrayBuffer.isView(value)
  ) {
    throw invalidArgument(parameter, value, 'must be an object');
  }
  if (keys) {
    for (const key of Object.keys(value)) {
      if (!keys.includes(key))
        throw invalidArgument(
          `${parameter}.${key}`,
          (value as Record<string, unknown>)[key],
          'is not known here',
        );
    }
  }
  return value as Record<string, unknown>;
}

export function requireBoolean(parameter: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw invalidArgument(parameter, value, 'must be true or false');
  return value;
}

// biome-ignore lint/complexity/noBannedTypes: the check is exactly that it is callable
export function requireFunction<T extends Function>(parameter: string, value: T): T {
  if (typeof value !== 'function') throw invalidArgument(parameter, value, 'must be a function');
  return value;
}

/** An AbortSignal or undefined. Throws `signal.reason` if it is aborted already. */
export function requireSignal(parameter: string, value: unknown): AbortSignal | undefined {
  if (value === undefined) return undefined;
  const signal = value as AbortSignal;
  if (
    typeof value !== 'object' ||
    value === null ||
    typeof signal.aborted !== 'boolean' ||
    typeof signal.addEventListener !== 'function'
  ) {
    throw invalidArgument(parameter, value, 'must be an AbortSignal');
  }
  signal.throwIfAborted();
  return signal;
}

/** Range of the epsilon of one report, the same for every mechanism. */
export const MINIMUM_EPSILON = 2 ** -10;
export const MAXIMUM_EPSILON = 32;
/** Experiment names go into URLs: letters, digits, dot, underscore, hyphen; not starting with a dot. */
export const EXPERIMENT_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

export function requireExperimentName(parameter: string, value: unknown): string {
  return requireString(parameter, value, 64, EXPERIMENT_NAME);
}

/** The cost of one report of a pure mechanism: epsilon in [2^-10, 32], delta absent or 0. */
export function requirePureSpend(
  parameter: string,
  value: unknown,
): { readonly epsilon: number; readonly delta: 0 } {
  const { epsilon, delta } = requireRecord(parameter, value);
  if (delta !== undefined && delta !== 0) {
    throw invalidArgument(
      `${parameter}.delta`,
      delta,
      'must be 0 or absent: the mechanisms of this algorithm are pure',
    );
  }
  return {
    epsilon: requireNumber(`${parameter}.epsilon`, epsilon, MINIMUM_EPSILON, MAXIMUM_EPSILON),
    delta: 0,
  };
}

type CatalogEntry = (typeof catalog)[number];
type Parameter = CatalogEntry['parameters'][number];
export type AlgorithmId = CatalogEntry['id'];

/** An experiment with every default filled in: what the core's `Experiment` is made of. */
export interface Experiment {
  readonly algorithm: AlgorithmId;
  /** Number of the algorithm in the C++ enumeration. */
  readonly algorithmIndex: number;
  readonly payload: CatalogEntry['payload'];
  readonly arms: number;
  /** The menu of levels, strictly increasing; the level of a report is an index into it. */
  readonly levels: readonly number[];
  /** 0 for algorithms without a threshold. */
  readonly epsilonMin: number;
  readonly bound: 'L4' | 'La';
  readonly rewards: RewardTransform;
  readonly neutral: number;
}

/** The catalog entry of a spec's `type`. Entries that trust somebody with raw data exist in the simulation only. */
export function catalogEntry(
  parameter: string,
  type: unknown,
  trust: 'local' | 'any' = 'local',
): CatalogEntry {
  const entry = catalog.find((candidate) => candidate.id === type);
  const known = catalog.filter((candidate) => trust === 'any' || candidate.trustModel === 'local');
  if (entry === undefined || !known.includes(entry)) {
    throw invalidArgument(
      `${parameter}.type`,
      type,
      `must be one of ${known.map((candidate) => `"${candidate.id}"`).join(', ')}${entry ? ' (this one exists in the simulation only)' : ''}`,
    );
  }
  return entry;
}

/**
 * A spec with its defaults, keys in the order of the catalog: two specs mean the same experiment exactly if the JSON of
 * their completions is equal. Throws `invalid_argument` for an unknown key, a wrong type or a value out of range.
 */
export function completeSpec(
  spec: unknown,
  parameter = 'algorithm',
  trust: 'local' | 'any' = 'local',
): { readonly type: AlgorithmId } & Readonly<Record<string, unknown>> {
  const given = requireRecord(parameter, spec);
  const entry = catalogEntry(parameter, given['type'], trust);
  const parameters: readonly Parameter[] = entry.parameters;
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
  const levels = Array.from(value as ArrayLike<unknown>, (level, i) =>
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
  const type = requireOneOf(`${path}.type`, given['type'], [
    'unit',
    'clip',
    'sigmoid',
    'threshold',
  ]);
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
 * The experiment that a spec describes. `perReport.epsilon` is the single level where the spec has no menu.
 * Throws `invalid_argument`, naming the parameter with `parameter` as its prefix.
 */
export function experimentFromSpec(
  spec: unknown,
  perReport: { readonly epsilon: number },
  parameter = 'algorithm',
  trust: 'local' | 'any' = 'local',
): Experiment {
  const complete = completeSpec(spec, parameter, trust) as ReturnType<typeof completeSpec> &
    Partial<Pick<Experiment, 'arms' | 'levels' | 'epsilonMin' | 'bound' | 'rewards' | 'neutral'>>;
  const entry = catalogEntry(parameter, complete.type, trust);
  return {
    algorithm: entry.id,
    algorithmIndex: catalog.indexOf(entry),
    payload: entry.payload,
    arms: complete.arms ?? 0, // optional in the simulation only, where the environment knows it
    levels: complete.levels ?? [perReport.epsilon],
    epsilonMin: complete.epsilonMin ?? 0,
    bound: complete.bound ?? 'La',
    rewards: complete.rewards ?? { type: 'unit' },
    neutral: complete.neutral ?? 0,
  };
}
