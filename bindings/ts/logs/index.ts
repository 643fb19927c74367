/**
 * `ldp-bandits/logs`: reads a log of shown arms and rewards for `replay` and `evaluate`. No row is lost: the file is read
 * whole, or refused with the row and what to do.
 */
import {
  invalidArgument,
  requireInteger,
  requireNumber,
  requireRecord,
  requireString,
} from '../internal/checks.js';
import { type Log, type RewardRange, readWhole } from './read-log.js';
import type { LogColumns } from './roles.js';
import type { LogSource } from './source.js';

export { LdpError, type LdpErrorCode } from '../internal/errors.js';
export type { Log, LogRow, RewardRange } from './read-log.js';
export type { LogColumns } from './roles.js';
export type { Reading } from './rows.js';
export type { LogSource } from './source.js';

export interface ReadLogOptions extends LogColumns {
  /** Only the first rows are given; all are read, and the arms are those of all. */
  readonly limit?: number;
  /** The least and the greatest reward that there may be, in the file's own unit. Default [0, 1]. */
  readonly rewardRange?: RewardRange;
  /** How a log without a column of propensities was made: by equally likely arms, or with these shares by arm, sum 1. */
  readonly propensities?: 'uniform' | Readonly<Record<string, number>>;
  /**
   * Or all columns that what was shown depended on ("user_*": every one that begins so): propensities are fitted by them and
   * the stratum. []: it depended on the stratum alone. Where it depended on more, no interval holds.
   */
  readonly fitPropensities?: readonly string[];
}

const ROLES = ['arm', 'reward', 'propensity', 'stratum'] as const;

/**
 * Reads CSV with a header line, JSON lines or dsjson of VW, UTF-8, plain or gzip, once: from a path, from `'-'`, which is
 * standard input, or from a stream of bytes. The delimiter (comma, semicolon, tab or bar) is what the header has most of.
 *
 * @throws LdpError `bad_log` with the row from 1 in `details`; `invalid_argument`.
 */
export async function readLog(source: LogSource, options: ReadLogOptions = {}): Promise<Log> {
  requireSource(source);
  requireRecord('options', options, [
    ...ROLES,
    ...['limit', 'rewardRange', 'propensities', 'fitPropensities'],
  ]);
  for (const role of ROLES)
    if (options[role] !== undefined) requireString(role, options[role], 2 ** 16);
  const limit =
    options.limit === undefined
      ? Number.POSITIVE_INFINITY
      : requireInteger('limit', options.limit, 1, Number.MAX_SAFE_INTEGER);
  const { rewardRange, propensities, fitPropensities } = options;
  if (rewardRange !== undefined) requireRange(rewardRange);
  if (fitPropensities !== undefined) requireColumns(fitPropensities);
  if (propensities !== undefined && fitPropensities !== undefined)
    throw invalidArgument('fitPropensities', fitPropensities, 'must be absent beside propensities');
  const plan = {
    columns: options,
    option: optionOf,
    limit,
    rewardRange,
    rangeOption: optionOf('rewardRange'),
    propensities: propensities === undefined ? undefined : sharesOf(propensities),
    propensitiesOption: optionOf('propensities'),
    fit: fitPropensities,
    fitOption: optionOf('fitPropensities'),
    keep: () => [],
  };
  return (await readWhole(source, plan)).log;
}

const optionOf = (role: string) => `the option "${role}"`;

/** By arm, once the arms are known. */
function sharesOf(stated: unknown): (labels: readonly string[]) => readonly number[] {
  if (stated === 'uniform') return (labels) => labels.map(() => 1 / labels.length);
  const isRecord = typeof stated === 'object' && stated !== null && !Array.isArray(stated);
  if (!isRecord)
    throw invalidArgument('propensities', stated, 'must be "uniform" or a share for each arm');
  const shares = new Map(Object.entries(stated));
  let sum = 0;
  for (const [label, share] of shares)
    sum += requireNumber(`propensities.${label}`, share as number, 0, 1);
  if (!(Math.abs(sum - 1) <= 1e-6))
    throw invalidArgument('propensities', sum, 'must be shares with the sum 1');
  return (labels) => labels.map((label) => shares.get(label) ?? 0);
}

function requireSource(source: unknown): void {
  const isPath = (typeof source === 'string' && source !== '') || source instanceof URL;
  const isStream = typeof source === 'object' && source !== null && Symbol.asyncIterator in source;
  if (!isPath && !isStream)
    throw invalidArgument('source', source, "must be a path, '-' or a stream of bytes");
}

function requireColumns(columns: unknown): void {
  if (!Array.isArray(columns))
    throw invalidArgument('fitPropensities', columns, 'must be a list of columns');
  columns.forEach((name, i) => {
    requireString(`fitPropensities[${i}]`, name, 2 ** 16);
  });
}

function requireRange(range: unknown): void {
  const [low, high, ...more] = Array.isArray(range) ? range : [];
  if (!(Number.isFinite(low) && Number.isFinite(high) && low < high && more.length === 0))
    throw invalidArgument('rewardRange', range, 'must be two numbers, the lower one first');
}
