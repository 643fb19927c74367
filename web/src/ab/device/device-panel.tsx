/** THIS DEVICE: the variant, what you did, what the coin did, what will be sent, what it costs. */
import type { CardActions } from '../../device/card.js';
import { Deniability } from '../../device/deniability.js';
import { Facts, Status } from '../../device/facts.js';
import { arm } from '../../device/state.js';
import { ZoneTitle } from '../../shared/zone.js';
import { VARIANTS } from '../shared/variants.js';
import { AbCard } from './card.js';

export function AbDevicePanel(actions: CardActions) {
  return (
    <>
      <ZoneTitle zone="device" id="device-title" title="This device" aside="private" />
      <AbCard {...actions} />
      <Facts />
      <Deniability shown="variant" />
      <section class="all-variants" aria-labelledby="variants-title">
        <h3 id="variants-title">Three variants, the same picture</h3>
        <ul>
          {VARIANTS.map(({ letter, headline, idea }, i) => (
            <li key={letter} class={i === arm.value ? 'on-table' : ''}>
              <span class="letter">{letter}</span> <span>{headline}</span>{' '}
              <span class="fine">{idea}</span>
              {i === arm.value && <span class="visually-hidden">, yours</span>}
            </li>
          ))}
        </ul>
      </section>
      <Status headline={arm.value === null ? undefined : VARIANTS[arm.value]?.headline} />
    </>
  );
}
