/** How long the test still takes, at a traffic that the operator states. From the estimates alone, as a site could. */
import { signal } from '@preact/signals';
import { countText } from '../../../shared/format.js';
import { stop } from '../../../shared/selection.js';
import type { TestSnapshot } from '../shared/snapshot.js';
import { rounded } from '../shared/words.js';
import { daysText, visitorsLeft } from './visitors-left.js';

const MOST_PER_DAY = 1_000_000_000;
const perDay = signal(100);

export function DaysLeft({ snapshot }: { snapshot: TestSnapshot }) {
  const left = visitorsLeft(snapshot, stop.value);
  if (left === null) return null;
  return (
    <div class="days-left">
      <label class="needs-script">
        Visitors a day{' '}
        <input
          type="number"
          inputMode="numeric"
          min={1}
          max={MOST_PER_DAY}
          step={1}
          value={perDay.value}
          onInput={({ currentTarget: input }) => {
            if (input.validity.valid && input.value !== '') perDay.value = input.valueAsNumber;
          }}
          onChange={({ currentTarget: input }) => {
            input.value = String(perDay.value);
          }}
        />
      </label>
      <p>
        {Number.isFinite(left) ? (
          <>
            <b>{daysText(left / perDay.value)} left</b>: about {countText(rounded(left))} visitors,
            if the estimates hold.
          </>
        ) : (
          'No end in sight: two options look alike.'
        )}
      </p>
    </div>
  );
}
