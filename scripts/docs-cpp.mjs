// npm run docs:cpp: the reference of the headers of src/ into build/reference-cpp, by Doxygen.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, which } from './lib/run.mjs';

const output = join(root, 'build/reference-cpp');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const settings = {
  PROJECT_NAME: 'ldp-bandits',
  PROJECT_NUMBER: version,
  PROJECT_BRIEF: '"Headers of src/"',
  INPUT: 'src',
  RECURSIVE: 'YES',
  FILE_PATTERNS: '*.hpp',
  STRIP_FROM_PATH: 'src',
  STRIP_FROM_INC_PATH: 'src',
  INPUT_FILTER: `"node ${join(root, 'scripts/docs/file-comment.mjs')}"`,
  FILTER_SOURCE_FILES: 'NO',
  JAVADOC_AUTOBRIEF: 'YES',
  EXTRACT_ALL: 'YES',
  OUTPUT_DIRECTORY: output,
  GENERATE_LATEX: 'NO',
  HAVE_DOT: 'NO',
  QUIET: 'YES',
  WARNINGS: 'NO',
};

if (!which('doxygen')) {
  console.error('doxygen is missing: apt-get install doxygen, or brew install doxygen');
  process.exit(1);
}
mkdirSync(output, { recursive: true });
const input = Object.entries(settings)
  .map(([key, value]) => `${key} = ${value}`)
  .join('\n');
const { status } = spawnSync('doxygen', ['-'], {
  cwd: root,
  input,
  stdio: ['pipe', 'inherit', 'inherit'],
});
if (status !== 0) process.exit(1);
console.log('build/reference-cpp/html/index.html');
