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

/**
 * A percentage: a whole number, with more digits only where rounding would say "never" or
 * "always" of something that is neither.
 */
export function inHundred(percent: number): string {
  const rest = Math.min(percent, 100 - percent);
  if (rest <= 0 || rest >= 1) return String(Math.round(percent));
  const digits = Math.ceil(-Math.log10(rest));
  if (digits > 4) return percent < 50 ? 'fewer than 0.0001' : 'more than 99.9999';
  return percent.toFixed(digits);
}

/** 73.1 → "73%", with digits as {@link inHundred} gives them. */
export const percentText = (percent: number) => `${inHundred(percent)}%`;

/** A prediction: two digits are all that it is good for. 16,064 → "16,000". */
export const aboutText = (count: number) => countText(Number(count.toPrecision(2)));

/** A factor: 1.001×, 4.7×, 48×, 1,290×. */
export function timesText(factor: number): string {
  if (factor < 1.05) return `${factor.toFixed(3)}×`;
  return `${factor < 10 ? factor.toFixed(1) : countText(factor)}×`;
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

/** A share in percent, kept within 0 and 100: an estimate may leave them. */
export function shareText(share: number): string {
  return String(Math.round(Math.min(1, Math.max(0, share)) * 100));
}
