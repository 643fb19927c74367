/** The whole playground: the chart, how to run it, and the settings that it is made of. */
import { signal } from '@preact/signals';
import { specText } from '../runs/code.js';
import { CodeText } from '../runs/code-text.js';
import { LinkNotice } from '../runs/links.js';
import { ArmsPanel } from './arms-panel.js';
import { play } from './controls.js';
import { DeliveryForm, SizeForm } from './delivery-form.js';
import { LearnersForm } from './learners-form.js';
import { PRESETS } from './presets.js';
import { Results, TakeRun } from './results.js';
import { beyondForm, draft, takePreset } from './state.js';
import { useSticky } from './use-sticky.js';
import { VisitorsForm } from './visitors-form.js';
import { WorldForm } from './world-form.js';

/** The settings, top down. */
const PARTS = [VisitorsForm, LearnersForm, WorldForm, ArmsPanel, DeliveryForm, SizeForm] as const;

/** Whether what is pressed is heard. What is of use only then is not in the HTML of the build. */
export const isLive = signal(false);

export function PlayPage() {
  const column = useSticky();
  return (
    <div class="play-grid">
      <section class="play-run" ref={column} aria-label="Results">
        <LinkNotice />
        <Results />
        {isLive.value && <TakeRun />}
      </section>
      <section class="play-form needs-script" aria-label="Settings">
        <Presets />
        {beyondForm.value ? <BeyondForm /> : <Form />}
      </section>
    </div>
  );
}

function Presets() {
  const current = PRESETS.find((preset) => preset.draft === draft.value && !beyondForm.value);
  return (
    <fieldset class="form-part presets">
      <legend>Start from</legend>
      <div class="button-row">
        {PRESETS.map((preset) => (
          <button
            key={preset.name}
            type="button"
            aria-pressed={preset === current}
            onClick={() => {
              takePreset(preset);
              void play();
            }}
          >
            {preset.name}
          </button>
        ))}
      </div>
      <p class="fine preset-about">{current?.about ?? 'Your own settings.'}</p>
    </fieldset>
  );
}

function Form() {
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      {PARTS.map((Part) => (
        <Part key={Part} />
      ))}
    </form>
  );
}

function BeyondForm() {
  const spec = beyondForm.value;
  if (!spec) return null;
  return (
    <>
      <p>The link holds more than this form can show. It runs as it is.</p>
      <CodeText label="The spec of the link" text={specText(spec)} />
    </>
  );
}
