/** THIS DEVICE: the card, what you did, what the coin did, what will be sent, what it costs. */
import { POSTERS, type Poster } from '../shared/experiment.js';
import { ZoneTitle } from '../shared/zone.js';
import { Deniability } from './deniability.js';
import { CardStatus, OneCard, OneCardFacts } from './one-card.js';
import type { TableActions } from './session.js';
import { arm } from './state.js';

const COVER = 0;

export function DevicePanel(actions: TableActions) {
  const shown = arm.value ?? COVER;
  const poster = POSTERS[shown] as Poster;
  return (
    <>
      <ZoneTitle zone="device" />
      <OneCard
        label={`Option: ${poster.name}`}
        name={poster.name}
        text={poster}
        art={shown}
        deck={[2, 4]}
        actions={actions}
      />
      <OneCardFacts />
      <Deniability shown="option" />
      <CardStatus headline={poster.headline} />
    </>
  );
}
