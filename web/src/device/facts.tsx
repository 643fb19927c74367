/** What you did, what the coin did, what will be sent, what it costs. */
import type { ComponentChildren } from 'preact';
import { epsilonText } from '../shared/format.js';
import { Coin } from './coin.js';
import { budget, cardEpsilon, cardsDealt, packetState, phase, reason } from './state.js';

type Fact = readonly [term: string, text: ComponentChildren, style?: 'mono'];

export function Facts({ facts }: { facts: readonly Fact[] }) {
  const { spent, limit } = budget.value;
  const cost: Fact = [
    'Budget used',
    `ε ${epsilonText(spent.epsilon)} of ${epsilonText(limit.epsilon)}`,
  ];
  return (
    <dl class="facts">
      {[...facts, cost].map(([term, text, style], i) => (
        <div key={i}>
          <dt>{term}</dt>
          <dd class={style}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * @param kept whether the coin kept what was meant, or what it did instead; null: it is not known yet
 * @param before when it is tossed
 */
export function coinFact(kept: boolean | string | null, before: string): Fact {
  const text = () => {
    if (packetState.value === 'withheld') return 'not needed, there is nothing to send';
    if (kept === null) return phase.value === 'open' ? 'tossed already, face down' : before;
    if (typeof kept === 'string') return kept;
    return (
      <span class="fallen" key={cardsDealt.value}>
        <Coin kept={kept} />
        <span class="after-coin">{kept ? 'kept your answer' : 'flipped your answer'}</span>
      </span>
    );
  };
  return ['Coin here', text()];
}

/**
 * @param made what leaves; null: it is not known yet
 * @param waiting what will leave of the card on the table
 */
export function sentFact(made: string | null, waiting = 'one bit, answer or not'): Fact {
  const text = () => {
    if (packetState.value === 'withheld') return 'nothing';
    if (made !== null) return <span class="after-coin">{made}</span>;
    return phase.value === 'open' ? waiting : 'nothing yet';
  };
  return [packetState.value === 'sent' ? 'Sent' : 'Will be sent', text(), 'mono'];
}

/**
 * The polite announcement: one sentence per step, for people who do not see the page move.
 *
 * @param props.open what lies on the table
 * @param props.taken what was made of the answer; null: nothing yet
 */
export function Status({ open, taken }: { open: string; taken: string | null }) {
  const text = () => {
    if (phase.value === 'open') return open;
    if (packetState.value === 'withheld' || packetState.value === 'unsent') return reason.value;
    if (phase.value === 'sealed' && taken !== null) return taken;
    if (packetState.value === 'sent' && cardEpsilon.value !== null) {
      return `The report has left. It cost ε ${epsilonText(cardEpsilon.value)}.`;
    }
    return '';
  };
  return (
    <p class="visually-hidden" role="status">
      {text()}
    </p>
  );
}

export const takenText = (what: string, bit: 0 | 1 | null) =>
  `${what} taken. The report says y = ${String(bit)}.`;
