// JSON in code that pages load. `JSON.stringify` asks every array and object for `toJSON`, which Prototype.js gives
// to arrays: they would be texts in the text, and lists of lists would lose where they end.

/** As `JSON.stringify(value)` of plain data: numbers, texts, true, false, null, arrays and objects of them. */
export function toJson(value: unknown): string {
  if (Array.isArray(value)) {
    let text = '';
    for (const item of value) text += `${text && ','}${toJson(item)}`;
    return `[${text}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  let text = '';
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) text += `${text && ','}${JSON.stringify(key)}:${toJson(item)}`;
  }
  return `{${text}}`;
}
