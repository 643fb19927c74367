// Where the compilers are, and the environment they need.
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { withLock } from './lock.mjs';
import { root, run, which } from './run.mjs';

const nodeLibraryOfDebian = '/usr/share/nodejs';

/** Directory that holds em++: PATH first, then an emsdk named by EMSDK. */
export function findEmscripten() {
  const onPath = which('em++');
  if (onPath) return { program: onPath, directory: undefined };
  const emsdk = process.env.EMSDK;
  const directory = emsdk && join(emsdk, 'upstream', 'emscripten');
  return directory && existsSync(join(directory, 'em++'))
    ? { program: join(directory, 'em++'), directory }
    : undefined;
}

/** Environment for CMake: Ninja where there is one, and ccache left to CMake. */
export function cmakeEnvironment() {
  const env = { ...process.env };
  if (!env.CMAKE_GENERATOR && which('ninja')) env.CMAKE_GENERATOR = 'Ninja';
  return env;
}

/** Environment for emcc and everything that calls it. */
export function emscriptenEnvironment() {
  const emscripten = findEmscripten();
  if (!emscripten) throw new Error('em++ was not found: run `node scripts/setup.mjs start`');
  const env = cmakeEnvironment();
  if (emscripten.directory) env.PATH = emscripten.directory + delimiter + env.PATH;
  // Debian's em++ calls python3, which may be a slow shim: 0.5 s of each compilation.
  if (!env.EMSDK_PYTHON && existsSync('/usr/bin/python3')) env.EMSDK_PYTHON = '/usr/bin/python3';
  // Debian's emcc optimises the glue with Debian's copy of acorn, which a Node from elsewhere does not
  // look for: without this every link above -O1 ends in "Cannot find module 'acorn'".
  if (existsSync(nodeLibraryOfDebian)) {
    env.NODE_PATH = [nodeLibraryOfDebian, env.NODE_PATH].filter(Boolean).join(delimiter);
  }
  return env;
}

/** Drops a build directory that was configured with another generator, which CMake would refuse. */
function generatorChanged(preset, env) {
  const cache = join(root, 'build', preset, 'CMakeCache.txt');
  if (!env.CMAKE_GENERATOR || !existsSync(cache)) return false;
  const [, used] = /^CMAKE_GENERATOR:INTERNAL=(.*)$/m.exec(readFileSync(cache, 'utf8')) ?? [];
  return used !== undefined && used !== env.CMAKE_GENERATOR;
}

/** Configures and builds a preset of CMakePresets.json. */
export function buildPreset(preset, options) {
  return withLock(preset, () => configureAndBuild(preset, options));
}

function configureAndBuild(preset, { targets = [], definitions = [], quiet = false } = {}) {
  const wasm = preset === 'wasm';
  const env = wasm ? emscriptenEnvironment() : cmakeEnvironment();
  const fresh = generatorChanged(preset, env) ? ['--fresh'] : [];
  const configure = ['--preset', preset, ...fresh, ...definitions.map((d) => `-D${d}`)];
  if (wasm) run('emcmake', ['cmake', ...configure], { env, quiet });
  else run('cmake', configure, { env, quiet });
  const build = ['--build', join('build', preset), '--parallel'];
  if (!env.CMAKE_GENERATOR) build.push('2');
  run('cmake', targets.length ? [...build, '--target', ...targets] : build, { env, quiet });
}
