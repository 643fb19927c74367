/** Results as CSV: one row an option, all experiments in one table. */
import Papa from 'papaparse';
import type { Summary } from './summary.js';

const FIRST = ['experiment', 'snapshot', 'reports'];
const OF_OPTION = [
  ...['option', 'label', 'option_reports', 'share'],
  ...['mean', 'low', 'high', 'lift', 'lift_low', 'lift_high'],
];
const LAST = ['forgeries', 'days_left', 'ended', 'late'];
const COLUMNS = [...FIRST, ...OF_OPTION, ...LAST];

/** Spreadsheets run a cell that begins like this. Papa's own pattern misses cells with a line break. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * @returns Empty cells where something is not known; one row for an experiment without options. A cell that begins
 *   like a formula gets an apostrophe in front.
 */
export function toCsv(summaries: readonly Summary[]): string {
  const data = summaries.flatMap((summary) => {
    const { experiment, snapshot, reports, forgeries, daysLeft, ended, options = [] } = summary;
    const late = summary.refused['stale_snapshot'] ?? 0;
    if (options.length === 0) {
      const cells = OF_OPTION.map(() => undefined);
      return [[experiment, snapshot, reports, ...cells, forgeries, daysLeft, ended, late]];
    }
    return options.map(({ label, lift, mean, low, high, share, reports: own }, option) => [
      ...[experiment, snapshot, reports, option, label, own, share, mean, low, high],
      ...[lift?.mean, lift?.low, lift?.high, forgeries, daysLeft, ended, late],
    ]);
  });
  const options = { escapeFormulae: FORMULA, newline: '\n' };
  return `${Papa.unparse({ fields: COLUMNS, data }, options)}\n`;
}
