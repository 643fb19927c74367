/** A text to take along: a button that copies it, and the text itself where the browser forbids that. */
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { CodeText } from './code-text.js';
import { copyText } from './files.js';

export function CopyText(props: {
  label: string;
  text: string;
  note?: string;
  multiline?: boolean;
}) {
  const { label, text, note, multiline = false } = props;
  const id = useId();
  const outcome = useSignal('');
  const copy = async () => {
    outcome.value = await copyText(text);
  };
  return (
    <div class="copy-text">
      <p class="copy-head">
        <label for={id}>{label}</label>
        <button type="button" aria-label={`Copy: ${label}`} onClick={copy}>
          Copy
        </button>
        <span class="fine" role="status">
          {outcome.value}
        </span>
      </p>
      {multiline ? (
        <CodeText label={label} text={text} id={id} />
      ) : (
        <input
          id={id}
          class="mono"
          readOnly
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      {note && <p class="fine">{note}</p>}
    </div>
  );
}
