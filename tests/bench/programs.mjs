// Builds and runs ldp_bench, natively and as wasm in Node.
import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const built = new Set();

/** @returns {Promise<{ work: number, seconds: number, rate: number }>} and whatever else the program prints */
export async function nativeBench(args) {
  build('native', 'cmake');
  return parse(await run(`${root}build/native/tests/bench/ldp_bench`, args));
}

export async function wasmBench(args) {
  build('wasm', 'emcmake');
  return parse(await run(process.execPath, [`${root}build/wasm/tests/bench/ldp_bench.cjs`, ...args]));
}

function parse({ stdout }) {
  const result = JSON.parse(stdout);
  return { ...result, rate: result.work / result.seconds };
}

function build(preset, configure) {
  if (built.has(preset)) return;
  const configureArgs = configure === 'emcmake' ? ['cmake', '--preset', preset] : ['--preset', preset];
  // Debian's emcc runs its optimiser with Node and finds its packages only there.
  const env = { ...process.env, NODE_PATH: process.env.NODE_PATH ?? '/usr/share/nodejs' };
  for (const [command, args] of [
    [configure, configureArgs],
    ['cmake', ['--build', '--preset', preset, '--target', 'ldp_bench']],
  ]) {
    const { status, error, stdout, stderr } = spawnSync(command, args, { cwd: root, env, encoding: 'utf8' });
    if (status !== 0) {
      throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? `${stdout}${stderr}`}`);
    }
  }
  built.add(preset);
}
