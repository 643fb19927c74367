/** What has come out so far: curves, what the learners knew when, and what can be taken along. */
import type { Signal } from '@preact/signals';
import { seriesOf } from 'ldp-bandits/plot';
import type { SimulationResult } from 'ldp-bandits/simulation';
import { Chart } from '../chart/chart.js';
import { regretText, summaryOf } from '../runs/curves.js';
import { TakeAway } from '../runs/take-away.js';
import { countText, plural } from '../shared/format.js';
import { specOf } from './build-spec.js';
import type { Playback } from './playback.js';
import { beyondForm, changed, draft, logRegret, logRounds, playback, promised } from './state.js';

const REGRET = { label: 'regret', text: regretText };

export function Results() {
  const run = playback.value;
  const result = run?.shown.value ?? null;
  return (
    <>
      {result && run && <Curves result={result} horizon={run.spec.horizon} />}
      {result && <Stops result={result} />}
      {run && <Snapshots run={run} />}
      {run && <Digest run={run} />}
      <Away />
    </>
  );
}

function Curves({ result, horizon }: { result: SimulationResult; horizon: number }) {
  const scale = logRounds.value ? 'log' : 'linear';
  return (
    <>
      <Chart
        summary={summaryOf(result)}
        series={seriesOf(result)}
        x={{ label: 'rounds', scale, domain: [scale === 'log' ? 1 : 0, Math.max(2, horizon)] }}
        y={{ ...REGRET, scale: logRegret.value ? 'log' : 'linear' }}
        height={300}
      />
      <p>
        <Check of={logRounds} label="Rounds on a logarithmic axis" />{' '}
        <Check of={logRegret} label="Regret too" />
      </p>
    </>
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

/** When the rules for the best arm stopped, and how many of them with another one. */
function Stops({ result }: { result: SimulationResult }) {
  const stopping = result.curves.flatMap(({ label, stopped }) =>
    stopped === undefined ? [] : [{ label, ...stopped }],
  );
  if (stopping.length === 0) return null;
  return (
    <ul class="fine stops">
      {stopping.map(({ label, rounds, wrong }) => {
        const ended = rounds.filter((round) => !Number.isNaN(round));
        const mean = ended.reduce((sum, round) => sum + round, 0) / ended.length;
        return (
          <li key={label}>
            {label}:{' '}
            {ended.length === 0
              ? 'none of the trials has stopped'
              : `${countText(ended.length)} of ${plural(rounds.length, 'trial')} stopped, after ${countText(Math.round(mean))} visitors on average; ${wrong === 0 ? 'no answer was wrong' : `${plural(wrong, 'answer')} wrong`}`}
            .
          </li>
        );
      })}
    </ul>
  );
}

/** The age of what decisions rest on. */
function Snapshots({ run }: { run: Playback }) {
  const { epoch = 1, delay = 0 } = run.spec.runs[0]?.delivery ?? {};
  const round = run.reached.value?.spec.horizon ?? 0;
  if (round === 0) return null;
  const number = Math.ceil(round / epoch);
  const age = (round - 1) % epoch;
  return (
    <p class="fine">
      Snapshot {countText(number)},{' '}
      {age === 0 ? 'new in this round' : `${plural(age, 'round')} old`}.
      {epoch === 1
        ? ' Every round has a snapshot of its own.'
        : ` A new one comes every ${countText(epoch)} rounds.`}
      {delay > 0 && ` It misses reports that are up to ${plural(delay, 'round')} late.`}
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
        Digest of {plural(result.spec.horizon, 'round')}: same spec, same bits, on every machine.{' '}
        <code class="digest">{result.digest}</code>
      </p>
      {isDone && expected !== undefined && !changed.value && (
        <p class={expected === result.digest ? 'fine' : 'notice'}>
          {expected === result.digest
            ? '✓ The same bits as the run that the link was made from.'
            : '✗ Not the bits that the link promises: it was made with another version of the library, or changed on the way.'}
        </p>
      )}
    </>
  );
}

function Away() {
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
