/** The crowd's switch: pause, go on, how many visitors a second. */
import { type CrowdState, crowd, perSecond, wanted } from './state.js';

/** A faster crowd would make the collector forget snapshots that a visitor may still answer to. */
const SPEEDS = [1, 5, 20];

const WORDS: Record<CrowdState, string> = {
  starting: 'Simulated visitors are getting ready.',
  running: 'Simulated visitors are arriving.',
  paused: 'Paused.',
  elsewhere: 'Simulated visitors are arriving in another tab.',
  resting: 'Paused to save your battery.',
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
        {wanted.value ? 'Pause the crowd' : 'Resume the crowd'}
      </button>
      <label>
        Visitors a second{' '}
        <select
          value={perSecond.value}
          onChange={(event) => {
            perSecond.value = Number(event.currentTarget.value);
          }}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed}>
              {speed}
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
