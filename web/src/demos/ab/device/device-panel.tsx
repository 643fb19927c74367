/** THIS DEVICE: the variant, what you did, what the coin did, what will be sent, what it costs. */
import { Deniability } from '../../../device/deniability.js';
import { CardStatus, OneCard, OneCardFacts } from '../../../device/one-card.js';
import type { TableActions } from '../../../device/session.js';
import { arm } from '../../../device/state.js';
import { ZoneTitle } from '../../../shared/zone.js';
import { ART, VARIANTS, type Variant } from '../shared/variants.js';

const COVER = 1;

export function AbDevicePanel(actions: TableActions) {
  const variant = VARIANTS[arm.value ?? COVER] as Variant;
  return (
    <>
      <ZoneTitle zone="device" />
      <OneCard
        kind="ab-card"
        label={`Option ${variant.letter}`}
        name={`Option ${variant.letter}`}
        text={variant}
        art={ART}
        actions={actions}
      />
      <OneCardFacts />
      <Deniability shown="option" />
      <CardStatus headline={variant.headline} />
    </>
  );
}
