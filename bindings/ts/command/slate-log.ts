// A log of slates: several rows a visitor, one for each place of what was shown; or single places, each
// a visitor of its own.
import type { DecisionSet } from '../internal/decision-set.js';
import { byNumberThenName } from '../logs/labels.js';
import type { Log } from '../logs/read-log.js';
import type { Header } from '../logs/roles.js';
import { columnOf, type Table } from '../logs/table.js';
import type { CommandLog } from './log.js';
import type { SlateOptions } from './options.js';
import { Problem } from './problem.js';

export interface SlateLog {
  /** Where an arm is an item. */
  readonly rows: Log;
  readonly columns: Log['columns'] & {
    readonly impression: string | null;
    readonly position: string | null;
  };
  /** What the places are called; none where a slate has no order. */
  readonly places: readonly string[];
  /**
   * With places: an item for each of them, no item twice; an arm is a place and an item,
   * place * items + item. Without: as many items as the largest impression has, an arm is an item.
   */
  readonly set: Extract<DecisionSet, { type: 'matching' | 'top-k' }>;
  /** How many arms the set has. */
  readonly arms: number;
  /** How many a slate has. */
  readonly size: number;
  /** Of each row, its arm in the set. */
  readonly arm: Uint32Array;
  /** The rows of each impression, in the order of the file. */
  readonly impressions: readonly (readonly number[])[];
}

const kUsualNames = {
  impression: ['impression', 'impression_id', 'slate', 'slate_id'],
  position: ['position', 'place', 'rank'],
} as const;

const kMostArms = 4096;
const kMostSuperArms = 4096;
/** Report all of a slate, or its sum. */
const kWhole: readonly string[] = ['cucb-ldp1', 'cucb-ldp-sum'];
/** Look at every slate that there is. */
const kExhaustive: readonly string[] = ['cucb-ldp-joint', 'cucb-ldp-sum'];

/** The columns that say what was shown together and where. */
export function slateColumns(header: Header, options: SlateOptions): readonly number[] {
  const names = [
    roleOf(header, 'impression', options.impressionColumn),
    roleOf(header, 'position', options.positionColumn),
  ];
  return names.flatMap((name) => (name === null ? [] : [columnOf(header, name, '')]));
}

/** @throws {Problem} for a table that is not one of slates; it holds the columns of `slateColumns`. */
export function slatesIn(
  { log, table }: CommandLog,
  algorithm: string,
  options: SlateOptions,
): SlateLog {
  const path = table.source;
  const impression = roleOf(table, 'impression', options.impressionColumn);
  const position = roleOf(table, 'position', options.positionColumn);
  if (impression === null && position === null) {
    throw new Problem(
      `${path} does not say which rows were shown together, nor at which place: name a column with --impression-column or --position-column.`,
    );
  }
  if (impression === null && kWhole.includes(algorithm)) {
    throw new Problem(
      `${algorithm} reports all of a slate, and ${path} holds single places: name the column that says which rows were shown together with --impression-column, or take another --algorithm.`,
    );
  }
  const visitor =
    impression === null ? log.arm.map((_, row) => row) : indexOf(table, impression).at;
  const impressions: number[][] = [];
  visitor.forEach((unit, row) => {
    impressions[unit] ??= [];
    impressions[unit]?.push(row);
  });
  const items = log.labels.length;
  const at = position === null ? null : indexOf(table, position, byNumberThenName);
  const place = at?.at ?? new Uint32Array(log.arm.length);
  requireOnce(table, impressions, at === null ? log.arm : place);
  const largest = impressions.reduce((most, { length }) => Math.max(most, length), 0);
  const size = at?.labels.length ?? largest;
  const arms = at === null ? items : size * items;
  if (size > items || arms > kMostArms) {
    const what = at === null ? 'an impression has' : `column "${position}" has`;
    const limit = size > items ? `only ${items} items` : `at most ${kMostArms} arms are possible`;
    throw new Problem(`${path}: ${what} ${size} places, but there are ${limit}.`);
  }
  const slates = slatesOf(items, size, at !== null);
  if (kExhaustive.includes(algorithm) && slates > kMostSuperArms) {
    throw new Problem(
      `${algorithm} tries every slate, at most ${kMostSuperArms}; here there are ${slates.toLocaleString('en-US')}. Take another --algorithm.`,
    );
  }
  return {
    rows: log,
    columns: { ...log.columns, impression, position },
    places: at?.labels ?? [],
    set:
      at === null
        ? { type: 'top-k', arms: items, choose: size }
        : { type: 'matching', left: size, right: items },
    arms,
    size,
    arm: log.arm.map((item, row) => (place[row] ?? 0) * items + item),
    impressions,
  };
}

/** The number of slates of `size` of the items, ordered or not. */
function slatesOf(items: number, size: number, isOrdered: boolean): number {
  let slates = 1;
  for (let i = 0; i < size; i += 1) slates *= (items - i) / (isOrdered ? 1 : i + 1);
  return Math.round(slates);
}

/** The column of a role: the one that is asked for, or one of the usual names; null: there is none. */
function roleOf(
  table: Header,
  role: keyof typeof kUsualNames,
  wanted: string | undefined,
): string | null {
  if (wanted === 'none') return null;
  if (wanted === undefined)
    return kUsualNames[role].find((name) => table.names.includes(name)) ?? null;
  columnOf(table, wanted, `--${role}-column`);
  return wanted;
}

/** The values of a column, numbered: in the order of the file, or sorted. */
function indexOf(table: Table, name: string, order?: (a: string, b: string) => number) {
  const column = columnOf(table, name, '');
  const cells = table.cells.get(column) ?? [];
  const empty = cells.indexOf('');
  if (empty >= 0)
    throw new Problem(
      `${table.source}, row ${table.numbers[empty]}: column "${name}" is empty. Fill the cell, or remove the row.`,
    );
  const labels = [...new Set(cells)];
  if (order) labels.sort(order);
  const numbers = new Map(labels.map((label, index) => [label, index]));
  return { labels, at: Uint32Array.from(cells, (cell) => numbers.get(cell) ?? 0) };
}

/** An impression shows one thing at a place, and without places nothing twice. */
function requireOnce(
  { source, numbers }: Table,
  impressions: readonly (readonly number[])[],
  key: Uint32Array,
): void {
  for (const rows of impressions) {
    const seen = new Set<number | undefined>();
    for (const row of rows) {
      if (seen.has(key[row])) {
        throw new Problem(
          `${source}, row ${numbers[row]}: its impression has that place or item already. Name the columns with --impression-column and --position-column.`,
        );
      }
      seen.add(key[row]);
    }
  }
}
