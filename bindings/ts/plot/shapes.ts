// A layout as a list of things to paint, from back to front: one list for SVG and for canvas.
import { colourOf, fontSize, legendSample } from './style.js';
import type { Ink, PlotLayout, PlottedSeries, Theme } from './types.js';

export type Colour = Ink | 'background' | 'grid';

export interface PathShape {
  readonly type: 'path';
  readonly d: string;
  readonly at: readonly [x: number, y: number];
  readonly fill: Colour | null;
  readonly stroke: Colour | null;
  readonly strokeWidth: number;
  readonly dash: readonly number[];
  readonly opacity: number;
  /** Not outside the frame of the plot. */
  readonly clipped: boolean;
}

export interface TextShape {
  readonly type: 'text';
  readonly text: string;
  /** y of the middle line. */
  readonly at: readonly [x: number, y: number];
  readonly anchor: 'start' | 'middle' | 'end';
  readonly fill: Colour;
  readonly size: number;
}

export type Shape = PathShape | TextShape;

export function shapesOf(layout: PlotLayout): Shape[] {
  const { width, height, series } = layout;
  return [
    path(`M0 0H${width}V${height}H0Z`, { fill: 'background' }),
    ...axisShapes(layout),
    ...series.map((one) => path(one.band, { fill: one.ink, opacity: 0.18, clipped: true })),
    ...series.flatMap(markShapes),
    ...series.flatMap(endLabelShapes),
    ...layout.legend.flatMap((entry) => {
      const one = series[entry.series];
      return one === undefined ? [] : legendShapes(one, entry);
    }),
  ].filter((shape) => shape.type === 'text' || shape.d !== '');
}

/** Hex colour of a shape under a theme. */
export function paint(colour: Colour, theme: Theme): string {
  return colour === 'background' || colour === 'grid' ? theme[colour] : colourOf(colour, theme);
}

function path(d: string, rest: Partial<Omit<PathShape, 'type' | 'd'>>): PathShape {
  return {
    type: 'path',
    d,
    at: [0, 0],
    fill: null,
    stroke: null,
    strokeWidth: 1,
    dash: [],
    opacity: 1,
    clipped: false,
    ...rest,
  };
}

function text(
  content: string,
  at: readonly [number, number],
  rest: Partial<TextShape> = {},
): TextShape {
  return {
    type: 'text',
    text: content,
    at,
    anchor: 'start',
    fill: 'muted',
    size: fontSize,
    ...rest,
  };
}

function axisShapes({ frame, x, y }: PlotLayout): Shape[] {
  const { left, right, top, bottom } = frame;
  const rows = y.ticks.map(({ position }) => `M${left} ${round(position)}H${right}`).join('');
  const columns = x.ticks
    .map(({ position, text: label }) => `M${round(position)} ${bottom}v${label === '' ? 3 : 5}`)
    .join('');
  return [
    path(rows, { stroke: 'grid' }),
    path(`M${left} ${bottom}H${right}${columns}`, { stroke: 'muted' }),
    ...y.ticks.map(({ position, text: label }) =>
      text(label, [left - 6, round(position)], { anchor: 'end' }),
    ),
    ...x.ticks.map(({ position, text: label }) =>
      text(label, [round(position), bottom + 15], { anchor: 'middle' }),
    ),
    text(x.label, [right, bottom + 33], { anchor: 'end' }),
    text(y.label, [left, top - 16]),
  ].filter((shape) => shape.type === 'path' || shape.text !== '');
}

function markShapes({ line, points, symbol, ink, dash, strokeWidth }: PlottedSeries): Shape[] {
  return [
    path(line, { stroke: ink, strokeWidth, dash, clipped: true }),
    ...points.map(([x, y]) => path(symbol, { at: [round(x), round(y)], fill: ink, clipped: true })),
  ];
}

function endLabelShapes({ endLabel, ink, dash }: PlottedSeries): Shape[] {
  if (endLabel === null) return [];
  const { x, y, anchor } = endLabel;
  // A line that ends early, or whose name had to move, is tied to its name.
  const tie = `M${round(anchor[0] + 2)} ${round(anchor[1])}L${x - 3} ${round(y)}`;
  return [
    path(tie, { stroke: ink, opacity: 0.5, dash: dash.length === 0 ? [] : [1, 2] }),
    text(endLabel.text, [x, round(y)], { fill: ink }),
  ];
}

function legendShapes(one: PlottedSeries, { x, y, text: label }: PlotLayout['legend'][number]) {
  const sample =
    one.mark === 'points'
      ? path(one.symbol, { at: [x + 14, y], fill: one.ink })
      : path(`M${x} ${y}h${legendSample - 8}`, {
          stroke: one.ink,
          strokeWidth: one.strokeWidth,
          dash: one.dash,
        });
  return [sample, text(label, [x + legendSample, y], { fill: 'ink' })];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
