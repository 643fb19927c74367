import type { SimulationResult } from '../simulation/types.js';
import { layoutPlot } from './layout.js';
import { optionsFor, seriesOf } from './series.js';
import {
  type Colour,
  type PathShape,
  paint,
  type Shape,
  shapesOf,
  type TextShape,
} from './shapes.js';
import { fontFamily, themes } from './style.js';
import type { PlotLayout, PlotOptions, Theme, ThemeName } from './types.js';

export interface DrawOptions extends PlotOptions {
  /**
   * 'auto' follows the reader's preference where the file is shown as an image, and is light elsewhere.
   */
  readonly theme?: ThemeName | 'auto';
}

/** A layout, or the curves of a simulation, laid out with `options`. */
export type Plottable = PlotLayout | SimulationResult;

export function layoutOf(plot: Plottable, options: PlotOptions): PlotLayout {
  return 'curves' in plot ? layoutPlot(seriesOf(plot), optionsFor(plot, options)) : plot;
}

/**
 * A self-contained SVG document: no script, no reference to anything outside. `theme` is 'light' unless
 * said; the layout options count where a simulation is given.
 */
export function toSVG(plot: Plottable, options: DrawOptions = {}): string {
  const { theme: name = 'light', ...rest } = options;
  const layout = layoutOf(plot, rest);
  const pen = { theme: themes[name === 'auto' ? 'light' : name], classed: name === 'auto' };
  const { width, height, title, description } = layout;
  const shapes = shapesOf(layout);
  const group = (clipped: boolean) =>
    shapes.filter((shape) => (shape.type === 'path' && shape.clipped) === clipped);
  const draw = (shape: Shape) =>
    shape.type === 'path' ? drawPath(shape, pen) : drawText(shape, pen);
  const { left, top, right, bottom } = layout.frame;
  // A nested viewport cuts off what leaves the frame; a clip path would need an id, and ids clash.
  const box = `${left} ${top} ${right - left} ${bottom - top}`;
  const [x, y, w, h] = box.split(' ');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${escaped(fontFamily)}">`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(description)}</desc>`,
    ...(name === 'auto' ? [darkRules()] : []),
    ...group(false).filter(isBehind).map(draw),
    `<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="${box}">`,
    ...group(true).map(draw),
    '</svg>',
    ...group(false)
      .filter((shape) => !isBehind(shape))
      .map(draw),
    '</svg>',
    '',
  ].join('\n');
}

/** Background and grid lie behind the curves; everything else outside of the frame does not meet them. */
function isBehind(shape: Shape): boolean {
  return shape.type === 'path' && (shape.fill === 'background' || shape.stroke === 'grid');
}

function drawPath(shape: PathShape, pen: Pen): string {
  const { d, at, fill, stroke, strokeWidth, dash, opacity } = shape;
  const attributes = [
    `d="${d}"`,
    at[0] === 0 && at[1] === 0 ? '' : `transform="translate(${at[0]} ${at[1]})"`,
    `fill="${hex(fill, pen)}"`,
    stroke === null ? '' : `stroke="${hex(stroke, pen)}"`,
    stroke === null ? '' : `stroke-width="${strokeWidth}" stroke-linejoin="round"`,
    dash.length === 0 ? '' : `stroke-dasharray="${dash.join(' ')}"`,
    opacity === 1 ? '' : `opacity="${opacity}"`,
  ];
  return `<path ${join(attributes, pen, fill, stroke)}/>`;
}

function drawText(shape: TextShape, pen: Pen): string {
  const { text, at, anchor, fill, size } = shape;
  const attributes = [
    // A third of the size below the middle line is the baseline of most fonts; dominant-baseline is not
    // known everywhere.
    `x="${at[0]}" y="${Math.round((at[1] + 0.35 * size) * 100) / 100}"`,
    `font-size="${size}"`,
    anchor === 'start' ? '' : `text-anchor="${anchor}"`,
    `fill="${hex(fill, pen)}"`,
  ];
  return `<text ${join(attributes, pen, fill, null)}>${escaped(text)}</text>`;
}

interface Pen {
  readonly theme: Theme;
  /** Whether rules of a style sheet must find what they colour. */
  readonly classed: boolean;
}

function hex(colour: Colour | null, { theme }: Pen): string {
  return colour === null ? 'none' : paint(colour, theme);
}

function join(
  attributes: readonly string[],
  { classed }: Pen,
  fill: Colour | null,
  stroke: Colour | null,
): string {
  const names = [fill === null ? '' : `f-${fill}`, stroke === null ? '' : `s-${stroke}`];
  const classes = classed ? `class="${names.join(' ').trim()}"` : '';
  return [classes, ...attributes].filter((text) => text !== '').join(' ');
}

function darkRules(): string {
  const inks: readonly Colour[] = ['background', 'grid', 'ink', 'muted', 0, 1, 2, 3, 4, 5];
  const rules = inks.map((ink) => {
    const value = paint(ink, themes.dark);
    return `.f-${ink}{fill:${value}}.s-${ink}{stroke:${value}}`;
  });
  return `<style>@media (prefers-color-scheme: dark){${rules.join('')}}</style>`;
}

const kEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Also leaves out what XML cannot hold: control characters and halves of surrogate pairs. */
function escaped(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const allowed =
      code >= 32
        ? !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff
        : code === 9;
    return allowed ? (kEntities[character] ?? character) : '';
  }).join('');
}
