/** Run, Pause, Step; how far the run is, and what is wrong where it did not start. */
import { Announce } from '../runs/announce.js';
import { failureText } from '../runs/failure.js';
import { place } from '../runs/simulator.js';
import { durationText } from '../runs/words.js';
import { countText, plural } from '../shared/format.js';
import type { Playback } from './playback.js';
import { changed, playback, prepared, problem, show } from './state.js';

export function Controls() {
  const run = playback.value;
  const state = run?.state.value ?? 'ready';
  const isRunning = state === 'running';
  return (
    <div class="controls needs-script">
      <div class="button-row">
        <button type="button" class="primary" onClick={toggle}>
          {isRunning ? 'Pause' : state === 'done' && !changed.value ? 'Run again' : 'Run'}{' '}
          <kbd>Space</kbd>
        </button>
        <button type="button" aria-disabled={isRunning} onClick={step}>
          Step
          {run && state === 'paused' && !changed.value && (
            <small> to {countText(run.nextRound)}</small>
          )}
        </button>
      </div>
      {run ? <Standing run={run} /> : <p class="job-text">Nothing has been played yet.</p>}
      {changed.value && <p class="fine">The form has changed since: Run plays what it says now.</p>}
      {problem.value && problem.value.path !== '' && (
        <p class="field-error">
          The form holds something that cannot be played. It is marked there.
        </p>
      )}
      {problem.value?.path === '' && (
        <p class="field-error" role="alert">
          {problem.value.text}
        </p>
      )}
    </div>
  );
}

export async function toggle(): Promise<void> {
  const before = playback.value;
  if (before?.state.value === 'running') return before.pause();
  if (before?.state.value === 'done' && !changed.value) playback.value = null;
  await started((run) => run.run());
}

async function step(): Promise<void> {
  if (playback.value?.state.value === 'running') return;
  await started((run) => run.step());
}

/** What only the engine refuses stands at its field too. */
async function started(play: (run: Playback) => Promise<void>): Promise<void> {
  const run = await prepared();
  if (!run) return;
  await play(run);
  const error = run.job.value?.error.value;
  if (run.state.value === 'failed' && isInvalid(error)) show(error);
}

const isInvalid = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'spec_invalid';

function Standing({ run }: { run: Playback }) {
  const state = run.state.value;
  const job = run.job.value;
  const text = standingText(run);
  const { done, total } = job?.progress.value ?? { done: 0, total: 1 };
  if (state === 'failed') {
    return (
      <p class="notice" role="alert">
        {failureText(job?.error.value)}
      </p>
    );
  }
  return (
    <div class="job">
      {state === 'running' && (
        <progress max={total} value={done} aria-label="Progress to the next milestone" />
      )}
      <p class="job-text">{text}</p>
      {state === 'running' && (
        <p class="fine">
          Played by {place.value ?? 'this device'}. It goes on while you look at another tab;{' '}
          <kbd>Esc</kbd> pauses.
        </p>
      )}
      <Announce text={text} final={state !== 'running'} />
    </div>
  );
}

function standingText(run: Playback): string {
  const { replicates, horizon } = run.spec;
  const round = countText(run.round);
  switch (run.state.value) {
    case 'running': {
      const eta = run.job.value?.progress.value.etaMs ?? null;
      const left = eta === null ? '' : `, there in ${durationText(eta)}`;
      return `At round ${round} of ${countText(horizon)}; playing on to ${countText(run.nextRound)}${left}.`;
    }
    case 'paused':
      return `Paused at round ${round} of ${countText(horizon)}: all ${plural(replicates, 'replicate')} are there, the later rounds are missing.`;
    case 'done':
      return `Done: ${plural(horizon, 'round')}, ${plural(replicates, 'replicate')} of each learner.`;
    default:
      return 'Ready.';
  }
}
