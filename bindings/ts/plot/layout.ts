// From series to a plot as data: the position of every element. Callers draw it as SVG text, on a
// canvas, or with the components of a page.
import { createAxis, domainOf, positionOf } from './axes.js';
import { endLabelWidth, labelHeight, layoutLegend, spread } from './labels.js';
import { bandPath, linePath, rowsOf, symbolPath, thin } from './marks.js';
import { fontSize, type Look, looksOf, textWidth } from './style.js';
import { describeSeries, titleOf } from './summary.js';
import type {
  Axis,
  AxisOptions,
  PlacedLabel,
  PlotLayout,
  PlotOptions,
  PlotSeries,
  PlottedSeries,
} from './types.js';

type Frame = PlotLayout['frame'];

/**
 * Lays out a plot. Pure: the same input gives the same layout, anywhere.
 * @throws {RangeError} for a size below 240 x 160, or a domain that its axis cannot show.
 */
export function layoutPlot(series: readonly PlotSeries[], options: PlotOptions = {}): PlotLayout {
  const { width = 720, height = 420, x: xOptions = {}, y: yOptions = {} } = options;
  if (!(width >= 240 && height >= 160)) throw new RangeError('a plot needs at least 240 x 160');
  for (const axis of [xOptions, yOptions]) checkDomain(axis);
  const xScale = xOptions.scale ?? 'linear';
  const yScale = yOptions.scale ?? 'linear';
  const rows = series.map((one) => rowsOf(one, xScale, yScale));
  const all = rows.flat();
  const across = domainOf(
    all.map((row) => row.x),
    xOptions,
    true,
  );
  const scattered = series.some(({ mark }) => mark === 'points');
  const xDomain = scattered ? withHeadroom(across, xOptions) : across;
  const yDomain = withHeadroom(
    domainOf(
      all.flatMap((row) => [row.y, row.low, row.high]),
      yOptions,
      true,
    ),
    yOptions,
  );

  const labels = series.map(({ label }) => label);
  const placing = placeOf(options, series, width, height);
  const legend =
    placing === 'legend' ? layoutLegend(labels, 12, width - 12) : { entries: [], height: 0 };
  const frame = frameOf(width, height, yOptions, yDomain, legend.height, {
    right: placing === 'end' ? endLabelWidth(labels) : 16,
    bottom: xOptions.label ? 44 : 28,
  });
  const x = createAxis(
    xOptions,
    xDomain,
    [frame.left, frame.right],
    (frame.right - frame.left) / 80,
  );
  const y = createAxis(
    yOptions,
    yDomain,
    [frame.bottom, frame.top],
    (frame.bottom - frame.top) / 60,
  );
  const looks = looksOf(series.map(({ kind }) => kind ?? 'private'));
  const plotted = series.map((one, index) =>
    plot(one, thin(rows[index] ?? [], x), looks[index] as Look, x, y),
  );
  const top = height - legend.height;
  return {
    width,
    height,
    title: options.title ?? titleOf(series, yOptions.label),
    description: options.description ?? describeSeries(series, { x: x.label, y: y.label }),
    frame,
    x,
    y,
    series: placing === 'end' ? withEndLabels(plotted, series, frame, x, y) : plotted,
    legend: legend.entries.map((entry) => ({ ...entry, y: top + entry.y })),
  };
}

function checkDomain({ scale, domain }: AxisOptions): void {
  if (domain === undefined) return;
  const [low, high] = domain;
  if (
    !(Number.isFinite(low) && Number.isFinite(high) && low < high && (scale !== 'log' || low > 0))
  )
    throw new RangeError(`no axis from ${low} to ${high}`);
}

/** Some room above the highest curve, so that it does not run along the edge; marks need it too. */
function withHeadroom(
  [low, high]: readonly [number, number],
  { domain, scale }: AxisOptions,
): readonly [number, number] {
  if (domain !== undefined) return domain;
  return scale === 'log' ? [low, high * (high / low) ** 0.04] : [low, high + 0.05 * (high - low)];
}

function placeOf(
  { labels = 'auto' }: PlotOptions,
  series: readonly PlotSeries[],
  width: number,
  height: number,
): 'end' | 'legend' | 'none' {
  if (labels !== 'auto') return labels;
  if (series.length === 0) return 'none';
  const fits =
    series.every(({ mark }) => mark !== 'points') &&
    endLabelWidth(series.map(({ label }) => label)) <= 0.36 * width &&
    series.length * labelHeight <= height - 80;
  return fits ? 'end' : 'legend';
}

function frameOf(
  width: number,
  height: number,
  yOptions: AxisOptions,
  yDomain: readonly [number, number],
  legend: number,
  { right, bottom }: { readonly right: number; readonly bottom: number },
): Frame {
  // The texts of the ticks do not depend on where the axis stands, only on how many there are.
  const { ticks } = createAxis(yOptions, yDomain, [0, 1], (height - legend - 80) / 60);
  const widest = Math.max(0, ...ticks.map(({ text }) => textWidth(text)));
  const left = Math.ceil(widest) + 14;
  return {
    left,
    top: yOptions.label ? 30 : 14,
    // Long names must not leave the curves without room.
    right: Math.max(left + 100, width - Math.ceil(right)),
    bottom: height - legend - bottom,
  };
}

function plot(
  series: PlotSeries,
  rows: ReturnType<typeof thin>,
  { symbol, ...look }: Look,
  x: Axis,
  y: Axis,
): PlottedSeries {
  const { label, kind = 'private', mark = 'line' } = series;
  const banded = mark === 'line' && (series.low !== undefined || series.high !== undefined);
  return {
    label,
    kind,
    mark,
    ...look,
    line: mark === 'line' ? linePath(rows, x, y) : '',
    band: banded ? bandPath(rows, x, y) : '',
    symbol: mark === 'points' ? symbolPath(symbol) : '',
    points:
      mark === 'points'
        ? rows.map((row) => [positionOf(x, row.x), positionOf(y, row.y)] as const)
        : [],
    endLabel: null,
  };
}

function withEndLabels(
  plotted: readonly PlottedSeries[],
  series: readonly PlotSeries[],
  frame: Frame,
  x: Axis,
  y: Axis,
): PlottedSeries[] {
  const anchors = series.map((one) => {
    const last = rowsOf(one, x.scale, y.scale).at(-1);
    return last && ([positionOf(x, last.x), clamp(positionOf(y, last.y), frame)] as const);
  });
  const named = anchors.flatMap((anchor, index) => (anchor ? [{ anchor, index }] : []));
  const half = fontSize / 2;
  const wanted = named.map(({ anchor }) => anchor[1]);
  const [low, high] = [frame.top - 8 + half, frame.bottom + 8 - half];
  // Without enough room, labels move closer together and stay inside the frame.
  const gap = Math.min(labelHeight, (high - low) / Math.max(1, named.length - 1));
  const places = spread(wanted, gap, low, high) ?? wanted;
  const labels = new Map<number, PlacedLabel>(
    named.map(({ anchor, index }, rank) => [
      index,
      { text: plotted[index]?.label ?? '', x: frame.right + 10, y: places[rank] ?? 0, anchor },
    ]),
  );
  return plotted.map((one, index) => ({ ...one, endLabel: labels.get(index) ?? null }));
}

function clamp(value: number, { top, bottom }: Frame): number {
  return Math.min(Math.max(value, top), bottom);
}
