/** A scene as code: a module that runs as it stands, with the settings that the figure shows. */
import { useState } from 'preact/hooks';
import { CodeText } from '../runs/code-text.js';
import { copyText } from '../runs/files.js';

/**
 * @param code a file of ./snippets
 * @param settings what replaces the values of its `const` lines of these names
 */
export function Snippet(props: {
  id: string;
  code: string;
  settings: Readonly<Record<string, unknown>>;
}) {
  const [outcome, setOutcome] = useState('');
  const text = withSettings(props.code, props.settings);
  const copy = async () => setOutcome(await copyText(text));
  return (
    <details class="snippet">
      <summary>Copy as code</summary>
      <p class="run needs-script">
        <button type="button" onClick={() => void copy()} aria-describedby={props.id}>
          Copy
        </button>
        <span class="fine" role="status">
          {outcome}
        </span>
      </p>
      <p class="fine" id={props.id}>
        A module that runs as it stands, in Node and in a page that has the package.
      </p>
      <CodeText label="The code" text={text} />
    </details>
  );
}

export function withSettings(code: string, settings: Readonly<Record<string, unknown>>): string {
  return Object.entries(settings).reduce((text, [name, value]) => {
    const line = new RegExp(`^const ${name} = [^;]*;`, 'm');
    if (!line.test(text)) throw new RangeError(`the snippet has no setting ${name}`);
    return text.replace(line, `const ${name} = ${JSON.stringify(value)};`);
  }, code);
}
