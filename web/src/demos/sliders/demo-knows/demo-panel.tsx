/** BEHIND THE SCENES: the crowd's ideal beside the answer, how fast the answer came near it, the crowd's switch. */
import { DemoFrame, type WithChart } from '../../../demo-knows/frame.js';
import type { Pasts } from '../../../server/past.js';
import { learntAnswer } from '../server/state.js';
import { Layout } from '../shared/layout.js';
import { type Point, sizeOf, spacingOf } from '../shared/settings.js';
import { Nearer } from './nearer.js';
import { IDEAL } from './truth.js';

/** @param props.paths those of the build's crowd */
export function TuneDemoPanel({ paths, Chart }: WithChart & { paths: Pasts }) {
  return (
    <DemoFrame
      truth={<Ideal answer={learntAnswer.value} />}
      about="The crowd is simulated: each visitor has a taste near the ideal, runs the same library and sends one report."
      chart={<Nearer Chart={Chart} paths={paths} />}
    />
  );
}

function Ideal({ answer }: { answer: Point | null }) {
  return (
    <div class="ideal">
      <Layout point={IDEAL} name="The crowd’s ideal" />
      <div>
        <h3>What the crowd likes best</h3>
        <p>
          Cards <b>{sizeOf(IDEAL)} px</b> wide, <b>{spacingOf(IDEAL)} px</b> apart.
        </p>
        {answer && (
          <p>
            The server’s answer is <b>{offText(answer)}</b>.
          </p>
        )}
      </div>
    </div>
  );
}

function offText(answer: Point): string {
  const size = Math.abs(sizeOf(answer) - sizeOf(IDEAL));
  const spacing = Math.abs(spacingOf(answer) - spacingOf(IDEAL));
  return size + spacing === 0 ? 'just that' : `${size} and ${spacing} px off`;
}
