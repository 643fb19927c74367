/** BEHIND THE SCENES: the crowd's true weights beside what the server thinks, and the price of learning. */
import { DemoFrame, type WithChart } from '../../../demo-knows/frame.js';
import { Regret } from '../../../demo-knows/regret.js';
import { Scroll } from '../../../shared/scroll.js';
import { linearSnapshot } from '../server/state.js';
import { ASPECTS } from '../shared/cards.js';
import { EffectBar, effectText } from '../shared/effect-bar.js';
import { weights } from '../shared/snapshot.js';
import { TRUE_THETA } from './truth.js';

/**
 * @param props.uniform lost per visitor where options are shown at random
 * @param props.oneCard lost per visitor where all visitors get the option that is best on average
 */
export function PersonalDemoPanel(props: WithChart & { uniform: number; oneCard: number }) {
  const { Chart, uniform, oneCard } = props;
  return (
    <DemoFrame
      truth={<Truths />}
      about={
        'The crowd is simulated: each visitor has wishes of its own, runs the same library and sends one report. ' +
        `Random choice loses ${(100 * uniform).toFixed(0)}% of visitors, one option for all ${(100 * oneCard).toFixed(0)}%.`
      }
      chart={<Regret Chart={Chart} uniform={uniform} />}
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
          How much each wish counts <span class="fine">in % of the largest</span>
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
          {ASPECTS.map(({ id, short }, i) => (
            <tr key={id}>
              <th scope="row">{short}</th>
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
