/** The crowd's switch: pause, go on, how many visitors a second. */
import { plural } from '../shared/format.js';
import { type CrowdState, crowd, perSecond, wanted } from './state.js';

/** A faster crowd would make the collector forget snapshots that a visitor may still answer to. */
const SPEEDS = [1, 5, 20];

const WORDS: Record<CrowdState, string> = {
  starting: 'The simulated crowd is getting ready.',
  running: 'The simulated crowd is visiting.',
  paused: 'The simulated crowd is paused.',
  elsewhere: 'The simulated crowd is running in another tab of this site.',
  resting: 'The simulated crowd has gone to rest, to save your battery.',
};

export function CrowdControl() {
  return (
    <div class="crowd needs-script">
      <button
        type="button"
        onClick={() => {
          wanted.value = !wanted.value;
          if (wanted.value) crowd.value = 'running';
        }}
        disabled={crowd.value === 'elsewhere'}
      >
        {wanted.value ? 'Pause the crowd' : 'Let the crowd go on'}
      </button>
      <label>
        Speed{' '}
        <select
          value={perSecond.value}
          onChange={(event) => {
            perSecond.value = Number(event.currentTarget.value);
          }}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed}>
              {plural(speed, 'visitor')} a second
            </option>
          ))}
        </select>
      </label>
      <span class="fine" role="status">
        {WORDS[crowd.value]}
      </span>
    </div>
  );
}
