/** What the visitor tells the device, by sliders and by switches that let the page read something. */
import type { Signal } from '@preact/signals';
import { plural } from '../../../shared/format.js';
import { ASPECTS, type Aspect } from '../shared/cards.js';
import {
  byHand,
  clicks,
  countClicks,
  hour,
  language,
  readHour,
  readLanguage,
  readMotion,
  reducedMotion,
  wishes,
} from './knows.js';

export function KnowsPanel() {
  return (
    <section class="knows" aria-labelledby="knows-title">
      <h3 id="knows-title">What this device knows of you</h3>
      <Wish at={0} by={byHand.wild} />
      <Wish at={1} by={byHand.quiet} />
      <Wish at={2} by={byHand.early} taken={hour.value !== null} />
      <fieldset class="may-read needs-script">
        <legend>Let this page read</legend>
        <MayRead
          name="the hour"
          allow={readHour}
          said={hour.value === null ? null : `${hour.value} h`}
          aspect={2}
        />
        <MayRead
          name="reduced motion"
          allow={readMotion}
          said={
            reducedMotion.value === null
              ? null
              : reducedMotion.value
                ? 'asked for'
                : 'not asked for'
          }
          aspect={3}
        />
        <MayRead
          name="clicks from now on"
          allow={countClicks}
          said={clicks.value === null ? null : plural(clicks.value, 'click')}
          aspect={4}
        />
        <MayRead name="your language" allow={readLanguage} said={language.value} aspect={5} />
      </fieldset>
      <p class="fine">Only in this tab’s memory.</p>
    </section>
  );
}

function Wish({ at, by, taken = false }: { at: number; by: Signal<number>; taken?: boolean }) {
  const {
    id,
    ends: [plus, minus],
  } = ASPECTS[at] as Aspect;
  const value = wishes.value[at] ?? 0;
  return (
    <div class="wish">
      <label for={`wish-${id}`}>
        <span>{minus}</span> <span class="visually-hidden">or</span> <span>{plus}</span>
      </label>
      <input
        id={`wish-${id}`}
        type="range"
        min={-1}
        max={1}
        step={taken ? 'any' : 0.25}
        disabled={taken}
        value={value}
        aria-valuetext={leaningText(value, plus, minus)}
        onInput={(event) => {
          by.value = event.currentTarget.valueAsNumber;
        }}
      />
    </div>
  );
}

export function leaningText(value: number, plus: string, minus: string): string {
  if (Math.abs(value) < 0.005) return 'either';
  return `${value > 0 ? plus : minus}, ${Math.round(100 * Math.abs(value))}%`;
}

function MayRead(props: {
  name: string;
  said: string | null;
  aspect: number;
  allow: (allowed: boolean) => void;
}) {
  const { name, said, aspect, allow } = props;
  const { ends } = ASPECTS[aspect] as Aspect;
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={said !== null}
        onChange={(event) => allow(event.currentTarget.checked)}
      />
      <span>
        {name}
        <span class="fine">
          {said === null
            ? 'not read'
            : `${said}: ${leaningText(wishes.value[aspect] ?? 0, ...ends)}`}
        </span>
      </span>
    </label>
  );
}
