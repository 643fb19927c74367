/** SERVER: the surface that it has learnt, where it stands, what it would answer, and how little that says of one. */
import { ServerFrame, Tell } from '../../../server/frame.js';
import { Layout } from '../shared/layout.js';
import { sizeOf, spacingOf, toPoint } from '../shared/settings.js';
import type { TuneSnapshot } from '../shared/snapshot.js';
import { pathOnShow, tuneSnapshot } from './state.js';
import { Surface } from './surface.js';

export function TuneServerPanel() {
  const current = tuneSnapshot.value;
  return <ServerFrame tell={<Tell />}>{current && <Learnt snapshot={current} />}</ServerFrame>;
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
          <p class="fine">The average point of the last half of the reports.</p>
        </div>
        <Layout point={answer} name="The answer so far" />
      </div>
    </>
  );
}
