// The rows of the fault runs, as lines and as the table of docs/operating.md.
import { join } from 'node:path';
import { readMarked, writeMarked } from '../marked.mjs';
import { root } from '../run.mjs';

const COLUMNS = [
  ['case', 16, ({ name }) => name],
  ['store', 9, ({ store }) => store],
  ['sent', 7, ({ sent }) => sent],
  ['acknowledged', 13, ({ acknowledged }) => acknowledged],
  ['repeated', 9, ({ repeated }) => repeated],
  ['sent again', 11, ({ retried }) => retried],
  ['refused', 8, ({ refused }) => refused],
  ['undecided', 10, ({ undecided }) => undecided],
  ['counted', 8, ({ counted }) => counted],
  ['lost', 5, ({ lost }) => lost],
  ['twice', 6, ({ twice }) => twice],
  ['longest wait', 13, ({ waitS }) => (waitS === undefined ? undefined : `${waitS} s`)],
  ['verdict', 8, ({ problems }) => (problems.length ? 'WRONG' : 'exact')],
];
const page = join(root, 'docs/operating.md');

export const heading = COLUMNS.map(([title, width]) => title.padEnd(width))
  .join(' ')
  .trimEnd();

/** One run, as a line under `heading`. */
export function line(row) {
  return COLUMNS.map(([, width, read]) => String(read(row) ?? '-').padEnd(width))
    .join(' ')
    .trimEnd();
}

/** Puts rows into the page: each in place of that of the same case and store, the others stay. */
export function writeTable(rows, { serve, on }) {
  const old = readMarked(page, 'faults').filter((text) => /^\| `/.test(text));
  const kept = new Map(old.map((text) => [key(text), text]));
  for (const row of rows) kept.set(...entry(row));
  const titles = ['case', 'what is done', ...COLUMNS.slice(1).map(([title]) => title)];
  const right = titles.map((_, i) => (i > 2 && i < titles.length - 1 ? '---:' : '---'));
  writeMarked(page, 'faults', [
    `Written by \`npm run faults -- --write\` on ${on}. Collectors: ${serve}; in memory, \`scripts/lib/faults/server.mjs\`.`,
    '',
    `| ${titles.join(' | ')} |`,
    `|${right.join('|')}|`,
    ...kept.values(),
  ]);
}

function entry(row) {
  const [name, ...others] = COLUMNS.map(([, , read]) => String(read(row) ?? '-'));
  const text = `| \`${name}\` | ${row.about} | ${others.join(' | ')} |`;
  return [key(text), text];
}

/** Case and store. */
function key(text) {
  const cells = text.split(' | ');
  return `${cells[0]} ${cells[2]}`;
}
