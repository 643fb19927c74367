/** SERVER: what it believes, how much it got, and how little that says about one person. */
import { Art } from '../shared/art.js';
import { POSTERS } from '../shared/experiment.js';
import { shareText } from '../shared/format.js';
import { beliefs, type PublicSnapshot } from '../shared/snapshot.js';
import { BeliefBar } from './belief-bar.js';
import { ServerFrame, Tell } from './frame.js';
import { marked, snapshot } from './state.js';

export function ServerPanel() {
  const current = snapshot.value;
  return <ServerFrame tell={<Tell />}>{current && <Beliefs snapshot={current} />}</ServerFrame>;
}

/** Comes into sight when the picture of the report has crossed. */
const Arrived = () => <span class="arrived">+1 report</span>;

function Beliefs({ snapshot }: { snapshot: PublicSnapshot }) {
  return (
    <table class="beliefs">
      <caption>
        Would go, percent{' '}
        <span class="fine">dot: estimate · bar: 95% interval · next: share of next visitors</span>
      </caption>
      <tbody>
        {beliefs(snapshot).map((belief) => (
          <tr key={belief.arm}>
            <th scope="row">
              <span class="thumb">
                <Art arm={belief.arm} decorative />
              </span>
              {POSTERS[belief.arm]?.name}
            </th>
            <td class="belief-cell">
              <BeliefBar belief={belief} />
              {marked.value?.arm === belief.arm && <Arrived key={marked.value.count} />}
            </td>
            <td class="belief-number">
              {belief.mean === null ? 'not tried' : shareText(belief.mean)}
              <span class="next" title="Percent of the next visitors who are shown it">
                {' '}
                next {shareText(belief.share)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
