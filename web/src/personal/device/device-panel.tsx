/** THIS DEVICE: what it knows, what it makes of that, the card, and the numbers that stay. */
import type { CardActions } from '../../device/card.js';
import {
  budget,
  cardEpsilon,
  packetState,
  phase,
  reason,
  report,
  windowSeconds,
} from '../../device/state.js';
import { epsilonText } from '../../shared/format.js';
import { ZoneTitle } from '../../shared/zone.js';
import { CARDS } from '../shared/cards.js';
import { PersonalCard } from './card.js';
import { PersonalDeniability } from './deniability.js';
import { FeatureRows } from './feature-rows.js';
import { KnowsPanel } from './knows-panel.js';
import { Numbers } from './numbers.js';
import { chosen, linearTrace } from './state.js';

export function PersonalDevicePanel(actions: CardActions) {
  return (
    <>
      <ZoneTitle zone="device" id="device-title" title="This device" aside="private" />
      <div class="device-grid">
        <KnowsPanel />
        <div>
          <PersonalCard {...actions} />
          <dl class="facts">
            <div>
              <dt>You did</dt>
              <dd>{didText()}</dd>
            </div>
            <div>
              <dt>{packetState.value === 'sent' ? 'Sent' : 'Will be sent'}</dt>
              <dd>{sentText()}</dd>
            </div>
            <div>
              <dt>Your card</dt>
              <dd>{cardText()}</dd>
            </div>
            <div>
              <dt>Budget used</dt>
              <dd>
                ε {epsilonText(budget.value.spent.epsilon)} of{' '}
                {epsilonText(budget.value.limit.epsilon)}
              </dd>
            </div>
          </dl>
          <PersonalDeniability />
        </div>
        <Numbers />
        <FeatureRows />
      </div>
      <p class="visually-hidden" role="status">
        {statusText()}
      </p>
    </>
  );
}

function didText(): string {
  if (!linearTrace.value) return phase.value === 'open' ? 'nothing yet' : 'no card dealt yet';
  const { answer } = linearTrace.value;
  if (answer === null) return 'kept silent: “not for me” (0)';
  return answer === 1 ? 'said “I’d go” (1)' : 'said “not for me” (0)';
}

/** Which kind of card it is, a public coin has decided; its packet says so. */
function cardText(): string {
  const part = report.value?.fields.find((field) => field.name === 'part')?.value;
  if (part === 'moment') return 'a trial, at random; never sent';
  return part === 'design' ? 'a best guess; never sent' : 'is never sent';
}

function sentText(): string {
  if (packetState.value === 'withheld') return 'nothing';
  const made = linearTrace.value?.report;
  if (made) return `${made.sent.length} scrambled numbers`;
  return phase.value === 'open' ? 'one packet, answer or not' : 'nothing yet';
}

/** The polite announcement: one sentence per step, for people who do not see the page move. */
function statusText(): string {
  if (phase.value === 'open' && chosen.value !== null) {
    const headline = CARDS[chosen.value]?.headline;
    return `Card: ${headline}. You have ${windowSeconds.value} seconds; silence counts as “not for me”. ${reason.value}`;
  }
  if (packetState.value === 'withheld' || packetState.value === 'unsent') return reason.value;
  if (phase.value === 'sealed' && linearTrace.value) return 'Answer taken. The packet is made.';
  if (packetState.value === 'sent' && cardEpsilon.value !== null) {
    return `The packet has left. It cost ε ${epsilonText(cardEpsilon.value)}.`;
  }
  return '';
}
