// node scripts/tidy.mjs [--seconds N]
//
// clang-tidy over src/, with the compile commands of the native preset, one process per core. Files that
// changed last come first; with --seconds none is begun after that time, and how many were not looked at
// is said.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { findClangTidy } from './lib/requirements.mjs';
import { root, run, start } from './lib/run.mjs';
import { buildPreset } from './lib/toolchain.mjs';

const { values } = parseArgs({ options: { seconds: { type: 'string' } } });
const deadline = values.seconds ? Date.now() + 1000 * Number(values.seconds) : Infinity;

const clangTidy = findClangTidy();
if (!clangTidy) {
  console.log('left to CI: clang-tidy is not installed here');
  process.exit(0);
}
await buildPreset('native', { targets: ['ldp_catalog'], quiet: true });

/** A source and its header change together. */
const withoutExtension = (file) => file.replace(/\.[ch]pp$/, '');

/** How long ago a file changed, in files that changed since. Without a history there is no order. */
function ages() {
  const age = new Map();
  try {
    const names = run('git', ['log', '--max-count=300', '--name-only', '--format=', '--', 'src'], {
      quiet: true,
    });
    for (const file of names.split('\n').filter(Boolean).map(withoutExtension)) {
      if (!age.has(file)) age.set(file, age.size);
    }
  } catch {
    // Not a clone.
  }
  return age;
}

const age = ages();
const ageOf = (file) => age.get(withoutExtension(relative(root, file))) ?? Infinity;
const commands = JSON.parse(readFileSync(join(root, 'build/native/compile_commands.json'), 'utf8'));
const queue = commands
  .map(({ file }) => file)
  .filter((file) => file.startsWith(join(root, 'src/')))
  .sort((a, b) => (ageOf(a) === ageOf(b) ? 0 : ageOf(a) - ageOf(b)));
const total = queue.length;
let failed = 0;

async function work() {
  while (queue.length && Date.now() < deadline) {
    const file = queue.shift();
    const { exit } = start(
      clangTidy,
      ['-p', 'build/native', '--quiet', '--warnings-as-errors=*', file],
      {
        stdio: ['ignore', 'inherit', 'ignore'],
      },
    );
    if ((await exit) !== 0) failed += 1;
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
const looked = total - queue.length;
const left = queue.length ? `; ${queue.length} that changed longer ago were not looked at` : '';
console.log(`${clangTidy}: ${looked - failed} of ${looked} files are clean${left}`);
process.exit(failed ? 1 : 0);
