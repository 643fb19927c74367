// What a build and a test run need from the system: how to tell that it is there, why it is needed, and
// what the package is called. `start` is enough for `npm start`; `test` adds what only the tests use.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findChromium, findFirefox, findWebKit } from './browsers.mjs';
import { findPython } from './python.mjs';
import { which } from './run.mjs';
import { findEmscripten } from './toolchain.mjs';

/** 'debian', 'ubuntu', 'macos', or the ID of another Linux. */
export function detectSystem() {
  if (process.platform === 'darwin') return 'macos';
  const file = '/etc/os-release';
  const fields = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return /^ID="?([^"\n]*)/m.exec(fields)?.[1] ?? process.platform;
}

function output(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? stdout : '';
}

function versionAtLeast(text, major, minor) {
  const [, foundMajor, foundMinor] = /(\d+)\.(\d+)/.exec(text) ?? [];
  return (
    Number(foundMajor) > major || (Number(foundMajor) === major && Number(foundMinor) >= minor)
  );
}

/** A Clang that can link a fuzzer; Apple's cannot, Homebrew's is not on PATH. */
export function findFuzzCompiler() {
  const program =
    'extern "C" int LLVMFuzzerTestOneInput(const char*, decltype(sizeof 0)) { return 0; }';
  return ['clang++', '/opt/homebrew/opt/llvm/bin/clang++', '/usr/local/opt/llvm/bin/clang++'].find(
    (compiler) =>
      spawnSync(compiler, ['-fsanitize=fuzzer,address', '-x', 'c++', '-', '-o', '/dev/null'], {
        input: program,
      }).status === 0,
  );
}

const prefixes = ['/usr/include', '/usr/local/include', '/opt/homebrew/include'];
const hasHeader = (path) => prefixes.some((prefix) => existsSync(`${prefix}/${path}`));

/** clang-format 14 exactly: other versions lay code out differently. */
export function findClangFormat() {
  return ['clang-format-14', 'clang-format'].find((program) =>
    /version 14\./.test(output(program, ['--version'])),
  );
}

export function findClangTidy() {
  return ['clang-tidy-14', 'clang-tidy'].find((program) => which(program));
}

/** Debian keeps the server's programs out of PATH. */
const hasPostgres = () => existsSync('/usr/lib/postgresql') || Boolean(which('pg_ctl'));

/**
 * One row per requirement. `apt` and `brew` are package names; a missing one means that the system's
 * package manager has nothing fit for use, and `fetch` names the driver's own download.
 */
export function requirements(system) {
  const ubuntu = system === 'ubuntu';
  return [
    {
      name: 'CMake 3.25',
      why: 'configures the C++ build',
      profile: 'start',
      present: () => versionAtLeast(output('cmake', ['--version']), 3, 25),
      apt: ['cmake'],
      brew: ['cmake'],
    },
    {
      name: 'Ninja or Make',
      why: 'runs the C++ build',
      profile: 'start',
      present: () => Boolean(which('ninja') ?? which('make')),
      apt: ['ninja-build'],
      brew: ['ninja'],
    },
    {
      name: 'Emscripten',
      why: 'compiles the C++ core to WebAssembly (an em++ on PATH or an emsdk in EMSDK is used as it is)',
      profile: 'start',
      present: () => findEmscripten() !== undefined,
      apt: ['emscripten'],
      brew: ['emscripten'],
    },
    {
      name: 'Eigen 3',
      why: 'eigenvalues of noisy matrices, in the learners of linear bandits',
      profile: 'start',
      present: () => hasHeader('eigen3/Eigen/Eigenvalues') || hasHeader('Eigen/Eigenvalues'),
      apt: ['libeigen3-dev'],
      brew: ['eigen'],
    },
    {
      name: 'a C++ compiler',
      why: 'builds the C++ tests natively',
      profile: 'test',
      present: () => Boolean(which('c++') ?? which('g++') ?? which('clang++')),
      apt: ['g++'],
    },
    {
      name: 'Catch2',
      why: 'the C++ test framework',
      profile: 'test',
      present: () => hasHeader('catch2/catch.hpp') || hasHeader('catch2/catch_all.hpp'),
      apt: ['catch2'],
      brew: ['catch2'],
    },
    {
      name: 'nlohmann-json',
      why: 'reads the specs of the native simulation program',
      profile: 'test',
      present: () => hasHeader('nlohmann/json.hpp'),
      apt: ['nlohmann-json3-dev'],
      brew: ['nlohmann-json'],
    },
    {
      name: 'Python with pybind11, numpy, pandas, matplotlib and nbconvert',
      why: 'builds the wheel of bindings/python, tests it, and executes the notebooks',
      profile: 'test',
      present: () => findPython() !== undefined,
      apt: [
        'python3-dev',
        'python3-venv',
        'python3-pip',
        'python3-wheel',
        'python3-setuptools',
        'pybind11-dev',
        'python3-pybind11',
        'python3-numpy',
        'python3-pandas',
        'python3-matplotlib',
        'python3-nbconvert',
        'python3-ipykernel',
      ],
    },
    {
      name: 'black and mypy',
      why: 'check how the Python is laid out, and its types',
      profile: 'test',
      present: () => Boolean(which('black') && which('mypy')),
      apt: ['black', 'mypy'],
    },
    {
      name: 'Clang with libFuzzer',
      why: 'fuzzes everything that parses foreign bytes',
      profile: 'test',
      present: () => findFuzzCompiler() !== undefined,
      apt: ['clang', 'libclang-rt-dev'],
      brew: ['llvm'],
    },
    {
      name: 'clang-format 14',
      why: 'checks how the C++ is laid out',
      profile: 'test',
      present: () => findClangFormat() !== undefined,
      apt: ['clang-format-14'],
    },
    {
      name: 'clang-tidy',
      why: 'checks the C++ for known mistakes',
      profile: 'test',
      present: () => findClangTidy() !== undefined,
      apt: [ubuntu ? 'clang-tidy' : 'clang-tidy-14'],
    },
    {
      name: 'PostgreSQL 13',
      why: 'keeps what several collectors learn; the tests start a server of their own',
      profile: 'test',
      present: () => hasPostgres(),
      apt: ['postgresql'],
      brew: ['postgresql'],
    },
    {
      name: 'NATS 2.9',
      why: 'is the log in front of a collector, in the fault runs',
      profile: 'test',
      present: () => Boolean(which('nats-server')) || existsSync('/usr/sbin/nats-server'),
      apt: ['nats-server'],
      brew: ['nats-server'],
    },
    {
      name: 'nginx',
      why: 'runs before two collectors, with the configuration that the package ships',
      profile: 'test',
      present: () => Boolean(which('nginx')) || existsSync('/usr/sbin/nginx'),
      apt: ['nginx-light'],
      brew: ['nginx'],
    },
    {
      name: 'systemd-analyze',
      why: 'checks the unit that the package ships',
      profile: 'test',
      present: () => Boolean(which('systemd-analyze')),
      apt: ['systemd'],
    },
    {
      name: 'Chromium',
      why: 'runs the browser tests',
      profile: 'test',
      present: async () => (await findChromium()) !== undefined,
      ...(ubuntu ? { fetch: 'chromium' } : { apt: ['chromium'] }),
      cask: ['google-chrome'],
    },
    ...(system === 'debian'
      ? [
          {
            name: 'Chromium without a window',
            why: 'runs most browser tests in a third of the time',
            profile: 'test',
            present: async () =>
              Boolean(process.env.CHROMIUM_PATH ?? which('chromium-headless-shell')),
            apt: ['chromium-headless-shell'],
          },
        ]
      : []),
    {
      name: 'Firefox',
      why: 'runs the browser tests a second time',
      profile: 'test',
      present: async () => (await findFirefox()) !== undefined,
      ...(ubuntu ? { fetch: 'firefox' } : { apt: ['firefox-esr'] }),
      cask: ['firefox'],
    },
    {
      // On macOS this is left out: Homebrew has no WebKitGTK, and safaridriver drives one window of one Safari.
      name: 'WebKitGTK 4.1 with its driver, Xvfb and PyGObject',
      why: 'runs the browser tests a third time, in the engine of Safari',
      profile: 'test',
      present: () => findWebKit() !== undefined,
      apt: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb'],
    },
  ];
}
