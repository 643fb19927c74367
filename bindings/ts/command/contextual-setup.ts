// From the files and options of a contextual replay to contexts and a private path.
import type { ReplayContexts } from '../replay/index.js';
import { contextsOf, encode } from './features.js';
import { byNumberThenName, type LoggedRows } from './log.js';
import type { ContextualOptions } from './options.js';
import { Problem } from './problem.js';
import { columnOf, columnsOf, readTable, type Table } from './table.js';

/** The visitors and arms of a log. */
export async function readContexts(
  path: string,
  log: LoggedRows,
  options: ContextualOptions,
): Promise<ReplayContexts> {
  const table = await readTable(path, true, log.arm.length);
  const { arm, reward, propensity } = log.columns;
  const roles = [arm, reward, ...(propensity === null ? [] : [propensity])];
  const taken = new Set(roles.map((name) => table.names.indexOf(name)));
  const columns = columnsOf(table, options.features, taken, '--features');
  const described = options.armFeatures
    ? describeArms(await readTable(options.armFeatures), log)
    : null;
  return contextsOf(encode(table, columns, options.reduce), log.labels.length, described);
}

/** A row of features for each label of the log. */
function describeArms(table: Table, log: LoggedRows): readonly Float64Array[] {
  const key = columnOf(table, log.columns.arm, '--arm-features');
  const columns = columnsOf(table, ['*'], new Set([key]), '--arm-features');
  const rowOf = new Map(table.rows.map((cells, row) => [cells[key], row]));
  const encoded = encode(table, columns);
  return log.labels.map((label) => {
    const row = rowOf.get(label);
    if (row === undefined) {
      throw new Problem(
        `${table.path} has no row for "${label}", which column "${log.columns.arm}" of the log shows.`,
      );
    }
    return encoded[row] as Float64Array;
  });
}

/** A classification set: contexts, and the right class of every row. */
export interface Labelled {
  readonly contexts: ReplayContexts;
  readonly labels: readonly string[];
  readonly label: Uint32Array;
}

export async function readLabelled(
  path: string,
  rows: number,
  options: ContextualOptions & { readonly labelColumn: string },
): Promise<Labelled> {
  const table = await readTable(path, options.header, rows);
  const column = columnOf(table, options.labelColumn, '--label-column');
  const cells = table.rows.map((row) => row[column] ?? '');
  const labels = [...new Set(cells)].sort(byNumberThenName);
  if (labels.length < 2) throw new Problem(`Column "${options.labelColumn}" has one class only.`);
  const wanted = options.features.length === 0 ? ['*'] : options.features;
  const columns = columnsOf(table, wanted, new Set([column]), '--features');
  const indexOf = new Map(labels.map((label, index) => [label, index]));
  return {
    contexts: contextsOf(encode(table, columns, options.reduce), labels.length, null),
    labels,
    label: Uint32Array.from(cells, (cell) => indexOf.get(cell) ?? 0),
  };
}
