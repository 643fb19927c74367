// Every check there is, in two tiers: `test` is what a change needs before it is shown to anyone, in 25 minutes on two
// cores; `check` is all the rest, the longest last: a machine without time leaves that out. Stages of no tier run when
// they are named.
import { join } from 'node:path';
import { findWebKit } from './lib/browsers.mjs';
import { detectSystem, findFuzzCompiler } from './lib/requirements.mjs';
import { root, run } from './lib/run.mjs';
import { buildPreset } from './lib/toolchain.mjs';
import { vitest, vitestTwice } from './lib/vitest.mjs';

const script = (file, ...args) => run('node', [file, ...args]);
// A test that needs fresh noise, or a browser on a busy machine, can fail once by chance: it is tried once
// more, and listed as such.
const unit = (...options) =>
  vitest(
    '--dir=tests/package/unit',
    '--maxWorkers=2',
    '--testTimeout=30000',
    '--retry=1',
    ...options,
  );
const tarball = (...files) => vitest('--config=tests/package/tarball/vitest.config.ts', ...files);
const browser = (folder, ...options) =>
  vitestTwice(`--dir=${folder}`, '--maxWorkers=3', '--retry=1', ...options);
/** Names of tests begin with their engine. */
const inWebKit = '--testNamePattern=WebKit';
const notInWebKit = '--testNamePattern=^(?!.*WebKit)';

/** Where set-up cannot install it, the stage says so; elsewhere its absence is a failure. */
const hasWebKit = () => detectSystem() !== 'macos' || findWebKit() !== undefined;

async function ctest(preset, targets, definitions = []) {
  await buildPreset(preset, { targets, definitions });
  run('ctest', ['--preset', preset]);
}

async function sanitize(targets, withSimulation) {
  await buildPreset('sanitize', {
    targets,
    definitions: [
      `LDP_TEST_SIMULATION=${withSimulation}`,
      `CMAKE_CXX_COMPILER=${findFuzzCompiler()}`,
    ],
  });
  run('ctest', ['--preset', 'sanitize', ...(withSimulation === 'ON' ? [] : ['-R', 'ldp_tests'])]);
}

/**
 * `seconds` is about what the stage takes on two idle cores. `run` throws if the stage fails; a text that it returns goes
 * into the summary. A stage that `shares` has stretches on one core and no test that a slow machine fails: two of them run
 * side by side, the others alone.
 * @typedef {{name: string, about: string, seconds: number, tier?: 'test' | 'check', needs?: string[], shares?: boolean,
 *   run: () => unknown}} Stage
 * @type {readonly Stage[]}
 */
export const stages = [
  {
    name: 'lint',
    seconds: 45,
    tier: 'test',
    about: 'layout, lint rules and generated files are in order',
    shares: true,
    run: () => script('scripts/lint.mjs'),
  },
  {
    name: 'build',
    seconds: 250,
    tier: 'test',
    about: 'the wasm modules and the package build',
    shares: true,
    run: () => {
      script('scripts/build-wasm.mjs');
      script('scripts/build-package.mjs');
    },
  },
  {
    name: 'types',
    seconds: 45,
    tier: 'test',
    about: 'all TypeScript checks',
    needs: ['build'],
    shares: true,
    run: () => {
      for (const project of ['tsconfig.json', 'web/tsconfig.json']) {
        script('node_modules/typescript/bin/tsc', '-p', project, '--noEmit');
      }
    },
  },
  {
    name: 'wall',
    seconds: 20,
    tier: 'test',
    about: 'what must not compile does not compile',
    shares: true,
    run: () => vitest('--dir=tests/native/wall'),
  },
  {
    name: 'wasm',
    seconds: 400,
    tier: 'test',
    about: 'the C++ tests, as wasm in Node',
    shares: true,
    run: () => ctest('wasm', ['ldp_tests'], ['LDP_BUILD_TESTS=ON']),
  },
  {
    name: 'unit',
    seconds: 350,
    tier: 'test',
    about: 'the package in Node, through its public entries',
    needs: ['build'],
    run: () => unit('--exclude=**/*.long.test.ts'),
  },
  {
    name: 'package',
    seconds: 140,
    tier: 'test',
    about: 'the packed tarball in Node; sizes, through five bundlers, in Chromium',
    needs: ['build'],
    shares: true,
    run: () => tarball('node', 'gates'),
  },
  {
    name: 'site',
    seconds: 115,
    tier: 'test',
    about: 'the site and its docs build',
    needs: ['build'],
    shares: true,
    run: () => run('npm', ['run', '--silent', 'build:site']),
  },
  {
    name: 'page',
    seconds: 45,
    tier: 'test',
    about: 'the library and one page of the site, in Chromium',
    needs: ['build', 'site'],
    run: () => browser('tests/browser', 'library.test', 'site.test', '--testNamePattern=Chromium'),
  },
  {
    name: 'audit-bit',
    seconds: 25,
    tier: 'test',
    about: 'the shipped bit keeps its epsilon, and one sabotaged client is caught',
    needs: ['build'],
    shares: true,
    run: () =>
      script('tests/statistical/audit.mjs', '--reduced', '--mechanism', 'convert-to-Bernoulli'),
  },
  {
    name: 'unit-long',
    seconds: 180,
    tier: 'check',
    about: 'the package in Node: days of traffic, whole logs, second implementations',
    needs: ['build'],
    run: () => unit('long.test'),
  },
  {
    name: 'stores',
    seconds: 110,
    tier: 'check',
    about:
      'every store on the real thing: PostgreSQL, SQLite of Node 24; kill -9 between statements; the files of deploy/',
    needs: ['build'],
    run: () => {
      run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
        cwd: join(root, 'tests/stores/tools'),
      });
      vitest('--dir=tests/stores', '--maxWorkers=1', '--testTimeout=120000', '--retry=1');
    },
  },
  {
    name: 'reference',
    seconds: 30,
    tier: 'check',
    about: 'the numbers that tests and specification quote are those of independent programs',
    shares: true,
    run: () => script('scripts/reference.mjs'),
  },
  {
    name: 'bundlers',
    seconds: 235,
    tier: 'check',
    about:
      "the packed tarball in five bundlers, plain pages and workers; types; Jest; a new user's first minutes",
    needs: ['build'],
    run: () => tarball('browser', 'types', 'jest', 'new-user', notInWebKit, '--retry=1'),
  },
  {
    name: 'edge',
    seconds: 60,
    tier: 'check',
    about: 'the store over Durable Objects in workerd, kill -9 included; the collector at the edge',
    needs: ['build'],
    run: () => {
      const tools = 'tests/edge/tools';
      // workerd and wrangler work without their install scripts.
      run('npm', ['ci', '--prefix', tools, '--ignore-scripts', '--no-audit', '--no-fund']);
      return vitest('--dir=tests/edge', '--maxWorkers=2', '--testTimeout=60000');
    },
  },
  {
    name: 'environments',
    seconds: 260,
    tier: 'check',
    about: 'the packed tarball in every framework and runtime of docs/mounts.md',
    needs: ['build'],
    run: () => vitest('--config=tests/environments/vitest.config.ts', '--retry=1'),
  },
  {
    name: 'simulate',
    seconds: 235,
    tier: 'check',
    about: 'src/ compiles for this machine without a warning; ldp-simulate, and its tests',
    needs: ['build'],
    shares: true,
    run: async () => {
      await buildPreset('native', { targets: ['ldp_simulate'] });
      run('ctest', ['--preset', 'native', '--tests-regex', 'simulate']);
    },
  },
  {
    name: 'python',
    seconds: 60,
    tier: 'check',
    about: 'the wheel builds and installs; its bits are those of Node; style, types and notebooks',
    // `simulate` has compiled the core.
    needs: ['build', 'simulate'],
    run: () => script('scripts/python.mjs'),
  },
  {
    name: 'audit',
    seconds: 250,
    tier: 'check',
    about: 'the shipped randomiser keeps its epsilon, and sabotaged ones are caught (reduced)',
    needs: ['build'],
    shares: true,
    run: () => {
      vitest('--dir=tests/statistical', 'auditor', '--testTimeout=60000');
      script('tests/statistical/audit.mjs', '--reduced');
    },
  },
  {
    name: 'words',
    seconds: 10,
    tier: 'check',
    about: 'the site has at most 8,000 words, and none that it no longer uses',
    needs: ['site'],
    run: () => script('scripts/words.mjs'),
  },
  {
    name: 'figures',
    seconds: 45,
    tier: 'check',
    about: 'the figures of the papers hold (reduced)',
    needs: ['build'],
    run: () => vitest('--dir=tests/statistical', 'figures'),
  },
  {
    name: 'faults',
    seconds: 25,
    tier: 'check',
    about:
      'collectors and PostgreSQL are killed under load: nothing acknowledged is lost or counted twice',
    needs: ['build'],
    run: () => script('scripts/faults.mjs', '--quick'),
  },
  {
    name: 'fuzz',
    seconds: 225,
    tier: 'check',
    about: '10,000 foreign inputs a parser, the same ones in every run',
    run: () => script('scripts/fuzz.mjs', '--inputs', '10000'),
  },
  {
    name: 'sanitize',
    seconds: 535,
    tier: 'check',
    about:
      'the C++ tests of devices and servers under AddressSanitizer and UndefinedBehaviorSanitizer',
    shares: true,
    // The simulation parses nothing untrusted, and its tests take longest: `sanitize-all`.
    run: () => sanitize(['ldp_tests'], 'OFF'),
  },
  {
    name: 'ledger',
    seconds: 195,
    tier: 'check',
    about: 'no bundle has grown and no ratio of the bench has fallen since the last release',
    needs: ['build'],
    run: () => script('tests/bench/ledger.mjs'),
  },
  {
    name: 'reproducible',
    seconds: 60,
    tier: 'check',
    about: 'two builds of what runs on devices give the same bytes',
    needs: ['build'],
    run: () => script('scripts/check-reproducible.mjs'),
  },
  {
    name: 'browser',
    seconds: 300,
    tier: 'check',
    about: 'the library in Chromium and Firefox; the results page in Chromium',
    needs: ['build', 'site'],
    run: () => browser('tests/browser/library', notInWebKit, '--exclude=**/*.long.test.ts'),
  },
  {
    name: 'tidy',
    seconds: 155,
    tier: 'check',
    about: 'clang-tidy finds nothing in src/, what changed last before the rest, for 150 s',
    run: () => script('scripts/tidy.mjs', '--seconds', '150'),
  },
  {
    name: 'browser-long',
    seconds: 600,
    tier: 'check',
    about:
      'the library in Chromium and Firefox: budgets, kills, page life, the pool, old and foreign pages',
    needs: ['build', 'site'],
    run: () => browser('tests/browser/library', 'long.test', notInWebKit),
  },
  {
    name: 'browser-site',
    seconds: 1500,
    tier: 'check',
    about: 'the site in Chromium and Firefox',
    needs: ['build', 'site'],
    run: () => browser('tests/browser/site', notInWebKit),
  },
  {
    name: 'webkit',
    seconds: 80,
    tier: 'check',
    about: 'the library in WebKitGTK: options, refusals, workers, the page of init',
    needs: ['build'],
    run: () => {
      if (!hasWebKit()) return 'left out: Homebrew has no WebKitGTK';
      const files = ['option', 'cached-snapshot', 'init', 'trusted-types', 'refusals'];
      const names = files.map((file) => `${file}.test`);
      return vitestTwice('--dir=tests/browser/library', '--maxWorkers=1', inWebKit, ...names);
    },
  },
  {
    name: 'webkit-long',
    seconds: 900,
    about: 'all of the library, components and the first pages of the site in WebKitGTK',
    needs: ['build', 'site'],
    run: () => {
      if (!hasWebKit()) return 'left out: Homebrew has no WebKitGTK';
      const notes = [tarball('components-browser', inWebKit), browser('tests/browser', inWebKit)];
      return notes.filter(Boolean).join('; ') || undefined;
    },
  },
  {
    name: 'native',
    seconds: 600,
    about: 'the C++ tests, compiled for this machine, those that take a minute too',
    needs: ['build'],
    run: async () => {
      await ctest('native', ['ldp_tests', 'ldp_simulate']);
      run(join(root, 'build/native/tests/native/ldp_tests'), ['[full]']);
    },
  },
  {
    name: 'sanitize-all',
    seconds: 900,
    about: 'all C++ tests, and ldp-simulate, under the same sanitizers',
    needs: ['build'],
    run: () => sanitize(['ldp_tests', 'ldp_simulate'], 'ON'),
  },
];
