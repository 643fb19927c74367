// A plot in words, for those who do not see it.
import type { PlotSeries } from './types.js';

export function titleOf(series: readonly PlotSeries[], what: string | undefined): string {
  const names = series.map(({ label }) => label).join(', ');
  return `${what ? `${what}: ` : ''}${names === '' ? 'nothing yet' : names}`;
}

/** The value of every line at its end, with half the width of its band. */
export function describeSeries(
  series: readonly PlotSeries[],
  axes: { readonly x: string; readonly y: string },
): string {
  const lines = series.filter(({ mark, x }) => mark !== 'points' && x.length > 0);
  const ends = lines.map(({ label, x, y, low, high }) => {
    const last = x.length - 1;
    const half = ((high?.[last] ?? Number.NaN) - (low?.[last] ?? Number.NaN)) / 2;
    const margin = half > 0 ? ` ± ${shortNumber(half)}` : '';
    return `${label} ${shortNumber(y[last] ?? Number.NaN)}${margin} at ${shortNumber(x[last] ?? 0)}`;
  });
  const clouds = series.filter(({ mark }) => mark === 'points');
  const points = clouds.map(({ label, x }) => `${label}: ${x.length} points`);
  const about = [axes.y, axes.x].filter((text) => text !== '').join(' over ');
  return `${[about, ...ends, ...points].filter((text) => text !== '').join('; ')}.`;
}

/** Three digits, with separators for thousands: 812, 1,230,000, 0.0123. */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return 'unknown';
  return Number(value.toPrecision(3)).toLocaleString('en-US', { maximumSignificantDigits: 3 });
}
