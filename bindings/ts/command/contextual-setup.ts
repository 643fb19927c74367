// From the files and options of a contextual replay to contexts and a private path.

import { byNumberThenName } from '../logs/labels.js';
import { type Filled, numbersOf } from '../logs/numbers-of.js';
import type { Log } from '../logs/read-log.js';
import { refused, shown } from '../logs/refuse.js';
import type { Reading } from '../logs/rows.js';
import { columnOf, columnsOf, readTable, type Table } from '../logs/table.js';
import type { ReplayContexts } from '../replay/index.js';
import { contextsOf, rowsOf } from './features.js';
import type { CommandLog } from './log.js';
import type { ContextualOptions } from './options.js';
import { Problem } from './problem.js';

/** What the contexts of a log were made of beside it. */
export interface Described {
  readonly contexts: ReplayContexts;
  /** Files beside the log. */
  readonly readings: { readonly armsReading?: Reading; readonly visitorsReading?: Reading };
  readonly filled: readonly Filled[];
}

/** The visitors and arms of a log whose table holds the features of visitors. */
export async function readContexts(
  { log, table }: CommandLog,
  { armFeatures, visitorFeatures, visitorColumn, fill, reduce }: ContextualOptions,
): Promise<Described> {
  const filled: Filled[] = [];
  const gaps = fill ? filled : undefined;
  const arms = armFeatures ? await readTable(armFeatures) : null;
  const described = arms && describeArms(arms, log, gaps);
  const people = visitorFeatures ? await readTable(visitorFeatures) : null;
  const key = people ? columnOf(table, visitorColumn as string, '--visitor-column') : -1;
  const own = [...table.cells.keys()].filter((column) => column !== key);
  const columns = [
    ...numbersOf(table, own, gaps),
    ...(people ? joined(table, key, people, gaps) : []),
  ];
  const visitors = rowsOf(columns, table.rows, reduce);
  return {
    contexts: contextsOf(visitors, log.labels.length, described),
    readings: {
      ...(arms && { armsReading: arms.reading }),
      ...(people && { visitorsReading: people.reading }),
    },
    filled,
  };
}

/** The columns of a file of visitors, with a row for each row of the log. */
function joined(log: Table, key: number, people: Table, gaps?: Filled[]): Float64Array[] {
  const name = log.names[key] as string;
  const own = columnOf(people, name, '--visitor-features');
  const placeOf = placesOf(people, own, 'visitor');
  const places = (log.cells.get(key) ?? []).map((visitor, row) => {
    const place = placeOf.get(visitor);
    if (place !== undefined) return place;
    throw refused(
      log.source,
      { row: log.numbers[row] as number, column: name },
      `is ${shown(visitor)}, of whom ${people.source} has no row. Add the row, or remove this one`,
    );
  });
  const columns = columnsOf(people, ['*'], new Set([own]), '--visitor-features');
  return numbersOf(people, columns, gaps).map((column) =>
    Float64Array.from(places, (place) => column[place] as number),
  );
}

/** A row of features for each label of the log. */
function describeArms(table: Table, log: Log, gaps?: Filled[]): readonly Float64Array[] {
  const key = columnOf(table, log.columns.arm, '--arm-features');
  const columns = columnsOf(table, ['*'], new Set([key]), '--arm-features');
  const rowOf = placesOf(table, key, 'arm');
  const encoded = rowsOf(numbersOf(table, columns, gaps), table.rows);
  return log.labels.map((label) => {
    const row = rowOf.get(label);
    if (row === undefined) {
      throw new Problem(
        `${table.source} has no row for "${label}", which column "${log.columns.arm}" of the log shows.`,
      );
    }
    return encoded[row] as Float64Array;
  });
}

/** Of each arm or visitor its row. @throws {Problem} if one has two: one of them would be lost. */
function placesOf(
  { source, cells, numbers }: Table,
  key: number,
  what: 'arm' | 'visitor',
): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  cells.get(key)?.forEach((label, row) => {
    const other = rows.get(label);
    if (other !== undefined)
      throw new Problem(
        `${source} describes the ${what} ${shown(label)} in rows ${numbers[other]} and ${numbers[row]}. Remove one of them.`,
      );
    rows.set(label, row);
  });
  return rows;
}

/** A classification set: contexts, and the right class of every row. */
export interface Labelled {
  readonly contexts: ReplayContexts;
  readonly labels: readonly string[];
  readonly label: Uint32Array;
  readonly reading: Reading;
  readonly filled: readonly Filled[];
}

export async function readLabelled(
  path: string,
  rows: number,
  options: ContextualOptions & { readonly labelColumn: string },
): Promise<Labelled> {
  const table = await readTable(path, options.header, rows);
  const column = columnOf(table, options.labelColumn, '--label-column');
  const cells = table.cells.get(column) ?? [];
  const labels = [...new Set(cells)].sort(byNumberThenName);
  if (labels.length < 2) throw new Problem(`Column "${options.labelColumn}" has one class only.`);
  const wanted = options.features.length === 0 ? ['*'] : options.features;
  const columns = columnsOf(table, wanted, new Set([column]), '--features');
  const indexOf = new Map(labels.map((label, index) => [label, index]));
  const filled: Filled[] = [];
  const numbers = numbersOf(table, columns, options.fill ? filled : undefined);
  return {
    contexts: contextsOf(rowsOf(numbers, table.rows, options.reduce), labels.length, null),
    labels,
    reading: table.reading,
    filled,
    label: Uint32Array.from(cells, (cell) => indexOf.get(cell) ?? 0),
  };
}
