// Which lines of bindings/ts the unit tests run, as V8 counts them in the tests' processes and in those that
// they start. A line of the source is a line of code if a source map of the package names it.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode } from '@jridgewell/sourcemap-codec';
import { root, run } from '../run.mjs';

const counters = join(root, 'build/coverage/v8');
const dist = join(root, 'dist');

/** Files of lines that a test ran or not, and the tests that failed, as a text or undefined. */
export function typescriptLines() {
  rmSync(counters, { recursive: true, force: true });
  mkdirSync(counters, { recursive: true });
  const build = (env) =>
    run('node', ['scripts/build-package.mjs'], { env: { ...process.env, ...env } });
  build({ LDP_BUILD_FOR: 'coverage' });
  try {
    const failed = runTests();
    return { files: linesRun(), failed };
  } finally {
    build({});
  }
}

/** Lines that ran count whatever becomes of the tests: why it failed, or undefined. */
function runTests() {
  const config = '--config=scripts/lib/coverage/vitest.config.mjs';
  try {
    run('node', ['node_modules/vitest/vitest.mjs', 'run', config], {
      env: { ...process.env, NODE_V8_COVERAGE: counters },
    });
    return undefined;
  } catch (error) {
    return error.message;
  }
}

function linesRun() {
  const files = new Map();
  const linesOf = (file) => {
    if (!files.has(file)) files.set(file, new Map());
    return files.get(file);
  };
  const inDist = readdirSync(dist, { recursive: true }).filter((name) => name.endsWith('.js'));
  for (const name of inDist) {
    for (const { file, line } of placesOf(join(dist, name))) {
      if (isCode(file, line)) linesOf(file).set(line, false);
    }
  }
  for (const name of readdirSync(counters)) {
    const [, pid] = /^coverage-(\d+)-/.exec(name) ?? [];
    if (!pid) continue;
    const copies = read(`scripts-${pid}.json`) ?? {};
    for (const { scriptId, url, functions } of read(name).result) {
      const script = copies[scriptId] ? join(counters, copies[scriptId]) : inPackage(url);
      if (script) markRun(placesOf(script), functions, linesOf);
    }
  }
  return files;
}

function read(name) {
  const file = join(counters, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** The file that Node loaded without Vitest, in a command or a worker. */
const inPackage = (url) =>
  url.startsWith('file:') && fileURLToPath(url).startsWith(dist) ? fileURLToPath(url) : undefined;

function markRun(places, functions, linesOf) {
  // Ranges nest: at each place the last of those that began before it and have not ended counts.
  const ranges = functions
    .flatMap((it) => it.ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const open = [];
  let next = 0;
  for (const { offset, file, line } of places) {
    while (next < ranges.length && ranges[next].startOffset <= offset) open.push(ranges[next++]);
    while (open.length && open.at(-1).endOffset <= offset) open.pop();
    if (open.length && open.at(-1).count > 0 && linesOf(file).has(line)) {
      linesOf(file).set(line, true);
    }
  }
}

const known = new Map();

/** Of each piece of a script, in order: its offset, and the file and line that it was made of. */
function placesOf(script) {
  if (!known.has(script)) known.set(script, readPlaces(script));
  return known.get(script);
}

function readPlaces(script) {
  const text = readFileSync(script, 'utf8');
  const map = mapOf(script, text);
  if (!map) return [];
  const sources = map.sources.map((name) => /bindings\/ts\/(?!generated\/).*/.exec(name)?.[0]);
  const places = [];
  let start = 0;
  for (const segments of decode(map.mappings)) {
    for (const [column, source, line] of segments) {
      const file = sources[source];
      if (file) places.push({ offset: start + column, file, line: line + 1 });
    }
    start = text.indexOf('\n', start) + 1;
  }
  return places;
}

function mapOf(script, text) {
  const [, inline] = /^\/\/# sourceMappingURL=data:.*;base64,(\S+)/m.exec(text) ?? [];
  if (inline) return JSON.parse(Buffer.from(inline, 'base64').toString());
  const file = `${script}.map`;
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

const texts = new Map();

/** Brackets alone, such as the end of a block that always returns, and labels of a switch are no lines of code. */
function isCode(file, line) {
  if (!texts.has(file)) texts.set(file, readFileSync(join(root, file), 'utf8').split('\n'));
  return !/^\s*([\s()[\]{};,]*|case [^:]*:|default:)$/.test(texts.get(file)[line - 1]);
}
