/**
 * Curves or dots, as SVG, where `ldp-bandits/plot` lays them out. A figure with a summary sentence, a cursor
 * for keyboard and pointer whose values are announced, and the same data as a table.
 */
import { layoutPlot, type PlotLayout, positionOf, valueAt as valueOn } from 'ldp-bandits/plot';
import { useMemo, useState } from 'preact/hooks';
import { Axes } from './axes.js';
import { ChartTable } from './chart-table.js';
import { type Stop, sentenceAt, stepTo, stopAt, stopsOf, textOf } from './cursor.js';
import { type ChartAxis, type ChartSeries, readAt } from './series.js';
import { usePaced, useSettled, useWidth } from './use-chart.js';

/** Below this width names at the ends of the curves would leave no room for the curves. */
const NAMED_FROM = 520;

export interface ChartProps {
  /** What there is to see, in one sentence with numbers. */
  readonly summary: string;
  /** Curves, whose first says where the cursor stops, or dots (`mark: 'points'`), or dots and a line. */
  readonly series: readonly ChartSeries[];
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  /** Pixels; default 280. */
  readonly height?: number;
  /** Without the table of its values. */
  readonly isBare?: boolean;
}

export function Chart(props: ChartProps) {
  const { summary, series, x, y, height = 280, isBare = false } = usePaced(props);
  const [frame, width] = useWidth(640);
  const [cursor, setCursor] = useState<number | null>(null);
  const layout = useMemo(
    () => layoutOf(series, { x, y, width, height }),
    [series, x, y, width, height],
  );
  const stops = useMemo(() => stopsOf(series, x), [series, x]);
  const last = stops.length - 1;
  const at = cursor === null ? undefined : stops[Math.min(cursor, last)];
  const spoken = useSettled(at ? sentenceAt(at, series, { x, y }) : '');

  const onKeyDown = (event: KeyboardEvent) => {
    const to = stepTo(event.key, cursor ?? (stops[0]?.dot ? -1 : last), last);
    if (to === undefined) return;
    event.preventDefault();
    setCursor(to);
  };
  const onPointerMove = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const pointer = { x: event.clientX - box.left, y: event.clientY - box.top };
    const place = (px: number, py: number) =>
      [positionOf(layout.x, px), positionOf(layout.y, py)] as const;
    setCursor(stopAt(stops, pointer, place, valueOn(layout.x, pointer.x)));
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
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={cursor ?? Math.max(0, last)}
        aria-valuetext={at ? (at.dot?.name ?? `${textOf(x, at.x)} ${x.label}`) : 'not set'}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setCursor(null)}
        onBlur={() => setCursor(null)}
      >
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <Axes layout={layout} />
          <Marks layout={layout} />
          {at && <Cursor series={series} layout={layout} at={at} />}
        </svg>
      </div>
      <Legend
        series={series}
        layout={layout}
        at={at ?? (stops[0]?.dot ? undefined : stops[last])}
        x={x}
        y={y}
      />
      <p class="visually-hidden" role="status">
        {spoken}
      </p>
      {!isBare && <ChartTable series={series} stops={stops} x={x} y={y} />}
    </figure>
  );
}

/** Names stand at the ends of the curves where they fit; the list below has them in any case. */
function layoutOf(
  series: readonly ChartSeries[],
  options: { x: ChartAxis; y: ChartAxis; width: number; height: number },
): PlotLayout {
  const named = options.width >= NAMED_FROM && series.length > 1;
  const layout = layoutPlot(series, { ...options, labels: named ? 'auto' : 'none' });
  return layout.legend.length === 0 ? layout : layoutPlot(series, { ...options, labels: 'none' });
}

type Plotted = PlotLayout['series'][number];

const INKS = { ink: 'var(--ink)', muted: 'var(--uniform)' };

/** Colours that stay apart under every kind of colour vision; the layout gives each a dash, so that none is needed. */
const inkOf = ({ ink }: Plotted) => ({
  color: typeof ink === 'number' ? `var(--series-${ink + 1})` : INKS[ink],
});
const dashOf = ({ dash }: Plotted) => (dash.length > 0 ? dash.join(' ') : undefined);

/** The frame with room for half of a stroke, as a viewport of its own. */
function windowOf({ frame: { left, right, top, bottom } }: PlotLayout) {
  const [x, y, width, height] = [left - 2, top - 2, right - left + 4, bottom - top + 4];
  return { x, y, width, height, viewBox: `${x} ${y} ${width} ${height}` };
}

function Marks({ layout }: { layout: PlotLayout }) {
  return (
    <>
      {layout.series.map((one) => (
        <g key={one.label} {...inkOf(one)}>
          {one.line && (
            // Cut off at the frame, where a domain was given: a clip path would need an id.
            <svg {...windowOf(layout)} aria-hidden="true">
              {one.band && <path class="curve-band" d={one.band} />}
              <path
                class="curve"
                d={one.line}
                stroke-width={one.strokeWidth}
                stroke-dasharray={dashOf(one)}
              />
            </svg>
          )}
          {one.points.map(([px, py], i) => (
            <path key={i} class="dot" d={one.symbol} transform={`translate(${px} ${py})`} />
          ))}
          {one.endLabel && (
            <text class="end-label" x={one.endLabel.x} y={one.endLabel.y + 4}>
              {one.endLabel.text}
            </text>
          )}
        </g>
      ))}
    </>
  );
}

function Cursor(props: { series: readonly ChartSeries[]; layout: PlotLayout; at: Stop }) {
  const { series, layout, at } = props;
  const x = positionOf(layout.x, at.x);
  if (at.dot) {
    return <circle class="dot-read" cx={x} cy={positionOf(layout.y, at.dot.y)} r={9} />;
  }
  return (
    <>
      <line class="cursor" x1={x} x2={x} y1={layout.frame.top} y2={layout.frame.bottom} />
      {layout.series.map((one, i) => {
        const value = readAt(series[i], at.x);
        if (value === null || (layout.y.scale === 'log' && value <= 0)) return null;
        return (
          <g key={one.label} {...inkOf(one)}>
            <circle class="cursor-dot" cx={x} cy={positionOf(layout.y, value)} r={4} />
          </g>
        );
      })}
    </>
  );
}

function Legend(props: {
  series: readonly ChartSeries[];
  layout: PlotLayout;
  at: Stop | undefined;
  x: ChartAxis;
  y: ChartAxis;
}) {
  const { series, layout, at, x, y } = props;
  return (
    <ul class="legend">
      {layout.series.map((one, i) => (
        <li key={one.label}>
          <svg class="legend-key" {...inkOf(one)} aria-hidden="true" width="34" height="12">
            {one.mark === 'points' ? (
              <path class="dot" d={one.symbol} transform="translate(17 6)" />
            ) : (
              <path
                class="curve"
                d="M1 6h32"
                stroke-width={one.strokeWidth}
                stroke-dasharray={dashOf(one)}
              />
            )}
          </svg>
          {one.label}
          {at && !at.dot && <Value axis={y} value={readAt(series[i], at.x)} />}
        </li>
      ))}
      {at && (
        <li class="fine">
          {at.dot ? sentenceAt(at, series, { x, y }) : `at ${textOf(x, at.x)} ${x.label}`}
        </li>
      )}
    </ul>
  );
}

function Value({ axis, value }: { axis: ChartAxis; value: number | null }) {
  if (value === null) return null;
  return (
    <>
      : <b>{textOf(axis, value)}</b>
    </>
  );
}
