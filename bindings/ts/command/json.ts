/** A result as JSON. JSON has no infinity and would write null, which stands for what is not known: it is text here. */
export const toJson = (value: object): string => `${JSON.stringify(value, plain, 2)}\n`;

/** How estimates came about is in the table of --csv. */
function plain(name: string, value: unknown): unknown {
  if (name === 'curve') return undefined;
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
    ? String(value)
    : value;
}
