/** Numbers as the page says them. One place, so that a number reads the same wherever it stands. */

const FRACTIONS = new Map([
  [0.125, '⅛'],
  [0.25, '¼'],
  [0.5, '½'],
]);

/** 0.5 → "½", 1 → "1", 0.3 → "0.3". */
export function epsilonText(epsilon: number): string {
  return FRACTIONS.get(epsilon) ?? String(Math.round(epsilon * 1000) / 1000);
}

/** A count in a hundred: whole numbers, with more digits only where rounding would say "always". */
export function inHundred(percent: number): string {
  if (percent > 99 && percent < 100) {
    const digits = Math.min(6, Math.max(0, Math.ceil(-Math.log10(100 - percent))));
    const text = percent.toFixed(digits);
    return Number(text) >= 100 ? 'more than 99.9999' : String(Number(text));
  }
  return String(Math.round(percent));
}

/** A factor: 4.7×, 48×, 1,290×. */
export function timesText(factor: number): string {
  const rounded = factor < 10 ? Math.round(factor * 10) / 10 : Math.round(factor);
  return `${rounded.toLocaleString('en')}×`;
}

export function countText(count: number): string {
  return Math.round(count).toLocaleString('en');
}

/** "1 report", "1,204 reports". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** An age for a reader: "now", "8 s", "3 min". */
export function ageText(ms: number): string {
  if (ms < 1500) return 'now';
  if (ms < 90_000) return `${Math.round(ms / 1000)} s`;
  if (ms < 5_400_000) return `${Math.round(ms / 60_000)} min`;
  return `${Math.round(ms / 3_600_000)} h`;
}
