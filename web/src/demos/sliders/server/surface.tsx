/** The map of the two sliders: the learnt loss as bands, the way that the point went, where it is, the answer. */
import type { PastItem } from '../../../server/past.js';
import { MIDDLE, type Point, settingText, sizeOf, spacingOf, toPoint } from '../shared/settings.js';
import { LEVELS, learntLoss, levelsOf, type TuneSnapshot } from '../shared/snapshot.js';

const SIDE = 240;
const LEFT = 46;
const TOP = 8;
const BOTTOM = 34;
const CELLS = 24;

const KEYS = [
  ['now', 'now'],
  ['pair', 'compared'],
  ['answer', 'answer'],
  ['way', 'path'],
] as const;

const x = (size: number) => round(LEFT + size * SIDE);
/** More spacing is further up. */
const y = (spacing: number) => round(TOP + (1 - spacing) * SIDE);
const round = (value: number) => Math.round(value * 10) / 10;

export function Surface(props: { snapshot: TuneSnapshot; past: readonly PastItem[] }) {
  const { snapshot, past } = props;
  const loss = learntLoss(snapshot);
  const [point, answer] = [toPoint(snapshot.point), toPoint(snapshot.answer)];
  const way = [MIDDLE, ...past.map(([, size = 0.5, spacing = 0.5]): Point => [size, spacing])];
  return (
    <figure class="surface">
      <svg
        viewBox={`0 0 ${LEFT + SIDE + 10} ${TOP + SIDE + BOTTOM}`}
        role="img"
        aria-label={`Map of the two sliders. The point is at ${settingText(point)}; the answer is ${settingText(answer)}.`}
      >
        <rect class="ground" x={x(0)} y={y(1)} width={SIDE} height={SIDE} />
        {loss && <Bands levels={levelsOf(loss, CELLS)} />}
        <polyline class="way" points={way.map(([a, b]) => `${x(a)},${y(b)}`).join(' ')} />
        <circle class="pair" cx={x(point[0])} cy={y(point[1])} r={round(snapshot.radius * SIDE)} />
        <circle class="now" cx={x(point[0])} cy={y(point[1])} r={5} />
        <path class="answer-mark" d={`M${x(answer[0])} ${y(answer[1]) - 9}l9 9l-9 9l-9 -9z`} />
        <Axes />
      </svg>
      <figcaption class="surface-key fine">
        {KEYS.map(([key, words]) => (
          <span key={key}>
            <i class={`key-${key}`} /> {words}
          </span>
        ))}
        {loss && (
          <span>
            <i class="key-band" /> darker: liked more
          </span>
        )}
      </figcaption>
    </figure>
  );
}

/** Of the lowest loss first. */
const OPACITIES = [0.5, 0.4, 0.31, 0.23, 0.16, 0.1, 0.05, 0];

/** One path for each level: its fields, joined along their rows. */
function Bands({ levels }: { levels: readonly number[] }) {
  const cell = SIDE / CELLS;
  const paths = Array.from({ length: LEVELS }, (_, level) => ({ level, d: '' }));
  for (let row = 0; row < CELLS; row++) {
    for (let column = 0; column < CELLS; ) {
      const level = levels[row * CELLS + column] ?? 0;
      let end = column + 1;
      while (end < CELLS && levels[row * CELLS + end] === level) end++;
      const width = (end - column) * cell;
      const path = paths[level];
      if (path) {
        path.d += `M${x(column / CELLS)} ${y((row + 1) / CELLS)}h${width}v${cell}h${-width}z`;
      }
      column = end;
    }
  }
  return (
    <>
      {paths.map(({ level, d }) => (
        <path key={level} class="band" fill-opacity={OPACITIES[level]} d={d} />
      ))}
    </>
  );
}

const ENDS: readonly Point[] = [
  [0, 0],
  [1, 1],
];

function Axes() {
  return (
    <g class="surface-axes">
      {ENDS.map((end) => (
        <g key={end[0]}>
          <text x={x(end[0])} y={TOP + SIDE + 15} text-anchor={end[0] === 0 ? 'start' : 'end'}>
            {sizeOf(end)} px
          </text>
          <text x={LEFT - 5} y={y(end[1]) + (end[1] === 0 ? 0 : 9)} text-anchor="end">
            {spacingOf(end)} px
          </text>
        </g>
      ))}
      <text x={x(0.5)} y={TOP + SIDE + 28} text-anchor="middle">
        card size
      </text>
      <text transform={`translate(16 ${y(0.5)}) rotate(-90)`} text-anchor="middle">
        spacing
      </text>
    </g>
  );
}
