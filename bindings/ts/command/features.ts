// Columns as numbers: what a page would do with what it knows of its visitor. Centres, scales and the
// bound on the norm are taken from the file, which a page cannot do: it has to declare them.
import type { Matrix } from '../client/index.js';
import { Problem } from './problem.js';
import type { Table } from './table.js';

/** As many numbers as a feature vector may have. */
const kMostDimensions = 128;
const kMostCategories = 64;
/** Share of the rows that keep the declared bound; the others are shortened to it. */
const kWithinBound = 0.95;

/** A row of numbers for each row of a table: centred, of standard deviation 1, then a constant 1. */
export function encode(
  table: Table,
  columns: readonly number[],
  reduce?: number,
): readonly Float64Array[] {
  const raw = columns.flatMap((column) => numbersOf(table, column));
  const reduced = reduce === undefined || reduce >= raw.length ? raw : averages(raw, reduce);
  const scaled = reduced.map(standardised);
  return table.rows.map((_, row) =>
    Float64Array.from([...scaled.map((column) => column[row] ?? 0), 1]),
  );
}

/** A column of numbers as it is; one of text as a column of 0 and 1 for each of its values. */
function numbersOf(table: Table, column: number): Float64Array[] {
  const cells = table.rows.map((row) => row[column] ?? '');
  const numbers = Float64Array.from(cells, (cell) => (cell === '' ? Number.NaN : Number(cell)));
  if (numbers.every(Number.isFinite)) return [numbers];
  const values = [...new Set(cells)].sort();
  if (values.length > kMostCategories) {
    throw new Problem(
      `Column "${table.names[column]}" of ${table.path} is text with ${values.length} different values; a category may have ${kMostCategories}.`,
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

/** The features of all arms for one visitor, row by row of the file. */
export class Contexts {
  readonly arms: number;
  readonly dimension: number;
  /** The declared bound on the Euclidean norm of an arm's features. */
  readonly bound: number;
  readonly #visitors: readonly Float64Array[];
  readonly #described: readonly Float64Array[] | null;
  readonly #data: Float64Array;

  /**
   * @param described The features of each arm; null: every arm has a block of its own.
   * @throws {Problem} if an arm would have more than 128 numbers.
   */
  constructor(
    visitors: readonly Float64Array[],
    arms: number,
    described: readonly Float64Array[] | null,
  ) {
    const own = visitors[0]?.length ?? 0;
    const each = described?.[0]?.length ?? arms;
    this.arms = arms;
    this.dimension = own * each;
    if (this.dimension > kMostDimensions) {
      const arm = described === null ? `${arms} arms` : `${each} numbers of an arm (one constant)`;
      throw new Problem(
        `${own} numbers of a visitor (one constant) times ${arm} are ${this.dimension}; at most ${kMostDimensions} are possible. Take fewer --features, or averages with --reduce.`,
      );
    }
    this.#visitors = visitors;
    this.#described = described;
    this.#data = new Float64Array(arms * this.dimension);
    const longestArm = described === null ? 1 : Math.max(...described.map(norm));
    const norms = visitors.map(norm).sort((a, b) => a - b);
    const rank = Math.ceil(kWithinBound * norms.length) - 1;
    this.bound = longestArm * (norms[rank] ?? 1);
  }

  /** Valid until the next call. */
  of(row: number): Extract<Matrix, { readonly data: Float64Array }> {
    const visitor = this.#visitors[row] as Float64Array;
    const { arms: rows, dimension: columns } = this;
    const data = this.#data.fill(0);
    for (let arm = 0; arm < rows; arm += 1) {
      const described = this.#described?.[arm];
      if (described === undefined) {
        data.set(visitor, arm * columns + arm * visitor.length);
        continue;
      }
      for (const [i, value] of described.entries())
        for (const [k, own] of visitor.entries())
          data[arm * columns + i * visitor.length + k] = value * own;
    }
    return { rows, columns, data };
  }
}

function norm(vector: Float64Array): number {
  return Math.hypot(...vector);
}
