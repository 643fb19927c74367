/** How the error probability of stopping fell with the reports: a step for every snapshot, on a log scale. */
import type { PastItem } from '../../../server/past.js';
import { countText } from '../../../shared/format.js';
import { ERROR_PROBABILITY } from '../shared/experiment.js';
import { chanceText } from '../shared/words.js';

const WIDTH = 320;
const HEIGHT = 116;
const FRAME = { left: 44, right: 8, top: 8, bottom: 22 };
const LOWEST = 0.01;
const TICKS = [1, 0.2, ERROR_PROBABILITY, LOWEST];

const y = (error: number) => {
  const depth = Math.log(Math.max(LOWEST, Math.min(1, error))) / Math.log(LOWEST);
  return FRAME.top + depth * (HEIGHT - FRAME.top - FRAME.bottom);
};

export function ErrorCurve({ past }: { past: readonly PastItem[] }) {
  const last = past.at(-1);
  const most = Math.max(100, last?.[0] ?? 0);
  const [from, to] = [FRAME.left, WIDTH - FRAME.right];
  const x = (reports: number) => from + (reports / most) * (to - from);
  return (
    <figure class="error-curve">
      <figcaption class="fine">Chance of a wrong answer, at most</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={sentence(last)}>
        {TICKS.map((error) => (
          <g key={error} class={error === ERROR_PROBABILITY ? 'goal' : 'tick'}>
            <line x1={from} x2={to} y1={y(error)} y2={y(error)} />
            <text x={from - 6} y={y(error) + 4} text-anchor="end">
              {chanceText(error)}
            </text>
          </g>
        ))}
        <text x={from} y={HEIGHT - 6}>
          0
        </text>
        <text x={to} y={HEIGHT - 6} text-anchor="end">
          {countText(most)} reports
        </text>
        <path class="curve" d={steps(past, x)} />
        {last && <circle class="belief-dot" cx={x(last[0])} cy={y(last[1] ?? 1)} r="4.5" />}
      </svg>
    </figure>
  );
}

/** What a snapshot said holds until the next. */
function steps(past: readonly PastItem[], x: (reports: number) => number): string {
  let path = `M${x(0)} ${y(1)}`;
  for (const [reports, error = 1] of past) {
    path += `H${x(reports).toFixed(1)}V${y(error).toFixed(1)}`;
  }
  return path;
}

function sentence(last: PastItem | undefined): string {
  if (!last) return 'No model version yet.';
  const [reports, error = 1] = last;
  return `After ${countText(reports)} reports the answer is wrong with a probability of at most ${chanceText(error)}; it is certified at ${chanceText(ERROR_PROBABILITY)}.`;
}
