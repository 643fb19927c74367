/** What there is to draw of a figure, for the screen and for files: curves, or points and their line. */
import type { Reference, ScatterPoint } from 'ldp-bandits/papers';
import { referenceSeries, seriesOf } from 'ldp-bandits/plot';
import type { ChartAxis, ChartSeries, Point } from '../../chart/series.js';
import { earlierSeries, regretText, summaryOf } from '../../runs/curves.js';
import type { NamedResult } from '../../runs/job.js';
import type { Picture } from '../../runs/picture.js';
import { plural } from '../../shared/format.js';
import { byName } from './claims.js';
import type { FigureState } from './figure-state.js';
import { titleOf } from './titles.js';

type ScatterPlot = Extract<FigureState['figure']['plot'], { kind: 'scatter' }>;

export interface Drawing {
  /** Unique in its figure. */
  readonly name: string;
  readonly summary: string;
  readonly series: readonly ChartSeries[];
  readonly x: ChartAxis;
  readonly y: ChartAxis;
}

/** Points of a scatter; null for a figure of curves, and while runs are missing. */
export function scatterOf(state: FigureState): Drawing | null {
  const { plot } = state.figure;
  if (plot.kind !== 'scatter') return null;
  const points = pointsOf(plot, resultsOf(state));
  if (points.length === 0) return null;
  const earlier = overlays(state).flatMap(({ label, results }) =>
    groupsOf(pointsOf(plot, results)).map((group) => ({
      ...group,
      label: `${group.label} (${label})`,
      kind: 'theory' as const,
    })),
  );
  const ends = endsOf(plot, points);
  const line = {
    label: plot.lineLabel,
    kind: 'theory' as const,
    x: ends.map(([x]) => x),
    y: ends.map(([, y]) => y),
  };
  return {
    name: state.figure.title,
    summary: `${points.length} runs. ${lineText(plot, points)}`,
    series: [...groupsOf(points), ...earlier, line],
    x: { label: plot.xLabel, text: regretText },
    y: { label: plot.yLabel, text: regretText },
  };
}

/** One drawing for each spec that has results. */
export function curvesOf(state: FigureState): readonly Drawing[] {
  return resultsOf(state).map((one) => {
    const claimed = claimedOf(state, one);
    const beside = referenceSeries(claimed).map((series) => ({ ...series, sparse: true }));
    return {
      name: one.name,
      summary: [summaryOf(one.result), ...claimed.map(claimText)].join(' '),
      series: [...seriesOf(one.result), ...beside, ...earlierOf(state, one.name)],
      x: { label: 'rounds', scale: state.rounds.value },
      y: { label: 'regret', text: regretText, ...regretScaleOf(state.figure) },
    };
  });
}

const regretScaleOf = ({ plot }: FigureState['figure']) =>
  plot.kind === 'curves' && plot.regret ? { scale: plot.regret } : {};

/** The paper's claims about these curves; none for settings other than the figure's. */
function claimedOf({ figure, settings }: FigureState, one: NamedResult): readonly Reference[] {
  return settings.value === 'other' ? [] : (figure.references?.(byName([one])) ?? []);
}

/**
 * "In grey, paper: B = 1.6 × UCB1, which is 4,929 after 6,000,000 rounds (accepted: 4,775 to 5,391)." A bound
 * has no accepted range.
 */
function claimText({ label, t, mean, low, high }: Reference): string {
  const end = (values: readonly number[]) => values.at(-1) ?? 0;
  const what = `${regretText(end(mean))} after ${plural(end(t), 'round')}`;
  const range = low && high && `${regretText(end(low))} to ${regretText(end(high))}`;
  return `In grey, ${label}, which is ${what}${range ? ` (accepted: ${range})` : ''}.`;
}

/** For files: what the screen shows. */
export function picturesOf(state: FigureState): readonly Picture[] {
  const scatter = scatterOf(state);
  const drawings = scatter ? [scatter] : curvesOf(state);
  const partial = state.job.value?.partial ? ', partial' : '';
  return drawings.map(({ name, summary, series, x, y }) => ({
    series,
    options: {
      title: `${titleOf(state.figure)}: ${state.figure.title}${partial}`,
      description: summary,
      x,
      y: { ...y, label: `${y.label}${drawings.length > 1 ? `, ${name}` : ''}${partial}` },
    },
  }));
}

const resultsOf = (state: FigureState) => state.job.value?.results.value ?? [];

/** The run on show may be among the kept ones. */
const overlays = (state: FigureState) =>
  state.kept.value.filter(({ overlay, results }) => overlay && results !== resultsOf(state));

function earlierOf(state: FigureState, name: string): readonly ChartSeries[] {
  return overlays(state).flatMap(({ label, results }) =>
    results
      .filter((other) => other.name === name)
      .flatMap(({ result }) => earlierSeries(result, label)),
  );
}

function lineText(plot: ScatterPlot, points: readonly ScatterPoint[]): string {
  const { slope, rSquared } = plot.line(points);
  const label = plot.lineLabel.charAt(0).toUpperCase() + plot.lineLabel.slice(1);
  return `${label}, on linear axes: slope ${regretText(slope)}, R² = ${rSquared.toFixed(4)}.`;
}

function endsOf(plot: ScatterPlot, points: readonly ScatterPoint[]): readonly [Point, Point] {
  const xs = points.map(({ x }) => x);
  const { slope, intercept } = plot.line(points);
  const at = (x: number): Point => [x, intercept + slope * x];
  return [at(Math.min(...xs)), at(Math.max(...xs))];
}

function groupsOf(points: readonly ScatterPoint[]): readonly ChartSeries[] {
  const names = [...new Set(points.map(({ series }) => series))];
  return names.map((label) => {
    const own = points.filter(({ series }) => series === label);
    return {
      label,
      mark: 'points',
      x: own.map(({ x }) => x),
      y: own.map(({ y }) => y),
      names: own.map((point) => point.label),
    };
  });
}

/** None for results that are not complete. */
function pointsOf(plot: ScatterPlot, results: readonly NamedResult[]): readonly ScatterPoint[] {
  try {
    return plot.points(byName(results));
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
