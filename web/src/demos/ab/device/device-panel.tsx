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
        label={`Variant ${variant.letter}`}
        name={`Variant ${variant.letter}`}
        text={variant}
        art={ART}
        actions={actions}
      />
      <OneCardFacts />
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
      <CardStatus headline={variant.headline} />
    </>
  );
}
