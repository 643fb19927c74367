/** What privacy costs, as one table: every price that the pages quote. The visitor sets ε. */
import { useState } from 'preact/hooks';
import { DataTable } from './data-table.js';
import { DEFAULT_STOP, STOPS, type Stop } from './experiment.js';
import { aboutText, epsilonText, timesText } from './format.js';
import { type Prices, prices } from './prices.js';

const ROWS: readonly (readonly [keyof Prices, string])[] = [
  ['clickAtHalf', 'A/B test, 52.5% against 47.5% click'],
  ['clickAtTwoPercent', 'A/B test, 2.1% against 1.9% click'],
  ['set', 'A set: the best 4 of 20'],
  ['contexts', 'By context: 6 features'],
  ['sliders', 'Two sliders, by comparison'],
];

export function PriceTable() {
  const [epsilon, setEpsilon] = useState<Stop>(DEFAULT_STOP);
  const now = prices(epsilon);
  return (
    <>
      <div class="control needs-script">
        <label for="price-epsilon">
          Privacy of one report: <b>ε = {epsilonText(epsilon)}</b>
        </label>
        <input
          id="price-epsilon"
          type="range"
          min={0}
          max={STOPS.length - 1}
          step={1}
          value={STOPS.indexOf(epsilon)}
          aria-valuetext={`epsilon ${epsilonText(epsilon)}`}
          onInput={(event) => setEpsilon(STOPS[event.currentTarget.valueAsNumber] ?? epsilon)}
        />
      </div>
      <DataTable
        label="What privacy costs"
        kind="numbers"
        caption={`Visitors needed, one report each, at ε ${epsilonText(epsilon)}`}
        heads={['To learn', 'Not private', 'Private', 'Times']}
        named
        rows={ROWS.map(([row, name]) => {
          const { visitors, withoutPrivacy, factor } = now[row];
          return [name, aboutText(withoutPrivacy), aboutText(visitors), timesText(factor)];
        })}
      >
        <p class="fine">
          Predicted by <code>ldp-bandits/recommend</code>. Tests end with an answer, wrong at most
          5% of the time. The others run until the average visitor loses a fifth of what random
          choice loses: sets within a factor of 2, contexts and sliders of 3.
        </p>
      </DataTable>
    </>
  );
}
