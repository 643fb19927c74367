/** SERVER: the surface that it has learnt, where it stands, what it would answer, and how little that says of one. */
import { thin } from '../../../chart/series.js';
import { BestGuess, ServerFrame } from '../../../server/frame.js';
import { DataTable } from '../../../shared/data-table.js';
import { countText } from '../../../shared/format.js';
import { Layout } from '../shared/layout.js';
import { type Point, sizeOf, spacingOf, toPoint } from '../shared/settings.js';
import type { TuneSnapshot } from '../shared/snapshot.js';
import { pathOnShow, tuneSnapshot } from './state.js';
import { Surface } from './surface.js';

export function TuneServerPanel() {
  const current = tuneSnapshot.value;
  return (
    <ServerFrame
      tell={
        <>
          Could it tell what you prefer? From one report its best guess is right <BestGuess />, a
          blind guess 50.
        </>
      }
    >
      {current && <Learnt snapshot={current} />}
    </ServerFrame>
  );
}

function Learnt({ snapshot }: { snapshot: TuneSnapshot }) {
  const answer = toPoint(snapshot.answer);
  return (
    <>
      <Surface snapshot={snapshot} past={pathOnShow.value} />
      <div class="learnt-answer">
        <div>
          <h3>The answer so far</h3>
          <p>
            Cards <b>{sizeOf(answer)} px</b> wide, <b>{spacingOf(answer)} px</b> apart.
          </p>
          <p class="fine">
            The average of where the point was during the last half of the reports. If tuning ended
            now, everybody would get this.
          </p>
        </div>
        <Layout point={answer} name="The answer so far" />
      </div>
      <Way />
    </>
  );
}

/** The picture's numbers, for those who want to read them. */
function Way() {
  return (
    <details>
      <summary>The way as a table</summary>
      <DataTable
        label="The way of the point"
        kind="way-table"
        heads={['Reports', 'Point', 'Answer']}
        rows={thin(pathOnShow.value, 20).map(([reports, px = 0, py = 0, ax = 0, ay = 0]) => [
          countText(reports),
          pixels([px, py]),
          pixels([ax, ay]),
        ])}
      />
    </details>
  );
}

const pixels = (point: Point) => `${sizeOf(point)} px, ${spacingOf(point)} px`;
