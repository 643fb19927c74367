/** The advice: which algorithm and why, what it costs in visitors, what to know, and the code. */
import type { Recommendation, Situation } from 'ldp-bandits/recommend';
import { explain } from 'ldp-bandits/url';
import { CopyText } from '../runs/copy-text.js';
import { countText, epsilonText, inHundred, timesText } from '../shared/format.js';
import {
  FRAMEWORK_WORDS,
  FRAMEWORKS,
  type Framework,
  pageCode,
  takesContext,
} from './frameworks.js';
import { RunHere } from './run-here.js';
import { advice, framework } from './state.js';

export function Result() {
  const { value } = advice;
  if ('problem' in value)
    return (
      <section class="embed-result" aria-labelledby="advice-title">
        <h2 id="advice-title">No advice yet</h2>
        <p>One of the answers cannot be: the form says which one, and what would do.</p>
      </section>
    );
  const { situation, recommendation } = value;
  return (
    <section class="embed-result" aria-labelledby="advice-title">
      <h2 id="advice-title">
        {situation.visitors < recommendation.price.least ? 'Too few visitors for' : 'Take'}{' '}
        <code>{recommendation.algorithm.type}</code>
      </h2>
      <ul class="reasons">
        {recommendation.why.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <PriceTag recommendation={recommendation} situation={situation} />
      {recommendation.warnings.length > 0 && (
        <>
          <h3>Before you use it</h3>
          <ul class="warnings">
            {recommendation.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </>
      )}
      <h3>Others, and when</h3>
      <dl class="alternatives">
        {recommendation.alternatives.map(({ type, when }) => (
          <div key={type}>
            <dt>
              <code>{type}</code>
            </dt>
            <dd>When {when}.</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function PriceTag(props: { recommendation: Recommendation; situation: Situation }) {
  const { price } = props.recommendation;
  const { epsilon, visitors } = props.situation;
  const about = (count: number) => countText(Number(count.toPrecision(2)));
  return (
    <div class={price.enough ? 'price price-met' : 'price'}>
      <p>
        <strong class="big">{about(price.visitors)} visitors</strong> at ε {epsilonText(epsilon)},{' '}
        {about(price.withoutPrivacy)} without privacy: privacy costs{' '}
        <strong>{timesText(price.factor)}</strong> the visitors.
      </p>
      <p>
        {price.enough
          ? `You have ${countText(visitors)}: enough.`
          : `You have ${countText(visitors)}: not enough.`}
      </p>
      <p class="fine">{price.basis}</p>
    </div>
  );
}

export function Code() {
  const { value } = advice;
  if ('problem' in value) return null;
  const { situation, recommendation } = value;
  const { code } = recommendation;
  const hasContext = takesContext(recommendation.algorithm);
  return (
    <>
      <section class="embed-code" aria-labelledby="code-title">
        <h2 id="code-title">The code</h2>
        <p>
          <code>npm install ldp-bandits</code> in the page’s project and in the collector’s.
        </p>
        <div class="field">
          <label for="embed-framework">The page is made with</label>
          <select
            id="embed-framework"
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
          text={pageCode(framework.value, code, hasContext)}
          note="show, onAnswer and the like are yours. Every bundler takes this as it is; for a page without one, serve the package’s dist folder and import from there."
        />
        <CopyText
          label="In the collector"
          multiline
          text={code.collector}
          note="One fetch handler, for Node, Deno, Bun, edge runtimes or a Service Worker. A runnable server for Node is examples/node-collector.mjs."
        />
        <CopyText
          label="Content Security Policy"
          text="script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
          note="connect-src is for the collector: its origin, if it is another one."
        />
        <div class="consent">
          <CopyText label="A word to your visitors" multiline text={consent(situation)} />
        </div>
        <p class="fine">
          What a visitor downloads, compressed and all in: at most {weightOf(situation)} kB. A check
          refuses a version of the library that needs more.
        </p>
      </section>
      <RunHere situation={situation} recommendation={recommendation} />
    </>
  );
}

/** Gates of the package's own tests, kB. */
const weightOf = ({ choose }: Situation) =>
  ({ one: 45, set: 75, 'by-context': 75, number: 70 })[choose];

function consent({ epsilon, see }: Situation): string {
  const { bestGuessInHundred } = explain({ epsilon, delta: 0 });
  // A bound: rounded up.
  const atMost =
    bestGuessInHundred > 99
      ? inHundred(bestGuessInHundred)
      : (Math.ceil(10 * bestGuessInHundred) / 10).toFixed(1);
  const what = { click: 'a click', value: 'your answer', comparison: 'which one you prefer' }[see];
  return `We learn what people like here without keeping what you do. Your browser scrambles ${what} before anything is sent: an observer of the report, we included, can guess it right at most ${atMost} times in 100. This browser sends at most eight such reports, and you can turn them off.`;
}
