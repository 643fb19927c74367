// Cells as numbers: decimal digits and nothing else, where JavaScript would take "", "0x1" and "Infinity".
const kDecimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** NaN unless the text is a decimal number. */
export function numberOf(text: string): number {
  return kDecimal.test(text) ? Number(text) : Number.NaN;
}

/** How programs write that they have no value. */
const kMissing = /^(|na|n\/a|nan|null|none|nil|undefined|-|\.|#n\/a)$/i;

export const isMissing = (text: string) => kMissing.test(text);

const kRemedies: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [/^$/, 'The cell is empty: fill it, remove the row'],
  [kMissing, 'A value is missing: fill it, remove the row'],
  [/^[+-]?(inf|infinity)$/i, 'Mend what wrote a number that is not finite, remove the row'],
  [/^(true|false|yes|no|t|f|y|n)$/i, 'Write 1 and 0'],
  [/^[+-]?\d{1,3}([,. '\u00A0\u202F]\d{3})+([.,]\d+)?$/, 'Write no thousands separators'],
  [/^[+-]?\d*,\d+(e[+-]?\d+)?$/i, 'Write the decimal point as a point (0.5)'],
  [/^[+-]?[\d.,]+\s*%$/, 'Write shares in place of percent (0.5)'],
  [/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|^\d{1,2}:\d{2}/, 'Write a number in place of a date or time'],
  [/\p{Nd}/u, 'Write decimal digits 0 to 9 and a point alone'],
];

/** What to do about a cell that is not the number that it should be; the sentence goes on. */
export function remedyFor(text: string): string {
  if (!Number.isNaN(numberOf(text))) return 'Mend the number';
  return kRemedies.find(([pattern]) => pattern.test(text))?.[1] ?? 'Mend the cell';
}
