// Checks everything that a machine can say about style without building; --fix mends what can be mended.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeLock } from './lib/lockfile.mjs';
import { findClangFormat } from './lib/requirements.mjs';
import { root, run } from './lib/run.mjs';

const fix = process.argv.includes('--fix');
const failures = [];

function check(name, action) {
  try {
    action();
    console.log(`ok   ${name}`);
  } catch (error) {
    failures.push(name);
    console.error(`FAIL ${name}: ${error.message}`);
  }
}

function trackedFiles(...patterns) {
  // New files count before they are committed; deleted ones no longer.
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const deleted = new Set(run('git', ['ls-files', '--deleted'], { quiet: true }).split('\n'));
  return run('git', [...list, '--', ...patterns], { quiet: true })
    .split('\n')
    .filter((file) => file && !deleted.has(file));
}

/** Fails with the lines that match. */
function forbid(pattern, files) {
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
  if (found.length) throw new Error(`\n  ${found.join('\n  ')}`);
}

const cpp = trackedFiles('*.cpp', '*.hpp');

check('biome: TypeScript, JavaScript, CSS and JSON', () => {
  const biome = 'node_modules/@biomejs/biome/bin/biome';
  run('node', fix ? [biome, 'check', '--write', '.'] : [biome, 'ci', '--error-on-warnings', '.']);
});

check('clang-format: C++', () => {
  const clangFormat = findClangFormat();
  if (!clangFormat) return console.log('     left to CI: clang-format 14 is not installed here');
  run(clangFormat, [...(fix ? ['-i'] : ['--dry-run', '-Werror']), ...cpp]);
});

check('catalog: what is generated from it is current', () => {
  const readme = ['--readme', 'README.md'];
  run('node', ['scripts/generate-catalog.mjs', ...readme, ...(fix ? [] : ['--check'])]);
});

check('package-lock.json holds the builds for every system', () => {
  const missing = completeLock({ fix });
  if (missing.length && !fix) throw new Error(`npm run format adds ${missing.join(', ')}`);
});

// The include path is what keeps the folders of src/ apart; a relative path would step around it.
check('no #include leaves its folder by ..', () => forbid(/^\s*#\s*include\s+["<].*\.\./, cpp));

check('no random source but the operating system near private data', () =>
  forbid(
    /Math\.random\(|\bstd::(rand|mt19937|random_device)\b|[^_a-z]s?rand\(/,
    trackedFiles('src/*', 'bindings/*', 'web/*'),
  ),
);

if (failures.length) {
  console.error(`\nlint failed: ${failures.join('; ')}`);
  process.exit(1);
}
