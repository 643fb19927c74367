/** The controls of the scenes: native inputs, each with its meaning beside it. */
import { explain } from 'ldp-bandits/explain';
import type { ComponentChildren } from 'preact';
import { STOPS, type Stop } from '../shared/experiment.js';
import { epsilonText } from '../shared/format.js';

/** What one report means. */
export const meaning = (epsilon: number) => explain({ epsilon, delta: 0 });

export function EpsilonStops(props: {
  id: string;
  value: number;
  onChange: (epsilon: number) => void;
}) {
  const { id, value, onChange } = props;
  return (
    <Slider
      id={id}
      label={
        <>
          Privacy of one report: <b>ε = {epsilonText(value)}</b>
        </>
      }
      min={0}
      max={STOPS.length - 1}
      value={STOPS.indexOf(value as Stop)}
      text={`epsilon ${epsilonText(value)}: odds change by at most ${meaning(value).texts.odds} times`}
      onChange={(index) => onChange(STOPS[index] ?? value)}
    >
      <p class="epsilon-ends" aria-hidden="true">
        <span>more private</span>
        <span>learns faster</span>
      </p>
    </Slider>
  );
}

/**
 * @param props.id from the caller: figures are trees of their own, so generated ids would collide
 * @param props.text the value in words, for those who listen
 * @param props.children what follows below
 */
export function Slider(props: {
  id: string;
  label: ComponentChildren;
  min: number;
  max: number;
  value: number;
  text: string;
  onChange(value: number): void;
  children?: ComponentChildren;
}) {
  const { id, label, min, max, value, text, onChange, children } = props;
  return (
    <div class="control needs-script">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={1}
        value={value}
        aria-valuetext={text}
        onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      {children}
    </div>
  );
}

export function Choice<T extends string | number>(props: {
  name: string;
  legend: string;
  options: readonly (readonly [value: T, text: string])[];
  value: T;
  onChange: (value: T) => void;
}) {
  const { name, legend, options, value, onChange } = props;
  return (
    <fieldset class="choice needs-script">
      <legend>{legend}</legend>
      {options.map(([option, text]) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

/** What is being counted, and a way to stop it; otherwise the button that starts it. */
export function RunButton(props: {
  running: boolean;
  failure: string | null;
  label: string;
  busy: string;
  onStart: () => void;
  onStop: () => void;
}) {
  const { running, failure, label, busy, onStart, onStop } = props;
  return (
    <p class="run needs-script">
      <button type="button" onClick={running ? onStop : onStart}>
        {running ? 'Stop' : label}
      </button>
      <span class="fine" role="status">
        {running && busy}
        {failure && `This browser could not count it: ${failure}.`}
      </span>
    </p>
  );
}
