/** The whole playground: worlds to begin with, the run, and the form that it is made of. */
import { specText } from '../runs/code.js';
import { CodeText } from '../runs/code-text.js';
import { LinkNotice } from '../runs/start.js';
import { ArmsPanel } from './arms-panel.js';
import { Controls } from './controls.js';
import { DeliveryForm, SizeForm } from './delivery-form.js';
import { LearnersForm } from './learners-form.js';
import { PRESETS } from './presets.js';
import { Results } from './results.js';
import { beyondForm, draft, takePreset } from './state.js';
import { useSticky } from './use-sticky.js';
import { VisitorsForm } from './visitors-form.js';
import { WorldForm } from './world-form.js';

export function PlayPage() {
  const column = useSticky();
  return (
    <>
      <LinkNotice />
      <Presets />
      <div class="play-grid">
        <section class="play-run" ref={column} aria-labelledby="run-title">
          <h2 id="run-title">The run</h2>
          <Controls />
          <Results />
        </section>
        <section class="play-form" aria-labelledby="form-title">
          <h2 id="form-title">What is played</h2>
          {beyondForm.value ? <BeyondForm /> : <Form />}
        </section>
      </div>
    </>
  );
}

function Presets() {
  return (
    <ul class="presets">
      {PRESETS.map((preset) => (
        <li key={preset.name}>
          <button
            type="button"
            class="needs-script"
            aria-pressed={draft.value === preset.draft}
            onClick={() => takePreset(preset)}
          >
            {preset.name}
          </button>
          <p class="fine">{preset.about}</p>
        </li>
      ))}
    </ul>
  );
}

function Form() {
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <LearnersForm />
      <VisitorsForm />
      <WorldForm />
      <ArmsPanel />
      <DeliveryForm />
      <SizeForm />
    </form>
  );
}

function BeyondForm() {
  const spec = beyondForm.value;
  if (!spec) return null;
  return (
    <>
      <p>
        The link holds more than this form can say. It can be played as it is; one of the worlds
        above brings the form back.
      </p>
      <CodeText label="The spec of the link" text={specText(spec)} />
    </>
  );
}
