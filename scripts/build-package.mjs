// Builds dist/, the content of the npm package: one ES module per entry with shared chunks, declarations, the
// wasm files, and the licences of what is inlined.
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { pruneDeclarations } from './lib/declarations.mjs';
import { sha256, writeIntegrity } from './lib/integrity.mjs';
import { withLock } from './lib/lock.mjs';
import { oldestBrowsers } from './lib/page-code.mjs';
import { writePageFiles } from './lib/page-files.mjs';
import { root, run } from './lib/run.mjs';

/**
 * Each has a build, and chunks, of its own: in one with the others it would cut what a page loads into many
 * small chunks, each compressed by itself.
 */
const apart = [
  [
    ...['components/index', 'components/react', 'components/vue', 'components/svelte'],
    ...['components/overlay', 'components/no-overlay'],
    ...['components/openfeature', 'components/growthbook'],
  ],
  ['bootstrap'],
  ['vercel-flags'],
  // Each is one file: wrangler warns of imports among chunks.
  ['server/workerd'],
  ['server/durable-object'],
  // The admin port serves this file and no chunk.
  ['serve/page'],
];
/** What pages load of the client; each list is made by itself, and has a chunk of what its first entry imports. */
const pages = [
  {
    index: 'client/index.ts',
    contexts: 'client/contexts.ts',
    slates: 'client/slates.ts',
    points: 'client/points.ts',
    noise: 'client/noise.ts',
    'best-arm': 'client/best-arm.ts',
    url: 'client/url.ts',
    // Not exported: what the replay takes of the client's build.
    'replay/modules': 'replay/modules.ts',
  },
  { outbox: 'client/outbox.ts' },
];
/**
 * Each is one file, with what the others load late. A worker may import none while it runs, and people copy it;
 * `worker.js` imports it.
 */
const whole = {
  arms: 'client/arms.ts',
  explain: 'client/explain.ts',
  'ldp-sender': 'client/worker.ts',
};
/** Files that import nothing, and that any of the above loads late. */
const late = {
  budget: 'client/budget.ts',
  'explain-error': 'client/explain-error.ts',
  given: 'client/given.ts',
  'register-worker': 'client/register-worker.ts',
  'settle-early': 'client/settle-early.ts',
  unregistered: 'client/unregistered.ts',
  'wasm-file': 'client/wasm-file.ts',
};
const entries = {
  // In a folder: from there, and from the chunks, the client is `../index.js`.
  'components/index': 'components/index.ts',
  'components/react': 'react/index.ts',
  'components/vue': 'vue/index.ts',
  'components/svelte': 'svelte/index.ts',
  'components/overlay': 'overlay/index.ts',
  'components/no-overlay': 'overlay/none.ts',
  'components/openfeature': 'openfeature/index.ts',
  'components/growthbook': 'growthbook/index.ts',
  bootstrap: 'bootstrap/index.ts',
  'vercel-flags': 'vercel-flags/index.ts',
  'server/index': 'server/index.ts',
  'server/service-worker': 'server/service-worker.ts',
  // Not exported: as a file of its own it stays out of pages that only connect to a collector.
  'server/indexed-db-store': 'server/indexed-db-store.ts',
  'server/workerd': 'server/workerd/index.ts',
  'server/durable-object': 'server/durable-object/index.ts',
  'node/index': 'node/index.ts',
  'server/testing': 'server/testing/index.ts',
  'server/sqlite': 'server/sqlite/index.ts',
  'server/postgres': 'server/postgres/index.ts',
  'simulation/index': 'simulation/index.ts',
  'simulation/worker': 'simulation/worker.ts',
  'simulation/node-workers': 'simulation/node-workers.ts',
  'replay/index': 'replay/index.ts',
  'replay/worker': 'replay/worker.ts',
  'logs/index': 'logs/index.ts',
  'papers/index': 'papers/index.ts',
  'plot/index': 'plot/index.ts',
  'recommend/index': 'recommend/index.ts',
  // Not exported: as a file of its own it stays small in pages that quote a price.
  'recommend/visitors': 'recommend/visitors.ts',
  'command/ldp-bandits': 'command/main.ts',
  'serve/page': 'serve/page/page.ts',
};
/** A script that a page may have in its head, where modules come too late. */
const classic = { pick: 'bootstrap/pick-script.ts' };
/** What `serve` answers beside its script. */
const pageFiles = ['page.html', 'page.css'];
const wasmFiles = {
  'ldp-bandits.wasm': 'client.wasm',
  'contextual.wasm': 'contextual.wasm',
  'combinatorial.wasm': 'combinatorial.wasm',
  'convex.wasm': 'convex.wasm',
  'learner.wasm': 'learner.wasm',
};
const source = join(root, 'bindings/ts');
const staging = join(root, 'build/package');
/** Then a line that runs is a line of the source. */
const forCoverage = process.env.LDP_BUILD_FOR === 'coverage';

/** What `client/wasm-file.ts` compares the files that it fetches with. */
function pageHashes() {
  const modules = ['client', 'contextual', 'combinatorial', 'convex'];
  const hashOf = (name) => sha256(readFileSync(join(source, 'generated', `${name}.wasm`)));
  return modules.map((name) => [`WASM_SHA256.${name}`, JSON.stringify(hashOf(name))]);
}

/** A page has its own. */
const frameworks = ['react', 'svelte', 'vue'];
/** Loaded where an operator has installed them: resvg by the plot, the others by `serve`. */
const optional = ['@resvg/resvg-js', 'libsql', 'pg', 'prom-client'];

/** What the builds were made of, and made. */
async function bundle() {
  const others = Object.keys(entries).filter((name) => !apart.flat().includes(name));
  await bundlePages();
  const builds = [await bundleClassic()];
  for (const names of [...apart, others]) {
    builds.push(await bundleEntries(names));
  }
  const all = (part) => Object.assign({}, ...builds.map((metafile) => metafile[part]));
  return { inputs: all('inputs'), outputs: all('outputs') };
}

/** Command, replay and components run what pages load, without copies of their own. */
const packagedClient = {
  name: 'packaged-client',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/client\/index\.js$/ }, () => ({
      path: '../index.js',
      external: true,
    }));
    // From dist/chunks as from dist/replay.
    onResolve({ filter: /^\.\.\/replay\/modules\.js$/ }, ({ path }) => ({
      path,
      external: true,
    }));
  },
};

const placesOf = (names, paths) =>
  Object.fromEntries(names.map((name) => [name, join(source, paths[name])]));
const placed = (paths) => placesOf(Object.keys(paths), paths);

async function bundlePages() {
  const common = { source, define: Object.fromEntries(pageHashes()), small: !forCoverage };
  const form = { ...common, outdir: staging, late: placed(late) };
  for (const paths of pages) await writePageFiles({ ...form, entries: placed(paths) });
  for (const name of Object.keys(whole))
    await writePageFiles({
      ...common,
      outdir: staging,
      entries: placesOf([name], whole),
      inline: true,
      // A worker has no page to tell what went wrong, so its file has no words for it.
      ...(name === 'ldp-sender' && { wordless: join(source, 'client/explain-error.ts') }),
    });
  for (const name of Object.keys(late)) {
    const outdir = join(staging, 'chunks');
    await writePageFiles({ ...common, outdir, entries: placesOf([name], late), inline: true });
  }
}

function bundleEntries(names) {
  return bundleAs({
    entryPoints: placesOf(names, entries),
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
  });
}

function bundleClassic() {
  return bundleAs({
    entryPoints: placesOf(Object.keys(classic), classic),
    format: 'iife',
  });
}

async function bundleAs(form) {
  const { metafile } = await build({
    absWorkingDir: root,
    outdir: staging,
    bundle: true,
    platform: 'neutral', // browsers, workers and Node load the same files
    mainFields: ['module', 'main'],
    conditions: ['import'],
    // Leaves out papaparse's Duplex wrapper, whose require('stream') has no place in an ES module.
    define: { PAPA_BROWSER_CONTEXT: 'true', ...Object.fromEntries(pageHashes()) },
    // hono stays a dependency of ./server; the command loads resvg if the user has installed it
    plugins: [packagedClient],
    external: ['hono', 'hono/*', 'node:*', 'stream', ...frameworks, ...optional],
    target: oldestBrowsers,
    minify: !forCoverage,
    sourcemap: forCoverage,
    legalComments: 'none', // collected below
    metafile: true,
    logLevel: 'warning',
    ...form,
  });
  return metafile;
}

const stagedFiles = (ending) =>
  readdirSync(staging, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(staging, name));

/** As the coverage reads them. No map is packed: they would be a tenth of the package. */
function placeSourceMaps() {
  for (const path of stagedFiles('.map')) {
    const map = JSON.parse(readFileSync(path, 'utf8'));
    // They were written one folder deeper than they will lie.
    const sources = map.sources.map((name) => name.replace('../', ''));
    writeFileSync(path, JSON.stringify({ ...map, sources }));
  }
}

/**
 * An address that is known when it is imported, such as that of own code of a simulation, is no module of the bundler's:
 * webpack would put a function that throws in its place. The minifier drops the comments of the source that say so.
 */
function markGivenImports() {
  for (const path of stagedFiles('.js')) {
    const code = readFileSync(path, 'utf8');
    const marked = code.replace(
      /\bimport\((?=[\w$]+\))/g,
      'import(/* webpackIgnore: true *//* @vite-ignore */',
    );
    if (marked !== code) writeFileSync(path, marked);
  }
}

/** The notice that MPL-2.0, section 3.2, requires with a compiled form. */
const eigen = `Eigen 3 (MPL-2.0)

Compiled, unchanged, into the WebAssembly modules \`learner\` and \`simulation\`. Its source is at
https://gitlab.com/libeigen/eigen, under the Mozilla Public License 2.0: https://mozilla.org/MPL/2.0/
`;

function writeLicences(metafile) {
  const packages = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input) ?? [];
    if (name) packages.add(name);
  }
  const sections = [...packages].sort().map((name) => {
    const directory = join(root, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
    const file = readdirSync(directory).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} is inlined but ships no licence text`);
    return `${name} ${version} (${license})\n\n${readFileSync(join(directory, file), 'utf8').trim()}\n`;
  });
  sections.push(eigen);
  writeFileSync(
    join(staging, 'THIRD-PARTY-LICENSES.txt'),
    `The files in this folder contain code of these packages.\n\n${sections.join('\n----\n\n')}`,
  );
}

/** The declarations that package.json names. */
function declaredEntries() {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.values(exports).flatMap(({ types }) =>
    types === undefined ? [] : [types.replace('./dist/types/', '')],
  );
}

async function buildPackage() {
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  const metafile = await bundle();
  placeSourceMaps();
  markGivenImports();
  writeLicences(metafile);
  run('node', [
    'node_modules/typescript/bin/tsc',
    '-p',
    'tsconfig.build.json',
    '--outDir',
    join(staging, 'types'),
  ]);
  pruneDeclarations(join(staging, 'types'), declaredEntries());
  for (const [name, file] of Object.entries(wasmFiles)) {
    copyFileSync(join(source, 'generated', file), join(staging, name));
  }
  for (const file of pageFiles) {
    copyFileSync(join(source, 'serve/page', file), join(staging, 'serve', file));
  }
  run('node', [
    'scripts/generate-catalog.mjs',
    '--config-schema',
    join(staging, 'config.schema.json'),
  ]);
  writeFileSync(join(staging, 'worker.js'), "import './ldp-sender.js';\n");
  writeIntegrity(staging);
  chmodSync(join(staging, 'command/ldp-bandits.js'), 0o755);

  // A failed build must not leave half a package behind.
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  renameSync(staging, join(root, 'dist'));
}

await withLock('package', buildPackage);
