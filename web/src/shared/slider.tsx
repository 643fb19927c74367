/** A slider with its meaning beside it. */
import type { ComponentChildren } from 'preact';

/**
 * @param props.id from the caller: figures are trees of their own, so generated ids would collide
 * @param props.kind of its place, for the style sheet
 * @param props.text the value in words, for those who listen
 * @param props.children what follows below
 */
export function Slider(props: {
  id: string;
  kind: string;
  label: ComponentChildren;
  min: number;
  max: number;
  step?: number;
  value: number;
  text: string;
  onChange(value: number): void;
  children?: ComponentChildren;
}) {
  const { id, kind, label, min, max, step = 1, value, text, onChange, children } = props;
  return (
    <div class={kind}>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      {children}
    </div>
  );
}
