// Columns as numbers: what a page would do with what it knows of its visitor. Centres, scales and the
// bound on the norm are taken from the file, which a page cannot do: it has to declare them.
import { standardised } from '../logs/numbers-of.js';
import { MOST_DIMENSIONS } from '../replay/contexts.js';
import type { ReplayContexts } from '../replay/index.js';
import { Problem } from './problem.js';

/** A row for each of `rows`: centred, of standard deviation 1 (a constant column is zeros), then a constant 1. */
export function rowsOf(
  columns: readonly Float64Array[],
  rows: number,
  reduce?: number,
): readonly Float64Array[] {
  const reduced =
    reduce === undefined || reduce >= columns.length ? columns : averages(columns, reduce);
  const scaled = reduced.map(standardised);
  return Array.from({ length: rows }, (_, row) =>
    Float64Array.from([...scaled.map((column) => column[row] ?? 0), 1]),
  );
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
