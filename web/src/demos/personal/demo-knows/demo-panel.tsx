/** ONLY THIS DEMO KNOWS: the crowd's true weights beside what the server thinks, and the price of learning. */
import { DemoFrame, type WithChart } from '../../../demo-knows/frame.js';
import { Regret } from '../../../demo-knows/regret.js';
import { Scroll } from '../../../shared/scroll.js';
import { linearSnapshot } from '../server/state.js';
import { ASPECTS } from '../shared/cards.js';
import { EffectBar, effectText } from '../shared/effect-bar.js';
import { weights } from '../shared/snapshot.js';
import { TRUE_THETA } from './truth.js';

/**
 * @param props.uniform lost per visitor where cards are dealt at random
 * @param props.oneCard lost per visitor where all visitors get the card that is best on average
 */
export function PersonalDemoPanel(props: WithChart & { uniform: number; oneCard: number }) {
  const { Chart, uniform, oneCard } = props;
  return (
    <DemoFrame
      truth={<Truths />}
      about={
        'The crowd is a program. Each of its visitors draws its own wishes, is a full client of the same library, chooses for itself, and sends one report. They are not people. ' +
        `Dealing at random loses ${(100 * uniform).toFixed(0)} visitors in 100, the one card that is best on average ${(100 * oneCard).toFixed(0)}: the difference to 0 is what a choice for each is worth.`
      }
      chart={<Regret Chart={Chart} best="the card that suits them best" uniform={uniform} />}
    />
  );
}

function Truths() {
  const truth = weights(TRUE_THETA);
  const learnt = weights(linearSnapshot.value?.theta ?? []);
  return (
    <Scroll label="True weights and learnt ones">
      <table class="true-effects">
        <caption>
          How much the simulated visitors follow their wishes, and what the server thinks{' '}
          <span class="fine">in % of the one that counts most</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">wish</th>
            <td />
            <th scope="col">true</th>
            <th scope="col">learnt</th>
          </tr>
        </thead>
        <tbody>
          {ASPECTS.map(({ id, ends: [plus, minus] }, i) => (
            <tr key={id}>
              <th scope="row">
                {plus} <span class="fine">or {minus}</span>
              </th>
              <td class="true-bars">
                <EffectBar value={truth[i] ?? 0} kind="true" />
                <EffectBar value={learnt[i] ?? 0} kind="learnt" />
              </td>
              <td>{effectText(truth[i] ?? 0)}</td>
              <td>{learnt[i] === undefined ? '' : effectText(learnt[i])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
