/** Privacy per report: one control, three read-outs in plain words, and the expert's view of the same. */
import type { ReadonlySignal } from '@preact/signals';
import { explain } from 'ldp-bandits';
import { STOPS } from '../shared/experiment.js';
import { epsilonText, inHundred, plural, timesText } from '../shared/format.js';
import { People } from '../shared/people.js';
import { visitorsFactor } from '../shared/price.js';
import { stop, wishedEpsilon } from '../shared/selection.js';
import { Expert } from './expert.js';
import { budget, phase } from './state.js';

const STOP_LABELS = STOPS.map(epsilonText);
const MINIMUM = STOPS[0];
const MAXIMUM = STOPS[STOPS.length - 1] as number;

export function EpsilonControl({ rate }: { rate: ReadonlySignal<number> }) {
  const epsilon = wishedEpsilon.value;
  const one = explain({ epsilon, delta: 0 });
  const truth = one.bestGuessInHundred;
  const rounded = stop.value !== epsilon;
  const busy = phase.value === 'open' || phase.value === 'sealed';
  return (
    <>
      <div class="epsilon-head">
        <h2 id="epsilon-title">Privacy per report</h2>
        <label class="epsilon-exact">
          ε ={' '}
          <input
            type="number"
            min={MINIMUM}
            max={MAXIMUM}
            step="any"
            inputMode="decimal"
            value={epsilon}
            onChange={(event) => setEpsilon(event.currentTarget)}
          />
        </label>
        <p class="fine" role="status">
          {rounded &&
            `Read-outs are for ε = ${epsilonText(epsilon)}; reports are sent at the next lower stop, ε = ${epsilonText(stop.value)}. `}
          {busy && 'Changes count from the next card.'}
        </p>
      </div>
      <div class="epsilon-range">
        <input
          type="range"
          min={Math.log2(MINIMUM)}
          max={Math.log2(MAXIMUM)}
          step="any"
          list="epsilon-stops"
          aria-labelledby="epsilon-title"
          aria-valuetext={`epsilon ${epsilonText(epsilon)}: right ${inHundred(truth)} times in 100`}
          value={Math.log2(epsilon)}
          onInput={(event) => dragTo(Number(event.currentTarget.value))}
          onKeyDown={stepToStop}
        />
        <datalist id="epsilon-stops">
          {STOPS.map((value, i) => (
            <option key={value} value={Math.log2(value)} label={STOP_LABELS[i]} />
          ))}
        </datalist>
        <ol class="epsilon-stops">
          {STOPS.map((value, i) => (
            <li key={value}>
              <button
                type="button"
                aria-pressed={epsilon === value}
                aria-label={`epsilon ${value}`}
                onClick={() => {
                  wishedEpsilon.value = value;
                }}
              >
                {STOP_LABELS[i]}
              </button>
            </li>
          ))}
        </ol>
        <p class="epsilon-ends" aria-hidden="true">
          <span>harder to learn from you</span>
          <span>easier to learn from you</span>
        </p>
      </div>
      <div class="crowd-pictures">
        <figure>
          <People
            filled={truth}
            label={`${inHundred(truth)} of 100 who would go send y = 1, the others y = 0`}
          />
          <figcaption>
            Of 100 who’d go, <b>{inHundred(truth)}</b> reports say so, {inHundred(100 - truth)} say
            the opposite.
          </figcaption>
        </figure>
        <figure>
          <People
            filled={100 - truth}
            label={`${inHundred(100 - truth)} of 100 who would not go send y = 1, the others y = 0`}
          />
          <figcaption>
            Of 100 who would not, <b>{inHundred(100 - truth)}</b> reports say they’d go.
          </figcaption>
        </figure>
      </div>
      <ReadOuts truth={truth} oddsFactor={one.oddsFactor} rate={rate.value} />
      <Expert epsilon={epsilon} />
    </>
  );
}

function ReadOuts(props: { truth: number; oddsFactor: number; rate: number }) {
  const { spent, limit } = budget.value;
  const { reports } = budget.value;
  const planned = Math.max(1, Math.floor(limit.epsilon / stop.value));
  const basis =
    reports > 0 ? spent : { epsilon: Math.min(limit.epsilon, planned * stop.value), delta: 0 };
  const all = explain(basis).bestGuessInHundred;
  const factor = visitorsFactor(props.oddsFactor, props.rate);
  return (
    <div class="readouts">
      <section>
        <h3>One report</h3>
        <p class="big">
          {inHundred(props.truth)} <small>in 100</small>
        </p>
        <p>
          The best guess about one answer of yours is right so often. A guess with no report: 50.
        </p>
      </section>
      <section>
        <h3>{reports > 0 ? 'All your reports so far' : 'Your whole budget'}</h3>
        <p class="big">
          {inHundred(all)} <small>in 100</small>
        </p>
        <p>
          {reports > 0
            ? `The worst case after ${plural(reports, 'report')}: all of them about one secret of yours.`
            : `The worst case after ${plural(planned, 'report')}, when the budget is gone: all about one secret.`}
        </p>
      </section>
      <section>
        <h3>The price</h3>
        <p class="big">
          {timesText(factor)} <small>the visitors</small>
        </p>
        <p>
          What the server needs to be as sure as one that reads every answer, on a page where{' '}
          {Math.round(props.rate * 100)} in 100 say yes.
        </p>
      </section>
    </div>
  );
}

/** Near a stop the thumb snaps to it; between stops every value can be had. */
function dragTo(log2: number) {
  const near = Math.round(log2);
  const snapped = Math.abs(log2 - near) < 0.12 ? near : log2;
  wishedEpsilon.value = Math.round(2 ** snapped * 1000) / 1000;
}

/** Arrow keys move by stops: the native step of a continuous range would need hundreds of presses. */
function stepToStop(event: KeyboardEvent) {
  const up = event.key === 'ArrowRight' || event.key === 'ArrowUp';
  const down = event.key === 'ArrowLeft' || event.key === 'ArrowDown';
  if (!up && !down) return;
  event.preventDefault();
  const epsilon = wishedEpsilon.value;
  const next = up
    ? STOPS.find((value) => value > epsilon)
    : STOPS.findLast((value) => value < epsilon);
  if (next !== undefined) wishedEpsilon.value = next;
}

function setEpsilon(input: HTMLInputElement) {
  const value = input.valueAsNumber;
  if (Number.isFinite(value)) wishedEpsilon.value = Math.min(MAXIMUM, Math.max(MINIMUM, value));
  input.value = String(wishedEpsilon.value);
}
