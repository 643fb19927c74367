/** Stored curves as a chart. */
import { seriesOf } from 'ldp-bandits/plot';
import { useMemo } from 'preact/hooks';
import { Chart } from '../chart/chart.js';
import type { ChartSeries } from '../chart/series.js';
import type { Curves } from './scenes.js';

const ROUNDS = { label: 'visitors' };
const LOST = { label: 'visitors lost' };

export function RegretChart({ curves, summary }: { curves: Curves; summary: string }) {
  const series = useMemo(() => chartSeries(curves), [curves]);
  return <Chart summary={summary} series={series} x={ROUNDS} y={LOST} />;
}

function chartSeries({ spec, curves }: Curves): ChartSeries[] {
  const typed = curves.map(({ t, mean, low, high, ...rest }) => ({
    ...rest,
    t: Float64Array.from(t),
    mean: Float64Array.from(mean),
    low: Float64Array.from(low),
    high: Float64Array.from(high),
  }));
  return seriesOf({ spec, curves: typed });
}

/** The last value of a curve; 0 while there is none. */
export function lastOf({ curves }: Curves, label: string): number {
  return curves.find((curve) => curve.label === label)?.mean.at(-1) ?? 0;
}
