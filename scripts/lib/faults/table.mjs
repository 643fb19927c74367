// The rows of the fault runs, as lines and as the table of docs/operating.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { root } from '../run.mjs';

const COLUMNS = [
  ['case', 11, ({ name }) => name],
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
const [BEGIN, END] = ['<!-- faults:begin -->', '<!-- faults:end -->'];
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
export function writeTable(rows, { serve = 'the small server of scripts/lib/faults' }) {
  if (!existsSync(page))
    writeFileSync(page, `# Operating a collector\n\n## Faults\n\n${BEGIN}\n${END}\n`);
  const old = readFileSync(page, 'utf8');
  const [before, inside, after] = split(old);
  const kept = new Map(
    inside.filter((text) => /^\| `/.test(text)).map((text) => [key(text), text]),
  );
  for (const row of rows) kept.set(...entry(row));
  const titles = ['case', 'what is done', ...COLUMNS.slice(1).map(([title]) => title)];
  const right = titles.map((_, i) => (i > 2 && i < titles.length - 1 ? '---:' : '---'));
  const machine = `${cpus().length} cores, ${cpus()[0]?.model.trim()}, Node ${process.version}`;
  const text = [
    `Written last with ${machine}, load ${loadavg()[0].toFixed(1)}, by ${serve}.`,
    '',
    `| ${titles.join(' | ')} |`,
    `|${right.join('|')}|`,
    ...kept.values(),
  ];
  writeFileSync(page, [before, ...text, after].join('\n'));
}

function split(text) {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < 0) throw new Error(`docs/operating.md has no ${BEGIN} … ${END}`);
  const inside = text.slice(from + BEGIN.length, to).split('\n');
  return [text.slice(0, from + BEGIN.length), inside, text.slice(to)];
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
