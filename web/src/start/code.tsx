/** The code to copy, beside the editor that it follows, and what else a site needs. */
import type { Situation } from 'ldp-bandits/recommend';
import { version } from '../../../package.json';
import { CopyText } from '../runs/copy-text.js';
import {
  FRAMEWORK_WORDS,
  FRAMEWORKS,
  type Framework,
  pageCode,
  takesContext,
} from './frameworks.js';
import { Editor } from './live/editor.js';
import { code, planned } from './live/run.js';
import { notice } from './meaning.js';
import { advice, framework } from './state.js';

export function Code() {
  const { value } = advice;
  if ('problem' in value || code.value === null) return null;
  const { situation } = value;
  return (
    <section class="start-code" aria-labelledby="code-title">
      <h2 id="code-title">Try it, then copy it</h2>
      <p>Client and collector run in this tab, as shipped. Nothing leaves it.</p>
      <div class="start-grid">
        <Editor />
        <div class="start-texts">
          <div class="field">
            <label for="start-framework">The page is made with</label>
            <select
              id="start-framework"
              value={framework.value}
              onChange={(event) => {
                framework.value = event.currentTarget.value as Framework;
              }}
            >
              {FRAMEWORKS.map((name) => (
                <option key={name} value={name}>
                  {FRAMEWORK_WORDS[name]}
                </option>
              ))}
            </select>
          </div>
          <CopyText
            label="In the page"
            multiline
            text={pageCode(framework.value, code.value, takesContext(planned.value))}
            note="show, onAnswer and the like are yours."
          />
          <CopyText
            label="In the collector"
            multiline
            text={code.value.collector}
            note="A fetch handler for Node, Deno, Bun, edge runtimes or a Service Worker."
          />
        </div>
      </div>
      <Install />
      <div class="consent">
        <CopyText label="Privacy notice" multiline text={notice(situation)} />
      </div>
      <CopyText
        label="Content Security Policy"
        text="script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
        note="Name the collector’s origin in connect-src if it has its own."
      />
      <p>
        A visitor downloads at most {weightOf(situation)} kB, compressed. More in the{' '}
        <a href="../docs/">guides, API reference and source</a>.
      </p>
    </section>
  );
}

/** The package is not published yet: what works today comes first. */
function Install() {
  return (
    <CopyText
      label="Install"
      multiline
      text={`# in the source of ldp-bandits
npm start      # builds the package
npm pack
# in your project, the page’s and the collector’s
npm install ../ldp-bandits/ldp-bandits-${version}.tgz`}
      note="Once it is on npm: npm install ldp-bandits."
    />
  );
}

/** Gates of the package's own tests, kB: through the bundler whose files are the largest, or that of best arms. */
const weightOf = ({ choose }: Situation) =>
  ({ one: 53, set: 71, 'by-context': 79, number: 67 })[choose];
