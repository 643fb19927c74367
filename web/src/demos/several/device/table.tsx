/** The three cards on the table, a switch on each, and the mark on the one whose answer is reported. */

import { Next, TimeLeft } from '../../../device/next.js';
import type { TableActions } from '../../../device/session.js';
import { cardsDealt, packetState, phase, policy } from '../../../device/state.js';
import { Table } from '../../../device/table.js';
import { Art } from '../../../shared/art.js';
import { CARDS, KINDS, type SlateCard } from '../shared/cards.js';
import { answerTo, dealt, marked, markedAnswers, slateTrace } from './state.js';

/** What lies there before anything was dealt. */
const COVER = [0, 3, 5];

export function Slate({ deal, answer }: TableActions<readonly (1 | 0)[]>) {
  const seal = () => answer(markedAnswers());
  const press = (key: string, isOnTable: boolean) => {
    const card = dealt.value?.cards[Number(key) - 1];
    if (card !== undefined) toggle(card);
    else if (key === 'Enter' && isOnTable) seal();
    else return false;
    return true;
  };
  const cards = dealt.value?.cards ?? COVER;
  return (
    <Table
      kind="several"
      label={`Set: ${cards.map((card) => CARDS[card]?.name).join(', ')}`}
      deal={deal}
      press={press}
    >
      <ol class="several-cards" key={cardsDealt.value}>
        {cards.map((card, place) => {
          const shown = CARDS[card];
          return shown && <Card key={card} card={card} shown={shown} place={place} />;
        })}
      </ol>
      {policy.value === 'offline-uniform' && (
        <p class="fine">Picked at random: no model version yet.</p>
      )}
      <Controls deal={deal} seal={seal} />
    </Table>
  );
}

function Card({ card, shown, place }: { card: number; shown: SlateCard; place: number }) {
  const open = phase.value === 'open';
  const isReported = packetState.value !== 'withheld' && dealt.value?.reported === card;
  return (
    <li class={isReported ? 'several-card reported' : 'several-card'}>
      <div class="deck-front">
        <Art arm={shown.art} decorative />
      </div>
      <p class="card-name">
        {shown.name} <span class="card-kind">{KINDS[shown.kind]}</span>
      </p>
      <h3 class="card-headline">{shown.headline}</h3>
      <p class="card-copy">{shown.copy}</p>
      {dealt.value && (
        <>
          <button
            type="button"
            class="react"
            aria-pressed={isMarked(card)}
            aria-disabled={!open}
            aria-keyshortcuts={String(place + 1)}
            onClick={() => toggle(card)}
          >
            <span aria-hidden="true">{isMarked(card) ? '✓' : '○'}</span> I’d go{' '}
            <span class="visually-hidden">to “{shown.name}”</span>
            {open && <kbd>{place + 1}</kbd>}
          </button>
          <p class="destiny">
            {isReported ? <b>This answer is sent</b> : 'This answer stays here'}
          </p>
        </>
      )}
    </li>
  );
}

function isMarked(card: number): boolean {
  if (slateTrace.value && dealt.value) return answerTo(card, dealt.value, slateTrace.value) === 1;
  return marked.value.has(card);
}

function toggle(card: number): void {
  if (phase.value !== 'open') return;
  const marks = new Set(marked.value);
  if (!marks.delete(card)) marks.add(card);
  marked.value = marks;
}

function Controls({ deal, seal }: { deal: () => void; seal: () => void }) {
  if (phase.value !== 'open') {
    return <Next deal={deal} press={['Show a set', 'Show another set']} />;
  }
  return (
    <>
      <div class="answers">
        <button key="seal" type="button" class="primary" onClick={seal}>
          {sealText(marked.value.size)}
        </button>
      </div>
      <p class="fine">
        No mark means “not for me”. Marks count in <TimeLeft />, sent or not.
      </p>
    </>
  );
}

function sealText(marks: number): string {
  if (marks === 0) return 'Send: none of these';
  return `Send: I’d go to ${marks}`;
}
