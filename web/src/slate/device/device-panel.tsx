/** THIS DEVICE: three cards, what was said to them, what stays here, and what will be sent. */
import {
  budget,
  cardEpsilon,
  packetState,
  phase,
  reason,
  windowSeconds,
} from '../../device/state.js';
import { epsilonText } from '../../shared/format.js';
import { ZoneTitle } from '../../shared/zone.js';
import { CARDS } from '../shared/cards.js';
import { AllCards } from './all-cards.js';
import { SlateDeniability } from './deniability.js';
import { answerTo, dealt, slateTrace } from './state.js';
import { type SlateActions, Table } from './table.js';

export function SlateDevicePanel(actions: SlateActions) {
  return (
    <>
      <ZoneTitle zone="device" id="device-title" title="This device" aside="private" />
      <Table {...actions} />
      <dl class="facts">
        <div>
          <dt>You said</dt>
          <dd>{saidText()}</dd>
        </div>
        <div>
          <dt>Is reported</dt>
          <dd>{reportedText()}</dd>
        </div>
        <div>
          <dt>Stays here</dt>
          <dd>{staysText()}</dd>
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
      <SlateDeniability />
      <AllCards />
      <p class="visually-hidden" role="status">
        {statusText()}
      </p>
    </>
  );
}

const nameOf = (card: number) => CARDS[card]?.name ?? '';

function saidText(): string {
  if (!slateTrace.value || !dealt.value) {
    return phase.value === 'open' ? 'nothing sealed yet' : 'no slate dealt yet';
  }
  const { answers } = slateTrace.value;
  if (answers === null) return 'kept silent: “not for me”, three times';
  const would = dealt.value.cards.filter((_, place) => answers[place] === 1).map(nameOf);
  return would.length === 0 ? 'none of them' : `“I’d go”: ${would.join(', ')}`;
}

function reportedText(): string {
  if (!dealt.value) return 'one card; the slate names it';
  if (packetState.value === 'withheld') return 'none: no packet is made';
  return `${nameOf(dealt.value.reported)}: named before you answered`;
}

function staysText(): string {
  if (!dealt.value) return 'the answers to the other two';
  if (packetState.value === 'withheld') return 'what you say to all three';
  const { cards, reported } = dealt.value;
  const others = cards.filter((card) => card !== reported).map(nameOf);
  return `what you say to ${others.join(' and ')}`;
}

function coinText(): string {
  if (packetState.value === 'withheld') return 'not needed, there is nothing to send';
  if (!slateTrace.value || !dealt.value) {
    return phase.value === 'open' ? 'tossed already, face down' : 'tossed when a slate is dealt';
  }
  const meant = answerTo(dealt.value.reported, dealt.value, slateTrace.value);
  return slateTrace.value.bit === meant ? 'came up “keep it”' : 'came up “flip it”';
}

function sentText(): string {
  if (packetState.value === 'withheld') return 'nothing';
  if (!slateTrace.value || !dealt.value) {
    return phase.value === 'open' ? 'one bit, answer or not' : 'nothing yet';
  }
  return `y = ${slateTrace.value.bit} about card ${dealt.value.reported}`;
}

/** The polite announcement: one sentence per step, for people who do not see the page move. */
function statusText(): string {
  if (phase.value === 'open' && dealt.value) {
    const { cards, reported } = dealt.value;
    const leaves =
      packetState.value === 'withheld'
        ? 'No answer is reported.'
        : `The answer to ${nameOf(reported)} is reported.`;
    return `Slate: ${cards.map(nameOf).join(', ')}. ${leaves} You have ${windowSeconds.value} seconds. ${reason.value}`;
  }
  if (packetState.value === 'withheld' || packetState.value === 'unsent') return reason.value;
  if (phase.value === 'sealed' && slateTrace.value) {
    return `Answers taken. The packet says y = ${String(slateTrace.value.bit)}.`;
  }
  if (packetState.value === 'sent' && cardEpsilon.value !== null) {
    return `The packet has left. It cost ε ${epsilonText(cardEpsilon.value)}.`;
  }
  return '';
}
