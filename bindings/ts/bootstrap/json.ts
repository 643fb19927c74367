// A JSON value inside an HTML page.

const ESCAPED: Readonly<Record<string, string>> = {
  '<': '\\u003c', // no `</script>` and no `<!--`
  '\u2028': '\\u2028', // ends a line in older scripts
  '\u2029': '\\u2029',
};

/**
 * JSON that can stand between `<script>` tags, of a script or of `type="application/json"`, and means
 * the same to `JSON.parse`. Not for attributes.
 */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (c) => ESCAPED[c] as string);
}
