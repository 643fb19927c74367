/** The experiment as text, a crowd that meets it, and what the collector learnt. */
import { countText } from '../../shared/format.js';
import { Outcome } from './outcome.js';
import { isWidened, play, problem, read, reset, run, stop, text, type, typed } from './run.js';

export function Editor() {
  if (text.value === null) return null;
  const isRunning = run.value?.state === 'running';
  const plan = read.value && 'plan' in read.value ? read.value.plan : null;
  const wrong = problem.value;
  return (
    <div class="start-try">
      <p class="copy-head">
        <label for="live-plan">The experiment and its crowd</label>
        <button type="button" onClick={reset} disabled={typed.value === null}>
          Undo edits
        </button>
      </p>
      <textarea
        id="live-plan"
        class="mono"
        rows={9}
        spellcheck={false}
        autocomplete="off"
        value={text.value}
        aria-invalid={wrong !== ''}
        aria-describedby="live-hint live-problem"
        onInput={(event) => type(event.currentTarget.value)}
      />
      <p class="fine" id="live-hint">
        Edit it: the code follows. Only the crowd knows <code>truth</code>.{' '}
        {isWidened.value && 'Its differences are larger than yours, so that one run shows them.'}
      </p>
      <p class="field-error" id="live-problem" role="alert">
        {wrong}
      </p>
      <p class="run needs-script">
        {/* One button, so that a press leaves the focus where it is. */}
        <button
          type="button"
          class="primary"
          disabled={plan === null}
          onClick={() => (isRunning ? stop() : plan && play(plan))}
        >
          {isRunning ? 'Stop' : `Simulate ${countText(plan?.visitors ?? 0)} visitors`}
        </button>
      </p>
      <Outcome />
    </div>
  );
}
