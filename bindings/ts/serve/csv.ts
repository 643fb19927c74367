/** Results as CSV: one row an option, all experiments in one table. */
import Papa from 'papaparse';
import type { Summary } from './summary.js';

const COLUMNS = [
  ...['experiment', 'snapshot', 'reports', 'option', 'label', 'option_reports', 'share'],
  ...['mean', 'low', 'high', 'lift', 'lift_low', 'lift_high', 'forgeries', 'days_left', 'ended'],
];

/** @returns Empty cells where something is not known. A cell that begins like a formula is quoted. */
export function toCsv(summaries: readonly Summary[]): string {
  const data = summaries.flatMap((summary) => {
    const { experiment, snapshot, reports, forgeries, daysLeft, ended, options = [] } = summary;
    return options.map(({ label, lift, mean, low, high, share, reports: own }, option) => [
      ...[experiment, snapshot, reports, option, label, own, share, mean, low, high],
      ...[lift?.mean, lift?.low, lift?.high, forgeries, daysLeft, ended],
    ]);
  });
  const options = { escapeFormulae: true, newline: '\n' };
  return `${Papa.unparse({ fields: COLUMNS, data }, options)}\n`;
}
