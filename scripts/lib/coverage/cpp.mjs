// Which lines of src/ and bindings/native ldp_tests and the tests of ldp-simulate run, as GCC counts them.
// Lines of a template count where a test or a program instantiates it.
import { spawnSync } from 'node:child_process';
import { readdirSync, realpathSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { root, run } from '../run.mjs';
import { buildPreset } from '../toolchain.mjs';

const scratch = join(root, 'build/coverage');

const counted = () =>
  readdirSync(scratch, { recursive: true })
    .filter((file) => file.endsWith('.gcda'))
    .map((file) => join(scratch, file));

/** Files of lines that a test ran or not, and the tests that failed, as a text or undefined. */
export async function cppLines() {
  await buildPreset('coverage', { targets: ['ldp_tests', 'ldp_simulate'] });
  for (const old of counted()) rmSync(old);
  let failed;
  try {
    run('ctest', ['--preset', 'coverage']);
  } catch (error) {
    failed = error.message;
  }
  const files = new Map();
  for (const counters of counted()) addLines(counters, files);
  return { files, failed };
}

function addLines(counters, files) {
  const { stdout } = spawnSync('gcov', ['--json-format', '--stdout', counters], {
    cwd: scratch,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  for (const text of stdout.split('\n').filter(Boolean)) {
    const { current_working_directory: directory, files: sources } = JSON.parse(text);
    for (const { file, lines } of sources) {
      const name = nameOf(resolve(directory, file));
      if (!/^(src|bindings)\//.test(name)) continue;
      const seen = files.get(name) ?? new Map();
      for (const { line_number: line, count } of lines) {
        seen.set(line, (seen.get(line) ?? false) || count > 0);
      }
      files.set(name, seen);
    }
  }
}

const names = new Map();

/** Headers are included by way of links in build/coverage/include-roots. */
function nameOf(file) {
  if (!names.has(file)) names.set(file, relative(root, realpathSync(file)));
  return names.get(file);
}
