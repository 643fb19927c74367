// node scripts/setup.mjs [start|test]
//
// Finds what this machine lacks for `npm start` (start) or `npm test` (test), says what it installs and
// why, and installs it: Debian and Ubuntu through apt-get as root, macOS through Homebrew. Without root it
// prints the exact command and exits with 1. Uses nothing but Node, because nothing else is there yet.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { puppeteerCache } from './lib/browsers.mjs';
import { detectSystem, requirements } from './lib/requirements.mjs';
import { root, run, which } from './lib/run.mjs';

const system = detectSystem();

async function missingFrom(rows) {
  const absent = [];
  for (const row of rows) if (!(await row.present())) absent.push(row);
  return absent;
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Error(`Node 20.19 or newer is needed; this is ${process.versions.node}`);
}

/** The commands that install `rows` on this system, each as [program, ...arguments]. */
function installCommands(rows) {
  const names = (key) => [...new Set(rows.flatMap((row) => row[key] ?? []))];
  if (system === 'macos') {
    const commands = [];
    if (names('brew').length) commands.push(['brew', 'install', ...names('brew')]);
    if (names('cask').length) commands.push(['brew', 'install', '--cask', ...names('cask')]);
    return commands;
  }
  if (!names('apt').length) return [];
  return [
    ['apt-get', 'update'],
    ['apt-get', 'install', '--yes', '--no-install-recommends', ...names('apt')],
  ];
}

function installPackages(rows) {
  const commands = installCommands(rows);
  if (!commands.length) return;
  const asRoot = system === 'macos' || process.getuid() === 0;
  const manager = commands[0][0];
  if (!asRoot || !which(manager)) {
    const sudo = system === 'macos' ? '' : 'sudo ';
    const lines = commands.map((command) => sudo + command.join(' ')).join(' && ');
    throw new Error(
      asRoot
        ? `${manager} was not found. With it, this would install what is missing:\n\n  ${lines}\n`
        : `installing needs root. Run this, then try again:\n\n  ${lines}\n`,
    );
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const [program, ...args] of commands) {
    // Another apt may be at work: wait for its lock.
    run(program, manager === 'apt-get' ? ['-o', 'DPkg::Lock::Timeout=300', ...args] : args, {
      env,
    });
  }
}

/** True if node_modules holds what package-lock.json asks for. */
function nodeModulesAreCurrent() {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const packages = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;
  const present = packages(installed);
  return Object.entries(packages(join(root, 'package-lock.json'))).every(
    ([path, wanted]) =>
      path === '' || wanted.optional || wanted.peer || present[path]?.version === wanted.version,
  );
}

/** Ordinary builds of the browsers, where the system's own packages are snaps. */
function fetchBrowsers(rows) {
  const wanted = rows.map((row) => row.fetch);
  const playwright = join(root, 'node_modules/playwright-core/cli.js');
  const libraries = ['node', playwright, 'install-deps', ...wanted];
  if (process.getuid() === 0) run(libraries[0], libraries.slice(1));
  else
    console.log(
      `If a browser does not start, its libraries are missing: sudo ${libraries.join(' ')}`,
    );
  if (wanted.includes('chromium')) run('node', [playwright, 'install', 'chromium']);
  if (wanted.includes('firefox')) {
    const install = join(root, 'node_modules/@puppeteer/browsers/lib/cjs/main-cli.js');
    run('node', [install, 'install', 'firefox@stable', '--path', puppeteerCache]);
  }
}

async function setUp(profile) {
  requireNode();
  const rows = requirements(system).filter((row) => profile === 'test' || row.profile === 'start');
  const absent = await missingFrom(rows);
  if (absent.length) {
    console.log('Missing on this machine:');
    for (const { name, why } of absent) console.log(`  ${name}: ${why}`);
    const known = ['debian', 'ubuntu', 'macos'].includes(system);
    if (!known) throw new Error(`please install these; this script knows Debian, Ubuntu and macOS`);
    installPackages(absent);
  }
  if (!nodeModulesAreCurrent()) {
    console.log('Installing the npm packages that package-lock.json pins (npm ci)');
    run('npm', ['ci', '--no-audit', '--no-fund']);
  }
  const toFetch = absent.filter((row) => row.fetch && system !== 'macos');
  if (toFetch.length) fetchBrowsers(toFetch);

  for (const row of await missingFrom(absent)) {
    const nothingToInstall = system === 'macos' && !row.brew && !row.cask;
    if (!nothingToInstall) throw new Error(`${row.name} is still missing after the installation`);
    console.log(`${row.name} is left out here: Homebrew has no such package`);
  }
}

const profile = process.argv[2] ?? 'start';
if (!['start', 'test'].includes(profile)) {
  console.error('usage: node scripts/setup.mjs [start|test]');
  process.exit(2);
}
try {
  await setUp(profile);
} catch (error) {
  console.error(`setup: ${error.message}`);
  process.exit(1);
}
