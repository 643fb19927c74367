/** Inputs of a form: a label, a hint, and what is wrong with the field where something is. */
import type { ComponentChildren } from 'preact';

interface FieldProps {
  /** Of the input. The ids of hint and error begin with it. */
  readonly id: string;
  /** Where errors find the field. */
  readonly path?: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly problem: string | undefined;
  readonly value: string;
  onChange(value: string): void;
}

/** For numbers too: the library says what is no number, in the same words everywhere. */
export function TextField(props: FieldProps & { numeric?: boolean; placeholder?: string }) {
  const { id, path, value, onChange, numeric = true, placeholder } = props;
  return (
    <FieldFrame {...props}>
      <input
        id={id}
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
  props: FieldProps & { choices: readonly (readonly [value: string, words: string])[] },
) {
  const { id, path, value, onChange, choices } = props;
  return (
    <FieldFrame {...props}>
      <select
        id={id}
        data-path={path}
        value={value}
        {...describedBy(props)}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {choices.map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

function FieldFrame(props: FieldProps & { children: ComponentChildren }) {
  const { id, label, hint, problem, children } = props;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint && (
        <span class="fine" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <FieldError id={id} problem={problem} />
    </div>
  );
}

export function FieldError({ id, problem }: Pick<FieldProps, 'id' | 'problem'>) {
  if (problem === undefined) return null;
  return (
    <span class="field-error" id={`${id}-error`} role="alert">
      {problem}
    </span>
  );
}

function describedBy({ id, hint, problem }: FieldProps) {
  const isWrong = problem !== undefined;
  const ids = [...(hint ? [`${id}-hint`] : []), ...(isWrong ? [`${id}-error`] : [])];
  return {
    'aria-invalid': isWrong,
    ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
  };
}
