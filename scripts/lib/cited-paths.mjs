// Which files of this repository comments and documents cite, and whether they exist. A path that was
// moved or misspelt sends a reader nowhere, and no compiler sees it.
import { posix } from 'node:path';

/** Folders at the top that a cited path may begin with. */
const TOPS = ['bindings', 'cmake', 'docs', 'examples', 'scripts', 'src', 'tests', 'web'];
/** Made by a build, so not in the repository. */
const GENERATED =
  /^(build|dist|node_modules|web\/dist|bindings\/ts\/generated)(\/|$)|\.generated\./;
/** Headers are cited as they are included, from one of these. */
const INCLUDE_PATHS = ['src', 'tests/native', 'tests/fuzz', 'tests/bench', 'bindings'];

const NAME = '[\\w@.*-]*[\\w*]';
const AT_TOP = new RegExp(`(?<![\\w./:@-])(?:${TOPS.join('|')})(?:/${NAME})+/?`, 'g');
const HEADER = new RegExp(`(?<![\\w./:@-])(?:${NAME}/)*${NAME}\\.[hc]pp(?![\\w/])`, 'g');
const PAGE = new RegExp(`(?<![\\w./:@-])(?:\\.\\.?/)*(?:${NAME}/)*${NAME}\\.md(?![\\w/])`, 'g');
const LINK = /\]\((?!\w+:|#)([^)\s#]+)/g;

/**
 * The comments of a file, line by line; of a document all of it.
 *
 * @param {string} file
 * @param {string} text
 * @returns {string[]}
 */
export function linesToRead(file, text) {
  const lines = text.split('\n');
  if (/\.(md|py)$/.test(file)) return lines;
  if (/(\.cmake|CMakeLists\.txt|\.yml)$/.test(file)) {
    return lines.map((line) => /(?:^|\s)#(.*)$/.exec(line)?.[1] ?? '');
  }
  let isInside = false;
  return lines.map((line) => {
    const start = isInside ? 0 : line.search(/(?:^|\s)\/\*/);
    if (start >= 0) {
      const end = line.indexOf('*/', isInside ? 0 : start);
      isInside = end < 0;
      return line.slice(start, end < 0 ? undefined : end);
    }
    return /(?:^|\s)\/\/(.*)$/.exec(line)?.[1] ?? '';
  });
}

/**
 * The cited paths that do not exist.
 *
 * @param {string} file the citing file, from the root
 * @param {string} text
 * @param {ReadonlySet<string>} known all files of the repository and their folders, from the root
 * @returns {{line: number, path: string}[]}
 */
export function missingPaths(file, text, known) {
  const names = new Set([...known].map((path) => posix.basename(path)));
  const here = posix.dirname(file);
  const exists = (path) => {
    const asIs = posix.normalize(path).replace(/\/$/, '');
    if (GENERATED.test(asIs)) return true;
    if (!asIs.includes('*')) return known.has(asIs);
    const pattern = asIs.replace(/[.+]/g, '\\$&').replace(/\*+/g, '[^/]*');
    const glob = new RegExp(`^${pattern}$`);
    return [...known].some((other) => glob.test(other));
  };
  const among = (path, folders) => folders.some((folder) => exists(posix.join(folder, path)));

  return linesToRead(file, text).flatMap((line, index) => {
    const missing = new Set();
    for (const [path] of line.matchAll(AT_TOP)) {
      // `src/privacy/ball_scale` is both of its files; what a build emits as .js was written as .ts.
      const sources = [path, `${path}.hpp`, `${path}.ts`, path.replace(/\.js$/, '.ts')];
      if (!sources.some((source) => exists(source) || among(source, [here]))) missing.add(path);
    }
    for (const pattern of [HEADER, PAGE]) {
      for (const [path] of line.matchAll(pattern)) {
        const isName = !path.includes('/');
        if (
          isName
            ? names.has(path) || path.includes('*')
            : among(path, ['.', here, ...INCLUDE_PATHS])
        )
          continue;
        if (!GENERATED.test(path)) missing.add(path);
      }
    }
    if (file.endsWith('.md')) {
      for (const [, path] of line.matchAll(LINK)) if (!among(path, [here])) missing.add(path);
    }
    return [...missing].map((path) => ({ line: index + 1, path }));
  });
}

const SECTION = /([\w/.-]+\.md`?,? sections? (?:\d[\d.]*(?:, | and | to )?)+)/g;

/**
 * Sections of documents that are cited and do not exist, such as `docs/spec/linear.md, sections 4.2 and 5`.
 * A citation may go on in the next line.
 *
 * @param {string} file the citing file, from the root
 * @param {string} text
 * @param {(document: string) => string | undefined} read the text of a document, by its path from the root
 * @returns {{line: number, path: string}[]}
 */
export function missingSections(file, text, read) {
  const lines = linesToRead(file, text).map((line) => line.replace(/^[\s/*]+/, ''));
  return lines.flatMap((line, index) => {
    const citations = `${line} ${lines[index + 1] ?? ''}`.matchAll(SECTION);
    return [...citations].flatMap(({ 0: citation, index: at }) => {
      if (at > line.length) return []; // of the next line
      const [document = '', rest = ''] = citation.split(/`?,? sections? /);
      const page = read(document);
      if (page === undefined) return [];
      const numbers = rest.match(/\d+(?:\.\d+)*/g) ?? [];
      const lacks = (number) =>
        !new RegExp(`^#+ ${number.replace('.', '\\.')}[. ]`, 'm').test(page);
      return numbers
        .filter(lacks)
        .map((number) => ({ line: index + 1, path: `${document}, section ${number}` }));
    });
  });
}

/**
 * Files and all folders above them.
 *
 * @param {readonly string[]} files
 */
export function withFolders(files) {
  const known = new Set(files);
  for (const file of files) {
    for (let at = posix.dirname(file); at !== '.'; at = posix.dirname(at)) known.add(at);
  }
  return known;
}
