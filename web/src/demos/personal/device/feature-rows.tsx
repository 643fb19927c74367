/** Eight options as this device sees them for this visitor: a feature vector each, as a strip of bars. */
import { Art } from '../../../shared/art.js';
import { ASPECTS, CARDS } from '../shared/cards.js';
import { featuresOf } from '../shared/features.js';
import { Strip } from '../shared/strip.js';
import { wishes } from './knows.js';
import { chosen, dealtFeatures } from './state.js';

export function FeatureRows() {
  const features = dealtFeatures.value ?? featuresOf(wishes.value);
  return (
    <section class="feature-rows" aria-labelledby="features-title">
      <h3 id="features-title">Eight options, as they fit you</h3>
      <p class="fine">Bar up: fits your wish. Bar down: does not.</p>
      <ol>
        <li class="feature-head" aria-hidden="true">
          <span class="bar-feet">
            {ASPECTS.map(({ short }) => (
              <span key={short}>{short}</span>
            ))}
          </span>
        </li>
        {CARDS.map((card, i) => {
          const row = features[i] ?? [];
          const isChosen = chosen.value === i;
          return (
            <li key={card.name} class={isChosen ? 'chosen' : ''}>
              <span class="thumb">
                <Art arm={card.art} decorative />
              </span>
              <span class="feature-name">
                {card.name}
                {isChosen && <span class="next"> yours</span>}
              </span>
              <Strip bars={[{ values: row, kind: 'true' }]} scale={1} label={featuresText(row)} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function featuresText(row: readonly number[]): string {
  return row
    .map((value, i) => `${ASPECTS[i]?.short} ${value.toFixed(2).replace('-', '−')}`)
    .join(', ');
}
