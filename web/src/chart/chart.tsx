/**
 * Curves over time, as SVG. A figure with a summary sentence, a cursor for keyboard and pointer whose values
 * are announced, names at the ends of the curves where there is room, and the same data as a table.
 */
import { useMemo, useState } from 'preact/hooks';
import { Axes, textOf } from './axes.js';
import { ChartTable } from './chart-table.js';
import { type LineLayout, layoutOf } from './layout.js';
import { type Axis, nearest, type Series, seriesClass, valueAt } from './series.js';
import { stepTo, usePaced, useSettled, useWidth } from './use-chart.js';

export interface ChartProps {
  /** What there is to see, in one sentence with numbers. */
  readonly summary: string;
  /** The cursor stops at the points of the first. */
  readonly series: readonly Series[];
  readonly x: Axis;
  readonly y: Axis;
  /** Pixels; default 280. */
  readonly height?: number;
}

export function Chart(props: ChartProps) {
  const { summary, series, x, y, height = 280 } = usePaced(props);
  const [frame, width] = useWidth(640);
  const [cursor, setCursor] = useState<number | null>(null);
  const layout = useMemo(
    () => layoutOf(series, { x, y }, { width, height }),
    [series, x, y, width, height],
  );

  const stops = series[0]?.points ?? [];
  const end = Math.max(0, ...series.map(({ points }) => points.at(-1)?.[0] ?? 0));
  const at = cursor === null ? null : (stops[cursor]?.[0] ?? null);
  const where = `${textOf(x, at ?? end)} ${x.label}`;
  const values = series.map((one) => `${one.label} ${textOf(y, valueAt(one.points, at ?? end))}`);
  const spoken = useSettled(at === null ? '' : `${where}: ${values.join(', ')}`);

  const onKeyDown = (event: KeyboardEvent) => {
    const last = stops.length - 1;
    const to = stepTo(event.key, cursor ?? last, last);
    if (to === undefined) return;
    event.preventDefault();
    setCursor(to);
  };
  const onPointerMove = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    setCursor(nearest(stops, layout.x.invert(event.clientX - box.left)));
  };

  return (
    <figure class="chart">
      <figcaption>{summary}</figcaption>
      <div
        ref={frame}
        class="chart-frame"
        role="slider"
        aria-label={`Cursor over ${x.label}; the arrow keys read the values`}
        aria-valuemin={0}
        aria-valuemax={end}
        aria-valuenow={at ?? end}
        aria-valuetext={where}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setCursor(null)}
        onBlur={() => setCursor(null)}
      >
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <Axes frame={layout} x={x} y={y} />
          <Curves series={series} layout={layout} />
          {at !== null && <Cursor series={series} layout={layout} at={at} />}
        </svg>
      </div>
      <ul class="legend">
        {series.map((one) => (
          <li key={one.label} class={seriesClass(one)}>
            <svg class="legend-key" aria-hidden="true" width="34" height="10">
              <path class="curve" d="M1 5h32" />
            </svg>
            {one.label}: <b>{textOf(y, valueAt(one.points, at ?? end))}</b>
          </li>
        ))}
        <li class="fine">{stops.length > 0 && `at ${where}`}</li>
      </ul>
      <p class="visually-hidden" role="status">
        {spoken}
      </p>
      <ChartTable series={series} x={x} y={y} />
    </figure>
  );
}

function Curves({ series, layout }: { series: readonly Series[]; layout: LineLayout }) {
  return (
    <>
      {series.map((one, i) => {
        const drawn = layout.curves[i];
        if (!drawn || one.points.length === 0) return null;
        return (
          <g key={one.label} class={seriesClass(one)}>
            {drawn.band && <path class="curve-band" d={drawn.band} />}
            <path class="curve" d={drawn.path} />
            {drawn.labelY !== null && (
              <text class="end-label" x={layout.right + 8} y={drawn.labelY + 4}>
                {one.label}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

function Cursor(props: { series: readonly Series[]; layout: LineLayout; at: number }) {
  const { series, layout, at } = props;
  const x = layout.x(at);
  return (
    <>
      <line class="cursor" x1={x} x2={x} y1={layout.top} y2={layout.bottom} />
      {series.map((one) => (
        <g key={one.label} class={seriesClass(one)}>
          <circle class="cursor-dot" cx={x} cy={layout.y(valueAt(one.points, at))} r={4} />
        </g>
      ))}
    </>
  );
}
