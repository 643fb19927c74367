/** What was sent for each of the two answers, on one axis. */
import { countText } from '../../shared/format.js';
import type { Histogram, Mechanism } from './menu.js';

const WIDTH = 560;
const HEIGHT = 96;

export function Histograms(props: { histogram: Histogram; mechanism: Mechanism }) {
  const { histogram, mechanism } = props;
  const { at, counts } = histogram;
  const most = Math.max(1, ...counts.flat());
  const named = nameOf(histogram, mechanism);
  return (
    <figure class="histograms">
      <figcaption>Reports by answer: {mechanism.shown}.</figcaption>
      {mechanism.answers.map((answer, side) => (
        <div class="histogram" key={answer}>
          <p>{answer}</p>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`${answer}: ${labelOf(counts[side] ?? [], named)}`}
          >
            <path class={`histogram-bar-${side}`} d={barsOf(counts[side] ?? [], most)} />
            <path class="histogram-base" d={`M0 ${HEIGHT}H${WIDTH}`} />
          </svg>
        </div>
      ))}
      <div class="histogram histogram-axis" aria-hidden="true">
        <p />
        <p class={at.length <= 12 ? 'histogram-names' : ''}>
          {(at.length <= 12 ? at.map((_, i) => i) : [0, at.length >> 1, at.length - 1]).map((i) => (
            <span key={i}>{named(i)}</span>
          ))}
        </p>
      </div>
    </figure>
  );
}

const nameOf =
  ({ at }: Histogram, { values }: Mechanism) =>
  (i: number): string => {
    const value = at[i] ?? 0;
    return values?.[value] ?? countText(value);
  };

function barsOf(counts: readonly number[], most: number): string {
  const step = WIDTH / counts.length;
  const gap = Math.min(8, step * 0.15);
  return counts
    .map((count, i) => {
      const height = (count / most) * (HEIGHT - 2);
      const [x, width] = [i * step + gap, step - 2 * gap];
      return `M${x.toFixed(1)} ${HEIGHT}v${(-height).toFixed(1)}h${width.toFixed(1)}V${HEIGHT}z`;
    })
    .join('');
}

function labelOf(counts: readonly number[], named: (i: number) => string): string {
  if (counts.length <= 12) {
    return counts.map((count, i) => `${named(i)} ${countText(count)} times`).join(', ');
  }
  const top = counts.indexOf(Math.max(...counts));
  return `from ${named(0)} to ${named(counts.length - 1)}, most at ${named(top)}`;
}
