/** One figure, run here: what the paper says, two buttons, the run beside its claims, and what to take along. */
import { JobProgress } from '../../runs/progress.js';
import { basisOf } from '../../runs/speed.js';
import { TakeAway } from '../../runs/take-away.js';
import { durationText, roundsText } from '../../runs/words.js';
import { Claims } from './claims.js';
import { FigurePlot } from './figure-plot.js';
import { picturesOf } from './figure-series.js';
import type { FigureState } from './figure-state.js';
import { Findings } from './findings.js';
import { KeptRuns } from './kept-runs.js';
import { Switches, SwitchNote } from './switches.js';
import { titleOf } from './titles.js';

export function FigureCard({ state }: { state: FigureState }) {
  const { figure } = state;
  const title = titleOf(figure);
  const job = state.job.value;
  return (
    <div class="figure-body">
      <div class="figure-words">
        <p>
          <b>The paper says:</b> {figure.says} <span class="fine">({figure.source})</span>
        </p>
        <Findings title="What came out here:" sentences={figure.findings} />
        <Claims state={state} />
        {figure.horizonNote && (
          <details class="fine">
            <summary>
              {figure.choices || state.paper.about
                ? 'About the setting'
                : 'About the number of rounds'}
            </summary>
            <p>{figure.horizonNote}</p>
          </details>
        )}
      </div>
      <div class="figure-run">
        <Switches state={state} />
        <Buttons state={state} />
        <RestoredNote state={state} />
        {job && <JobProgress job={job} retry={() => state.again()} />}
        <SwitchNote state={state} />
        <FigurePlot state={state} />
        {job && job.results.value.length > 0 && (
          <>
            {state.figure.plot.kind === 'curves' && <ScaleSwitch state={state} />}
            <Digests state={state} />
            {job.state.value !== 'running' && (
              <TakeAway
                title={title}
                specs={job.specs}
                results={job.results.value}
                figure={state.name}
                known={state.known(state.settings.value)}
                pictures={picturesOf(state)}
              />
            )}
          </>
        )}
        <KeptRuns state={state} />
      </div>
    </div>
  );
}

function Buttons({ state }: { state: FigureState }) {
  const active = ['waiting', 'running'].includes(state.job.value?.state.value ?? '');
  return (
    <div class="run-bar needs-script">
      <RunButton state={state} mode="quick" disabled={active} />
      <RunButton state={state} mode="full" disabled={active} />
      <label class="seed">
        Seed
        <input
          class="mono"
          value={state.seed.value}
          maxLength={64}
          required
          disabled={active}
          onInput={(event) => {
            state.seed.value = event.currentTarget.value;
          }}
        />
      </label>
      <p class="fine run-basis">
        {state.seed.value === ''
          ? 'A run needs a seed: any text.'
          : basisOf(state.speedKey, state.world)}
      </p>
    </div>
  );
}

function RunButton(props: { state: FigureState; mode: 'quick' | 'full'; disabled: boolean }) {
  const { state, mode, disabled } = props;
  const estimate = state.estimate(mode);
  const about = estimate !== null && estimate >= 1_000 ? 'about ' : '';
  const time = estimate === null ? '' : `${about}${durationText(estimate)}, `;
  return (
    <button
      type="button"
      class={mode === 'quick' ? 'primary run-button' : 'run-button'}
      aria-disabled={disabled || state.seed.value === ''}
      onClick={() => {
        if (!disabled && state.seed.value !== '') state.run(mode);
      }}
    >
      {mode === 'quick' ? 'Run quick' : 'Run in full'}
      <span class="visually-hidden">: {titleOf(state.figure)}</span>
      <small>
        {time}
        {roundsText(state.roundsIn(mode))}
      </small>
    </button>
  );
}

function RestoredNote({ state }: { state: FigureState }) {
  const restored = state.restored.value;
  if (!restored) return null;
  const words = {
    quick: 'the quick settings of this figure',
    full: 'the full settings of this figure',
    other: 'settings of its own, which no claim is about',
  }[restored.settings];
  return (
    <div class="notice" role="status">
      <p>
        The link brought a run with {words}, seed <span class="mono">{state.seed.value}</span>.
      </p>
      <button type="button" class="primary" onClick={() => state.runRestored()}>
        Play it again
      </button>
    </div>
  );
}

function ScaleSwitch({ state }: { state: FigureState }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={state.rounds.value === 'log'}
        onChange={(event) => {
          state.rounds.value = event.currentTarget.checked ? 'log' : 'linear';
        }}
      />
      Rounds on a logarithmic axis
    </label>
  );
}

function Digests({ state }: { state: FigureState }) {
  const job = state.job.value;
  if (!job || job.state.value === 'running') return null;
  const promised = state.promised.value;
  const results = job.results.value;
  const digests = results
    .filter(({ result }) => !result.partial)
    .map(({ result }) => result.digest);
  const complete = job.state.value === 'done';
  return (
    <div class="digests">
      <p class="fine">
        {complete
          ? 'Same spec, same bits, on every machine. '
          : 'Partial: these curves end where the run was stopped. '}
        {digests.map((digest) => (
          <code key={digest} class="digest">
            {digest}
          </code>
        ))}
      </p>
      {complete && promised.length > 0 && (
        <p class={same(promised, digests) ? 'fine' : 'notice'}>
          {same(promised, digests)
            ? '✓ The same bits as the run that the link was made from.'
            : '✗ Not the bits that the link promises: it was made with another version of the library, or changed on the way.'}
        </p>
      )}
    </div>
  );
}

const same = (a: readonly string[], b: readonly string[]) => a.join() === b.join();
