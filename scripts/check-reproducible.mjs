// node scripts/check-reproducible.mjs [--all]
//
// Builds the wasm modules a second time, from scratch in another directory, and compares the bytes. Anyone
// can then check that a published module was made from these sources. docs/audit.md has to name those of a page.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './lib/run.mjs';
import { emscriptenEnvironment } from './lib/toolchain.mjs';

// What visitors run; with --all the learner and the simulation too, which take most of the time.
const device = ['bits', 'client', 'contextual', 'combinatorial', 'convex'];
const modules = process.argv.includes('--all') ? [...device, 'learner', 'simulation'] : device;
const directory = join('build', 'wasm-again');
const env = emscriptenEnvironment();
rmSync(join(root, directory), { recursive: true, force: true });
run('emcmake', ['cmake', '--preset', 'wasm', '-B', directory], { env, quiet: true });
run('cmake', ['--build', directory, '--parallel', '2', '--target', ...modules], {
  env,
  quiet: true,
});

/** Only these have a glue. */
const withGlue = modules.filter((name) => !device.includes(name));
const digest = (path) =>
  createHash('sha256')
    .update(readFileSync(join(root, path)))
    .digest('hex');
for (const file of [
  ...modules.map((name) => `${name}.wasm`),
  ...withGlue.map((name) => `${name}.mjs`),
]) {
  const [first, second] = ['build/wasm', directory].map((build) =>
    digest(`${build}/modules/${file}`),
  );
  if (first !== second) throw new Error(`${file} differs between two builds: ${first} ${second}`);
  console.log(`${first}  ${file}`);
}

/** Another version of the compiler makes other bytes. */
const version = execFileSync('emcc', ['--version'], { env, encoding: 'utf8' }).split('\n', 1)[0];
if (version.includes(' 3.1.6')) {
  const audit = readFileSync(join(root, 'docs/audit.md'), 'utf8');
  // `bits` is in no file of the package.
  const unnamed = device
    .filter((name) => name !== 'bits')
    .filter((name) => !audit.includes(digest(`build/wasm/modules/${name}.wasm`)));
  if (unnamed.length > 0)
    throw new Error(
      `docs/audit.md has other hashes of ${unnamed.join(', ')}: npm run audit -- --document`,
    );
}
