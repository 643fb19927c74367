/** What you did, what the coin did, what will be sent, what it costs: where one card gets one answer. */
import { epsilonText } from '../shared/format.js';
import { budget, cardEpsilon, packetState, phase, reason, trace, windowSeconds } from './state.js';

export function Facts() {
  return (
    <dl class="facts">
      <div>
        <dt>You did</dt>
        <dd>{didText()}</dd>
      </div>
      <div>
        <dt>Coin here</dt>
        <dd>{coinText()}</dd>
      </div>
      <div>
        <dt>{packetState.value === 'sent' ? 'Sent' : 'Will be sent'}</dt>
        <dd class="mono">{sentText()}</dd>
      </div>
      <div>
        <dt>Budget used</dt>
        <dd>
          ε {epsilonText(budget.value.spent.epsilon)} of {epsilonText(budget.value.limit.epsilon)}
        </dd>
      </div>
    </dl>
  );
}

function didText(): string {
  if (!trace.value) return phase.value === 'open' ? 'nothing yet' : 'no card dealt yet';
  const { answer } = trace.value;
  if (answer === null) return 'kept silent: “not for me” (0)';
  return answer === 1 ? 'said “I’d go” (1)' : 'said “not for me” (0)';
}

function coinText(): string {
  if (packetState.value === 'withheld') return 'not needed, there is nothing to send';
  if (!trace.value) {
    return phase.value === 'open' ? 'tossed already, face down' : 'tossed when a card is dealt';
  }
  return trace.value.bit === (trace.value.answer ?? 0) ? 'came up “keep it”' : 'came up “flip it”';
}

function sentText(): string {
  if (packetState.value === 'withheld') return 'nothing';
  if (!trace.value) return phase.value === 'open' ? 'one bit, answer or not' : 'nothing yet';
  return `y = ${trace.value.bit}`;
}

/**
 * The polite announcement: one sentence per step, for people who do not see the page move.
 *
 * @param props.headline of the card on the table; absent: there is none
 */
export function Status({ headline }: { headline: string | undefined }) {
  return (
    <p class="visually-hidden" role="status">
      {statusText(headline)}
    </p>
  );
}

function statusText(headline: string | undefined): string {
  if (phase.value === 'open' && headline !== undefined) {
    return `Card: ${headline}. You have ${windowSeconds.value} seconds; silence counts as “not for me”. ${reason.value}`;
  }
  if (packetState.value === 'withheld') return reason.value;
  if (packetState.value === 'unsent') return reason.value;
  if (phase.value === 'sealed' && trace.value) {
    return `Answer taken. The packet says y = ${String(trace.value.bit)}.`;
  }
  if (packetState.value === 'sent' && cardEpsilon.value !== null) {
    return `The packet has left. It cost ε ${epsilonText(cardEpsilon.value)}.`;
  }
  return '';
}
