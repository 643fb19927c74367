/** SERVER: what it believes of each variant, whether the test may stop, and how little that says of one person. */
import { Interval } from '../../../server/belief-bar.js';
import { ServerFrame, Tell } from '../../../server/frame.js';
import { shareText } from '../../../shared/format.js';
import { CONTROL } from '../shared/experiment.js';
import { type TestSnapshot, type VariantBelief, variantBeliefs } from '../shared/snapshot.js';
import { VARIANTS } from '../shared/variants.js';
import { Decision } from './decision.js';
import { Lifts } from './lifts.js';
import { testSnapshot } from './state.js';

export function AbServerPanel() {
  const current = testSnapshot.value;
  return (
    <ServerFrame tell={<Tell />} isLast={current?.ended === true}>
      {current && (
        <>
          <Beliefs snapshot={current} />
          <Lifts snapshot={current} />
          <Decision snapshot={current} />
        </>
      )}
    </ServerFrame>
  );
}

function Beliefs({ snapshot }: { snapshot: TestSnapshot }) {
  return (
    <table class="beliefs ab-beliefs">
      <caption>
        Would go, percent{' '}
        <span class="fine">
          dot: estimate · bar: interval that stays valid however often you look
        </span>
      </caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">Option</th>
          <th scope="col">Bounds</th>
          <th scope="col">Estimate</th>
        </tr>
      </thead>
      <tbody>
        {variantBeliefs(snapshot).map((belief) => (
          <Row key={belief.variant} belief={belief} snapshot={snapshot} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ belief, snapshot }: { belief: VariantBelief; snapshot: TestSnapshot }) {
  const { variant, mean, chance } = belief;
  const { letter, idea } = VARIANTS[variant] ?? {};
  const { best, ended } = snapshot;
  const mayBeBest = best.left.includes(variant) || variant === best.answer;
  return (
    <tr class={mayBeBest ? '' : 'out'}>
      <th scope="row">
        <span class="letter">{letter}</span>
        <span class="fine">{variant === CONTROL ? 'baseline: today’s headline' : idea}</span>
      </th>
      <td class="belief-cell">
        <Interval {...belief} />
      </td>
      <td class="belief-number">
        {mean === null ? '–' : shareText(mean)}
        <span class="fine">{ended ? endedText(variant === best.answer) : shownText(chance)}</span>
      </td>
    </tr>
  );
}

const endedText = (isAnswer: boolean) => (isAnswer ? 'shown to all' : 'not shown');

/** Whom the next visitors are shown it. */
function shownText(chance: number): string {
  if (chance <= 0) return 'waits';
  return chance > 0.999 ? 'shown to all' : `shown to ${shareText(chance)}%`;
}
