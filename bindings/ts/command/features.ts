// Columns as numbers: what a page would do with what it knows of its visitor. Centres, scales and the
// bound on the norm are taken from the file, which a page cannot do: it has to declare them.
import { MOST_DIMENSIONS } from '../replay/contexts.js';
import type { ReplayContexts } from '../replay/index.js';
import { Problem } from './problem.js';
import type { Table } from './table.js';

const kMostCategories = 64;

/** A row of numbers for each row of a table: centred, of standard deviation 1, then a constant 1. */
export function encode(
  table: Table,
  columns: readonly number[],
  reduce?: number,
): readonly Float64Array[] {
  const raw = columns.flatMap((column) => numbersOf(table, column));
  const reduced = reduce === undefined || reduce >= raw.length ? raw : averages(raw, reduce);
  const scaled = reduced.map(standardised);
  return Array.from({ length: table.rows }, (_, row) =>
    Float64Array.from([...scaled.map((column) => column[row] ?? 0), 1]),
  );
}

/** A column of numbers as it is; one of text as a column of 0 and 1 for each of its values. */
function numbersOf(table: Table, column: number): Float64Array[] {
  const cells = table.cells.get(column) ?? [];
  const numbers = Float64Array.from(cells, (cell) => (cell === '' ? Number.NaN : Number(cell)));
  if (numbers.every(Number.isFinite)) return [numbers];
  const values = [...new Set(cells)].sort();
  if (values.length > kMostCategories) {
    throw new Problem(
      `Column "${table.names[column]}" of ${table.source} is text with ${values.length} different values; a category may have ${kMostCategories}.`,
    );
  }
  return values.map((value) => Float64Array.from(cells, (cell) => (cell === value ? 1 : 0)));
}

/** `count` averages of neighbouring columns, of as many columns each as is possible. */
function averages(columns: readonly Float64Array[], count: number): Float64Array[] {
  return Array.from({ length: count }, (_, i) => {
    const start = Math.floor((i * columns.length) / count);
    const end = Math.floor(((i + 1) * columns.length) / count);
    const members = columns.slice(start, end);
    return (members[0] as Float64Array).map(
      (_, row) => members.reduce((sum, member) => sum + (member[row] ?? 0), 0) / members.length,
    );
  });
}

function standardised(column: Float64Array): Float64Array {
  const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
  const variance = column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / column.length;
  const deviation = Math.sqrt(variance) || 1;
  return column.map((value) => (value - mean) / deviation);
}

/** @throws {Problem} if an arm would have more than 128 numbers. */
export function contextsOf(
  visitors: readonly Float64Array[],
  arms: number,
  described: readonly Float64Array[] | null,
): ReplayContexts {
  const own = visitors[0]?.length ?? 0;
  const each = described?.[0]?.length ?? arms;
  if (own * each > MOST_DIMENSIONS) {
    const arm = described === null ? `${arms} arms` : `${each} numbers of an arm (one constant)`;
    throw new Problem(
      `${own} numbers of a visitor (one constant) times ${arm} are ${own * each}; at most ${MOST_DIMENSIONS} are possible. Take fewer --features, or averages with --reduce.`,
    );
  }
  return { visitors, ...(described ? { arms: described } : {}) };
}
