// Builds the seven wasm modules and turns each into what the TypeScript bundles: bindings/ts/generated/
//   <name>-wasm.ts            the module as text, gzip in base64, for the default entries
//   <name>.wasm               the module as a file, for the /url entries
//   <name>-glue.mjs, .d.mts   for modules with Embind: Emscripten's loader, minified, with nothing in it that
//                             a bundler or a strict Content-Security-Policy would trip over
// and catalog.ts.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { rollup } from 'rollup';
import { embed } from './lib/embed.mjs';
import { withLock } from './lib/lock.mjs';
import { root, run } from './lib/run.mjs';
import { buildPreset } from './lib/toolchain.mjs';

const generated = join(root, 'bindings/ts/generated');
/** Those of a page have no glue: client/page-module.ts starts them. */
const ofPages = ['bits', 'client', 'contextual', 'combinatorial', 'convex'];
const withGlue = ['learner', 'simulation'];
const modules = [...ofPages, ...withGlue];

function writeIfChanged(path, content) {
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) return;
  writeFileSync(path, content);
}

/** By what the glue tells where it runs, and how it would fetch a module there. */
const surroundings = ['window', 'document', 'importScripts', 'process', 'fetch', 'XMLHttpRequest'];

/**
 * The loader hands the glue a compiled module, so the glue needs no idea of where it is: it is told that
 * it is nowhere, and what it would do elsewhere is left out.
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
    const wasm = built(`${name}.wasm`);
    writeIfChanged(join(generated, `${name}.wasm`), wasm);
    writeIfChanged(join(generated, `${name}-wasm.ts`), await embed(wasm));
    console.log(`${name}: wasm ${wasm.length} bytes`);
  }
  for (const name of withGlue) {
    const glue = await portableGlue(name, built(`${name}.mjs`).toString());
    writeIfChanged(join(generated, `${name}-glue.mjs`), glue);
    writeIfChanged(join(generated, `${name}-glue.d.mts`), declaration);
    console.log(`${name}: glue ${Buffer.byteLength(glue)} bytes`);
  }
}

const built = (file) => readFileSync(join(root, 'build/wasm/modules', file));

await withLock('wasm', buildModules);
