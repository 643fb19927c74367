/** THIS DEVICE: what it knows, what it makes of that, the card, and the numbers that stay. */
import { Facts, sentFact } from '../../../device/facts.js';
import { CardStatus, didText, OneCard } from '../../../device/one-card.js';
import type { TableActions } from '../../../device/session.js';
import { report } from '../../../device/state.js';
import { ZoneTitle } from '../../../shared/zone.js';
import { CARDS, type Card } from '../shared/cards.js';
import { PersonalDeniability } from './deniability.js';
import { FeatureRows } from './feature-rows.js';
import { KnowsPanel } from './knows-panel.js';
import { Numbers } from './numbers.js';
import { chosen, linearTrace } from './state.js';

const COVER = 0;

export function PersonalDevicePanel(actions: TableActions) {
  const card = CARDS[chosen.value ?? COVER] as Card;
  const made = linearTrace.value?.report;
  const [sent, sentText] = sentFact(
    made ? `${made.sent.length} randomised numbers` : null,
    'one report, answer or not',
  );
  return (
    <>
      <ZoneTitle zone="device" />
      <div class="device-grid">
        <KnowsPanel />
        <div>
          <OneCard
            kind="personal-card"
            label={`Option: ${card.name}`}
            name={card.name}
            text={card}
            art={card.art}
            deck={[2]}
            apart="personal-answers"
            actions={actions}
          />
          <Facts
            facts={[
              ['You did', didText(linearTrace.value)],
              [sent, sentText],
              ['Your option', cardText()],
            ]}
          />
          <PersonalDeniability />
        </div>
        <Numbers />
        <FeatureRows />
      </div>
      <CardStatus
        headline={card.headline}
        taken={linearTrace.value && 'Answer taken. The report is made.'}
      />
    </>
  );
}

/** Which kind of card it is, a public coin has decided; its packet says so. */
function cardText(): string {
  const part = report.value?.fields.find((field) => field.name === 'part')?.value;
  if (part === 'moment') return 'a trial, at random; never sent';
  return part === 'design' ? 'a best guess; never sent' : 'is never sent';
}
