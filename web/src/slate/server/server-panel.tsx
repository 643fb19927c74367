/** SERVER: what it believes of each card, which slates it publishes, and how little that says of one person. */
import { explain } from 'ldp-bandits';
import { Arrivals, Badge } from '../../server/arrivals.js';
import { BeliefBar } from '../../server/belief-bar.js';
import { Art } from '../../shared/art.js';
import { inHundred } from '../../shared/format.js';
import { stop } from '../../shared/selection.js';
import { ZoneTitle } from '../../shared/zone.js';
import { CARDS, KINDS } from '../shared/cards.js';
import { cardBeliefs, timesShown } from '../shared/snapshot.js';
import { SlateList } from './slate-list.js';
import { slateSnapshot } from './state.js';

export function SlateServerPanel() {
  const current = slateSnapshot.value;
  return (
    <>
      <ZoneTitle zone="server" id="server-title" title="Server" aside="sees only reports" />
      {current ? <Beliefs /> : <p class="empty">No snapshot yet.</p>}
      {current && <SlateList snapshot={current} />}
      <Arrivals />
      <p class="tell">
        Could it tell what you said? About the card that was reported its best guess is right{' '}
        <b>
          {inHundred(explain({ epsilon: stop.value, delta: 0 }).bestGuessInHundred)} times in 100
        </b>
        , a blind guess 50. For your other answers it has nothing but that to go by.
      </p>
      <Badge />
    </>
  );
}

function Beliefs() {
  const current = slateSnapshot.value;
  if (!current) return null;
  return (
    <table class="beliefs slate-beliefs">
      <caption>
        Would go, in 100{' '}
        <span class="fine">dot: estimate · bar: 95 % interval · on so many slates</span>
      </caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">Card</th>
          <th scope="col">Interval</th>
          <th scope="col">Estimate</th>
        </tr>
      </thead>
      <tbody>
        {cardBeliefs(current).map((belief) => {
          const card = CARDS[belief.card];
          return (
            card && (
              <tr key={card.name}>
                <th scope="row">
                  <span class="card-cell">
                    <span class="thumb">
                      <Art arm={card.art} decorative />
                    </span>
                    <span>
                      {card.name} <span class="fine">{KINDS[card.kind]}</span>
                    </span>
                  </span>
                </th>
                <td class="belief-cell">
                  <BeliefBar belief={belief} />
                </td>
                <td class="belief-number">
                  {belief.mean === null
                    ? '–'
                    : Math.round(Math.min(1, Math.max(0, belief.mean)) * 100)}
                  <span class="fine">
                    on {timesShown(current, belief.card)} of {current.slates.length}
                  </span>
                </td>
              </tr>
            )
          );
        })}
      </tbody>
    </table>
  );
}
