/** SERVER: what it believes of each card, which slates it publishes, and how little that says of one person. */
import { BeliefBar } from '../../../server/belief-bar.js';
import { BestGuess, ServerFrame } from '../../../server/frame.js';
import { Art } from '../../../shared/art.js';
import { shareText } from '../../../shared/format.js';
import { CARDS } from '../shared/cards.js';
import { cardBeliefs, type SlateSnapshot, timesShown } from '../shared/snapshot.js';
import { SlateList } from './slate-list.js';
import { slateSnapshot } from './state.js';

export function SlateServerPanel() {
  const current = slateSnapshot.value;
  return (
    <ServerFrame
      tell={
        <>
          Can the server tell? About the answer sent its best guess is right <BestGuess />. A coin
          flip: 50%. The other answers never left.
        </>
      }
    >
      {current && (
        <>
          <Beliefs snapshot={current} />
          <SlateList snapshot={current} />
        </>
      )}
    </ServerFrame>
  );
}

function Beliefs({ snapshot }: { snapshot: SlateSnapshot }) {
  return (
    <table class="beliefs several-beliefs">
      <caption>
        Would go, percent <span class="fine">dot: estimate · bar: 95% interval · sets with it</span>
      </caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">Option</th>
          <th scope="col">Interval</th>
          <th scope="col">Estimate</th>
        </tr>
      </thead>
      <tbody>
        {cardBeliefs(snapshot).map((belief) => {
          const card = CARDS[belief.card];
          return (
            card && (
              <tr key={card.name}>
                <th scope="row">
                  <span class="card-cell">
                    <span class="thumb">
                      <Art arm={card.art} decorative />
                    </span>
                    <span>{card.name}</span>
                  </span>
                </th>
                <td class="belief-cell">
                  <BeliefBar belief={belief} />
                </td>
                <td class="belief-number">
                  {belief.mean === null ? '–' : shareText(belief.mean)}
                  <span class="fine">
                    {timesShown(snapshot, belief.card)} of {snapshot.slates.length}
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
