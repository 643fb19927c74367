// node scripts/coverage.mjs [cpp] [ts] [--write]
//
// Which lines of src/ and bindings/ the tests run: a table with a row per folder, and the files with the most lines
// that they do not run. C++: ldp_tests and ldp-simulate with GCC's counters. TypeScript: the unit tests, of a
// package that is built with all its maps (dist/ is built anew afterwards). --write puts the tables into
// docs/coverage.md. A test that fails does not stop the count; the exit code says that there was one.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cppLines } from './lib/coverage/cpp.mjs';
import { typescriptLines } from './lib/coverage/typescript.mjs';
import { root } from './lib/run.mjs';

const page = join(root, 'docs/coverage.md');
const parts = { cpp: cppLines, ts: typescriptLines };
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const wanted = positionals.length ? positionals : Object.keys(parts);

/** src/server/linear and the like: two folders deep, three in the package. */
const folderOf = (file) => file.split('/').slice(0, -1).slice(0, 3).join('/');

function table(files) {
  const folders = new Map();
  const total = { lines: 0, ran: 0 };
  for (const [file, lines] of files) {
    const sums = folders.get(folderOf(file)) ?? { lines: 0, ran: 0 };
    folders.set(folderOf(file), sums);
    for (const sum of [sums, total]) {
      sum.lines += lines.size;
      sum.ran += [...lines.values()].filter(Boolean).length;
    }
  }
  const percent = ({ lines, ran }) => ((100 * ran) / lines).toFixed(1);
  const row = (name, sum) => `| ${name} | ${sum.lines} | ${sum.ran} | ${percent(sum)} |`;
  return [
    '| folder | lines | lines run | percent |',
    '|---|---:|---:|---:|',
    ...[...folders.keys()].sort().map((name) => row(`\`${name}\``, folders.get(name))),
    row('all', total),
  ].join('\n');
}

function printMissed(files) {
  const missed = [...files]
    .map(([file, lines]) => [file, [...lines].filter(([, ran]) => !ran).map(([line]) => line)])
    .filter(([, lines]) => lines.length > 2)
    .sort(([, a], [, b]) => b.length - a.length);
  console.log('\nmost lines not run');
  for (const [file, lines] of missed) {
    console.log(`${String(lines.length).padStart(4)}  ${file}: ${spans(lines)}`);
  }
}

/** 3 4 5 9 as 3-5 9 */
function spans(lines) {
  const found = [];
  for (const line of lines.sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && line === last[1] + 1) last[1] = line;
    else found.push([line, line]);
  }
  return found.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(' ');
}

function write(part, text) {
  const [begin, end] = [`<!-- ${part}:begin -->`, `<!-- ${part}:end -->`];
  const old = readFileSync(page, 'utf8');
  const from = old.indexOf(begin);
  const to = old.indexOf(end);
  if (from < 0 || to < from) throw new Error(`docs/coverage.md lacks ${begin} or ${end}`);
  writeFileSync(page, `${old.slice(0, from + begin.length)}\n${text}\n${old.slice(to)}`);
}

for (const part of wanted) {
  const { files, failed } = await parts[part]();
  const text = table(files);
  console.log(`\n${text}`);
  printMissed(files);
  if (values.write) write(part, text);
  if (failed) {
    console.error(`\nNot all tests passed: ${failed}`);
    process.exitCode = 1;
  }
}
