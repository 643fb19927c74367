/** The picture for people who read tables. */
import { DataTable } from '../../../shared/data-table.js';
import type { Drawing } from './drawing.js';
import { percentText } from './shares.js';

/** @param props.shares none before a run */
export function PictureTable({ drawing, shares }: { drawing: Drawing; shares: readonly number[] }) {
  const isPlayed = shares.length > 0;
  return (
    <details class="chart-table">
      <summary>The picture as a table</summary>
      <DataTable
        label="Lines of the picture"
        heads={['Line', 'Worth', ...(isPlayed ? ['Played'] : [])]}
        named
        rows={drawing.lines.map(({ name, mean }, arm) => [
          name,
          mean,
          ...(isPlayed ? [percentText(shares[arm] ?? 0)] : []),
        ])}
      />
    </details>
  );
}
