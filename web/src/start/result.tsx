/** The advice: which algorithm, what it costs in visitors, and why. */
import type { Recommendation, Situation } from 'ldp-bandits/recommend';
import { aboutText, countText, epsilonText, timesText } from '../shared/format.js';
import { advice } from './state.js';

export function Result() {
  const { value } = advice;
  if ('problem' in value)
    return (
      <section class="start-result" aria-labelledby="advice-title">
        <h2 id="advice-title">No advice yet</h2>
        <p>One answer is out of range: the form says which.</p>
      </section>
    );
  const { situation, recommendation } = value;
  const { algorithm, price, warnings, why, alternatives } = recommendation;
  return (
    <section class="start-result" aria-labelledby="advice-title">
      <h2 id="advice-title">
        {situation.visitors < price.least ? 'Too few visitors for' : 'Use'}{' '}
        <code>{algorithm.type}</code>
      </h2>
      <PriceTag recommendation={recommendation} situation={situation} />
      <ul class="reasons">
        {why.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {warnings.length > 0 && (
        <>
          <h3>Before you use it</h3>
          <ul class="warnings">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </>
      )}
      <details>
        <summary>Alternatives</summary>
        <dl class="alternatives">
          {alternatives.map(({ type, when }) => (
            <div key={type}>
              <dt>
                <code>{type}</code>
              </dt>
              <dd>When {when}.</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

function PriceTag(props: { recommendation: Recommendation; situation: Situation }) {
  const { price } = props.recommendation;
  const { epsilon, visitors } = props.situation;
  return (
    <div class={price.enough ? 'price price-met' : 'price'}>
      <p>
        <strong class="big">{aboutText(price.visitors)} visitors</strong> with privacy at ε{' '}
        {epsilonText(epsilon)}; {aboutText(price.withoutPrivacy)} without. Privacy takes{' '}
        <strong>{timesText(price.factor)}</strong> as many.
      </p>
      <p>
        You have {countText(visitors)}: {price.enough ? 'enough' : 'not enough'}.
      </p>
      <details>
        <summary>Where the numbers come from</summary>
        <p class="fine">{price.basis}</p>
      </details>
    </div>
  );
}
