/** Where one card gets one answer: the card on the table, the two answers to it, and what was made of them. */
import { Art } from '../shared/art.js';
import { POSTERS } from '../shared/experiment.js';
import { coinFact, Facts, Status, sentFact, takenText } from './facts.js';
import { Next, TimeLeft } from './next.js';
import { isOffered, Offered, offersMade, YesNo } from './offered.js';
import type { TableActions } from './session.js';
import { cardsDealt, phase, policy, reason, trace, windowSeconds } from './state.js';
import { Table } from './table.js';

/**
 * @param props.kind of page, for the style sheet
 * @param props.label what it is, for those who do not see it
 * @param props.art index into the posters
 * @param props.deck how far the drawings of the cards below are from this one
 * @param props.apart the answers stand below picture and text
 */
export function OneCard(props: {
  kind?: string;
  label: string;
  name: string;
  text: { readonly headline: string; readonly copy: string };
  art: number;
  deck?: readonly number[];
  apart?: string;
  actions: TableActions;
}) {
  const { kind = '', label, name, text, art, deck, apart, actions } = props;
  const press = (key: string) => {
    const value = { ArrowRight: 1, 1: 1, ArrowLeft: 0, 0: 0 }[key] as 0 | 1 | undefined;
    if (value === undefined) return false;
    actions.answer(value);
    return true;
  };
  const front = (
    <div class="deck-front" key={isOffered.value ? offersMade.value : cardsDealt.value}>
      <Art arm={art} />
    </div>
  );
  return (
    <Table kind={kind ? `card ${kind}` : 'card'} label={label} deal={actions.deal} press={press}>
      {deck ? (
        <div class="deck">
          {deck.map((further, i) => (
            <div key={further} class={`deck-back deck-back-${i + 1}`}>
              <Art arm={(art + further) % POSTERS.length} decorative />
            </div>
          ))}
          {front}
        </div>
      ) : (
        front
      )}
      <div class="card-text">
        <p class="card-name">
          {name}
          {policy.value === 'offline-uniform' && ' · picked at random, no model version'}
        </p>
        <h3 class="card-headline">{text.headline}</h3>
        <p class="card-copy">{text.copy}</p>
        {!apart && <Answers {...actions} />}
      </div>
      {apart && (
        <div class={apart}>
          <Answers {...actions} />
        </div>
      )}
    </Table>
  );
}

/** No is left, yes is right. */
function Answers({ deal, answer }: TableActions) {
  if (isOffered.value) return <Offered deal={deal} answer={answer} />;
  if (phase.value !== 'open') {
    return <Next deal={deal} press={['Show an option', 'Show another option']} />;
  }
  return (
    <>
      <YesNo answer={answer} />
      <p class="fine">
        No answer counts as “not for me” in <TimeLeft />.
      </p>
    </>
  );
}

export function OneCardFacts() {
  const { answer = null, bit = null } = trace.value ?? {};
  return (
    <Facts
      facts={[
        ['You did', didText(trace.value)],
        coinFact(
          trace.value && bit === (answer ?? 0),
          isOffered.value ? 'falls when you answer' : 'tossed when an option is shown',
        ),
        sentFact(trace.value && `y = ${bit}`),
      ]}
    />
  );
}

/** @param made null: nothing yet */
export function didText(made: { readonly answer: 1 | 0 | null } | null): string {
  if (!made) return 'nothing yet';
  if (made.answer === null) return 'no answer: “not for me” (0)';
  return made.answer === 1 ? 'said “I’d go” (1)' : 'said “not for me” (0)';
}

export function CardStatus(props: { headline: string; taken?: string | null }) {
  const { taken = trace.value && takenText('Answer', trace.value.bit) } = props;
  const open = `Option: ${props.headline}. You have ${windowSeconds.value} seconds; no answer counts as “not for me”. ${reason.value}`;
  return <Status open={open} taken={taken} />;
}
