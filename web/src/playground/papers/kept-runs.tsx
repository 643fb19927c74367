/** Runs of one figure that the visitor keeps, to compare: name, draw over, remove. */
import type { FigureState, Kept } from './figure-state.js';
import { wordsOf } from './switches.js';

const SETTINGS = { quick: 'quick', full: 'full', other: 'other settings' } as const;

export function KeptRuns({ state }: { state: FigureState }) {
  const runs = state.kept.value;
  const job = state.job.value;
  const canKeep = job !== null && job.results.value.length > 0 && job.state.value !== 'running';
  if (!canKeep && runs.length === 0) return null;
  return (
    <section class="kept" aria-label={`Kept runs of ${state.figure.title}`}>
      {canKeep && (
        <button type="button" onClick={() => state.keep()}>
          Keep this run to compare
        </button>
      )}
      {runs.length > 0 && (
        <ul>
          {runs.map((run) => (
            <KeptRun key={run.number} state={state} run={run} />
          ))}
        </ul>
      )}
    </section>
  );
}

function KeptRun({ state, run }: { state: FigureState; run: Kept }) {
  const partial = run.results.some(({ result }) => result.partial);
  const words = wordsOf(state.figure.choices, run.chosen);
  return (
    <li>
      <label class="kept-name">
        <span class="visually-hidden">Name</span>
        <input
          value={run.label}
          maxLength={40}
          onInput={(event) => state.change(run.number, { label: event.currentTarget.value })}
        />
      </label>
      <span class="fine">
        {SETTINGS[run.settings]}, seed <span class="mono">{run.seed}</span>
        {partial && ', partial'}
        {words && `. ${words}`}
      </span>
      <label class="check">
        <input
          type="checkbox"
          checked={run.overlay}
          onChange={(event) => state.change(run.number, { overlay: event.currentTarget.checked })}
        />
        Draw over
      </label>
      <button
        type="button"
        class="quiet"
        aria-label={`Remove ${run.label}`}
        onClick={() => state.remove(run.number)}
      >
        Remove
      </button>
    </li>
  );
}
