/** ONLY THIS DEMO KNOWS: the truth beside the beliefs, whether the answer is right, what privacy costs in visitors. */
import type { ReadonlySignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import type { ChartProps } from '../../chart/chart.js';
import { CrowdControl } from '../../demo-knows/crowd-control.js';
import { ZoneTitle } from '../../shared/zone.js';
import { verdict } from '../server/state.js';
import type { TestSnapshot } from '../shared/snapshot.js';
import { VARIANTS } from '../shared/variants.js';
import { chanceText } from '../shared/words.js';
import type { Counts } from './counts.js';
import { CountsChart } from './counts-chart.js';
import { BEST, TRUTH } from './truth.js';

/** @param props.Chart the chart itself, or one that waits until it is looked at */
export function AbDemoPanel(props: {
  snapshot: ReadonlySignal<TestSnapshot | null>;
  counts: Counts;
  Chart: FunctionComponent<ChartProps>;
}) {
  const { snapshot, counts, Chart } = props;
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
          <Right snapshot={snapshot.value} />
          <CrowdControl />
          <p class="fine">
            The crowd is a program. Each of its visitors tosses a coin for its taste, is a full
            client of the same library with its own randomness, and sends one report until the test
            is certified; then one in ten does. They are not people. From ε = 1 on the build’s crowd
            has brought each test close to its end, so that you can see it: let the crowd come
            faster. “Forget” in the header begins afresh.
          </p>
        </div>
        <CountsChart Chart={Chart} counts={counts} />
      </div>
    </>
  );
}

function Truths({ snapshot }: { snapshot: TestSnapshot | null }) {
  return (
    <ol class="truths ab-truths">
      {VARIANTS.map(({ letter, headline }, i) => (
        <li key={letter}>
          <p class="truth-name">
            <span class="letter">{letter}</span> {headline}
            {i === BEST && <span class="next"> best</span>}
          </p>
          <p>
            <b class="truth-number">{Math.round((TRUTH[i] ?? 0) * 100)}</b> in 100 would go
          </p>
          <p class="fine">server says {beliefText(snapshot?.mean[i])}</p>
        </li>
      ))}
    </ol>
  );
}

/** Whether the answer is right: the server's present one, or the one at which the visitor stopped the test. */
function Right({ snapshot }: { snapshot: TestSnapshot | null }) {
  const { answer = null, error = 1 } = verdict.value ?? snapshot?.best ?? {};
  if (answer === null) return null;
  const ended = snapshot?.ended ? 'The test ended with' : 'In front now:';
  return (
    <p class="right-now">
      {verdict.value ? 'You stopped at' : ended} <b>{VARIANTS[answer]?.letter}</b>
      {error < 1 && `, at a risk of at most ${chanceText(error)}`}. That is{' '}
      <b>{answer === BEST ? 'right' : 'wrong'}</b>.
    </p>
  );
}

function beliefText(mean: number | null | undefined): string {
  if (mean === null || mean === undefined) return 'nothing yet';
  return String(Math.round(Math.min(1, Math.max(0, mean)) * 100));
}
