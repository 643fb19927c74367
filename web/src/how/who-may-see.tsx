/** Scene 4, in words: what the server may see of a visitor, and what must not leave the device. */
import { DataTable } from '../shared/data-table.js';

const HEADS = [
  'about a visitor',
  'served alike, or by a public level: the posters, and the figure below',
  'served by private features: the page Personal',
];
const ROWS = [
  ['the answer', 'leaves through the coin', 'leaves inside one noisy bundle'],
  [
    'the features',
    'there are none',
    <>
      <b>do not leave</b>, except inside that bundle
    </>,
  ],
  [
    'the poster that was shown',
    'leaves in the clear: it says nothing that the level does not; of a slate, the one card that is reported',
    <>
      <b>does not leave</b>, nor may the page fetch it on demand
    </>,
  ],
  [
    'the privacy level',
    'leaves in the clear: choose it for reasons that are no secret',
    'there is one for all: no menu',
  ],
  [
    'who decides',
    'the device, from a snapshot that is the same for everybody',
    'the device, from a snapshot that is the same for everybody',
  ],
];

export function WhoMaySee() {
  return (
    <DataTable
      label="Who may see what"
      kind="who"
      caption="What the server may see, and what must not leave the device"
      heads={HEADS}
      named
      rows={ROWS}
    />
  );
}
