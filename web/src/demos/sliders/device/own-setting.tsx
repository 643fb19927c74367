/** The two sliders in the visitor's own hand. They stay here: the server is told preferences, never settings. */
import type { ReadonlySignal } from '@preact/signals';
import { Layout } from '../shared/layout.js';
import { type Point, sizeOf, spacingOf } from '../shared/settings.js';
import { ownSetting } from './state.js';

/** @param props.learnt public: what the server has published as its answer; null: nothing yet */
export function OwnSetting({ learnt }: { learnt: ReadonlySignal<Point | null> }) {
  const [size, spacing] = ownSetting.value;
  const answer = learnt.value;
  return (
    <section class="own-setting" aria-labelledby="own-title">
      <h3 id="own-title">Your own setting</h3>
      <p class="fine">Stays here: no report is made of it.</p>
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
            <button
              type="button"
              class="quiet needs-script"
              onClick={() => {
                ownSetting.value = answer;
              }}
            >
              Use the server’s answer
            </button>
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
