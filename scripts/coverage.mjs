// node scripts/coverage.mjs [cpp] [ts]
//
// Which lines of src/ and bindings/ the tests run, a row per folder, and the files with the most lines that
// they do not run. C++: ldp_tests and ldp-simulate with GCC's counters. TypeScript: the unit tests, of a
// package that is built with all its maps (dist/ is built anew afterwards).
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { root, run } from './lib/run.mjs';
import { buildPreset } from './lib/toolchain.mjs';

const scratch = join(root, 'build/coverage');
const { positionals } = parseArgs({ allowPositionals: true });
const wanted = positionals.length ? positionals : ['cpp', 'ts'];

/** `Map` of file to `Map` of line to whether a test ran it, as GCC's counters say. */
async function cppLines() {
  await buildPreset('coverage', { targets: ['ldp_tests', 'ldp_simulate'] });
  const counted = () =>
    readdirSync(scratch, { recursive: true })
      .filter((file) => file.endsWith('.gcda'))
      .map((file) => join(scratch, file));
  for (const old of counted()) rmSync(old);
  run('ctest', ['--preset', 'coverage']);
  const files = new Map();
  for (const counters of counted()) {
    const { stdout } = spawnSync('gcov', ['--json-format', '--stdout', counters], {
      cwd: scratch,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    for (const text of stdout.split('\n').filter(Boolean)) {
      for (const { file, lines } of JSON.parse(text).files) {
        const name = relative(root, file);
        if (!/^(src|bindings)\//.test(name)) continue;
        const seen = files.get(name) ?? new Map();
        for (const { line_number: line, count } of lines) {
          seen.set(line, (seen.get(line) ?? false) || count > 0);
        }
        files.set(name, seen);
      }
    }
  }
  return files;
}

/** The same of TypeScript, as V8's counters say. */
function tsLines() {
  const counters = join(scratch, 'v8');
  const report = join(scratch, 'ts');
  rmSync(counters, { recursive: true, force: true });
  mkdirSync(counters, { recursive: true });
  const build = (env) =>
    run('node', ['scripts/build-package.mjs'], { env: { ...process.env, ...env } });
  build({ LDP_BUILD_FOR: 'coverage' });
  try {
    run(
      'node',
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--dir=tests/package/unit',
        '--maxWorkers=2',
        '--testTimeout=120000',
        '--retry=1',
        '--pool=forks',
      ],
      { env: { ...process.env, NODE_V8_COVERAGE: counters } },
    );
    run('node', [
      'node_modules/c8/bin/c8.js',
      'report',
      `--temp-directory=${counters}`,
      `--reports-dir=${report}`,
      '--reporter=json',
      '--exclude-after-remap',
      '--include=bindings/ts/**',
      '--exclude=bindings/ts/generated/**',
    ]);
  } finally {
    build({});
  }
  const files = new Map();
  const read = JSON.parse(readFileSync(join(report, 'coverage-final.json'), 'utf8'));
  for (const [file, { statementMap, s }] of Object.entries(read)) {
    const lines = Object.entries(statementMap).map(([id, { start }]) => [start.line, s[id] > 0]);
    files.set(relative(root, file), new Map(lines));
  }
  return files;
}

/** src/server/linear and the like: two folders deep, three in the package. */
const folderOf = (file) => file.split('/').slice(0, -1).slice(0, 3).join('/');

function print(files) {
  const folders = new Map();
  for (const [file, lines] of files) {
    const sums = folders.get(folderOf(file)) ?? { all: 0, ran: 0 };
    sums.all += lines.size;
    sums.ran += [...lines.values()].filter(Boolean).length;
    folders.set(folderOf(file), sums);
  }
  const row = (name, { ran, all }) =>
    `${name.padEnd(34)} ${String(all).padStart(6)} ${((100 * ran) / all).toFixed(1).padStart(6)} %`;
  console.log(`\n${'folder'.padEnd(34)} ${'lines'.padStart(6)}    run`);
  for (const name of [...folders.keys()].sort()) console.log(row(name, folders.get(name)));
  const missed = [...files]
    .map(([file, lines]) => [file, [...lines].filter(([, ran]) => !ran).map(([line]) => line)])
    .sort(([, a], [, b]) => b.length - a.length)
    .filter(([, lines]) => lines.length > 4)
    .slice(0, 25);
  console.log('\nmost lines not run');
  for (const [file, lines] of missed) {
    console.log(`${String(lines.length).padStart(4)}  ${file}: ${lines.slice(0, 12).join(' ')}`);
  }
}

if (wanted.includes('cpp')) print(await cppLines());
if (wanted.includes('ts')) print(tsLines());
