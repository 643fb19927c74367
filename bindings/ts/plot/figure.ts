// A figure of a paper as a plot.
import type { Figure, FigureResults, Line, Reference, ScatterPoint } from '../papers/types.js';
import { layoutPlot } from './layout.js';
import { optionsFor, seriesOf } from './series.js';
import type { PlotLayout, PlotOptions, PlotSeries } from './types.js';

/**
 * Draws what the figure draws: the curves of all its results and, in grey, what is claimed of them; or
 * its points with their line.
 * @throws {RangeError} For points, if results are missing or partial.
 */
export function layoutFigure(
  figure: Pick<Figure, 'title' | 'plot' | 'references'>,
  results: FigureResults,
  options: PlotOptions = {},
): PlotLayout {
  const { plot } = figure;
  if (plot.kind === 'curves') {
    const named = {
      title: figure.title,
      ...options,
      x: { scale: plot.rounds, ...options.x },
      y: { ...(plot.regret && { scale: plot.regret }), ...options.y },
    };
    const claimed = figure.references?.(results) ?? [];
    const all = optionsOf(results, named);
    return layoutPlot(
      curvesOf(results, claimed),
      claimed.some(({ low }) => low) ? withClaimed(all, options) : all,
    );
  }
  const points = plot.points(results);
  return layoutPlot([...cloudsOf(points), lineOf(points, plot.line(points), plot.lineLabel)], {
    title: figure.title,
    ...options,
    x: { label: plot.xLabel, ...options.x },
    y: { label: plot.yLabel, ...options.y },
  });
}

/** References as series: in grey, with the band of what is accepted, where there is one. */
export function referenceSeries(references: readonly Reference[]): PlotSeries[] {
  return references.map(({ label, t, mean, low, high }) => ({
    label,
    x: t,
    y: mean,
    ...(low && high && { low, high }),
    kind: 'theory',
  }));
}

/** The label of the axis says what the other band is, unless the caller chose the label. */
function withClaimed(all: PlotOptions, { y }: PlotOptions): PlotOptions {
  if (y?.label !== undefined) return all;
  const label = `${all.y?.label}`.replace(/\)$/, '; grey: claimed, with what is accepted)');
  return { ...all, y: { ...all.y, label } };
}

/** What is said of the first result holds of all, but for this: one that is partial makes the whole so. */
function optionsOf(results: FigureResults, options: PlotOptions): PlotOptions {
  const all = Object.values(results);
  const [first] = all;
  if (first === undefined) return options;
  const partial = all.some((result) => result.partial);
  const curves = all.flatMap((result) => result.curves);
  return optionsFor({ spec: first.spec, curves, partial }, options);
}

/** Where several specs make one figure, curves of the same label are told apart by the spec's name. */
function curvesOf(results: FigureResults, claimed: readonly Reference[]): PlotSeries[] {
  const all = Object.entries(results).flatMap(([name, result]) => {
    const beside = referenceSeries(claimed.filter(({ spec }) => spec === name));
    return [...seriesOf(result), ...beside].map((series) => ({ name, series }));
  });
  return all.map(({ name, series }) =>
    all.filter((other) => other.series.label === series.label).length > 1
      ? { ...series, label: `${series.label}, ${name}` }
      : series,
  );
}

function cloudsOf(points: readonly ScatterPoint[]): PlotSeries[] {
  const labels = [...new Set(points.map(({ series }) => series))];
  return labels.map((label) => {
    const own = points.filter(({ series }) => series === label);
    return { label, mark: 'points', x: own.map(({ x }) => x), y: own.map(({ y }) => y) };
  });
}

function lineOf(
  points: readonly ScatterPoint[],
  { slope, intercept, rSquared }: Line,
  label: string,
): PlotSeries {
  const x = points.map((point) => point.x);
  const ends = [Math.min(...x), Math.max(...x)];
  return {
    label: `${label}, R² = ${rSquared.toFixed(4)}`,
    kind: 'theory',
    x: ends,
    y: ends.map((at) => intercept + slope * at),
  };
}
