// Builds a sabotaged client: the tree is copied, passages are replaced, the client's WebAssembly module
// is compiled by the project's own CMake files, and the shipped TypeScript is bundled around it.
// Nothing in src/ knows of mutants, and no mutant can reach the package: everything stays in build/.

import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { embed } from '../../scripts/lib/embed.mjs';
import { root as kRoot, run } from '../../scripts/lib/run.mjs';
import { emscriptenEnvironment } from '../../scripts/lib/toolchain.mjs';
import { kFamilies } from './sample-family.mjs';

const kWork = join(kRoot, 'build/mutants');
/** One tree per process: two audits at a time must not compile each other's mutants. */
const kTree = join(kWork, `tree-${process.pid}`);
process.on('exit', () => rmSync(kTree, { recursive: true, force: true }));
/** Of a module, as it is shipped. */
const shippedWasm = (module) => join(kRoot, `bindings/ts/generated/${module}.wasm`);
const kSources = [
  'CMakeLists.txt',
  'cmake',
  'src',
  'bindings',
  'scripts/generate-catalog.mjs',
  'scripts/lib/catalog',
  'scripts/lib/run.mjs',
];
/** What no compiler of C++ reads. */
const kTypeScript = join(kRoot, 'bindings/ts');

/** Files of the copied part of the tree, relative to the root, in a stable order. */
function sourceFiles() {
  const visit = (path) =>
    statSync(path).isDirectory()
      ? (path === kTypeScript ? [] : readdirSync(path))
          .sort()
          .flatMap((name) => visit(join(path, name)))
      : [relative(kRoot, path)];
  return kSources.flatMap((path) => visit(join(kRoot, path)));
}

/**
 * Throws if a passage that it replaces is not in the source exactly once.
 *
 * @returns {Map<string, string>} the mutant's version of every file that it changes
 */
export function mutate({ name, changes }) {
  const changed = new Map();
  for (const { file, find, replace } of changes) {
    const text = changed.get(file) ?? readFileSync(join(kRoot, file), 'utf8');
    if (text.split(find).length !== 2) {
      throw new Error(
        `Mutant ${name}: the passage to replace is not in ${file} exactly once. ` +
          `The source has moved on; bring tests/statistical/mutants.mjs up to date:\n${find}`,
      );
    }
    changed.set(
      file,
      text.replace(find, () => replace),
    );
  }
  return changed;
}

/** Writes only what differs, so that the build tool recompiles only what a mutant touches. */
function syncTree(files, changed) {
  for (const file of files) {
    const target = join(kTree, file);
    const wanted = changed.get(file) ?? readFileSync(join(kRoot, file), 'utf8');
    if (existsSync(target) && readFileSync(target, 'utf8') === wanted) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, wanted);
  }
}

function compile(module) {
  const output = join(kTree, 'build');
  const options = { cwd: kTree, env: emscriptenEnvironment(), quiet: true };
  const cache = { CMAKE_BUILD_TYPE: 'Release', LDP_BUILD_TESTS: 'OFF', LDP_BUILD_BENCH: 'OFF' };
  const definitions = Object.entries(cache).map(([name, value]) => `-D${name}=${value}`);
  if (!existsSync(join(output, 'CMakeCache.txt'))) {
    run('emcmake', ['cmake', '-S', '.', '-B', output, ...definitions], options);
  }
  run('cmake', ['--build', output, '--target', module, '--parallel', '2'], options);
  return join(output, 'modules');
}

/** What a mutant is loaded through: the package's client entry, or what is around the other module. */
const entryOf = (module) =>
  module === 'client'
    ? { entryPoints: [join(kRoot, 'bindings/ts/client/noise.ts')] }
    : { stdin: { contents: kFamilies[module].entry, resolveDir: join(kRoot, 'bindings/ts') } };

/** The entry with the mutant's module in the place of the generated one. */
async function bundle(module, modules, target) {
  const embedded = await embed(readFileSync(join(modules, `${module}.wasm`)));
  await build({
    ...entryOf(module),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    outfile: target,
    logLevel: 'error',
    plugins: [
      {
        name: 'mutant',
        setup({ onLoad }) {
          onLoad({ filter: new RegExp(`generated/${module}-wasm\\.ts$`) }, () => ({
            contents: embedded,
            loader: 'ts',
          }));
        },
      },
    ],
  });
}

/**
 * @param {{name: string, module: 'client' | 'contextual' | 'combinatorial' | 'convex',
 *   changes: readonly {file: string, find: string, replace: string}[]}} mutant
 * @returns {Promise<{exports: object, wasm: Uint8Array}>} what the mutant's entry exports, and its module
 */
export async function buildMutant(mutant) {
  const { module } = mutant;
  const files = sourceFiles();
  const changed = mutate(mutant);
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(`${file}\0`).update(changed.get(file) ?? readFileSync(join(kRoot, file)));
  }
  for (const file of typescriptFiles())
    hash.update(`${file}\0`).update(readFileSync(join(kRoot, file)));
  const target = join(kWork, mutant.name, `${module}-${hash.digest('hex').slice(0, 16)}.mjs`);
  const wasm = target.replace(/mjs$/, 'wasm');
  if (!existsSync(target)) {
    syncTree(files, changed);
    const modules = compile(module);
    if (readFileSync(join(modules, `${module}.wasm`)).equals(readFileSync(shippedWasm(module)))) {
      throw new Error(`Mutant ${mutant.name} is the shipped client: its change has no effect.`);
    }
    mkdirSync(dirname(target), { recursive: true });
    await bundle(module, modules, `${target}.${process.pid}`);
    copyFileSync(join(modules, `${module}.wasm`), wasm);
    renameSync(`${target}.${process.pid}`, target);
  }
  return { exports: await import(target), wasm: readFileSync(wasm) };
}

function typescriptFiles() {
  const families = Object.keys(kFamilies).map((name) => `client/${name}`);
  const folders = ['client', ...families, 'internal', 'generated'];
  return folders
    .map((folder) => `bindings/ts/${folder}`)
    .flatMap((folder) =>
      readdirSync(join(kRoot, folder))
        .filter((name) => name.endsWith('.ts'))
        .sort()
        .map((name) => join(folder, name)),
    );
}
