// Data as TypeScript source.
/** A JSON value as a TypeScript literal in the style of the formatter, keys unquoted. */
export function literal(value, indent) {
  if (Array.isArray(value)) {
    const flat = value.every((item) => typeof item !== 'object' || item === null);
    if (flat) return `[${value.map((item) => literal(item, indent)).join(', ')}]`;
    const inner = `${indent}  `;
    return `[\n${value.map((item) => `${inner}${literal(item, inner)},\n`).join('')}${indent}]`;
  }
  if (value !== null && typeof value === 'object') {
    const inner = `${indent}  `;
    const lines = Object.entries(value).map(
      ([key, item]) => `${inner}${key}: ${literal(item, inner)},\n`,
    );
    return `{\n${lines.join('')}${indent}}`;
  }
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  return String(value);
}
