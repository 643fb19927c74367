/** The outcome of a check: the verdict first, then the numbers behind it. */
import { saveFile } from '../../runs/files.js';
import { countText, epsilonText } from '../../shared/format.js';
import { Histograms } from './histograms.js';
import { FALSE_ALARM, MECHANISMS, type Mechanism, type Outcome, SABOTAGES } from './menu.js';

export const clientName = ({ request: { sabotage } }: Outcome) =>
  sabotage === null ? 'Shipped client' : SABOTAGES[sabotage];

/** What a loss is said as: e to it, how often more likely; or mu itself. */
function saidOf({ loss }: Outcome) {
  const digits = (value: number) =>
    value >= 100 ? countText(value) : value.toFixed(value < 10 ? 3 : 1);
  return (value: number) => {
    const said = loss === 'epsilon' ? Math.exp(value) : value;
    return Number.isFinite(said) ? digits(said) : '∞';
  };
}

export const claimText = (outcome: Outcome) => {
  const said = saidOf(outcome)(outcome.claimed);
  return outcome.loss === 'epsilon' ? `ratio ≤ e^ε = ${said}` : `μ ≤ ${said}`;
};

export function measuredText(outcome: Outcome): string {
  const said = saidOf(outcome);
  const { low, middle, high } = outcome;
  return `${said(middle)} (${said(low)} to ${said(high)})`;
}

export function sentenceOf(outcome: Outcome): string {
  const { passed, loss, claimed, low } = outcome;
  const said = saidOf(outcome);
  if (loss === 'mu') {
    return passed
      ? `Pass. Nothing showed the two answers further apart than μ = ${said(claimed)}.`
      : `Fail. The answers are at least μ = ${said(low)} apart; the claim is at most ${said(claimed)}.`;
  }
  return passed
    ? `Pass. Nothing was shown to be more than e^ε = ${said(claimed)} times as likely for one answer as for the other.`
    : `Fail. One event is at least ${said(low)} times as likely for one answer as for the other; the claim is at most e^ε = ${said(claimed)}.`;
}

export function Verdict({ outcome }: { outcome: Outcome }) {
  const { request, epsilon, delta, event, bounds, reports, judged, wasm, ms, csv } = outcome;
  const mechanism: Mechanism = MECHANISMS[request.mechanism];
  return (
    <div class="verdict-numbers">
      <Histograms histogram={outcome.histogram} mechanism={mechanism} />
      <dl class="check-facts">
        <dt>Claim</dt>
        <dd>
          {claimText(outcome)} (ε = {epsilonText(epsilon)}
          {delta > 0 && `, δ = ${delta}`})
        </dd>
        <dt>Measured</dt>
        <dd>
          <b>{measuredText(outcome)}</b>
          {event && (
            <>
              {' '}
              by <code>{event.text}</code>, {event.comparison}
            </>
          )}
        </dd>
        <dt>Method</dt>
        <dd>
          {countText(reports)} reports in {(ms / 1000).toFixed(1)} s. Half chose the event, the
          other half judged it ({countText(judged)} for each input). Clopper–Pearson bounds,
          Bonferroni over {bounds}: a correct client fails at most once in{' '}
          {countText(1 / FALSE_ALARM)} checks.
        </dd>
        <dt>{mechanism.wasm} in use, SHA-256</dt>
        <dd>
          <code class="hash">{wasm.found || 'this browser cannot compute it over plain http'}</code>
        </dd>
        <dt>Published in integrity.json</dt>
        <dd>
          <code class="hash">{wasm.published}</code>{' '}
          <b class="match">{wasm.found === wasm.published ? '✓ match' : '✗ no match'}</b>
        </dd>
      </dl>
      <p class="run needs-script">
        <button
          type="button"
          onClick={() => saveFile(`reports-${request.mechanism}.csv`, csv, 'text/csv')}
        >
          Download CSV
        </button>
      </p>
    </div>
  );
}
