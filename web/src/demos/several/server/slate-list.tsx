/** The sets of a model version as a picture: a row for each option, a column for each set. */
import { CARDS } from '../shared/cards.js';
import type { PublicSlate, SlateSnapshot } from '../shared/snapshot.js';

/** Of a square, in units of its row and column: what it fills. */
const FILLED = 0.7;
const EDGE = (1 - FILLED) / 2;

const namesOf = ({ arms }: PublicSlate) => arms.map((arm) => CARDS[arm]?.name).join(', ');

export function SlateList({ snapshot: { slates } }: { snapshot: SlateSnapshot }) {
  return (
    <div class="slates">
      <h3>The sets on offer</h3>
      <p class="fine">Each column is a set; a device draws one. Filled: the answer that is sent.</p>
      <div class="set-rows">
        <ol aria-hidden="true">
          {CARDS.map(({ name }) => (
            <li key={name}>{name}</li>
          ))}
        </ol>
        <svg
          viewBox={`0 0 ${slates.length} ${CARDS.length}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${slates.length} sets of three. ${slates.map(namesOf).join('; ')}.`}
        >
          {slates.map((slate, column) => (
            <g key={column} class="set-column">
              <title>{`${namesOf(slate)}. Sent: ${CARDS[slate.reported]?.name}`}</title>
              {slate.arms.map((arm) => (
                <rect
                  key={arm}
                  class={arm === slate.reported ? 'cell cell-reported' : 'cell'}
                  x={column + EDGE}
                  y={arm + EDGE}
                  width={FILLED}
                  height={FILLED}
                />
              ))}
            </g>
          ))}
        </svg>
      </div>
    </div>
  );
}
