// npm run docs: the API reference into build/reference: ts/ for the entries of the package, by TypeDoc from the
// declarations that ship, and cpp/ for the headers of src/, by Doxygen. Says what is missing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, which } from './lib/run.mjs';

const output = join(root, 'build/reference');
const tools = join(root, 'scripts/docs');
const { exports: entries, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The declarations behind the entries of the package. */
function declarations() {
  const files = Object.values(entries).flatMap((entry) => entry.types ?? []);
  const missing = files.filter((file) => !existsSync(join(root, file)));
  if (!missing.length) return files;
  throw new Error(`${missing[0]} is missing. First: npm run build:wasm && npm run build:package`);
}

function typescript() {
  const files = declarations();
  if (!existsSync(join(tools, 'node_modules/typedoc/bin/typedoc'))) {
    console.log('TypeDoc is installed into scripts/docs (it needs a TypeScript of its own).');
    run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tools });
  }
  const config = join(output, 'tsconfig.json');
  const options = {
    strict: true,
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable', 'ESNext.Disposable'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    skipLibCheck: true,
  };
  const absolute = files.map((file) => join(root, file));
  writeFileSync(config, JSON.stringify({ compilerOptions: options, files: absolute }));
  run('node', [
    join(tools, 'node_modules/typedoc/bin/typedoc'),
    ...['--tsconfig', config, '--out', join(output, 'ts'), '--name', `ldp-bandits ${version}`],
    ...['--readme', 'none', '--disableSources', '--hideGenerator', '--githubPages', 'false'],
    ...[
      '--excludePrivate',
      '--excludeInternal',
      '--logLevel',
      'Warn',
      '--validation.notExported',
      'false',
    ],
    ...['--validation.invalidLink', 'false'],
    ...absolute,
  ]);
}

function cpp() {
  if (!which('doxygen')) {
    throw new Error('doxygen is missing: apt-get install doxygen, or brew install doxygen');
  }
  const settings = {
    PROJECT_NAME: 'ldp-bandits',
    PROJECT_NUMBER: version,
    PROJECT_BRIEF: '"Headers of src/"',
    INPUT: 'src',
    RECURSIVE: 'YES',
    FILE_PATTERNS: '*.hpp',
    STRIP_FROM_PATH: 'src',
    STRIP_FROM_INC_PATH: 'src',
    INPUT_FILTER: `"node ${join(tools, 'file-comment.mjs')}"`,
    FILTER_SOURCE_FILES: 'NO',
    JAVADOC_AUTOBRIEF: 'YES',
    EXTRACT_ALL: 'YES',
    OUTPUT_DIRECTORY: output,
    HTML_OUTPUT: 'cpp',
    GENERATE_LATEX: 'NO',
    HAVE_DOT: 'NO',
    QUIET: 'YES',
    WARNINGS: 'NO',
  };
  const input = Object.entries(settings)
    .map(([key, value]) => `${key} = ${value}`)
    .join('\n');
  const { status } = spawnSync('doxygen', ['-'], {
    cwd: root,
    input,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('doxygen failed');
}

const pageOf = (links) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · ldp-bandits</title>
<h1>API reference of ldp-bandits ${version}</h1>
<ul>
${links.map(({ href, text }) => `<li><a href="${href}">${text}</a></li>`).join('\n')}
</ul>
<p><a href="../">Back to the site</a></p>
</html>
`;

const parts = [
  { make: typescript, href: 'ts/index.html', text: 'TypeScript: the entries of the package' },
  { make: cpp, href: 'cpp/files.html', text: 'C++: the headers of src/' },
];
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
const made = parts.filter(({ make, text }) => {
  try {
    make();
    console.log(`ok   ${text}`);
    return true;
  } catch (error) {
    console.error(`FAIL ${text}: ${error.message}`);
    return false;
  }
});
if (made.length) {
  writeFileSync(join(output, 'index.html'), pageOf(made));
  console.log('\nbuild/reference/index.html; the next build of the site has it at /reference/');
}
if (made.length < parts.length) process.exit(1);
