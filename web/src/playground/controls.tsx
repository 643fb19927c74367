/** Run, Pause, Step; how far the run is, and what is wrong where it did not start. */
import { Announce } from '../runs/announce.js';
import { failureText } from '../runs/failure.js';
import { place } from '../runs/simulator.js';
import { durationText } from '../runs/words.js';
import { countText, plural } from '../shared/format.js';
import type { Playback } from './playback.js';
import { changed, playback, prepared, problem, refuse } from './state.js';

export function Controls() {
  const run = playback.value;
  const state = run?.state.value ?? 'ready';
  // A run of other settings is left for the new one.
  const isRunning = state === 'running' && !changed.value;
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
      {run && <Standing run={run} />}
      {changed.value && <p class="fine">The settings have changed. Run to see what they do.</p>}
      {problem.value && problem.value.path !== '' && (
        <p class="field-error">One setting cannot be played. It is marked below.</p>
      )}
      {problem.value?.path === '' && (
        <p class="field-error" role="alert">
          {problem.value.text}
        </p>
      )}
    </div>
  );
}

/** Plays what is in the form; nothing where that is done already. */
export async function play(): Promise<void> {
  if (playback.value?.state.value === 'done' && !changed.value) return;
  await started((run) => run.run());
}

export async function toggle(): Promise<void> {
  const before = playback.value;
  if (before?.state.value === 'running' && !changed.value) return before.pause();
  await started((run) => run.run(), before?.state.value === 'done');
}

async function step(): Promise<void> {
  if (playback.value?.state.value === 'running' && !changed.value) return;
  await started((run) => run.step());
}

/** What only the engine refuses stands at its field too. */
async function started(play: (run: Playback) => Promise<void>, isAnew = false): Promise<void> {
  const run = await prepared(isAnew);
  if (!run) return;
  await play(run);
  const error = run.job.value?.error.value;
  if (run.state.value === 'failed' && isInvalid(error)) refuse(error);
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
          Run by {place.value ?? 'this device'}, also while you look at another tab. <kbd>Esc</kbd>{' '}
          pauses.
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
      return `${run.known.value ? 'Computed when this page was built; checking it here. ' : ''}At round ${round} of ${countText(horizon)}; next stop ${countText(run.nextRound)}${left}.`;
    }
    case 'paused':
      return `Paused at round ${round} of ${countText(horizon)}.`;
    case 'done':
      return `Done: ${plural(horizon, 'round')}, ${plural(replicates, 'replicate')} of each learner.`;
    default:
      return run.known.value ? 'Computed when this page was built.' : 'Ready.';
  }
}
