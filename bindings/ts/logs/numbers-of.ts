// Columns as numbers.
import { isMissing, numberOf, remedyFor } from './number.js';
import { refused, shown } from './refuse.js';
import type { Table } from './table.js';

const kMostCategories = 64;

/** What stands where a cell was missing: the mean of its column. */
export interface Filled {
  readonly source: string;
  readonly column: string;
  readonly cells: number;
}

/**
 * Columns as numbers. One of which more than half of the cells that are not missing are numbers is as it is; any other is
 * text, which makes a column of 0 and 1 for each of its values.
 *
 * @throws LdpError `bad_log` if a cell of a column of numbers is none; a missing one is filled if `filled` collects them.
 */
export function numbersOf(
  table: Table,
  columns: readonly number[],
  filled?: Filled[],
): readonly Float64Array[] {
  return columns.flatMap((column) => {
    const cells = table.cells.get(column) ?? [];
    const numbers = Float64Array.from(cells, numberOf);
    const found = numbers.reduce((count, x) => count + (Number.isFinite(x) ? 1 : 0), 0);
    if (found === cells.length) return [numbers];
    const given = cells.reduce((count, cell) => count + (isMissing(cell) ? 0 : 1), 0);
    if (2 * found <= given) return categoriesOf(table, column, cells);
    return [wholeNumbers(table, column, numbers, filled)];
  });
}

function categoriesOf(table: Table, column: number, cells: readonly string[]): Float64Array[] {
  const values = [...new Set(cells)].sort();
  if (values.length > kMostCategories) {
    throw refused(
      table.source,
      { column: table.names[column] as string },
      `is text with ${values.length} different values; a category may have ${kMostCategories}. Leave it out`,
    );
  }
  return values.map((value) => Float64Array.from(cells, (cell) => (cell === value ? 1 : 0)));
}

function wholeNumbers(table: Table, column: number, numbers: Float64Array, filled?: Filled[]) {
  const cells = table.cells.get(column) ?? [];
  const name = table.names[column] as string;
  const gaps = [...numbers.keys()].filter((row) => !Number.isFinite(numbers[row]));
  const odd = gaps.find((row) => filled === undefined || !isMissing(cells[row] as string));
  if (odd !== undefined) {
    const cell = cells[odd] as string;
    const fill = isMissing(cell) ? ', or have the mean stand there (--fill mean)' : '';
    throw refused(
      table.source,
      { row: table.numbers[odd] as number, column: name },
      `is ${shown(cell)}, but most cells of this column are numbers. ${remedyFor(cell)}${fill}, or leave the column out of the features`,
    );
  }
  const isGap = new Set(gaps);
  const present = numbers.filter((_, row) => !isGap.has(row));
  const mean = present.reduce((sum, x) => sum + x, 0) / present.length;
  filled?.push({ source: table.source, column: name, cells: gaps.length });
  return numbers.map((x, row) => (isGap.has(row) ? mean : x));
}

/** Centred, of standard deviation 1; a constant column is zeros. */
export function standardised(column: Float64Array): Float64Array {
  // The mean of equal numbers may differ from them by a rounding, which must not become a feature.
  if (column.every((value) => value === column[0])) return new Float64Array(column.length);
  const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
  const variance = column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / column.length;
  const deviation = Math.sqrt(variance) || 1;
  return column.map((value) => (value - mean) / deviation);
}
