/** ONLY THIS DEMO KNOWS: the truth beside the beliefs, the price of learning, the crowd's switch. */
import type { ReadonlySignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import type { ChartProps } from '../chart/chart.js';
import { counted } from '../server/state.js';
import { Art } from '../shared/art.js';
import { POSTERS } from '../shared/experiment.js';
import { countText, plural } from '../shared/format.js';
import type { PublicSnapshot } from '../shared/snapshot.js';
import { ZoneTitle } from '../shared/zone.js';
import { CrowdControl } from './crowd-control.js';
import { Regret } from './regret.js';
import { yours } from './state.js';
import { BEST_ARM, TRUTH, UNIFORM_REGRET } from './truth.js';

/** @param props.Chart the chart itself, or one that waits until it is looked at */
export function DemoPanel(props: {
  snapshot: ReadonlySignal<PublicSnapshot | null>;
  Chart: FunctionComponent<ChartProps>;
}) {
  const { snapshot, Chart } = props;
  return (
    <>
      <ZoneTitle
        zone="demo"
        id="demo-title"
        title="Only this demo knows"
        aside="neither side could draw this in real life"
      />
      <div class="demo-grid">
        <div>
          <Truths snapshot={snapshot.value} />
          <CrowdControl />
          <About snapshot={snapshot.value} />
        </div>
        <Regret Chart={Chart} best="the best poster" uniform={UNIFORM_REGRET} />
      </div>
    </>
  );
}

function About({ snapshot }: { snapshot: PublicSnapshot | null }) {
  return (
    <p class="fine">
      {yours.value > 0 &&
        `${plural(yours.value, 'report')} of the ${countText(Math.max(counted.value, snapshot?.reports ?? 0))} came from this browser, the others are simulated; no report says which. `}
      The crowd is a program. Each of its visitors tosses a coin for its taste, is a full client of
      the same library with its own randomness, and sends one report. They are not people.
    </p>
  );
}

function Truths({ snapshot }: { snapshot: PublicSnapshot | null }) {
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
          <p>
            <b class="truth-number">{Math.round((TRUTH[arm] ?? 0) * 100)}</b> in 100 would go
          </p>
          <p class="fine">server says {beliefText(snapshot?.mean[arm])}</p>
        </li>
      ))}
    </ol>
  );
}

function beliefText(mean: number | null | undefined): string {
  if (mean === null || mean === undefined) return 'nothing yet';
  return String(Math.round(Math.min(1, Math.max(0, mean)) * 100));
}
