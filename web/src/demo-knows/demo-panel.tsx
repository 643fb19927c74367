/** BEHIND THE SCENES: the truth beside the beliefs, the price of learning, the crowd's switch. */
import { counted, snapshot } from '../server/state.js';
import { Art } from '../shared/art.js';
import { POSTERS } from '../shared/experiment.js';
import { countText, plural } from '../shared/format.js';
import { DemoFrame, TrueShare, type WithChart } from './frame.js';
import { Regret } from './regret.js';
import { yours } from './state.js';
import { BEST_ARM, TRUTH, UNIFORM_REGRET } from './truth.js';

export function DemoPanel({ Chart }: WithChart) {
  const reports = Math.max(counted.value, snapshot.value?.reports ?? 0);
  return (
    <DemoFrame
      truth={<Truths />}
      about={
        <>
          {yours.value > 0 &&
            `${plural(yours.value, 'report')} of ${countText(reports)} came from this browser; no report says which. `}
          The crowd is simulated: each visitor runs the same library and sends one report.
        </>
      }
      chart={<Regret Chart={Chart} uniform={UNIFORM_REGRET} />}
    />
  );
}

function Truths() {
  return (
    <ol class="truths">
      {POSTERS.map((poster, arm) => (
        <li key={poster.id} class={arm === BEST_ARM ? 'best' : ''}>
          <div class="truth-art">
            <Art arm={arm} />
          </div>
          <p class="truth-name">
            {poster.name}
            {arm === BEST_ARM && <span class="next"> best</span>}
          </p>
          <TrueShare truth={TRUTH[arm]} believed={snapshot.value?.mean[arm]} />
        </li>
      ))}
    </ol>
  );
}
