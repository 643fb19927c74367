// The files of the package that pages download: Rollup makes them, since it leaves a module in the file that has
// it already where esbuild would cut a chunk out of both, and terser makes them small.
import { dirname, join, relative } from 'node:path';
import { transform } from 'esbuild';
import { rollup } from 'rollup';
import { minify } from 'terser';
import { oldestBrowsers } from './page-code.mjs';

const MINIFY = {
  module: true,
  ecma: 2020,
  // "use client" is for servers that render.
  compress: { passes: 3, ecma: 2020, directives: false },
  format: { comments: false },
};

/** Each finds what the other has left: together they are 350 B gzip smaller than terser alone. */
async function minified(code) {
  const { code: short } = await transform(code, { minify: true, target: oldestBrowsers });
  return minify(short, MINIFY);
}

const typescript = (define) => ({
  name: 'typescript',
  async transform(code, id) {
    if (!id.endsWith('.ts')) return undefined;
    const { code: script, map } = await transform(code, {
      loader: 'ts',
      target: oldestBrowsers,
      sourcemap: true,
      sourcefile: id,
      define,
    });
    return { code: script, map };
  },
});

const resolve = (root) => ({
  name: 'resolve',
  async resolveId(source, importer) {
    if (importer === undefined || !source.startsWith('.')) return null;
    const path = join(dirname(importer), source);
    return path.startsWith(root) ? path.replace(/\.js$/, '.ts') : null;
  },
});

/**
 * Modules that pages load late are files without imports. One that imported the first file would wait for it, for
 * ever if that is the page's own script, which a bundler put it into, and which awaits `createBandit` at its top.
 */
const lateFiles = (late) => {
  const places = new Map(Object.entries(late).map(([name, path]) => [path, `late:${name}`]));
  return {
    name: 'late-files',
    resolveDynamicImport(source, importer) {
      if (typeof source !== 'string') return null;
      const path = join(dirname(importer), source).replace(/\.js$/, '.ts');
      return places.has(path) ? { id: places.get(path), external: true } : null;
    },
    renderChunk(code, { fileName }) {
      const up = relative(dirname(fileName), 'chunks') || '.';
      const place = up.startsWith('.') ? up : `./${up}`;
      return { code: code.replaceAll(/late:([\w-]+)/g, `${place}/$1.js`), map: null };
    },
  };
};

const withoutWords = (path) => ({
  name: 'without-words',
  load: (id) => (id === path ? 'export const explain = (error) => error;' : null),
});

/** `entry` and all that it imports at once. */
function reachedFrom(entry, getModuleInfo) {
  const reached = new Set();
  const queue = [entry];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    queue.push(...(getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
}

/**
 * Writes the files of `entries`, `{name: path}`, into `outdir`. `late` are the modules of `lateFiles`, of the same form.
 * What the first entry imports, but for the text of its module, is one chunk, `client`. With `inline` what an entry
 * loads late is in its own file. The module `wordless` explains nothing there.
 */
export async function writePageFiles({
  entries,
  source,
  outdir,
  define,
  late = {},
  inline = false,
  wordless,
  small = true,
}) {
  const [first] = Object.values(entries);
  const bundle = await rollup({
    input: entries,
    plugins: [
      resolve(source),
      lateFiles(late),
      withoutWords(wordless),
      typescript(define),
      small && { name: 'minify', renderChunk: minified },
    ],
    onwarn({ message }) {
      throw new Error(message);
    },
  });
  let shared;
  const clientHas = (id, { getModuleInfo }) => {
    shared ??= reachedFrom(first, getModuleInfo);
    return shared.has(id) && id !== first && !id.endsWith('-wasm.ts');
  };
  const chunkOf = (id, graph) => {
    // In a chunk of its own: an entry that has an address beside its file must not become a chunk for its sake.
    if (id.endsWith('/client/wasm-file.ts')) return 'file';
    // Of several entries: a file of text alone, which waits for no other.
    if (id.endsWith('/client-wasm.ts')) return 'client-wasm';
    return clientHas(id, graph) ? 'client' : undefined;
  };
  await bundle.write({
    dir: outdir,
    format: 'es',
    sourcemap: !small, // terser leaves no map
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    ...(inline ? { inlineDynamicImports: true } : { manualChunks: chunkOf }),
  });
  await bundle.close();
}
