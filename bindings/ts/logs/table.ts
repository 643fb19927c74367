// Columns of a CSV file as text: those that describe visitors or arms.
import { didYouMean } from '../internal/nearest.js';
import { refused } from './refuse.js';
import { describeHeader, type Header, onlyPlaceOf } from './roles.js';
import { type Reading, readRows } from './rows.js';
import { type LogSource, nameOf } from './source.js';

export interface Table extends Header {
  readonly rows: number;
  /** Of each row, which one it is in the file: 1 is the one below the header. */
  readonly numbers: readonly number[];
  /** Of each column that was kept, by its place: its cells, without spaces around them. */
  readonly cells: ReadonlyMap<number, readonly string[]>;
}

/** All columns. @throws LdpError `bad_log`. */
export async function readTable(
  path: LogSource,
  hasHeader = true,
  limit = Number.POSITIVE_INFINITY,
): Promise<Table & { readonly reading: Reading }> {
  let names: readonly string[] = [];
  let columns: string[][] = [];
  const numbers: number[] = [];
  const header = (found: readonly string[]) => {
    names = found;
    columns = found.map(() => []);
  };
  const row = (cells: readonly string[], number: number) => {
    if (numbers.length === limit) return;
    numbers.push(number);
    columns.forEach((column, i) => {
      column.push((cells[i] as string).trim());
    });
  };
  const reading = await readRows(path, { header, row }, hasHeader);
  const cells = new Map(columns.entries());
  return { source: nameOf(path), names, rows: numbers.length, numbers, cells, reading };
}

/** @throws LdpError `bad_log` unless the table has the column once. */
export function columnOf(table: Header, name: string, flag: string): number {
  if (table.names.includes(name)) return onlyPlaceOf(table, name);
  throw refused(
    table.source,
    {},
    `has no column "${name}", which ${flag} names.${didYouMean(name, table.names)} The file has: ${describeHeader(table.names)}`,
  );
}

/**
 * Columns by name or by beginning ("user_*"), in the order of the file; none of `taken`. Columns
 * without a name, such as row numbers, are taken by their name only.
 */
export function columnsOf(
  table: Header,
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
      throw refused(table.source, {}, `has no column that begins as "${name}" of ${flag} says`);
  }
  const clash = [...chosen].find((column) => taken.has(column));
  if (clash !== undefined)
    throw refused(
      table.source,
      { column: table.names[clash] as string },
      `is the choice, the reward, the stratum or the class, and ${flag} takes it for a feature. Leave it out`,
    );
  return [...chosen].sort((a, b) => a - b);
}
