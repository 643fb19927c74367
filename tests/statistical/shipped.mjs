// A module of the package without the page around it: the TypeScript between is the package's own, bundled from
// `bindings/ts`, and the wasm is the file that is shipped.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { root } from '../../scripts/lib/run.mjs';

/** A wasm module of the package, by its file's name without the ending. */
export const shippedWasm = (file) =>
  readFileSync(fileURLToPath(import.meta.resolve(`ldp-bandits/${file}.wasm`)));

/**
 * @param {string} name of the bundle in build/audit
 * @param {string} entry the exports that are wanted, from bindings/ts
 * @param {string} file the wasm module in the package
 */
export async function loadShipped(name, entry, file) {
  const folder = join(root, 'build/audit');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${name}.mjs`);
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: join(root, 'bindings/ts') },
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    write: false,
    logLevel: 'error',
  });
  // Renamed into place: processes of one audit do this at the same time.
  writeFileSync(`${outfile}.${process.pid}`, outputFiles[0].contents);
  renameSync(`${outfile}.${process.pid}`, outfile);
  return { parts: await import(outfile), wasm: shippedWasm(file) };
}
