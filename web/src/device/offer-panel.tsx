/** THIS DEVICE on the first page: an option that lies open. */
import { POSTERS, type Poster } from '../shared/experiment.js';
import { ZoneTitle } from '../shared/zone.js';
import { CardStatus, OneCard, OneCardFacts } from './one-card.js';
import type { TableActions } from './session.js';
import { arm } from './state.js';

export function OfferPanel(actions: TableActions) {
  const shown = arm.value ?? 0;
  const poster = POSTERS[shown] as Poster;
  return (
    <>
      <ZoneTitle zone="device" />
      <OneCard
        label={`Option: ${poster.name}`}
        name={poster.name}
        text={poster}
        art={shown}
        actions={actions}
      />
      <OneCardFacts />
      <CardStatus headline={poster.headline} />
    </>
  );
}
