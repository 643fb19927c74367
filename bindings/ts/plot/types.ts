// The shapes of `ldp-bandits/plot`. All of it is plain data: lengths are CSS pixels, y grows downwards.

/** Meaning, and with it colour: the same everywhere. */
export type SeriesKind = 'private' | 'non-private' | 'uniform' | 'theory';

/** One curve, or one set of points. */
export interface PlotSeries {
  readonly label: string;
  /** As many as `y`. Increasing where `mark` is 'line'. */
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** Band around y, where there is one: as many as `y`. */
  readonly low?: ArrayLike<number>;
  readonly high?: ArrayLike<number>;
  /** Default 'line'. */
  readonly mark?: 'line' | 'points';
  /** Default 'private': the colours of the palette in order. */
  readonly kind?: SeriesKind;
}

export interface AxisOptions {
  readonly label?: string;
  /** Default 'linear'. A logarithmic axis leaves out what is not positive. */
  readonly scale?: 'linear' | 'log';
  /** Default: what the series need, from 0 where the scale is linear. */
  readonly domain?: readonly [number, number];
}

export interface PlotOptions {
  /** One sentence for those who do not see the plot. Default: a list of the series. */
  readonly title?: string;
  /** More for those who do not see it: the values at the end. Default: made from the series. */
  readonly description?: string;
  /** Default 720 x 420. At least 240 x 160. */
  readonly width?: number;
  readonly height?: number;
  readonly x?: AxisOptions;
  readonly y?: AxisOptions;
  /**
   * Where the names stand: behind the ends of the lines, under the plot, or nowhere. Default 'auto':
   * behind the ends where all of them fit there.
   */
  readonly labels?: 'auto' | 'end' | 'legend' | 'none';
}

export interface Tick {
  readonly value: number;
  /** x for the horizontal axis, y for the vertical one. */
  readonly position: number;
  /** Empty for a tick that has a line but no text. */
  readonly text: string;
}

export interface Axis {
  readonly label: string;
  readonly scale: 'linear' | 'log';
  readonly domain: readonly [number, number];
  /** Positions of the two ends of the domain. */
  readonly range: readonly [number, number];
  readonly ticks: readonly Tick[];
}

/** Where a colour comes from: a place in the palette of the theme, or one of its other colours. */
export type Ink = 0 | 1 | 2 | 3 | 4 | 5 | 'ink' | 'muted';

export interface PlacedLabel {
  readonly text: string;
  /** Left end of the text, and its middle line. */
  readonly x: number;
  readonly y: number;
  /** End of the curve that it names. */
  readonly anchor: readonly [x: number, y: number];
}

export interface PlottedSeries {
  readonly label: string;
  readonly kind: SeriesKind;
  readonly mark: 'line' | 'points';
  readonly ink: Ink;
  /** Lengths of strokes and gaps; empty for a solid line. */
  readonly dash: readonly number[];
  readonly strokeWidth: number;
  /** SVG path data. Empty for points. */
  readonly line: string;
  /** Empty without a band. */
  readonly band: string;
  /** SVG path data of one mark around (0, 0), and where the marks stand. Empty for a line. */
  readonly symbol: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly endLabel: PlacedLabel | null;
}

export interface LegendEntry {
  /** Index into `series`. */
  readonly series: number;
  readonly text: string;
  /** Left end of the sample of the line; the text begins `legendSample` to its right. */
  readonly x: number;
  readonly y: number;
}

export interface PlotLayout {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly description: string;
  /** The rectangle inside the axes. */
  readonly frame: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly PlottedSeries[];
  /** Empty where labels stand at the ends of the lines. */
  readonly legend: readonly LegendEntry[];
}

export interface Theme {
  readonly background: string;
  readonly ink: string;
  readonly muted: string;
  readonly grid: string;
  readonly palette: readonly [string, string, string, string, string, string];
}

export type ThemeName = 'light' | 'dark';
