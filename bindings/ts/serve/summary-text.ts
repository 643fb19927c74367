/** Results as text for a terminal. */
import { refusedText } from './refused-text.js';
import type { Summary } from './summary.js';

const percent = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : (100 * value).toFixed(1);

export function formatSummary(summary: Summary): string {
  const { experiment, algorithm, epsilon, reports, snapshot } = summary;
  const { forgeries, changes, daysLeft, ended } = summary;
  const lines = [
    `${experiment}: ${algorithm}, epsilon ${epsilon} a report; ${reports} reports, snapshot ${snapshot}`,
    ...table(summary),
  ];
  if (summary.best && summary.best.answer !== null) {
    lines.push(`Answer: ${summary.best.answer}${summary.best.certified ? ', certified' : ''}`);
  }
  if (changes) {
    const last = changes.last === null ? '' : `, the last after ${changes.last} reports`;
    lines.push(`Changes noticed: ${changes.noticed}${last}`);
  }
  lines.push(...refusedText(summary.refused));
  if (ended) lines.push('Ended: devices play the answer and send nothing.');
  if (daysLeft !== null) lines.push(`Days left at this rate: ${Math.ceil(daysLeft)}`);
  if (forgeries !== null) lines.push(`Forged reports that would change the answer: ${forgeries}`);
  return `${lines.join('\n')}\n`;
}

function table({ options = [], control }: Summary): string[] {
  if (options.length === 0) return [];
  const head = ['option', 'reports', 'share %', 'mean %', 'low %', 'high %'];
  if (control !== null) head.push('lift', 'low', 'high');
  const rows = options.map(({ label, reports, share, mean, low, high, lift }, i) => {
    const row = [label ?? `${i}`, `${reports}`, percent(share)];
    row.push(...(mean === null ? ['not enough', '', ''] : [mean, low, high].map(percent)));
    if (control !== null) row.push(...[lift?.mean, lift?.low, lift?.high].map(percent));
    return row;
  });
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  );
  return [head, ...rows].map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
