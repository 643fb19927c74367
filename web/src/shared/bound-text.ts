/**
 * An upper bound as a percentage, rounded up so that it stays one: 0.7311 → "73.2%", with more digits only where one
 * would say "always".
 *
 * @param part in [0, 1)
 */
export function boundText(part: number): string {
  const percent = 100 * part;
  const digits = Math.max(1, Math.ceil(-Math.log10(100 - percent)));
  if (digits > 4) return '100%';
  return `${(Math.ceil(percent * 10 ** digits) / 10 ** digits).toFixed(digits)}%`;
}
