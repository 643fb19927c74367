/** How far whole crowds miss: one strip for each size of crowd, on one axis, so that the eye can compare. */
import { countText, plural } from '../shared/format.js';
import { SIZES, WOULD_GO } from './scenes.js';

const WIDTH = 560;
const HEIGHT = 56;
const BINS = 61;
const LEAST_REACH = 0.05;

export function ErrorStrips(props: { estimates: readonly (readonly number[])[]; epsilon: number }) {
  const { estimates } = props;
  const truth = WOULD_GO / 100;
  const misses = estimates.map((known) => known.map((mean) => Math.abs(mean - truth)));
  const reach = Math.max(LEAST_REACH, ...misses.flat()) * 1.02;
  const text = (value: number) => `${Math.round(value * 100)}`;
  return (
    <figure class="strips">
      <figcaption>
        Estimates of whole crowds, in percent; the line is the truth. {sentence(misses)}
      </figcaption>
      {SIZES.map((size, i) => (
        <div class="strip" key={size}>
          <p>
            {plural((estimates[i] ?? []).length, 'crowd')} of <b>{countText(size)}</b>
          </p>
          <svg
            preserveAspectRatio="none"
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            role="img"
            aria-label={stripLabel(size, misses[i] ?? [])}
          >
            <Bars estimates={estimates[i] ?? []} low={truth - reach} high={truth + reach} />
            <line class="strip-base" x1={0} x2={WIDTH} y1={HEIGHT - 1} y2={HEIGHT - 1} />
            <line class="strip-truth" x1={WIDTH / 2} x2={WIDTH / 2} y1={0} y2={HEIGHT} />
          </svg>
        </div>
      ))}
      <div class="strip strip-axis" aria-hidden="true">
        <p />
        <p>
          <span>{text(truth - reach)}%</span>
          <span>{WOULD_GO}% would go</span>
          <span>{text(truth + reach)}%</span>
        </p>
      </div>
    </figure>
  );
}

function Bars(props: { estimates: readonly number[]; low: number; high: number }) {
  const { estimates, low, high } = props;
  const counts = new Array<number>(BINS).fill(0);
  for (const mean of estimates) {
    const bin = Math.min(BINS - 1, Math.floor(((mean - low) / (high - low)) * BINS));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const most = Math.max(1, ...counts);
  const step = WIDTH / BINS;
  return (
    <>
      {counts.map((count, i) =>
        count === 0 ? null : (
          <rect
            key={i}
            class="strip-bar"
            x={Number((i * step + 0.5).toFixed(1))}
            width={Number((step - 1).toFixed(1))}
            y={Number((HEIGHT - (count / most) * (HEIGHT - 6)).toFixed(1))}
            height={Number(((count / most) * (HEIGHT - 6)).toFixed(1))}
          />
        ),
      )}
    </>
  );
}

/** The miss that half of the crowds stay below, in percentage points. */
function middleMiss(misses: readonly number[]): number {
  const sorted = [...misses].sort((a, b) => a - b);
  return 100 * (sorted[Math.floor(sorted.length / 2)] ?? 0);
}

function sentence(misses: readonly (readonly number[])[]): string {
  const known = SIZES.flatMap((size, i) => {
    const some = misses[i] ?? [];
    return some.length === 0
      ? []
      : [`${middleMiss(some).toFixed(1)} points for crowds of ${countText(size)}`];
  });
  return known.length === 0 ? '' : `Half miss by less than ${known.join(', ')}.`;
}

function stripLabel(size: number, misses: readonly number[]): string {
  if (misses.length === 0) return `No crowd of ${countText(size)} yet`;
  return `Histogram of ${plural(misses.length, 'crowd')} of ${countText(size)}: half miss by less than ${middleMiss(misses).toFixed(1)} percentage points, the worst by ${(100 * Math.max(...misses)).toFixed(1)}`;
}
