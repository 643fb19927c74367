/** The card that this device chose for its visitor, and the two answers to it. */
import { Answers, type CardActions, useOneCard } from '../../device/card.js';
import { cardsDealt, policy } from '../../device/state.js';
import { Art } from '../../shared/art.js';
import { CARDS } from '../shared/cards.js';
import { chosen } from './state.js';

const COVER = 0;

export function PersonalCard(actions: CardActions) {
  const { region, onKeyDown } = useOneCard(actions);
  const card = CARDS[chosen.value ?? COVER];
  if (!card) return null;
  return (
    <section
      class="card personal-card"
      ref={region}
      tabIndex={-1}
      aria-label={`Card: ${card.name}`}
      onKeyDown={onKeyDown}
    >
      <div class="deck">
        <div class="deck-back deck-back-1">
          <Art arm={(card.art + 2) % 5} decorative />
        </div>
        <div class="deck-front" key={cardsDealt.value}>
          <Art arm={card.art} />
        </div>
      </div>
      <div class="card-text">
        <p class="card-name">
          {card.name}
          {policy.value === 'offline-uniform' && ' · picked at random, no snapshot'}
        </p>
        <h3 class="card-headline">{card.headline}</h3>
        <p class="card-copy">{card.copy}</p>
      </div>
      <div class="personal-answers">
        <Answers {...actions} />
      </div>
    </section>
  );
}
