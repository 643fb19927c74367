// Builds the two wasm modules and turns each into what the TypeScript bundles: bindings/ts/generated/
//   <name>-glue.mjs, .d.mts   Emscripten's loader, minified, with nothing in it that a bundler or a strict
//                             Content-Security-Policy would trip over
//   <name>-wasm.ts            the module as text, gzip in base64, for the default entries
//   <name>.wasm               the module as a file, for the /url entries
// and catalog.ts.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { embed } from './lib/embed.mjs';
import { withLock } from './lib/lock.mjs';
import { root, run } from './lib/run.mjs';
import { buildPreset } from './lib/toolchain.mjs';

const generated = join(root, 'bindings/ts/generated');
const modules = ['client', 'learner'];

function writeIfChanged(path, content) {
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) return;
  writeFileSync(path, content);
}

/** The loader hands the glue a compiled module, so the glue needs no idea of where it came from. */
async function portableGlue(name, source) {
  const glue = source.replaceAll('import.meta.url', '"file:///"');
  const forbidden = /import\s*\.\s*meta|new\s+Function|\beval\s*\(|import\s*\(/.exec(glue);
  if (forbidden) throw new Error(`the glue of ${name} contains "${forbidden[0]}"`);
  const { code } = await transform(glue, { minify: true, format: 'esm', target: 'es2022' });
  return code;
}

const declaration = `declare const createModule: (options: object) => Promise<any>;
export default createModule;
`;

async function buildModules() {
  mkdirSync(generated, { recursive: true });
  run('node', ['scripts/generate-catalog.mjs', '--typescript', generated]);

  await buildPreset('wasm', { targets: modules });

  for (const name of modules) {
    const built = join(root, 'build/wasm/modules', name);
    const wasm = readFileSync(`${built}.wasm`);
    const glue = await portableGlue(name, readFileSync(`${built}.mjs`, 'utf8'));
    writeIfChanged(join(generated, `${name}-glue.mjs`), glue);
    writeIfChanged(join(generated, `${name}-glue.d.mts`), declaration);
    writeIfChanged(join(generated, `${name}.wasm`), wasm);
    writeIfChanged(join(generated, `${name}-wasm.ts`), embed(wasm));
    console.log(`${name}: wasm ${wasm.length} bytes, glue ${Buffer.byteLength(glue)} bytes`);
  }
}

await withLock('wasm', buildModules);
