/** The announcement on the table: one picture, and one of three ways to put it into words. */
import { Answers, type CardActions, useOneCard } from '../../device/card.js';
import { arm, cardsDealt, policy } from '../../device/state.js';
import { Art } from '../../shared/art.js';
import { ART, VARIANTS } from '../shared/variants.js';

const COVER = 1;

export function AbCard(actions: CardActions) {
  const { region, onKeyDown } = useOneCard(actions);
  const variant = VARIANTS[arm.value ?? COVER];
  if (!variant) return null;
  return (
    <section
      class="card ab-card"
      ref={region}
      tabIndex={-1}
      aria-label={`Variant ${variant.letter}`}
      onKeyDown={onKeyDown}
    >
      <div class="deck-front" key={cardsDealt.value}>
        <Art arm={ART} />
      </div>
      <div class="card-text">
        <p class="card-name">
          Variant {variant.letter}
          {policy.value === 'offline-uniform' && ' · picked at random, no snapshot'}
        </p>
        <h3 class="card-headline">{variant.headline}</h3>
        <p class="card-copy">{variant.copy}</p>
        <Answers {...actions} />
      </div>
    </section>
  );
}
