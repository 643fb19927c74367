/** BEHIND THE SCENES: the truth beside the beliefs, whether the answer is right, what privacy costs in visitors. */
import { DemoFrame, TrueShare, type WithChart } from '../../../demo-knows/frame.js';
import { testSnapshot, verdict } from '../server/state.js';
import { VARIANTS } from '../shared/variants.js';
import { chanceText } from '../shared/words.js';
import type { Counts } from './counts.js';
import { CountsChart } from './counts-chart.js';
import { BEST, TRUTH } from './truth.js';

export function AbDemoPanel({ counts, Chart }: WithChart & { counts: Counts }) {
  return (
    <DemoFrame
      truth={
        <>
          <Truths />
          <Right />
        </>
      }
      about="The crowd is simulated: each visitor runs the same library and sends one report, until the answer is certified. “Forget” starts a new test."
      chart={<CountsChart Chart={Chart} counts={counts} />}
    />
  );
}

function Truths() {
  return (
    <ol class="truths ab-truths">
      {VARIANTS.map(({ letter, headline }, i) => (
        <li key={letter}>
          <p class="truth-name">
            <span class="letter">{letter}</span> {headline}
            {i === BEST && <span class="next"> best</span>}
          </p>
          <TrueShare truth={TRUTH[i]} believed={testSnapshot.value?.mean[i]} />
        </li>
      ))}
    </ol>
  );
}

/** Whether the answer is right: the server's present one, or the one at which the visitor stopped the test. */
function Right() {
  const snapshot = testSnapshot.value;
  const { answer = null, error = 1 } = verdict.value ?? snapshot?.best ?? {};
  if (answer === null) return null;
  const ended = snapshot?.ended ? 'The test ended with' : 'In front:';
  return (
    <p class="right-now">
      {verdict.value ? 'You stopped at' : ended} <b>{VARIANTS[answer]?.letter}</b>
      {error < 1 && `, wrong with a probability of at most ${chanceText(error)}`}. That is{' '}
      <b>{answer === BEST ? 'right' : 'wrong'}</b>.
    </p>
  );
}
