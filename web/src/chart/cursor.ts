/** Where the cursor of a chart can stop, and what there is to read at each place. */
import { countText } from '../shared/format.js';
import { type ChartAxis, type ChartSeries, nearest, readAt } from './series.js';

export interface Stop {
  readonly x: number;
  /** One dot; null: a round of all curves. */
  readonly dot: { readonly series: number; readonly y: number; readonly name: string } | null;
}

/** Every dot from left to right where there are dots, else the points of the first curve. */
export function stopsOf(series: readonly ChartSeries[], x: ChartAxis): Stop[] {
  const dots = series.flatMap((one, index) =>
    one.mark === 'points' ? Array.from(one.x, (at, i) => dotOf(one, index, at, i)) : [],
  );
  if (dots.length > 0) return dots.sort((a, b) => a.x - b.x);
  const shown = Array.from(series[0]?.x ?? []).filter((at) => x.scale !== 'log' || at > 0);
  return shown.map((at) => ({ x: at, dot: null }));
}

function dotOf(one: ChartSeries, series: number, x: number, i: number): Stop {
  const name = one.names?.[i];
  return {
    x,
    dot: { series, y: one.y[i] ?? 0, name: name ? `${one.label}, ${name}` : one.label },
  };
}

/** The stop nearest to a pointer, in pixels. */
export function stopAt(
  stops: readonly Stop[],
  pointer: { readonly x: number; readonly y: number },
  place: (x: number, y: number) => readonly [number, number],
  valueAtPointer: number,
): number {
  if (stops[0]?.dot) {
    const away = stops.map(({ x, dot }) => {
      const [px, py] = place(x, dot?.y ?? 0);
      return Math.hypot(px - pointer.x, py - pointer.y);
    });
    return away.indexOf(Math.min(...away));
  }
  const xs = stops.map(({ x }) => x);
  return nearest(xs, valueAtPointer);
}

/** Where an arrow key, Home or End leads; undefined for other keys. */
export function stepTo(key: string, from: number, last: number): number | undefined {
  const page = Math.max(1, Math.round(last / 10));
  const to = {
    ArrowLeft: from - 1,
    ArrowDown: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from + 1,
    PageDown: from - page,
    PageUp: from + page,
    Home: 0,
    End: last,
  }[key];
  return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}

export const textOf = (axis: ChartAxis, value: number) => (axis.text ?? countText)(value);

/** All that can be read at a stop, as one sentence. */
export function sentenceAt(
  { x: at, dot }: Stop,
  series: readonly ChartSeries[],
  axes: { readonly x: ChartAxis; readonly y: ChartAxis },
): string {
  const where = `${textOf(axes.x, at)} ${axes.x.label}`;
  if (dot) return `${dot.name}: ${where}, ${textOf(axes.y, dot.y)} ${axes.y.label}`;
  const values = series.flatMap((one) => {
    const value = readAt(one, at);
    return value === null ? [] : [`${one.label} ${textOf(axes.y, value)}`];
  });
  return `${where}: ${values.join(', ')}`;
}
