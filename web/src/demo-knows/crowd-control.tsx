/** The crowd's switch: pause, go on, how many visitors a second. */
import { plural } from '../shared/format.js';
import { type CrowdState, crowd, perSecond } from './state.js';

const SPEEDS = [1, 5, 20, 40];

const WORDS: Record<CrowdState, string> = {
  starting: 'The simulated crowd is getting ready.',
  running: 'The simulated crowd is visiting.',
  paused: 'The simulated crowd is paused.',
  elsewhere: 'The simulated crowd is running in another tab of this page.',
  resting: 'The simulated crowd has gone to rest, to save your battery.',
  failed: 'The simulated crowd could not start.',
};

export function CrowdControl() {
  const running = crowd.value === 'running' || crowd.value === 'starting';
  return (
    <div class="crowd needs-script">
      <button
        type="button"
        onClick={() => {
          crowd.value = running ? 'paused' : 'running';
        }}
        disabled={crowd.value === 'elsewhere' || crowd.value === 'failed'}
      >
        {running ? 'Pause the crowd' : 'Let the crowd go on'}
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
