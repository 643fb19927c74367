// Builds and runs ldp_bench, natively and as wasm in Node.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/lib/run.mjs';
import { buildPreset } from '../../scripts/lib/toolchain.mjs';

const run = promisify(execFile);
const folder = (preset) => join(root, 'build', preset, 'tests/bench');

/** @returns {Promise<{ work: number, seconds: number, result: number, rate: number }>} */
export async function nativeBench(args) {
  await build('native');
  return parse(await run(join(folder('native'), 'ldp_bench'), args));
}

/** The same program, compiled by em++. */
export async function wasmBench(args) {
  await build('wasm');
  return parse(await run(process.execPath, [join(folder('wasm'), 'ldp_bench.cjs'), ...args]));
}

function parse({ stdout }) {
  const result = JSON.parse(stdout);
  return { ...result, rate: result.work / result.seconds };
}

const built = new Set();

async function build(preset) {
  if (built.has(preset)) return;
  await buildPreset(preset, { targets: ['ldp_bench'], quiet: true });
  built.add(preset);
}
