/** SERVER: what it believes, how much it got, and how little that says about one person. */
import { explain } from 'ldp-bandits';
import { Art } from '../shared/art.js';
import { POSTERS } from '../shared/experiment.js';
import { inHundred } from '../shared/format.js';
import { stop } from '../shared/selection.js';
import { beliefs, nextArms } from '../shared/snapshot.js';
import { ZoneTitle } from '../shared/zone.js';
import { Arrivals, Badge } from './arrivals.js';
import { BeliefBar } from './belief-bar.js';
import { snapshot } from './state.js';

export function ServerPanel() {
  return (
    <>
      <ZoneTitle zone="server" id="server-title" title="Server" aside="sees only reports" />
      <Beliefs />
      <Arrivals />
      <p class="tell">
        Could it tell what you did? From one report its best guess is right{' '}
        <b>
          {inHundred(explain({ epsilon: stop.value, delta: 0 }).bestGuessInHundred)} times in 100
        </b>
        , a blind guess 50.
      </p>
      <Badge />
    </>
  );
}

function Beliefs() {
  const current = snapshot.value;
  if (!current) return <p class="empty">No snapshot yet.</p>;
  const next = nextArms(current);
  return (
    <table class="beliefs">
      <caption>
        Would go, in 100 <span class="fine">dot: estimate · bar: 95 % interval</span>
      </caption>
      <tbody>
        {beliefs(current).map((belief) => (
          <tr key={belief.arm}>
            <th scope="row">
              <span class="thumb">
                <Art arm={belief.arm} decorative />
              </span>
              {POSTERS[belief.arm]?.name}
            </th>
            <td class="belief-cell">
              <BeliefBar belief={belief} />
            </td>
            <td class="belief-number">
              {belief.mean === null ? 'not tried' : Math.round(clamp(belief.mean) * 100)}
              {next.includes(belief.arm) && (
                <span class="next" title="The widest reach upwards: it may still be the best">
                  {' '}
                  next
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const clamp = (mean: number) => Math.min(1, Math.max(0, mean));
