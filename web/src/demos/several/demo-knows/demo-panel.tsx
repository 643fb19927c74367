/** ONLY THIS DEMO KNOWS: the best slate beside the beliefs, the price of learning, the crowd's switch. */
import { DemoFrame, TrueShare, type WithChart } from '../../../demo-knows/frame.js';
import { Regret } from '../../../demo-knows/regret.js';
import { Art } from '../../../shared/art.js';
import { slateSnapshot } from '../server/state.js';
import { CARDS, KINDS } from '../shared/cards.js';
import { cardBeliefs } from '../shared/snapshot.js';
import { BEST_SLATE, regretOf, TRUTH, UNIFORM_REGRET } from './truth.js';

const LOST = {
  fewer: 'of their answers were “I’d go”',
  label: 'answers “I’d go” lost to learning',
};

export function SlateDemoPanel({ Chart }: WithChart) {
  return (
    <DemoFrame
      truth={
        <>
          <Truths />
          <Share />
        </>
      }
      about={`The crowd is a program. Each of its visitors tosses a coin for every card on its slate, is a full client of the same library with its own randomness, and sends one report. They are not people. Slates at random lose ${UNIFORM_REGRET.toFixed(2)} answers “I’d go” a visitor. The learner that reads every answer is Thompson sampling without privacy: the distance between the two lines is what privacy costs.`}
      chart={<Regret Chart={Chart} best="the best slate" uniform={UNIFORM_REGRET} lost={LOST} />}
    />
  );
}

function Truths() {
  const beliefs = slateSnapshot.value ? cardBeliefs(slateSnapshot.value) : [];
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
          <TrueShare truth={TRUTH[i]} believed={beliefs[i]?.mean} />
        </li>
      ))}
    </ol>
  );
}

/** How good the slates are that the server publishes now. */
function Share() {
  const snapshot = slateSnapshot.value;
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
