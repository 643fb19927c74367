// Builds and runs the bench programs, natively and as wasm in Node.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/lib/run.mjs';
import { buildPreset } from '../../scripts/lib/toolchain.mjs';

const run = promisify(execFile);
const folder = (preset) => join(root, 'build', preset, 'tests/bench');

/** @returns {Promise<{ work: number, seconds: number, result: number, rate: number }>} */
export const nativeBench = (args) => play('native', 'ldp_bench', args);

/** The same program, compiled by em++. */
export const wasmBench = (args) => play('wasm', 'ldp_bench', args);

/**
 * A round of a linear world. `preset`: wasm, native (-O3) or fast (-march=native, fused
 * multiply-adds).
 */
export const linearBench = (preset, args) => play(preset, 'ldp_linear_bench', args);

/** A round of a top-K world, or its oracle alone. `preset`: wasm or native. */
export const combinatorialBench = (preset, args) => play(preset, 'ldp_combinatorial_bench', args);

/** A round of a convex world, the same as one writes it, or a pull of a best-arm rule. */
export const convexBench = (preset, args) => play(preset, 'ldp_convex_bench', args);

/** Private LinUCB as one writes it with Eigen. `preset`: native or fast. */
export const eigenBench = (preset, args) => play(preset, 'linucb_eigen', args);

/** A round of a generalized linear world. `preset`: wasm or native. */
export const glmBench = (preset, args) => play(preset, 'ldp_glm_bench', args);

/** A codebook report or one of l2ball, on the device or at the server. `preset`: wasm or native. */
export const codebookBench = (preset, args) => play(preset, 'ldp_codebook_bench', args);

/** LDP-GLM Newton as one writes it with Eigen. */
export const glmEigenBench = (preset, args) => play(preset, 'glm_eigen', args);

async function play(preset, program, args) {
  await build(preset, program);
  const path = join(folder(preset), program);
  return parse(
    preset === 'wasm'
      ? await run(process.execPath, [`${path}.cjs`, ...args])
      : await run(path, args),
  );
}

function parse({ stdout }) {
  const result = JSON.parse(stdout);
  return { ...result, rate: result.work / result.seconds };
}

const built = new Set();

async function build(preset, program) {
  const name = `${preset} ${program}`;
  if (built.has(name)) return;
  await buildPreset(preset, { targets: [program], quiet: true });
  built.add(name);
}
