/** One control for the privacy of a report: a slider over the stops, and a field for any value between. */

import type { Stop } from '../shared/experiment.js';
import { epsilonText } from '../shared/format.js';
import { stop, wishedEpsilon } from '../shared/selection.js';
import { phase } from './state.js';

/** @param props.odds factor by which one report changes odds, at most */
export function EpsilonDial({ stops, odds }: { stops: readonly Stop[]; odds: string }) {
  const epsilon = wishedEpsilon.value;
  const minimum = stops[0] as number;
  const maximum = stops[stops.length - 1] as number;
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
            min={minimum}
            max={maximum}
            step="any"
            inputMode="decimal"
            value={epsilon}
            onChange={(event) => setEpsilon(event.currentTarget, minimum, maximum)}
          />
        </label>
        <p class="fine" role="status">
          {rounded &&
            `Numbers below are for ε = ${epsilonText(epsilon)}; reports use the next lower step, ε = ${epsilonText(stop.value)}. `}
          {busy && 'Changes count from the next report.'}
        </p>
      </div>
      <div class="epsilon-range">
        <input
          type="range"
          min={Math.log2(minimum)}
          max={Math.log2(maximum)}
          step="any"
          list="epsilon-stops"
          aria-labelledby="epsilon-title"
          aria-valuetext={`epsilon ${epsilonText(epsilon)}: odds change by at most ${odds} times`}
          value={Math.log2(epsilon)}
          onInput={(event) => dragTo(Number(event.currentTarget.value))}
          onKeyDown={(event) => stepToStop(event, stops)}
        />
        <datalist id="epsilon-stops">
          {stops.map((value) => (
            <option key={value} value={Math.log2(value)} label={epsilonText(value)} />
          ))}
        </datalist>
        <ol class="epsilon-stops">
          {stops.map((value) => (
            <li key={value}>
              <button
                type="button"
                aria-pressed={epsilon === value}
                aria-label={`epsilon ${value}`}
                onClick={() => {
                  wishedEpsilon.value = value;
                }}
              >
                {epsilonText(value)}
              </button>
            </li>
          ))}
        </ol>
        <p class="epsilon-ends" aria-hidden="true">
          <span>more private</span>
          <span>less private</span>
        </p>
      </div>
    </>
  );
}

/** Near a stop the thumb snaps to it; between stops every value can be had. */
function dragTo(log2: number) {
  const near = Math.round(log2);
  const snapped = Math.abs(log2 - near) < 0.12 ? near : log2;
  wishedEpsilon.value = Math.round(2 ** snapped * 1000) / 1000;
}

/** Arrow keys move by stops: the native step of a continuous range would need hundreds of presses. */
function stepToStop(event: KeyboardEvent, stops: readonly Stop[]) {
  const up = event.key === 'ArrowRight' || event.key === 'ArrowUp';
  const down = event.key === 'ArrowLeft' || event.key === 'ArrowDown';
  if (!up && !down) return;
  event.preventDefault();
  const epsilon = wishedEpsilon.value;
  const next = up
    ? stops.find((value) => value > epsilon)
    : stops.findLast((value) => value < epsilon);
  if (next !== undefined) wishedEpsilon.value = next;
}

function setEpsilon(input: HTMLInputElement, minimum: number, maximum: number) {
  const value = input.valueAsNumber;
  if (Number.isFinite(value)) wishedEpsilon.value = Math.min(maximum, Math.max(minimum, value));
  input.value = String(wishedEpsilon.value);
}
