/** Who can see what: the threat model on one screen. */
import { DataTable } from '../shared/data-table.js';

const ROWS = [
  ['Collector’s operator', 'Noisy', 'Noisy', 'Yes', 'Yes'],
  ['Network, over HTTPS', 'No', 'No', 'Yes', 'Yes'],
  ['Someone at your device', 'While open', 'Yes', 'Yes', 'Yes'],
  ['Other visitors', 'No', 'No', 'No', 'No'],
  ['Forger with many accounts', 'No', 'No', 'No', 'No'],
  ['All but your device, together', 'Noisy', 'Noisy', 'Yes', 'Yes'],
  ['The site itself', 'Yes', 'Yes', 'Yes', 'Yes'],
] as const;

export function Threats() {
  return (
    <DataTable
      label="Who can see what"
      kind="numbers threats"
      caption="Who can see your"
      heads={['', 'Answer', 'Features', 'Visit', 'Time']}
      named
      rows={ROWS.map(([who, ...cells]) => [
        who,
        ...cells.map((cell, i) => (
          <span
            key={i}
            class={`threat threat-${cell === 'No' ? 'no' : cell === 'Noisy' ? 'noisy' : 'yes'}`}
          >
            {cell}
          </span>
        )),
      ])}
    />
  );
}
