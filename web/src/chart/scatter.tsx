/** Dots with names, one shape and colour for each group, and a line if they are said to lie on one. */
import { useState } from 'preact/hooks';
import { Axes, textOf } from './axes.js';
import { DotTable } from './chart-table.js';
import { frameOf } from './layout.js';
import type { Axis, DotGroup, Point, Slot } from './series.js';
import { stepTo, usePaced, useSettled, useWidth } from './use-chart.js';

export interface ScatterProps {
  /** What there is to see, in one sentence with numbers. */
  readonly summary: string;
  readonly groups: readonly DotGroup[];
  /** The two ends of a line, such as a fit. */
  readonly line?: { readonly label: string; readonly ends: readonly [Point, Point] };
  readonly x: Axis;
  readonly y: Axis;
  /** Pixels; default 280. */
  readonly height?: number;
}

/** Outlines about (0, 0), told apart without colour. */
const SHAPES: Record<Slot, string> = {
  0: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z',
  1: 'M-4.500-4.500h9v9h-9z',
  2: 'M0-5.500 5 4.500H-5z',
  3: 'M0-6 6 0 0 6-6 0z',
  4: 'M0 5.500-5-4.500H5z',
  5: 'M-5-5 5 5M5-5-5 5',
};

export function Scatter(props: ScatterProps) {
  const { summary, groups, line, x, y, height = 280 } = usePaced(props);
  const [place, width] = useWidth(640);
  const [cursor, setCursor] = useState<number | null>(null);
  const dots = groups
    .flatMap((group) => group.dots.map((dot) => ({ ...dot, group })))
    .sort((a, b) => a.x - b.x);
  const frame = frameOf(
    {
      x: [...dots.map((dot) => dot.x), ...(line?.ends.map(([px]) => px) ?? [])],
      y: [...dots.map((dot) => dot.y), ...(line?.ends.map(([, py]) => py) ?? [])],
    },
    { x, y },
    { width, height },
  );
  const at = cursor === null ? undefined : dots[cursor];
  const reading = at
    ? `${at.group.label}, ${at.label}: ${textOf(x, at.x)} ${x.label}, ${textOf(y, at.y)} ${y.label}`
    : '';
  const spoken = useSettled(reading);

  const onKeyDown = (event: KeyboardEvent) => {
    const last = dots.length - 1;
    const to = stepTo(event.key, cursor ?? -1, last);
    if (to === undefined || last < 0) return;
    event.preventDefault();
    setCursor(to);
  };
  const onPointerMove = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const away = dots.map((dot) =>
      Math.hypot(
        frame.x(dot.x) - event.clientX + box.left,
        frame.y(dot.y) - event.clientY + box.top,
      ),
    );
    setCursor(away.length > 0 ? away.indexOf(Math.min(...away)) : null);
  };

  return (
    <figure class="chart">
      <figcaption>{summary}</figcaption>
      <div
        ref={place}
        class="chart-frame"
        role="slider"
        aria-label="Cursor over the dots; the arrow keys read them"
        aria-valuemin={0}
        aria-valuemax={dots.length}
        aria-valuenow={cursor === null ? 0 : cursor + 1}
        aria-valuetext={at ? `${at.group.label}, ${at.label}` : 'no dot'}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setCursor(null)}
        onBlur={() => setCursor(null)}
      >
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <Axes frame={frame} x={x} y={y} />
          {line && (
            <line
              class="fit"
              x1={frame.x(line.ends[0][0])}
              y1={frame.y(line.ends[0][1])}
              x2={frame.x(line.ends[1][0])}
              y2={frame.y(line.ends[1][1])}
            />
          )}
          {dots.map((dot) => (
            <path
              key={`${dot.group.label} ${dot.label}`}
              class={`dot series-${dot.group.slot + 1} ${dot === at ? 'dot-read' : ''}`}
              d={SHAPES[dot.group.slot]}
              transform={`translate(${frame.x(dot.x).toFixed(1)} ${frame.y(dot.y).toFixed(1)})`}
            />
          ))}
        </svg>
      </div>
      <ul class="legend">
        {groups.map(({ label, slot }) => (
          <li key={label}>
            <svg class="legend-key" aria-hidden="true" width="16" height="14" viewBox="-8 -7 16 14">
              <path class={`dot series-${slot + 1}`} d={SHAPES[slot]} />
            </svg>
            {label}
          </li>
        ))}
        {line && (
          <li>
            <svg class="legend-key" aria-hidden="true" width="34" height="10">
              <path class="fit" d="M1 5h32" />
            </svg>
            {line.label}
          </li>
        )}
        <li class="fine">{reading}</li>
      </ul>
      <p class="visually-hidden" role="status">
        {spoken}
      </p>
      <DotTable groups={groups} x={x} y={y} />
    </figure>
  );
}
