// The logs of the commands: what `readLog` of the package reads, and columns beside it as text.
import { numberOf } from '../logs/number.js';
import { type Log, type ReadPlan, type RewardRange, readWhole } from '../logs/read-log.js';
import type { RowNumbers } from '../logs/row-numbers.js';
import { nameOfDelimiter, type Reading } from '../logs/rows.js';
import type { Table } from '../logs/table.js';
import { count } from './print.js';
import { Problem } from './problem.js';

export interface CommandLog {
  readonly log: Log;
  readonly rowNumbers: RowNumbers;
  /** The columns that `keep` chose. */
  readonly table: Table;
}

/** @throws LdpError `bad_log`. */
export async function readLog(
  path: string,
  plan: Pick<ReadPlan, 'columns'> & Partial<ReadPlan>,
): Promise<CommandLog> {
  const { log, names, rowNumbers, numbers, kept } = await readWhole(path, {
    option: (role) => `--${role}-column`,
    rangeOption: '--reward-range',
    propensitiesOption: '--propensities',
    fitOption: '--fit-propensities',
    limit: Number.POSITIVE_INFINITY,
    keep: () => [],
    ...plan,
  });
  const { source } = log.reading;
  return { log, rowNumbers, table: { source, names, rows: log.arm.length, numbers, cells: kept } };
}

/** How a log without a column of propensities was made, and what prints it. */
export interface Made {
  readonly propensities?: string | undefined;
  readonly fit?: readonly string[] | undefined;
}

/** @throws {Problem}. */
export function parseMade(propensities: string | undefined, fit: string | undefined): Made {
  if (fit === undefined) return { propensities };
  if (propensities !== undefined)
    throw new Problem('--propensities and --fit-propensities do not go together.');
  const names = fit.split(',').map((name) => name.trim());
  if (names.includes(''))
    throw new Problem(
      `--fit-propensities takes columns with commas between them, or none; got "${fit}".`,
    );
  return { fit: fit === 'none' ? [] : names };
}

/** Of a log without a column of them. */
export function describeMade({ propensities, fit }: Made): string {
  if (fit !== undefined)
    return fit.length > 0 ? `fitted by ${fit.join(', ')}` : 'fitted as the shares of the arms';
  return propensities === undefined
    ? 'every arm is taken as equally likely'
    : `taken as made by ${propensities}`;
}

/** `1,5` of --reward-range. @throws {Problem}. */
export function parseRange(text: string | undefined): RewardRange | undefined {
  if (text === undefined) return undefined;
  const [low = Number.NaN, high = Number.NaN, ...more] = text
    .split(',')
    .map((end) => numberOf(end.trim()));
  if (Number.isFinite(low) && Number.isFinite(high) && low < high && more.length === 0)
    return [low, high];
  throw new Problem(
    `--reward-range takes the least and the greatest reward that there may be, as in 1,5 (or --reward-range=-1,1); got "${text}".`,
  );
}

/** Nothing where rewards are from 0 to 1 as they stand. */
export function describeRange([low, high]: RewardRange): string[] {
  if (low === 0 && high === 1) return [];
  return [
    `Rewards from ${low} to ${high} are taken as 0 to 1: below, x stands for ${low} + ${high - low} x.`,
  ];
}

/** What was read and what was not, for a person. `used`: the first rows, where not all are. */
export function describeReading(reading: Reading, used = reading.rows): string {
  return `Read ${described(reading, used, '')}`;
}

/** Of a file beside the log. */
export function describeOther(reading: Reading): string {
  return `Read ${described(reading, reading.rows, ` of ${reading.source}`)}`;
}

function described(reading: Reading, used: number, of: string): string {
  const { rows, skipped, skippedRows, multiline, format, delimiter, gzip } = reading;
  const kind = { csv: nameOfDelimiter(delimiter), 'json-lines': 'JSON lines', dsjson: 'dsjson' };
  const form = `${kind[format]}, UTF-8${gzip ? ', gzip' : ''}`;
  const shown = `${skippedRows.join(', ')}${skipped > skippedRows.length ? ', ...' : ''}`;
  return [
    `${count(rows)} ${rows === 1 ? 'row' : 'rows'}${of} (${form}); skipped ${skipped === 0 ? 'none' : `${count(skipped)} empty: row ${shown}`}.`,
    ...(used < rows ? [`The first ${count(used)} are used.`] : []),
    ...(multiline > 0
      ? [
          `Rows with a cell of several lines: ${count(multiline)}. Where none should be, look for stray quotation marks.`,
        ]
      : []),
  ].join(' ');
}
