// node scripts/python.mjs [--wheel]
//
// Builds the wheel of bindings/python from what the preset `native` has compiled, installs it into a fresh virtual
// environment, and runs the tests of tests/python and the notebooks against it; --wheel stops before them. Prints
// what passed.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lib/lock.mjs';
import { findPython } from './lib/python.mjs';
import { root, run } from './lib/run.mjs';
import { cmakeEnvironment } from './lib/toolchain.mjs';

const environment = join(root, 'build/python-venv');
const wheels = join(root, 'build/python-wheel');
const python = join(environment, 'bin/python');
const notebooks = join(root, 'examples/notebooks');

function buildWheel(system) {
  for (const left of [environment, wheels, join(root, 'bindings/python/build')])
    rmSync(left, { recursive: true, force: true });
  run(system, ['-m', 'venv', '--system-site-packages', environment]);
  const env = {
    ...cmakeEnvironment(),
    LDP_PYTHON_PRESET: 'native',
    CMAKE_BUILD_PARALLEL_LEVEL: '2',
  };
  const offline = ['--no-build-isolation', '--no-deps', '--no-index'];
  run(
    python,
    ['-m', 'pip', 'wheel', '--quiet', ...offline, '-w', wheels, join(root, 'bindings/python')],
    { env },
  );
  const [wheel] = readdirSync(wheels);
  run(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', '--no-index', join(wheels, wheel)]);
  return wheel;
}

/** Black and mypy, on the package and its tests; black alone on the window of the browser tests. */
function checkStyle() {
  const window = 'tests/browser/support/webkit-window.py';
  const folders = ['bindings/python', 'tests/python', window];
  run('black', ['--check', '--quiet', '--config', 'bindings/python/pyproject.toml', ...folders]);
  const config = ['--config-file', 'bindings/python/pyproject.toml'];
  const paths = ['bindings/python/src', 'tests/python'];
  const env = { ...process.env, MYPYPATH: paths.map((path) => join(root, path)).join(':') };
  const cache = ['--cache-dir', 'build/mypy', '--python-executable', python];
  run('mypy', [...config, ...cache, 'bindings/python/src/ldp_bandits', 'tests/python'], { env });
}

/** How many tests passed. */
function runTests() {
  const { status, stderr } = spawnSync(python, ['-B', '-m', 'unittest'], {
    cwd: join(root, 'tests/python'),
    encoding: 'utf8',
    env: { ...process.env, PYTHONWARNINGS: 'default' },
  });
  const [, count] = /^Ran (\d+) tests/m.exec(stderr) ?? [];
  if (status === 0 && Number(count) > 0) return Number(count);
  process.stderr.write(stderr);
  throw new Error('the tests of tests/python failed');
}

/** Executes copies of the notebooks, at the size for checks; how many there are. In the repository they have no output. */
function runNotebooks() {
  const files = readdirSync(notebooks).filter((name) => name.endsWith('.ipynb'));
  const full = files.filter((name) =>
    JSON.parse(readFileSync(join(notebooks, name), 'utf8')).cells.some(
      (cell) => cell.outputs?.length,
    ),
  );
  if (full.length) throw new Error(`clear the output of ${full.join(', ')}`);
  run(python, ['-m', 'ipykernel', 'install', '--sys-prefix', '--name', 'python3'], { quiet: true });
  const convert = ['-m', 'nbconvert', '--to', 'notebook', '--execute', '--log-level', 'ERROR'];
  const output = ['--output-dir', join(root, 'build/notebooks')];
  const env = {
    ...process.env,
    LDP_NOTEBOOK_SIZE: 'small',
    PYDEVD_DISABLE_FILE_VALIDATION: '1',
  };
  for (const name of files) {
    run(python, [...convert, ...output, join(notebooks, name)], { env });
  }
  return files.length;
}

const system = findPython();
if (system === undefined)
  throw new Error('no Python has what is needed: node scripts/setup.mjs test');
const wheel = await withLock('native', () => buildWheel(system));
console.log(`built and installed ${wheel}`);
if (!process.argv.includes('--wheel')) {
  checkStyle();
  console.log(`${runTests()} Python tests passed against the installed wheel`);
  console.log(`${runNotebooks()} notebooks ran`);
}
