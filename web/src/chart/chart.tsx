/**
 * Lines over a time axis, as SVG: scales and paths by d3, everything else here. A figure with a summary
 * sentence, a cursor for keyboard and pointer whose values are announced, and the same data as a table.
 */
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { useEffect, useRef, useState } from 'preact/hooks';
import { countText } from '../shared/format.js';
import { ChartTable } from './chart-table.js';
import { nearest, type Series, valueAt } from './series.js';

const HEIGHT = 260;
const MARGIN = { top: 12, right: 16, bottom: 42, left: 52 };

export function Chart(props: {
  series: readonly Series[];
  xLabel: string;
  yLabel: string;
  summary: string;
}) {
  const { series, xLabel, yLabel, summary } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  const [cursor, setCursor] = useState<number | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(260, Math.round(entry.contentRect.width)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const main = series[0]?.points ?? [];
  const xMax = Math.max(1, ...series.map((s) => s.points.at(-1)?.[0] ?? 0));
  const yMax = Math.max(1, ...series.flatMap((s) => s.points.map(([, y]) => y)));
  const x = scaleLinear([0, xMax], [MARGIN.left, width - MARGIN.right]);
  const y = scaleLinear([0, yMax * 1.06], [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const path = line<readonly [number, number]>(
    ([t]) => x(t),
    ([, value]) => y(value),
  );
  const at = cursor === null ? null : (main[cursor]?.[0] ?? null);

  const reading = [
    `${countText(at ?? xMax)} ${xLabel}`,
    ...series.map((one) => `${one.label} ${countText(valueAt(one.points, at ?? xMax))}`),
  ].join(', ');

  const onKeyDown = (event: KeyboardEvent) => {
    const last = main.length - 1;
    const from = cursor ?? last;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setCursor(Math.min(last, Math.max(0, to)));
  };
  const onPointerMove = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    setCursor(nearest(main, x.invert(event.clientX - box.left)));
  };

  return (
    <figure class="chart">
      <figcaption>{summary}</figcaption>
      <div
        ref={frame}
        class="chart-frame"
        role="slider"
        aria-label={`${summary} Arrow keys read the values.`}
        aria-valuemin={0}
        aria-valuemax={xMax}
        aria-valuenow={at ?? xMax}
        aria-valuetext={reading}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setCursor(null)}
        onBlur={() => setCursor(null)}
      >
        <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
          <g class="axis">
            {y.ticks(4).map((tick) => (
              <g key={tick}>
                <line x1={MARGIN.left} x2={width - MARGIN.right} y1={y(tick)} y2={y(tick)} />
                <text x={MARGIN.left - 8} y={y(tick) + 4} text-anchor="end">
                  {countText(tick)}
                </text>
              </g>
            ))}
            {x.ticks(width < 420 ? 3 : 6).map((tick) => (
              <text key={tick} x={x(tick)} y={HEIGHT - MARGIN.bottom + 18} text-anchor="middle">
                {countText(tick)}
              </text>
            ))}
            <text x={width - MARGIN.right} y={HEIGHT - 2} text-anchor="end">
              {xLabel}
            </text>
            <text x={MARGIN.left + 6} y={MARGIN.top + 8}>
              {yLabel}
            </text>
          </g>
          <g>
            {series.map((one) => (
              <path key={one.label} class={`line-${one.kind}`} d={path([...one.points]) ?? ''} />
            ))}
            {at !== null && (
              <line
                class="cursor"
                x1={x(at)}
                x2={x(at)}
                y1={MARGIN.top}
                y2={HEIGHT - MARGIN.bottom}
              />
            )}
          </g>
        </svg>
      </div>
      <ul class="legend">
        {series.map((one) => (
          <li key={one.label}>
            <svg class="legend-key" aria-hidden="true" width="28" height="10">
              <path class={`line-${one.kind}`} d="M1 5h26" />
            </svg>
            {one.label}: <b>{countText(valueAt(one.points, at ?? xMax))}</b>
          </li>
        ))}
        <li class="fine">{at !== null && `at ${countText(at)} ${xLabel}`}</li>
      </ul>
      <ChartTable series={series} xLabel={xLabel} />
    </figure>
  );
}
