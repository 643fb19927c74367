/** THIS DEVICE: the card, what you did, what the coin did, what will be sent, what it costs. */
import { POSTERS } from '../shared/experiment.js';
import { ZoneTitle } from '../shared/zone.js';
import { Card, type CardActions } from './card.js';
import { Deniability } from './deniability.js';
import { Facts, Status } from './facts.js';
import { arm } from './state.js';

export function DevicePanel(actions: CardActions) {
  return (
    <>
      <ZoneTitle zone="device" id="device-title" title="This device" aside="private" />
      <Card {...actions} />
      <Facts />
      <Deniability shown="poster" />
      <Status headline={arm.value === null ? undefined : POSTERS[arm.value]?.headline} />
    </>
  );
}
