/** Inputs of the form: a label, a hint, and the error of this field where there is one. */
import type { ComponentChildren } from 'preact';
import { problem } from './state.js';

interface FieldProps {
  /** Path of the field in the form, as errors name it. */
  readonly path: string;
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  onChange(value: string): void;
}

/** For numbers too: the library says what is no number, in the same words everywhere. */
export function TextField(props: FieldProps & { numeric?: boolean; placeholder?: string }) {
  const { path, value, onChange, numeric = true, placeholder } = props;
  return (
    <FieldFrame {...props}>
      <input
        id={idOf(path)}
        data-path={path}
        class={numeric ? 'number' : ''}
        inputMode={numeric ? 'decimal' : 'text'}
        autocomplete="off"
        value={value}
        placeholder={placeholder}
        {...describedBy(props)}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </FieldFrame>
  );
}

export function ChoiceField(
  props: FieldProps & { choices: readonly (readonly [value: string, word: string])[] },
) {
  const { path, value, onChange, choices } = props;
  return (
    <FieldFrame {...props}>
      <select
        id={idOf(path)}
        data-path={path}
        value={value}
        {...describedBy(props)}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {choices.map(([choice, word]) => (
          <option key={choice} value={choice}>
            {word}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

function FieldFrame({ path, label, hint, children }: FieldProps & { children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={idOf(path)}>{label}</label>
      {children}
      {hint && (
        <span class="fine" id={`${idOf(path)}-hint`}>
          {hint}
        </span>
      )}
      <FieldError path={path} />
    </div>
  );
}

/** For what is wrong with a group as a whole, too: give the group the path. */
export function FieldError({ path }: { path: string }) {
  if (problem.value?.path !== path) return null;
  return (
    <span class="field-error" id={`${idOf(path)}-error`} role="alert">
      {problem.value.text}
    </span>
  );
}

function describedBy({ path, hint }: FieldProps) {
  const wrong = problem.value?.path === path;
  const ids = [...(hint ? [`${idOf(path)}-hint`] : []), ...(wrong ? [`${idOf(path)}-error`] : [])];
  return {
    'aria-invalid': wrong,
    ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
  };
}

const idOf = (path: string) => `field-${path.replaceAll(/[^\w]+/g, '-')}`;
