// A CSV file as cells, for columns that describe visitors or arms.
import { describeHeader, readRows } from './log.js';
import { Problem } from './problem.js';

export interface Table {
  readonly path: string;
  /** "1", "2", ... where the file has no header. */
  readonly names: readonly string[];
  /** Cells without spaces around them, a row as long as the header. */
  readonly rows: readonly (readonly string[])[];
}

/** @throws {Problem} for a file that cannot be read or has rows of unequal length. */
export async function readTable(
  path: string,
  hasHeader = true,
  limit = Number.POSITIVE_INFINITY,
): Promise<Table> {
  let names: readonly string[] | undefined;
  const rows: (readonly string[])[] = [];
  await readRows(path, (cells) => {
    if (names === undefined) {
      names = cells.map((cell, i) => (hasHeader ? cell.replace(/^\uFEFF/, '').trim() : `${i + 1}`));
      if (hasHeader) return;
    }
    if (cells.length !== names.length) {
      throw new Problem(
        `${path}, row ${rows.length + 1}: there are ${cells.length} cells where the first line has ${names.length}.`,
      );
    }
    if (rows.length < limit) rows.push(cells.map((cell) => cell.trim()));
  });
  if (names === undefined || rows.length === 0) throw new Problem(`${path} has no rows.`);
  return { path, names, rows };
}

/** @throws {Problem} unless the table has the column. */
export function columnOf(table: Table, name: string, flag: string): number {
  const found = table.names.indexOf(name);
  if (found >= 0) return found;
  throw new Problem(
    `${table.path} has no column "${name}", which ${flag} names; the file has: ${describeHeader(table.names)}.`,
  );
}

/**
 * Columns by name or by beginning ("user_*"), in the order of the file; none of `taken`. Columns
 * without a name, such as row numbers, are taken by their name only.
 */
export function columnsOf(
  table: Table,
  wanted: readonly string[],
  taken: ReadonlySet<number>,
  flag: string,
): readonly number[] {
  const chosen = new Set<number>();
  for (const name of wanted) {
    if (!name.endsWith('*')) {
      chosen.add(columnOf(table, name, flag));
      continue;
    }
    const before = chosen.size;
    for (const [i, candidate] of table.names.entries()) {
      const fits = candidate !== '' && candidate.startsWith(name.slice(0, -1));
      if (fits && !taken.has(i)) chosen.add(i);
    }
    if (chosen.size === before)
      throw new Problem(`${flag}: no column of ${table.path} begins as "${name}" says.`);
  }
  const clash = [...chosen].find((column) => taken.has(column));
  if (clash !== undefined)
    throw new Problem(
      `${flag}: column "${table.names[clash]}" is the choice, the reward or the class, not a feature.`,
    );
  return [...chosen].sort((a, b) => a - b);
}
