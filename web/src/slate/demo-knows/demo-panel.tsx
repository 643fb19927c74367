/** ONLY THIS DEMO KNOWS: the best slate beside the beliefs, the price of learning, the crowd's switch. */
import type { ReadonlySignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import type { ChartProps } from '../../chart/chart.js';
import { CrowdControl } from '../../demo-knows/crowd-control.js';
import { Regret } from '../../demo-knows/regret.js';
import { Art } from '../../shared/art.js';
import { ZoneTitle } from '../../shared/zone.js';
import { CARDS, KINDS } from '../shared/cards.js';
import { cardBeliefs, type SlateSnapshot } from '../shared/snapshot.js';
import { BEST_SLATE, regretOf, TRUTH, UNIFORM_REGRET } from './truth.js';

const LOST = {
  fewer: 'of their answers were “I’d go”',
  label: 'answers “I’d go” lost to learning',
};

/** @param props.Chart the chart itself, or one that waits until it is looked at */
export function SlateDemoPanel(props: {
  snapshot: ReadonlySignal<SlateSnapshot | null>;
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
          <Share snapshot={snapshot.value} />
          <CrowdControl />
          <p class="fine">
            The crowd is a program. Each of its visitors tosses a coin for every card on its slate,
            is a full client of the same library with its own randomness, and sends one report. They
            are not people. Slates at random lose {UNIFORM_REGRET.toFixed(2)} answers “I’d go” a
            visitor. The learner that reads every answer is CUCB, which tries more out than draws
            do: privacy costs more than the distance between the two lines.
          </p>
        </div>
        <Regret Chart={Chart} best="the best slate" uniform={UNIFORM_REGRET} lost={LOST} />
      </div>
    </>
  );
}

function Truths({ snapshot }: { snapshot: SlateSnapshot | null }) {
  const beliefs = snapshot ? cardBeliefs(snapshot) : [];
  return (
    <ol class="truths slate-truths">
      {CARDS.map((card, i) => (
        <li key={card.name}>
          <div class="truth-art">
            <Art arm={card.art} decorative />
          </div>
          <p class="truth-name">
            {card.name}
            {BEST_SLATE.includes(i) && <span class="next"> on the best slate</span>}
          </p>
          <p class="fine">{KINDS[card.kind]}</p>
          <p>
            <b class="truth-number">{Math.round((TRUTH[i] ?? 0) * 100)}</b> in 100 would go
          </p>
          <p class="fine">server says {beliefText(beliefs[i]?.mean)}</p>
        </li>
      ))}
    </ol>
  );
}

/** How good the slates are that the server publishes now. */
function Share({ snapshot }: { snapshot: SlateSnapshot | null }) {
  if (!snapshot || snapshot.slates.length === 0) return null;
  const best = snapshot.slates.filter(({ arms }) => regretOf(arms) < 1e-9).length;
  return (
    <p class="best-slates">
      <b>
        {best} of {snapshot.slates.length}
      </b>{' '}
      slates in the snapshot are the best one
      {best < snapshot.slates.length && '; the others try something out'}.
    </p>
  );
}

function beliefText(mean: number | null | undefined): string {
  if (mean === null || mean === undefined) return 'nothing yet';
  return String(Math.round(Math.min(1, Math.max(0, mean)) * 100));
}
