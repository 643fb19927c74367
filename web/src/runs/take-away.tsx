/** Everything that can be taken along from a run: a link, pictures, numbers, the spec, a program. */
import { useSignal } from '@preact/signals';
import { commandOf, fileName, programOf, specText } from './code.js';
import { CopyText } from './copy-text.js';
import { saveFile } from './files.js';
import type { NamedResult, NamedSpec } from './job.js';
import { type Picture, pngOf, svgOf } from './picture.js';
import { fragmentOf } from './share.js';

interface TakeAwayProps {
  /** For file names and in words: "Figure 1c". */
  readonly title: string;
  readonly specs: readonly NamedSpec[];
  readonly results: readonly NamedResult[];
  /** Of the lab: carried by the link. */
  readonly figure: string | null;
  /** The command's own name for these specs, if it has one. */
  readonly known: string | null;
  /** What is on the screen. */
  readonly pictures: readonly Picture[];
}

export function TakeAway(props: TakeAwayProps) {
  const { title, specs, results, figure, known, pictures } = props;
  const link = useSignal<string | null>(null);
  const failed = useSignal<string | null>(null);
  const attempt = (work: () => Promise<void>) => async () => {
    failed.value = null;
    try {
      await work();
    } catch (error) {
      failed.value = `This did not work: ${error instanceof Error ? error.message : String(error)}.`;
    }
  };
  const save = (
    word: string,
    ending: string,
    content: () => string | Promise<Blob>,
    type?: string,
  ) => {
    const work = async () => saveFile(`${fileName(title)}${ending}`, await content(), type);
    return (
      <button type="button" onClick={attempt(work)}>
        {word}
      </button>
    );
  };
  const share = attempt(async () => {
    const digests = digestsOf(specs, results);
    const shared = { specs: specs.map(({ spec }) => spec), figure, digests };
    link.value = new URL(await fragmentOf(shared), location.href).href;
    history.replaceState(null, '', link.value);
  });
  return (
    <div class="take-away">
      <fieldset class="button-row">
        <legend class="visually-hidden">Take along: {title}</legend>
        <button type="button" onClick={share}>
          Link
        </button>
        {pictures.length > 0 && (
          <>
            {save('SVG', '.svg', () => svgOf(pictures), 'image/svg+xml')}
            {save('PNG 2×', '.png', () => pngOf(pictures))}
          </>
        )}
        {results.length > 0 && (
          <>
            {save('CSV', '.csv', () => csvOf(results), 'text/csv')}
            {save('JSON', '.json', () => resultsOf(results), 'application/json')}
          </>
        )}
        {save('Spec', '-spec.json', () => specsOf(specs), 'application/json')}
      </fieldset>
      {link.value && (
        <CopyText
          label="Link to this run"
          text={link.value}
          note="The part after # never leaves a browser. A browser that opens the link plays the same rounds and gets the same bits."
        />
      )}
      {failed.value && <p role="alert">{failed.value}</p>}
      <details>
        <summary>Copy as code</summary>
        <CopyText label="For a page or Node" text={programOf(specs)} multiline />
        <CopyText label="For a terminal" text={commandOf(specs, known)} multiline />
      </details>
    </div>
  );
}

/** What a link promises: only of a run that is complete. */
function digestsOf(
  specs: readonly NamedSpec[],
  results: readonly NamedResult[],
): readonly string[] {
  const isComplete =
    results.length === specs.length &&
    results.every(
      ({ result }, i) => !result.partial && result.spec.horizon === specs[i]?.spec.horizon,
    );
  return isComplete ? results.map(({ result }) => result.digest) : [];
}

/** One table, with the name of the spec in front where there are several. */
export function csvOf(results: readonly NamedResult[]): string {
  const [first] = results;
  if (results.length === 1 && first) return first.result.toCSV();
  const tables = results.map(({ name, result }, index) => {
    const rows = result.toCSV().trimEnd().split('\r\n');
    const named = rows.map((row, line) => `${line === 0 ? 'spec' : `"${name}"`},${row}`);
    return index === 0 ? named : named.slice(1);
  });
  return `${tables.flat().join('\r\n')}\r\n`;
}

/** Results with their specs and digests, as `readResult` takes them: one as it stands, several by name. */
function resultsOf(results: readonly NamedResult[]): string {
  return byName(results.map(({ name, result }) => [name, result.toJSON()]));
}

function specsOf(specs: readonly NamedSpec[]): string {
  const [first] = specs;
  if (specs.length === 1 && first) return `${specText(first.spec)}\n`;
  return byName(specs.map(({ name, spec }) => [name, spec]));
}

function byName(named: readonly (readonly [name: string, value: unknown])[]): string {
  const value = named.length === 1 ? named[0]?.[1] : Object.fromEntries(named);
  return `${JSON.stringify(value, null, 2)}\n`;
}
