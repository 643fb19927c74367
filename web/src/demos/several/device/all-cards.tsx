/** All six cards by kind, those on the table marked: what a slate may be made of. */
import { Art } from '../../../shared/art.js';
import { CARDS, KINDS } from '../shared/cards.js';
import { dealt } from './state.js';

export function AllCards() {
  return (
    <section aria-labelledby="all-cards-title">
      <h3 id="all-cards-title" class="deck-title">
        Six cards, three on a slate, at most one of a kind
      </h3>
      <ul class={dealt.value ? 'all-cards dealt' : 'all-cards'}>
        {KINDS.map((kind, at) => (
          <li key={kind}>
            <p>{kind}</p>
            <ul>
              {CARDS.map((card, i) => card.kind === at && <Thumb key={card.name} card={i} />)}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Thumb({ card }: { card: number }) {
  const { art = 0, name = '' } = CARDS[card] ?? {};
  const isDealt = dealt.value?.cards.includes(card) ?? false;
  return (
    <li class={isDealt ? 'on-slate' : ''} title={name}>
      <span class="thumb">
        <Art arm={art} decorative />
      </span>
      <span class="visually-hidden">
        {name}
        {isDealt && ', on your slate'}
      </span>
    </li>
  );
}
