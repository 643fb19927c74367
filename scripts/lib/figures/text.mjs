// Markdown.

export const number = (value) => Math.round(value).toLocaleString('en-US');
const cell = (text) => text.replaceAll('|', '\\|');
const row = (cells) => `| ${cells.map((text) => cell(String(text))).join(' | ')} |`;
export const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row), ''];

/** Of a verdict; undefined where the runs do not suffice for one. */
export const words = (verdict) =>
  verdict === undefined ? 'needs the full run' : verdict.holds ? 'holds' : '**does not hold**';
