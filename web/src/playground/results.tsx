/** What has come out so far: curves, what the learners knew when, and what can be taken along. */
import type { Signal } from '@preact/signals';
import { seriesOf } from 'ldp-bandits/plot';
import type { SimulationResult } from 'ldp-bandits/simulation';
import { useRef } from 'preact/hooks';
import { Chart } from '../chart/chart.js';
import { regretText, summaryOf } from '../runs/curves.js';
import { TakeAway } from '../runs/take-away.js';
import { countText, plural } from '../shared/format.js';
import { specOf } from './build-spec.js';
import { Controls } from './controls.js';
import type { Playback } from './playback.js';
import { priceOf } from './price.js';
import { beyondForm, changed, draft, logRegret, logRounds, playback, promised } from './state.js';

const REGRET = { label: 'regret', text: regretText };

interface Drawn {
  readonly result: SimulationResult;
  readonly horizon: number;
}

export function Results() {
  const run = playback.value;
  const result = run?.shown.value ?? null;
  // The chart of the run before stays until the new one has something to show.
  const drawn = useRef<Drawn | null>(null);
  if (!run) drawn.current = null;
  else if (result) drawn.current = { result, horizon: run.spec.horizon };
  return (
    <>
      {drawn.current ? <Curves {...drawn.current} /> : <div class="chart-place" />}
      <Controls />
      {result && <Scales />}
      {result && <Stops result={result} />}
      {run && <ModelVersion run={run} />}
      {run && <Digest run={run} />}
    </>
  );
}

function Curves({ result, horizon }: Drawn) {
  const scale = logRounds.value ? 'log' : 'linear';
  return (
    <Chart
      summary={priceOf(result)}
      series={seriesOf(result)}
      x={{ label: 'rounds', scale, domain: [scale === 'log' ? 1 : 0, Math.max(2, horizon)] }}
      y={{ ...REGRET, scale: logRegret.value ? 'log' : 'linear' }}
      height={300}
    />
  );
}

function Scales() {
  return (
    <p class="needs-script">
      <Check of={logRounds} label="Log scale for rounds" />{' '}
      <Check of={logRegret} label="Log scale for regret" />
    </p>
  );
}

function Check({ of, label }: { of: Signal<boolean>; label: string }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={of.value}
        onChange={(event) => {
          of.value = event.currentTarget.checked;
        }}
      />
      {label}
    </label>
  );
}

/** When the rules for the best arm stopped, and how many of them with one that is worse than they allow. */
function Stops({ result }: { result: SimulationResult }) {
  const stopping = result.curves.flatMap(({ label, stopped }) =>
    stopped === undefined ? [] : [{ label, ...stopped }],
  );
  if (stopping.length === 0) return null;
  return (
    <ul class="fine stops">
      {stopping.map(({ label, rounds, wrong, notBest }) => {
        const allowed = notBest - wrong;
        const ended = rounds.filter((round) => !Number.isNaN(round));
        const mean = ended.reduce((sum, round) => sum + round, 0) / ended.length;
        return (
          <li key={label}>
            {label}:{' '}
            {ended.length === 0
              ? 'none of the trials has stopped'
              : `${countText(ended.length)} of ${plural(rounds.length, 'trial')} stopped, after ${countText(Math.round(mean))} visitors on average; ${wrong === 0 ? 'no answer was wrong' : `${plural(wrong, 'answer')} wrong`}${allowed === 0 ? '' : `, ${plural(allowed, 'answer')} within the indifference`}`}
            .
          </li>
        );
      })}
    </ul>
  );
}

/** The age of what decisions rest on. */
function ModelVersion({ run }: { run: Playback }) {
  const { epoch = 1, delay = 0 } = run.spec.runs[0]?.delivery ?? {};
  if (epoch === 1 && delay === 0) return null;
  return (
    <p class="fine">
      A new model version every {plural(epoch, 'round')}
      {delay > 0 && `; it misses reports that are up to ${plural(delay, 'round')} late`}.
    </p>
  );
}

function Digest({ run }: { run: Playback }) {
  const result = run.reached.value;
  if (!result) return null;
  const [expected] = promised.value;
  const isDone = run.state.value === 'done';
  return (
    <>
      <p class="fine">
        Same settings, same bits, on every machine: <code class="digest">{result.digest}</code>
      </p>
      {isDone && expected !== undefined && !changed.value && (
        <p class={expected === result.digest ? 'fine' : 'notice'}>
          {expected === result.digest
            ? '✓ The same bits as promised.'
            : '✗ Not the bits that were promised: they are from another version of the library, or were changed.'}
        </p>
      )}
    </>
  );
}

/** The run as a link, as files and as code. */
export function TakeRun() {
  const run = playback.value;
  const result = run?.reached.value ?? null;
  const spec = run && !changed.value ? run.spec : (beyondForm.value ?? specOf(draft.value));
  const shown = result && !changed.value ? result : null;
  const title = 'playground';
  return (
    <TakeAway
      title={title}
      specs={[{ name: title, spec }]}
      results={shown ? [{ name: title, result: shown }] : []}
      figure={null}
      known={null}
      pictures={
        shown
          ? [
              {
                series: seriesOf(shown),
                options: {
                  title: 'Regret in the playground',
                  description: summaryOf(shown),
                  x: { label: 'rounds', scale: logRounds.value ? 'log' : 'linear' },
                  y: { label: 'regret', scale: logRegret.value ? 'log' : 'linear' },
                },
              },
            ]
          : []
      }
    />
  );
}
