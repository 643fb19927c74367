/** BEHIND THE SCENES: the best set beside the beliefs, the price of learning, the crowd's switch. */
import { DemoFrame, TrueShare, type WithChart } from '../../../demo-knows/frame.js';
import { Regret } from '../../../demo-knows/regret.js';
import { Art } from '../../../shared/art.js';
import { slateSnapshot } from '../server/state.js';
import { CARDS } from '../shared/cards.js';
import { cardBeliefs } from '../shared/snapshot.js';
import { BEST_SLATE, regretOf, TRUTH, UNIFORM_REGRET } from './truth.js';

const LOST = 'answers “I’d go” lost to learning';

export function SlateDemoPanel({ Chart }: WithChart) {
  return (
    <DemoFrame
      truth={
        <>
          <Truths />
          <Share />
        </>
      }
      about="The crowd is simulated: each visitor runs the same library and sends one report. Not private: Thompson sampling on all answers."
      chart={<Regret Chart={Chart} uniform={UNIFORM_REGRET} lost={LOST} />}
    />
  );
}

function Truths() {
  const beliefs = slateSnapshot.value ? cardBeliefs(slateSnapshot.value) : [];
  return (
    <ol class="truths several-truths">
      {CARDS.map((card, i) => (
        <li key={card.name}>
          <div class="truth-art">
            <Art arm={card.art} decorative />
          </div>
          <p class="truth-name">
            {card.name}
            {BEST_SLATE.includes(i) && <span class="next"> best</span>}
          </p>
          <TrueShare truth={TRUTH[i]} believed={beliefs[i]?.mean} />
        </li>
      ))}
    </ol>
  );
}

/** How good the sets are that the server publishes now. */
function Share() {
  const snapshot = slateSnapshot.value;
  if (!snapshot || snapshot.slates.length === 0) return null;
  const best = snapshot.slates.filter(({ arms }) => regretOf(arms) < 1e-9).length;
  return (
    <p class="best-slates">
      <b>
        {best} of {snapshot.slates.length}
      </b>{' '}
      sets on offer are the best one.
    </p>
  );
}
