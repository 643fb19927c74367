import { type PathShape, paint, shapesOf, type TextShape } from './shapes.js';
import { fontFamily, themes } from './style.js';
import { type DrawOptions, layoutOf, type Plottable } from './svg.js';
import type { PlotLayout, Theme, ThemeName } from './types.js';

export interface PngOptions extends Omit<DrawOptions, 'theme'> {
  /** Device pixels per CSS pixel. Default 2. */
  readonly scale?: number;
  /** Default 'light'. */
  readonly theme?: ThemeName;
}

/**
 * The plot as a PNG, in browsers and in workers that have a canvas. Painted shape by shape and not by
 * loading the SVG as an image, which a page's `img-src 'self'` would refuse.
 * @throws {RangeError} for a scale outside (0, 8]. @throws {Error} where there is no canvas.
 */
export async function toPNG(plot: Plottable, options: PngOptions = {}): Promise<Blob> {
  const { scale = 2, theme = 'light', ...rest } = options;
  if (!(scale > 0 && scale <= 8)) throw new RangeError('scale must be above 0 and at most 8');
  const layout = layoutOf(plot, rest);
  const canvas = createCanvas(Math.round(layout.width * scale), Math.round(layout.height * scale));
  const context = canvas.getContext('2d') as Context | null;
  if (context === null) throw new Error('This canvas cannot be painted on.');
  context.scale(scale, scale);
  paintLayout(context, layout, themes[theme]);
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type: 'image/png' });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The canvas gave no PNG.'));
      else resolve(blob);
    }, 'image/png');
  });
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

function createCanvas(width: number, height: number): HTMLCanvasElement | OffscreenCanvas {
  if (typeof OffscreenCanvas === 'function') return new OffscreenCanvas(width, height);
  if (typeof document === 'undefined') {
    throw new Error('toPNG needs a canvas; outside of browsers convert the text of toSVG.');
  }
  return Object.assign(document.createElement('canvas'), { width, height });
}

function paintLayout(context: Context, layout: PlotLayout, theme: Theme): void {
  const { left, top, right, bottom } = layout.frame;
  for (const shape of shapesOf(layout)) {
    context.save();
    if (shape.type === 'text') paintText(context, shape, theme);
    else {
      if (shape.clipped) {
        context.beginPath();
        context.rect(left, top, right - left, bottom - top);
        context.clip();
      }
      paintPath(context, shape, theme);
    }
    context.restore();
  }
}

function paintPath(context: Context, shape: PathShape, theme: Theme): void {
  const path = new Path2D(shape.d);
  context.translate(shape.at[0], shape.at[1]);
  context.globalAlpha = shape.opacity;
  if (shape.fill !== null) {
    context.fillStyle = paint(shape.fill, theme);
    context.fill(path);
  }
  if (shape.stroke !== null) {
    context.strokeStyle = paint(shape.stroke, theme);
    context.lineWidth = shape.strokeWidth;
    context.lineJoin = 'round';
    context.setLineDash([...shape.dash]);
    context.stroke(path);
  }
}

function paintText(context: Context, { text, at, anchor, fill, size }: TextShape, theme: Theme) {
  context.font = `${size}px ${fontFamily}`;
  context.fillStyle = paint(fill, theme);
  context.textAlign = anchor === 'middle' ? 'center' : anchor;
  context.textBaseline = 'middle';
  context.fillText(text, at[0], at[1]);
}
