// Checks everything that a machine can say about style without building; --fix mends what can be mended.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { enumerations } from './lib/catalog/schema.mjs';
import { linesToRead, missingPaths, missingSections, withFolders } from './lib/cited-paths.mjs';
import { completeLock } from './lib/lockfile.mjs';
import { findNewer, findReplaced, pageFolders } from './lib/page-code.mjs';
import { findClangFormat } from './lib/requirements.mjs';
import { root, run } from './lib/run.mjs';
import { checkTypesVersions } from './lib/types-versions.mjs';

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
  const table = ['--table', 'docs/algorithms.md'];
  run('node', ['scripts/generate-catalog.mjs', ...table, ...(fix ? [] : ['--check'])]);
});

check('every package-lock.json holds the builds for every system', () => {
  const locks = trackedFiles('package-lock.json', '*/package-lock.json');
  const missing = locks.flatMap((lock) => completeLock(lock, { fix }));
  if (missing.length && !fix) throw new Error(`npm run format adds ${missing.join(', ')}`);
});

check('package.json: typesVersions has every sub-path of exports', () => {
  if (!checkTypesVersions(join(root, 'package.json'), { fix }))
    throw new Error('npm run format writes it anew');
});

// The position of a word is its number in C++: a second list of the same words could have another order.
check('no list repeats the words of an enumeration of src/protocol/schema', () => {
  const quoted = ({ words }) => words.map(([word]) => `['"]${word}['"]`).join(',\\s*');
  const lists = new RegExp(`[[{]\\s*(${enumerations.map(quoted).join('|')})\\s*,?\\s*[\\]}]`);
  // families.ts lists algorithms, some of which are called as rules are.
  const numbered = ['client', 'internal', 'server', 'simulation'].map(
    (part) => `bindings/ts/${part}/*`,
  );
  const files = trackedFiles('src/*.?pp', 'bindings/*.?pp', ...numbered, ':!*/families.ts');
  for (const file of files) {
    const found = lists.exec(readFileSync(join(root, file), 'utf8'));
    if (found) throw new Error(`${file}: ${found[0]}; take the generated list`);
  }
  forbid(/order of the (C\+\+|core)/i, trackedFiles('src/*', 'bindings/*', 'scripts/lib/*'));
});

check('code that pages load uses no built-in that old libraries replace', () => {
  const files = trackedFiles(...pageFolders.map((folder) => `bindings/ts/${folder}/*.ts`));
  const found = files.flatMap((file) => findReplaced(file, readFileSync(join(root, file), 'utf8')));
  if (found.length) throw new Error(`\n  ${found.join('\n  ')}`);
});

check('code that pages load names nothing that the oldest browsers lack', () => {
  const files = trackedFiles(...pageFolders.map((folder) => `bindings/ts/${folder}/*.ts`));
  const found = files.flatMap((file) => findNewer(file, readFileSync(join(root, file), 'utf8')));
  if (found.length) throw new Error(`\n  ${found.join('\n  ')}`);
});

// The include path is what keeps the folders of src/ apart; a relative path would step around it.
check('no #include leaves its folder by ..', () => forbid(/^\s*#\s*include\s+["<].*\.\./, cpp));

// The floors of src/server, each on those before it: state and sums; estimates of one arm and weights
// of all; forged reports. A family stands on them, never on another family.
check('server: a family includes learner/, arms/ and forgeries/, no other family', () => {
  const floors = ['learner', 'arms', 'forgeries'];
  const files = trackedFiles('src/server/*');
  for (const folder of new Set(files.map((file) => file.split('/')[2]))) {
    const floor = floors.indexOf(folder);
    const own = [folder, ...(floor < 0 ? floors : floors.slice(0, floor))];
    forbid(
      new RegExp(`^\\s*#include "server/(?!(${own.join('|')})/)`),
      files.filter((file) => file.startsWith(`src/server/${folder}/`)),
    );
  }
});

check('no random source but the operating system near private data', () =>
  forbid(
    /Math\.random\(|\bstd::(rand|mt19937|random_device)\b|[^_a-z]s?rand\(/,
    trackedFiles('src/*', 'bindings/*', 'web/*'),
  ),
);

const readers = ['*.md', '*.hpp', '*.cpp', '*.ts', '*.tsx', '*.mjs', '*.js', '*.py', '*.css'];
const read = (file) => readFileSync(join(root, file), 'utf8');

// CONTRIBUTING.md lists the words, docs/algorithms.md repeats the catalog, and docs/figures is generated.
check('comments, documents and what the library says name who acts', () => {
  const vague = /\b(whoever|nobody|somebody|anybody|so many|so much|strangers?)\b/i;
  const exempt = [':!CONTRIBUTING.md', ':!docs/algorithms.md', ':!docs/figures/*'];
  const spoken = new Set(trackedFiles('src/*', 'bindings/*'));
  const found = [...new Set([...trackedFiles(...readers, ...exempt), ...spoken])].flatMap((file) =>
    (spoken.has(file) ? read(file).split('\n') : linesToRead(file, read(file))).flatMap(
      (line, index) => (vague.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []),
    ),
  );
  if (found.length) throw new Error(`\n  ${found.join('\n  ')}`);
});

check('files and sections that comments and documents cite exist', () => {
  const known = withFolders(trackedFiles());
  const page = (document) => (known.has(document) ? read(document) : undefined);
  const found = trackedFiles(...readers, '*.cmake', '*CMakeLists.txt').flatMap((file) =>
    [...missingPaths(file, read(file), known), ...missingSections(file, read(file), page)].map(
      ({ line, path }) => `${file}:${line}: ${path}`,
    ),
  );
  if (found.length) throw new Error(`\n  ${found.join('\n  ')}`);
});

if (failures.length) {
  console.error(`\nlint failed: ${failures.join('; ')}`);
  process.exit(1);
}
