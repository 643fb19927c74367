// node scripts/test.mjs [stage...]
//
// Runs the stages below but those on request, or those named and what they need, fast ones first; goes on
// after a failure, so that one run shows everything; ends with a table and `N passed, N failed`, which
// counts stages.
import { findChromium, findFirefox } from './lib/browsers.mjs';
import { run } from './lib/run.mjs';
import { buildPreset } from './lib/toolchain.mjs';

const script = (file, ...args) => run('node', [file, ...args]);
const vitest = (directory, ...options) =>
  script('node_modules/vitest/vitest.mjs', 'run', '--dir', directory, ...options);

async function ctest(preset, targets, definitions = []) {
  await buildPreset(preset, { targets, definitions });
  run('ctest', ['--preset', preset]);
}

async function sanitize(targets, withSimulation) {
  await buildPreset('sanitize', {
    targets,
    definitions: [`LDP_TEST_SIMULATION=${withSimulation}`],
  });
  run('ctest', ['--preset', 'sanitize', ...(withSimulation === 'ON' ? [] : ['-R', 'ldp_tests'])]);
}

const stages = [
  {
    name: 'lint',
    about: 'layout, lint rules and generated files are in order',
    run: () => script('scripts/lint.mjs'),
  },
  {
    name: 'build',
    about: 'the wasm modules and the package build',
    run: () => {
      script('scripts/build-wasm.mjs');
      script('scripts/build-package.mjs');
    },
  },
  {
    name: 'types',
    about: 'all TypeScript checks',
    needs: ['build'],
    run: () => {
      for (const project of ['tsconfig.json', 'web/tsconfig.json']) {
        script('node_modules/typescript/bin/tsc', '-p', project, '--noEmit');
      }
    },
  },
  {
    name: 'wall',
    about: 'what must not compile does not compile',
    run: () => vitest('tests/native/wall'),
  },
  {
    name: 'unit',
    about: 'the package in Node, through its public entries',
    needs: ['build'],
    run: () => vitest('tests/package/unit', '--maxWorkers=2', '--testTimeout=30000'),
  },
  {
    name: 'package',
    about: 'the packed tarball in Node, five bundlers, plain pages and workers; sizes; types',
    needs: ['build'],
    run: () =>
      script(
        'node_modules/vitest/vitest.mjs',
        'run',
        '--config',
        'tests/package/tarball/vitest.config.ts',
      ),
  },
  {
    name: 'site',
    about: 'the site builds',
    needs: ['build'],
    run: () => run('npm', ['run', '--silent', 'build:site']),
  },
  {
    name: 'wasm',
    about: 'the C++ tests again, as wasm in Node',
    run: () => ctest('wasm', ['ldp_tests'], ['LDP_BUILD_TESTS=ON']),
  },
  {
    name: 'simulate',
    about: 'src/ compiles for this machine without a warning; ldp-simulate, and its tests',
    run: async () => {
      await buildPreset('native', { targets: ['ldp_simulate'] });
      run('ctest', ['--preset', 'native', '--tests-regex', 'simulate']);
    },
  },
  {
    name: 'native',
    about: 'the C++ tests, compiled for this machine',
    // The whole check has them as wasm, and most of them on this machine under sanitizers.
    onRequest: true,
    run: () => ctest('native', ['ldp_tests', 'ldp_simulate']),
  },
  {
    name: 'tidy',
    about: 'clang-tidy finds nothing in src/, what changed last before the rest, for 150 s',
    run: () => script('scripts/tidy.mjs', '--seconds', '150'),
  },
  {
    name: 'browser',
    about: 'the site and the library in Chromium and Firefox',
    needs: ['build', 'site'],
    // Most of the time is the pages' own: packets wait for their moment. A busy machine can make one wait too
    // long, so what failed is tried once more, and listed as such.
    run: () => vitest('tests/browser', '--maxWorkers=3', '--retry=1'),
  },
  {
    name: 'sanitize',
    about:
      'the C++ tests of devices and servers under AddressSanitizer and UndefinedBehaviorSanitizer',
    // Of what is never fed by strangers, the simulation, they are the slower half: `sanitize-all`.
    run: () => sanitize(['ldp_tests'], 'OFF'),
  },
  {
    name: 'sanitize-all',
    about: 'all C++ tests, and ldp-simulate, under the same sanitizers',
    onRequest: true,
    run: () => sanitize(['ldp_tests', 'ldp_simulate'], 'ON'),
  },
  {
    name: 'fuzz',
    about: 'foreign bytes for 8 s a parser',
    run: () => script('scripts/fuzz.mjs', '--seconds', '8'),
  },
  {
    name: 'reproducible',
    about: 'two builds of what runs on devices give the same bytes',
    needs: ['build'],
    run: () => script('scripts/check-reproducible.mjs'),
  },
  {
    name: 'audit',
    about: 'the shipped randomiser keeps its epsilon, and sabotaged ones are caught (reduced)',
    needs: ['build'],
    run: () => {
      vitest('tests/statistical', 'auditor');
      script('tests/statistical/audit.mjs', '--reduced');
    },
  },
  {
    name: 'figures',
    about: 'the figures of the papers hold (reduced)',
    needs: ['build'],
    run: () => vitest('tests/statistical', 'figures'),
  },
];

/** The named stages and all that they need, in the order of the table. */
function select(names) {
  if (!names.length) return stages.filter(({ onRequest }) => !onRequest);
  const wanted = new Set();
  const add = (name) => {
    const stage = stages.find((candidate) => candidate.name === name);
    if (!stage)
      throw new Error(`no stage ${name}; there are ${stages.map((s) => s.name).join(', ')}`);
    for (const needed of stage.needs ?? []) add(needed);
    wanted.add(name);
  };
  names.forEach(add);
  return stages.filter(({ name }) => wanted.has(name));
}

async function runStage(stage, failed) {
  const missing = (stage.needs ?? []).filter((name) => failed.has(name));
  if (missing.length) return `not run: ${missing.join(', ')} failed`;
  try {
    await stage.run();
    return undefined;
  } catch (error) {
    return error.message;
  }
}

const chromium = await findChromium();
const firefox = await findFirefox();
if (chromium) process.env.CHROMIUM_PATH = chromium;
if (firefox) process.env.FIREFOX_PATH = firefox;

const results = [];
const failed = new Set();
for (const stage of select(process.argv.slice(2))) {
  console.log(`\n=== ${stage.name}: ${stage.about}`);
  const begin = performance.now();
  const failure = await runStage(stage, failed);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  if (failure !== undefined) {
    failed.add(stage.name);
    console.error(`${stage.name} failed: ${failure}`);
  }
  results.push({ ...stage, failure, seconds });
}

console.log('\n=== summary');
for (const { name, about, failure, seconds } of results) {
  const verdict = failure === undefined ? 'pass' : 'FAIL';
  console.log(`${verdict}  ${name.padEnd(13)} ${seconds.padStart(6)} s  ${failure ?? about}`);
}
console.log(`\n${results.length - failed.size} passed, ${failed.size} failed`);
process.exitCode = failed.size ? 1 : 0;
