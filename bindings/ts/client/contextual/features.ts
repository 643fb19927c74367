// The context of one decision, as a page hands it over: a row of features for every arm. Everything
// is checked before anything is drawn or spent, and no error carries a value: they are private, and
// errors end up in logs.
import type { LdpError } from '../../internal/errors.js';
import { refused } from '../core.js';
import type { Matrix } from '../types.js';

/** As many as a multi-armed experiment may have. */
const MOST_ARMS = 4096;

/** An error of the core about features, whose `value` is their row. Others stay as they are. */
export function refusedRow(error: LdpError): LdpError {
  const { parameter, reason, value } = error.details;
  return parameter === 'features' ? refused(`features[${value}]`, reason as string) : error;
}

/** One of the rows that were given, each equally likely; 0 where none can be told. */
export function anyRow([matrix]: readonly unknown[]): number {
  const { length, rows = length } = Object(matrix) as { length?: unknown; rows?: unknown };
  const count = Number.isInteger(rows) ? Math.min(Math.max(rows as number, 1), MOST_ARMS) : 1;
  // Of 2^32 words the last ones that would favour the first rows are drawn again.
  const fair = 2 ** 32 - (2 ** 32 % count);
  for (;;) {
    const word = crypto.getRandomValues(new Uint32Array(1))[0] as number;
    if (word < fair) return word % count;
  }
}

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || value instanceof Float64Array;

/**
 * Writes the rows one after the other into `room(rows)`, which holds `dimension` numbers for each,
 * and returns how many there are. Throws `invalid_argument`, naming `features`, `features[row]` or
 * `features[row][column]`; what was written is then to be forgotten.
 */
export function writeFeatures(
  context: readonly unknown[],
  dimension: number,
  room: (rows: number) => Float64Array,
): number {
  if (context.length !== 1)
    throw refused('context', 'must be one matrix: a row of features for each arm');
  const matrix = context[0] as Matrix;
  if (isList(matrix) && !(matrix instanceof Float64Array))
    return writeRows(matrix, dimension, room);
  return writeData(matrix, dimension, room);
}

function writeRows(
  rows: ArrayLike<unknown>,
  dimension: number,
  room: (rows: number) => Float64Array,
): number {
  const count = requireCount('features', rows.length);
  for (let row = 0; row < count; row++) {
    const given = rows[row];
    if (!isList(given)) throw refused(`features[${row}]`, 'must be a list of numbers');
    if (given.length !== dimension) throw refused(`features[${row}]`, lengthOf(dimension));
  }
  const written = room(count);
  for (let row = 0; row < count; row++) {
    const given = rows[row] as ArrayLike<unknown>;
    for (let column = 0; column < dimension; column++)
      written[row * dimension + column] = requireFinite(given[column], row, column);
  }
  return count;
}

/** The form `{ rows, columns, data }`, row after row. */
function writeData(
  matrix: Matrix,
  dimension: number,
  room: (rows: number) => Float64Array,
): number {
  const { rows, columns, data } = (matrix ?? {}) as Partial<Exclude<Matrix, readonly unknown[]>>;
  if (!(data instanceof Float64Array))
    throw refused('features', 'must be a list of rows, or { rows, columns, data: Float64Array }');
  const count = requireCount('features.rows', rows);
  if (columns !== dimension) throw refused('features.columns', `must be ${dimension}`);
  if (data.length !== count * dimension)
    throw refused('features.data', lengthOf(count * dimension));
  const written = room(count);
  for (let at = 0; at < data.length; at++)
    written[at] = requireFinite(data[at], Math.floor(at / dimension), at % dimension);
  return count;
}

function requireCount(parameter: string, rows: unknown): number {
  if (Number.isInteger(rows) && (rows as number) >= 1 && (rows as number) <= MOST_ARMS)
    return rows as number;
  throw refused(parameter, `must be from 1 to ${MOST_ARMS} rows`);
}

const lengthOf = (count: number) => `must have ${count} numbers`;

function requireFinite(value: unknown, row: number, column: number): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw refused(`features[${row}][${column}]`, 'must be a finite number');
}
