/** How far a run is, what is left, and the way out. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Announce } from './announce.js';
import { failureText } from './failure.js';
import type { Job } from './job.js';
import { running } from './queue.js';
import { place } from './simulator.js';
import { endText, progressText } from './words.js';

export function JobProgress({ job, retry }: { job: Job; retry: () => void }) {
  const state = job.state.value;
  const progress = job.progress.value;
  const wasHidden = useHiddenWhile(state === 'running');
  if (state === 'failed') {
    return (
      <div class="notice" role="alert">
        <p>{failureText(job.error.value)}</p>
        <button type="button" onClick={retry}>
          Run again
        </button>
      </div>
    );
  }
  const active = state === 'running' || state === 'waiting';
  const text = active ? activeText(job) : endText(state, progress, job.tookMs);
  return (
    <div class="job">
      {active && (
        <>
          <progress
            max={progress.total}
            value={progress.done}
            aria-label={`Progress of ${job.title}`}
          />
          <button type="button" onClick={() => job.cancel()}>
            Cancel <kbd>Esc</kbd>
          </button>
        </>
      )}
      <p class="job-text">{text}</p>
      {state === 'running' && (
        <p class="fine">
          Played by {place.value ?? 'this device'}. It goes on while you look at another tab;
          leaving the page ends it.{wasHidden.value && ' It went on while this tab was hidden.'}
        </p>
      )}
      <Announce text={`${job.title}: ${text}`} final={!active} />
    </div>
  );
}

function activeText(job: Job): string {
  if (job.state.value === 'running') return progressText(job.progress.value);
  const before = running.value;
  return before ? `Waits until ${before.title} is through.` : 'Starts at once.';
}

function useHiddenWhile(isRunning: boolean) {
  const wasHidden = useSignal(false);
  useEffect(() => {
    if (!isRunning) return undefined;
    wasHidden.value = false;
    const look = () => {
      if (document.hidden) wasHidden.value = true;
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isRunning]);
  return wasHidden;
}
