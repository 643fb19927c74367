// Builds the six wasm modules and turns each into what the TypeScript bundles: bindings/ts/generated/
//   <name>-glue.mjs, .d.mts   Emscripten's loader, minified, with nothing in it that a bundler or a strict
//                             Content-Security-Policy would trip over
//   <name>-wasm.ts            the module as text, gzip in base64, for the default entries
//   <name>.wasm               the module as a file, for the /url entries
// and catalog.ts.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { rollup } from 'rollup';
import { embed } from './lib/embed.mjs';
import { withLock } from './lib/lock.mjs';
import { root, run } from './lib/run.mjs';
import { withImportsOf } from './lib/share-glue.mjs';
import { buildPreset } from './lib/toolchain.mjs';

const generated = join(root, 'bindings/ts/generated');
const modules = ['client', 'contextual', 'combinatorial', 'convex', 'learner', 'simulation'];
/** Which module has the glue of which: 2.6 kB gzip less for a page that needs both. */
const shared = { contextual: 'client', combinatorial: 'client', convex: 'client' };

function writeIfChanged(path, content) {
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) return;
  writeFileSync(path, content);
}

/** By what the glue tells where it runs, and how it would fetch a module there. */
const surroundings = ['window', 'document', 'importScripts', 'process', 'fetch', 'XMLHttpRequest'];

/**
 * The loader hands the glue a compiled module, so the glue needs no idea of where it is: it is told that
 * it is nowhere, and what it would do elsewhere is left out. That is 0.6 kB gzip for every visitor.
 */
async function portableGlue(name, source) {
  const glue = source.replaceAll('import.meta.url', '"file:///"');
  const forbidden = /import\s*\.\s*meta|new\s+Function|\beval\s*\(|import\s*\(/.exec(glue);
  if (forbidden) throw new Error(`the glue of ${name} contains "${forbidden[0]}"`);
  const form = { format: 'esm', target: 'es2022' };
  const define = Object.fromEntries(surroundings.map((global) => [global, 'undefined']));
  const nowhere = await transform(glue, { ...form, define, minifySyntax: true });
  const { code } = await transform(await withoutDeadCode(nowhere.code), { ...form, minify: true });
  return code;
}

/** esbuild drops unused statements of a module, Rollup those of functions as well. */
async function withoutDeadCode(code) {
  const given = {
    name: 'given',
    resolveId: (id) => id,
    load: () => code,
  };
  const bundle = await rollup({ input: 'glue', plugins: [given] });
  const { output } = await bundle.generate({ format: 'esm' });
  return output[0].code;
}

const declaration = `declare const createModule: (options: object) => Promise<any>;
export default createModule;
`;

async function buildModules() {
  mkdirSync(generated, { recursive: true });
  run('node', ['scripts/generate-catalog.mjs', '--typescript', generated]);

  await buildPreset('wasm', { targets: modules });

  for (const name of modules) {
    const { glue, wasm } = await sharing(name);
    writeIfChanged(join(generated, `${name}-glue.mjs`), glue);
    writeIfChanged(join(generated, `${name}-glue.d.mts`), declaration);
    writeIfChanged(join(generated, `${name}.wasm`), wasm);
    writeIfChanged(join(generated, `${name}-wasm.ts`), await embed(wasm));
    console.log(`${name}: wasm ${wasm.length} bytes, glue ${Buffer.byteLength(glue)} bytes`);
  }
}

const built = (file) => readFileSync(join(root, 'build/wasm/modules', file));

/** A module with a glue of its own, or with one that only points at another module's. */
async function sharing(name) {
  const wasm = built(`${name}.wasm`);
  const source = built(`${name}.mjs`).toString();
  const other = shared[name];
  const changed = other && withImportsOf(built(`${other}.mjs`).toString(), source, wasm);
  if (changed) return { glue: `export { default } from './${other}-glue.mjs';\n`, wasm: changed };
  return { glue: await portableGlue(name, source), wasm };
}

await withLock('wasm', buildModules);
