/** The two sliders in the visitor's own hand. They stay here: the server is told preferences, never settings. */
import type { ReadonlySignal } from '@preact/signals';
import { Layout } from '../shared/layout.js';
import { type Point, settingText, sizeOf, spacingOf } from '../shared/settings.js';
import { ownSetting } from './state.js';

/** @param props.learnt public: what the server has published as its answer; null: nothing yet */
export function OwnSetting({ learnt }: { learnt: ReadonlySignal<Point | null> }) {
  const [size, spacing] = ownSetting.value;
  const answer = learnt.value;
  return (
    <section class="own-setting" aria-labelledby="own-title">
      <h3 id="own-title">The two sliders, in your hand</h3>
      <p class="fine">
        Where would you put them? No packet is made of this: visitors are not asked for a number,
        only which of two is better.
      </p>
      <div class="own-grid">
        <div>
          <Slider
            id="own-size"
            name="Card size"
            value={size}
            text={`${sizeOf(ownSetting.value)} px`}
            set={(value) => {
              ownSetting.value = [value, ownSetting.value[1]];
            }}
          />
          <Slider
            id="own-spacing"
            name="Spacing"
            value={spacing}
            text={`${spacingOf(ownSetting.value)} px`}
            set={(value) => {
              ownSetting.value = [ownSetting.value[0], value];
            }}
          />
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

function Slider(props: {
  id: string;
  name: string;
  value: number;
  text: string;
  set(value: number): void;
}) {
  const { id, name, value, text, set } = props;
  return (
    <div class="slider">
      <label for={id}>
        {name} <b>{text}</b>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={1}
        step={0.02}
        value={value}
        aria-valuetext={text}
        onInput={(event) => set(Number(event.currentTarget.value))}
      />
    </div>
  );
}
