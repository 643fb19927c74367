/** The two sliders in the visitor's own hand. They stay here: the server is told preferences, never settings. */
import type { ReadonlySignal } from '@preact/signals';
import { Slider } from '../../shared/slider.js';
import { Layout } from '../shared/layout.js';
import { type Point, settingText, sizeOf, spacingOf } from '../shared/settings.js';
import { ownSetting } from './state.js';

/** @param props.learnt public: what the server has published as its answer; null: nothing yet */
export function OwnSetting({ learnt }: { learnt: ReadonlySignal<Point | null> }) {
  const answer = learnt.value;
  return (
    <section class="own-setting" aria-labelledby="own-title">
      <h3 id="own-title">The two sliders, in your hand</h3>
      <p class="fine">
        Where would you put them? No packet is made of this: nobody is asked for a number, only
        which of two is better.
      </p>
      <div class="own-grid">
        <div>
          {slider('own-size', 'Card size', 0, `${sizeOf(ownSetting.value)} px`)}
          {slider('own-spacing', 'Spacing', 1, `${spacingOf(ownSetting.value)} px`)}
          {answer && (
            <>
              <button
                type="button"
                class="quiet needs-script"
                onClick={() => {
                  ownSetting.value = answer;
                }}
              >
                Set them to the server’s answer
              </button>
              <p class="fine">{settingText(answer)}</p>
            </>
          )}
        </div>
        <Layout point={ownSetting.value} name="Your own" />
      </div>
    </section>
  );
}

function slider(id: string, name: string, at: 0 | 1, pixels: string) {
  return (
    <Slider
      id={id}
      kind="slider"
      label={
        <>
          {name} <b>{pixels}</b>
        </>
      }
      min={0}
      max={1}
      step={0.02}
      value={ownSetting.value[at]}
      text={pixels}
      onChange={(value) => {
        const [size, spacing] = ownSetting.value;
        ownSetting.value = at === 0 ? [value, spacing] : [size, value];
      }}
    />
  );
}
