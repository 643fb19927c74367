// What code that pages load must not use. Prototype.js up to 1.7.3, MooTools before 1.6 and other old libraries replace
// built-ins for a whole page, and the package has to work beside them.

/** Folders of bindings/ts that pages load. */
export const pageFolders = [
  ...['client', 'components', 'bootstrap', 'internal', 'flags', 'overlay'],
  ...['react', 'vue', 'svelte', 'openfeature', 'growthbook', 'vercel-flags'],
];

/**
 * `not`: matches what is replaced, in a line. `take`: what to write in its place. `except`: the ends of the paths that
 * may use it, with the reason.
 */
export const replaced = [
  {
    not: /\.from\(/,
    take: '`times` of internal/list.ts, a spread, or `new Float64Array(list)`: Prototype.js and MooTools replace Array.from, which then ignores its second argument and reads no Set',
  },
  {
    not: /\.reduce(Right)?\(/,
    take: 'a loop: Array.prototype.reduce of Prototype.js 1.6 takes no function',
  },
  {
    not: /(?<!\b(ledger|Object))\.entries\(/,
    take: '`forEach((item, index) => …)`: Array.prototype.entries of Prototype.js gives the items alone',
    except: ['/types/budget.ts', '-journal.ts', '/client/ledgers.ts'],
  },
  {
    not: /\bJSON\.stringify\(/,
    take: '`toJson` of internal/json.ts: Prototype.js gives arrays a toJSON that makes them texts',
    except: [
      '/internal/json.ts',
      '/internal/checks.ts', // a text, which has no toJSON
      '/components/registry.ts', // makes ids, which nothing reads
      '/bootstrap/json.ts', // runs on servers
    ],
  },
  {
    not: /\bnew Request\(/,
    take: '`pageFetch(url, init)` of internal/page-fetch.ts: Request is a class of MooTools',

    except: [
      '/internal/page-fetch.ts',
      '/client/options.ts', // for the option `fetch`, which is called with one
      '/bootstrap/fetch.ts', // likewise
    ],
  },
  {
    not: /\bnew (Event|Element)\(/,
    take: 'a callback: MooTools replaces these classes',
  },
  {
    not: /\.bind\(/,
    take: 'an arrow function: Function.prototype.bind of Prototype.js and MooTools makes no functions for `new`',
  },
  {
    not: /\.(startsWith|endsWith)\([^()]*,/,
    take: '`slice`: startsWith and endsWith of Prototype.js take no position',
  },
  {
    not: /\bfor \((const|let|var) \w+ in\b/,
    take: 'Object.keys: old libraries add to the prototypes',
  },
];

/** As docs/guides/install.md states them, in the words of esbuild. It writes newer syntax in theirs, or refuses it. */
export const oldestBrowsers = ['chrome100', 'firefox115', 'safari16.4'];

/** Names that one of them lacks. Of iterators only lists may be asked for `map` and the like. */
const newerNames = [
  /\bAbortSignal\.(any|timeout)\b/,
  /\bURL\.(canParse|parse)\b/,
  /\b(Object|Map)\.groupBy\b/,
  /\bArray\.fromAsync\b/,
  /\bPromise\.(withResolvers|try)\b/,
  /\bIterator\b(?!<)/,
  /\.(values|keys|entries)\(\)\.(map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/,
  /\.(findLast|findLastIndex|toSorted|toReversed|toSpliced)\(/,
  /\.(union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  /\.(isWellFormed|toWellFormed|transferToFixedLength|toBase64|toHex|setFromBase64)\(/,
  /\b(Uint8Array\.from(Base64|Hex)|RegExp\.escape|Error\.isError|Math\.(sumPrecise|f16round)|Response\.json)\b/,
  /\b(structuredClone|scheduler|navigation|cookieStore|requestIdleCallback)\b[.(]/,
  /\bObject\.hasOwn\b/,
];

/** `path:line: text` for each line of a file that names what an oldest browser lacks. */
export function findNewer(path, text) {
  return text.split('\n').flatMap((line, index) => {
    const code = line.replace(/^\s*(\*|\/\*).*|\/\/.*/, '');
    const isNewer = newerNames.some((name) => name.test(code));
    return isNewer ? [`${path}:${index + 1}: ${line.trim().slice(0, 200)}`] : [];
  });
}

/** `path:line: text; take …` for each line of a file that uses what is replaced. Comments are free. */
export function findReplaced(path, text) {
  const rules = replaced.filter(({ except = [] }) => !except.some((end) => path.endsWith(end)));
  return text.split('\n').flatMap((line, index) => {
    const code = line.replace(/^\s*(\*|\/\*).*|\/\/.*/, '');
    return rules
      .filter(({ not }) => not.test(code))
      .map(({ take }) => `${path}:${index + 1}: ${line.trim()}; take ${take}`);
  });
}
