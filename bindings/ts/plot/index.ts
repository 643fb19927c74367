// ldp-bandits/plot: curves as a layout of plain data, as SVG text, and in browsers as PNG.
export { positionOf, valueAt } from './axes.js';
export { layoutFigure, referenceSeries } from './figure.js';
export { layoutPlot } from './layout.js';
export { type PngOptions, toPNG } from './png.js';
export { optionsFor, seriesOf } from './series.js';
export { fontFamily, legendSample, themes } from './style.js';
export { describeSeries, shortNumber } from './summary.js';
export { type DrawOptions, type Plottable, toSVG } from './svg.js';
export type {
  Axis,
  AxisOptions,
  Ink,
  LegendEntry,
  PlacedLabel,
  PlotLayout,
  PlotOptions,
  PlotSeries,
  PlottedSeries,
  SeriesKind,
  Theme,
  ThemeName,
  Tick,
} from './types.js';
