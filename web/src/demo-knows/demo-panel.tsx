/** ONLY THIS DEMO KNOWS: the truth beside the beliefs, the price of learning, the crowd's switch. */
import type { ReadonlySignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import type { ChartProps } from '../chart/chart.js';
import { curveThrough, type Point, valueAt } from '../chart/series.js';
import { counted } from '../server/state.js';
import { Art } from '../shared/art.js';
import { POSTERS } from '../shared/experiment.js';
import { countText, epsilonText, plural } from '../shared/format.js';
import { stop } from '../shared/selection.js';
import type { PublicSnapshot } from '../shared/snapshot.js';
import { ZoneTitle } from '../shared/zone.js';
import { CrowdControl } from './crowd-control.js';
import { nonPrivate, regret, yours } from './state.js';
import { BEST_ARM, TRUTH, UNIFORM_REGRET } from './truth.js';

const VISITORS = { label: 'visitors' };
const READER = { label: 'reading every answer', kind: 'non-private' } as const;
const LOST = { label: 'visitors lost to learning' };

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
        <Regret Chart={Chart} />
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

function Regret({ Chart }: { Chart: FunctionComponent<ChartProps> }) {
  const last = regret.value.at(-1) as Point;
  const visitors = last[0];
  const known = nonPrivate.value.filter(([t]) => t <= visitors);
  const reader = curveThrough(nonPrivate.value, READER);
  const lostByReader = valueAt(reader, visitors);
  const hasReader = nonPrivate.value.length > 0 && visitors > 0;
  const summary =
    visitors === 0
      ? 'No visitor yet at this privacy level.'
      : `After ${plural(visitors, 'simulated visitor')} at ε = ${epsilonText(stop.value)}, ` +
        `about ${countText(last[1])} fewer of them found a place they would go to than if everybody had seen the best poster.` +
        (hasReader
          ? ` A learner that reads every answer loses about ${countText(lostByReader)}.`
          : '');
  return (
    <Chart
      summary={summary}
      x={VISITORS}
      y={LOST}
      series={[
        curveThrough(regret.value, {
          label: `private, ε = ${epsilonText(stop.value)}`,
          kind: 'private',
        }),
        curveThrough(
          [
            [0, 0],
            [visitors, visitors * UNIFORM_REGRET],
          ],
          { label: 'at random, for ever', kind: 'uniform' },
        ),
        ...(hasReader ? [curveThrough([...known, [visitors, lostByReader]], READER)] : []),
      ]}
    />
  );
}
