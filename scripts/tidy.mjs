// clang-tidy over src/, with the compile commands of the native preset, one process per core.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findClangTidy } from './lib/requirements.mjs';
import { root, start } from './lib/run.mjs';
import { buildPreset } from './lib/toolchain.mjs';

const clangTidy = findClangTidy();
if (!clangTidy) {
  console.log('left to CI: clang-tidy is not installed here');
  process.exit(0);
}
await buildPreset('native', { targets: ['ldp_catalog'], quiet: true });

const commands = JSON.parse(readFileSync(join(root, 'build/native/compile_commands.json'), 'utf8'));
const queue = commands
  .map(({ file }) => file)
  .filter((file) => file.startsWith(join(root, 'src/')));
const total = queue.length;
let failed = 0;

async function work() {
  for (let file = queue.pop(); file; file = queue.pop()) {
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
console.log(`${clangTidy}: ${total - failed} of ${total} files are clean`);
process.exit(failed ? 1 : 0);
